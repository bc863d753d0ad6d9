import { findRate, offeredRates } from './entries.ts';
import { type Quote, QuoteError, type QuoteInput, quote } from './quote.ts';
import type { RateCard } from './rate-card.ts';

/** Whether dump fees are added to the amount, of a quote that is stored or just computed. */
export function isDepositOnly({ lines }: Pick<Quote, 'lines'>): boolean {
  return lines.some(({ type, isTaxable }) => type === 'rental' && !isTaxable);
}

/** An amount in cents; `isFrom`: the lowest of several. */
export type StartingAmount = { amount: number; isFrom: boolean };

/** What a rental option costs before a size is chosen. */
export type StartingPrice = StartingAmount & {
  /** 'deposit': a deposit, to which dump fees are added. 'price': the rental without surcharges and tax. */
  type: 'deposit' | 'price';
  /** The deposit of a price; null when the price is paid at once. */
  dueToday: StartingAmount | null;
  /** Whether some customers pay tax on the price. */
  isTaxExtra: boolean;
};

/**
 * The headline of a rental option in step 1; null when it is not offered. If only some of its rates have a price, it is
 * the deposit, because a price and a deposit cannot be compared.
 */
export function startingPrice(card: RateCard, rentalOption: string): StartingPrice | null {
  const rates = offeredRates(card).filter((rate) => rate.rentalOption === rentalOption);
  if (rates.length === 0) return null;
  const deposit = lowestOf(rates.map((rate) => rate.deposit));
  const prices = rates.flatMap(({ price }) => (price === null ? [] : [price]));
  if (prices.length < rates.length) return { type: 'deposit', ...deposit, dueToday: null, isTaxExtra: false };
  const isTaxExtra = card.taxRules.some(({ appliesTo }) => appliesTo.includes('rental'));
  const isPaidAtOnce = !isTaxExtra && rates.every((rate) => rate.price === rate.deposit);
  return { type: 'price', ...lowestOf(prices), dueToday: isPaidAtOnce ? null : deposit, isTaxExtra };
}

/** The amount that stands out for a chosen rental, in cents; `dueToday` is null when it is the amount itself. */
export type Headline = { label: 'Deposit' | 'Price' | 'Total'; amount: number; dueToday: number | null };

/** A deposit-only rental shows its deposit, a rental that is paid in full now its price, others the total. */
export function headlineOf(price: Quote): Headline {
  if (isDepositOnly(price)) return { label: 'Deposit', amount: price.dueNow, dueToday: null };
  if (price.dueLater === 0) return { label: 'Price', amount: price.total, dueToday: null };
  return { label: 'Total', amount: price.total, dueToday: price.dueNow };
}

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

function lowestOf(amounts: readonly number[]): StartingAmount {
  const amount = Math.min(...amounts);
  return { amount, isFrom: amounts.some((other) => other !== amount) };
}
