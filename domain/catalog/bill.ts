import { findRate, materialOf, sizeOf } from './entries.ts';
import { type Quote, QuoteError, type QuoteInput, quote } from './quote.ts';
import type { RateCard, SizeOption } from './rate-card.ts';

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
  const hasDumpFees = rate?.price === null || rate?.includedWeight === null;
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

/** The bill of a rental with the heaviest load that may go into its dumpster; the weight in pounds. */
export type HighestBill = { weight: number; bill: Bill };

/** The most that the weight can cost, with the days and items of `input` and no others. Throws as `quote` does. */
export function highestBill(card: RateCard, input: QuoteInput): HighestBill {
  const size = sizeOf(card, input.dumpsterSize);
  const { densityHigh, fillLine } = materialOf(card, input.material);
  const weight = Math.ceil((size.yards * densityHigh * fillHeight(size, fillLine)) / size.heightIn);
  return { weight, bill: billWith(card, input, { weight, extraDays: 0, items: [] }) };
}

/** '12 inches below the rim': staff write the fill line as text. */
const INCHES_BELOW = /(\d+(?:\.\d+)?)[ -]*(?:inch|in\b|["\u2033\u201d]).*\b(?:below|under|from)\b/i;

/** Inches from the floor to the fill line; the whole height where the text names no inches, so that it is the most. */
function fillHeight({ heightIn }: SizeOption, fillLine: string | null): number {
  const inches = Number(INCHES_BELOW.exec(fillLine ?? '')?.[1] ?? 0);
  return inches < heightIn ? heightIn - inches : heightIn;
}
