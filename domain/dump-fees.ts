import { formatCount } from './text.ts';

/** The highest weight of a load, in pounds; more is a typing error. */
export const MAX_WEIGHT = 200_000;

/** The fee of a dump ticket in cents; a voided ticket does not count. */
export type CountedFee = { feeAmount: number; voidedAt: string | null };

export type ProposedPrice = { depositAmount: number; feesAmount: number; total: number };

/** The deposit plus all fees that are not voided, in cents; null without one. */
export function proposedPrice(depositAmount: number, fees: readonly CountedFee[]): ProposedPrice | null {
  const counted = fees.filter(({ voidedAt }) => voidedAt === null);
  if (counted.length === 0) return null;
  const feesAmount = counted.reduce((sum, { feeAmount }) => sum + feeAmount, 0);
  return { depositAmount, feesAmount, total: depositAmount + feesAmount };
}

/** '2,400 lb'. */
export function formatWeight(pounds: number): string {
  return `${formatCount(pounds)} lb`;
}
