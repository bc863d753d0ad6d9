import { findRate } from './entries.ts';
import { type Quote, QuoteError, type QuoteInput, quote } from './quote.ts';
import type { RateCard } from './rate-card.ts';

/** What can be added to a rental after it is booked; the weight is that of the load, in pounds. */
export type PossibleExtras = Pick<QuoteInput, 'extraDays' | 'items'> & { weight: number };

/** A price, or what only the business can say: the fees of the dump, or extra weight or days without a price. */
export type Bill =
  | { type: 'price'; quote: Quote }
  | { type: 'ask'; about: 'dump_fees' | 'extra_weight' | 'extra_days' };

/** What a customer pays with this weight, these days and items: the most, if they are the most that can happen. */
export function billWith(
  card: RateCard,
  input: QuoteInput,
  { weight, extraDays, items }: PossibleExtras,
): Bill {
  const rate = findRate(card, input);
  const hasDumpFees = rate?.price === null || (rate?.overagePerTon === null && rate.includedWeight === null);
  if (hasDumpFees) return { type: 'ask', about: 'dump_fees' };
  try {
    const bill = quote(card, {
      ...input,
      extraDays: input.extraDays + extraDays,
      items: [...input.items, ...items],
      weights: [weight],
    });
    return { type: 'price', quote: bill };
  } catch (error) {
    if (!(error instanceof QuoteError)) throw error;
    if (error.reason === 'no_extra_day_price') return { type: 'ask', about: 'extra_days' };
    if (error.reason === 'no_overage_price') return { type: 'ask', about: 'extra_weight' };
    throw error;
  }
}
