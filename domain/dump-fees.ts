import { formatCount } from './count.ts';
/** The heaviest load that is believed, in pounds: more is a slip of the keyboard. */
export const MAX_WEIGHT = 200_000;

/** What counts of a dump ticket: its fee in cents, unless it was voided. */
export type CountedFee = { feeAmount: number; voidedAt: string | null };

export type PriceProposal = { depositAmount: number; feesAmount: number; total: number };

/** The deposit and the dump fees as the total of a rental, in cents; null where no ticket counts. */
export function proposedPrice(depositAmount: number, fees: readonly CountedFee[]): PriceProposal | null {
  const counted = fees.filter(({ voidedAt }) => voidedAt === null);
  if (counted.length === 0) return null;
  const feesAmount = counted.reduce((sum, { feeAmount }) => sum + feeAmount, 0);
  return { depositAmount, feesAmount, total: depositAmount + feesAmount };
}

/** '2,400 lb'. */
export function formatWeight(pounds: number): string {
  return `${formatCount(pounds)} lb`;
}
