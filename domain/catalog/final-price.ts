import { findRate } from './entries.ts';
import { type Quote, type QuoteInput, type QuoteLine, quote } from './quote.ts';
import type { RateCard } from './rate-card.ts';

/** A dump ticket: pounds and cents. A voided one does not count. */
export type CountedTicket = { weight: number; feeAmount: number; voidedAt: string | number | null };

type AgreedRental = Omit<QuoteInput, 'extraDays' | 'items' | 'weights'> & {
  depositAmount: number;
  /** The price that the customer saw; null for a booking from before rate cards. */
  quote: Quote | null;
};

/**
 * The final price that follows from the agreed price and the dump tickets (CATALOG 2); null without a ticket. A rate
 * with a price per extra ton bills the weight above its allowance, and the tickets' fees are costs of the business.
 * Otherwise the customer pays the fees.
 */
export function proposedPrice(
  card: RateCard,
  rental: AgreedRental,
  tickets: readonly CountedTicket[],
): Pick<Quote, 'lines' | 'total'> | null {
  const counted = tickets.filter(({ voidedAt }) => voidedAt === null);
  if (counted.length === 0) return null;
  const { depositAmount, quote: agreed, ...input } = rental;
  const rate = findRate(card, input);
  const isByWeight =
    agreed !== null && rate !== null && rate.overagePerTon !== null && rate.includedWeight !== null;
  if (isByWeight) {
    const weights = counted.map(({ weight }) => weight);
    return quote(card, { ...input, extraDays: 0, items: [], weights });
  }
  const fees = counted.reduce((sum, { feeAmount }) => sum + feeAmount, 0);
  const lines = [
    ...(agreed?.lines ?? [amountLine('rental', 'Deposit', depositAmount)]),
    amountLine('fees', 'Dump fees', fees),
  ];
  return { lines, total: lines.reduce((sum, { amount }) => sum + amount, 0) };
}

function amountLine(type: QuoteLine['type'], label: string, amount: number): QuoteLine {
  return { type, label, quantity: 1, unitAmount: amount, amount, isTaxable: false };
}
