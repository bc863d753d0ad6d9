import { findRate } from '#domain/catalog/entries.ts';
import {
  type AdditionPrices,
  type AgreedRental,
  additionPrices,
  type PriceAddition,
} from '#domain/catalog/final-price.ts';
import { type Quote, QuoteError, type QuoteLine } from '#domain/catalog/quote.ts';
import type { RateCard } from '#domain/catalog/rate-card.ts';
import { countExtraDays } from '#domain/catalog/rental-days.ts';
import type { ChangeRateCard } from '#domain/rental/changes/change-types.ts';
import {
  changedQuote,
  currentPrice,
  differingLines,
  sumOfLines,
} from '#domain/rental/changes/changed-price.ts';
import type { RentalDays, RuleRefusal } from '#domain/rental/changes/rental-rules.ts';
import { daysBetween } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { ChangeInput } from './plan.ts';
import type { RentalPrice, RentalRecord } from './read-rental.ts';

/** What a change does to the price of a booking. */
export type PriceChange = {
  lines: QuoteLine[];
  /** Cents: the sum of the lines. */
  difference: number;
  /** The price after the change; null while only a deposit is agreed. */
  proposal: { lines: QuoteLine[]; total: number } | null;
  /** The rate card of the lines. */
  rateCard: ChangeRateCard | null;
  /** New values of the booking: its quote and the card of it; null: both stay. */
  agreed: { quote: Quote; rateCardId: number } | null;
  added: PriceAddition[];
  /** The ids of additions that are removed. */
  voided: number[];
  /** Whether one of these has an amount that staff entered. */
  voidsEnteredAmount: boolean;
};

type Effects = Pick<PriceChange, 'agreed' | 'added' | 'voided'> & {
  /** The id of the addition that becomes a cancellation fee. */
  fee?: number;
  card?: RateCard;
  rental?: AgreedRental;
  rateCard?: ChangeRateCard;
};

/** The price after a change, or why it has none. */
export function changePrice(
  rental: RentalRecord,
  price: RentalPrice,
  change: { input: ChangeInput; days: RentalDays },
): PriceChange | RuleRefusal {
  try {
    const effects = computePriceEffects(rental, price, change);
    return 'code' in effects ? effects : withEffects(price, effects);
  } catch (error) {
    // The published card lacks something that staff added by the booking's own one.
    if (error instanceof QuoteError) return { code: 'not_offered', message: `${error.message}.` };
    throw error;
  }
}

const NO_EFFECTS: Effects = { agreed: null, added: [], voided: [] };

function computePriceEffects(
  { record, published }: RentalRecord,
  price: RentalPrice,
  { input, days }: { input: ChangeInput; days: RentalDays },
): Effects | RuleRefusal {
  const { card, rental } = price.priced;
  const prices = additionPrices(card, rental);
  const extraDays = (of: RentalDays) => countExtraDays(of, countPeriodDays(card, rental, record));
  switch (input.type) {
    case 'extend': {
      const quantity = extraDays(days) - extraDays(record);
      return quantity > 0 ? addition({ type: 'extra_days', quantity }, prices.extraDay, input) : NO_EFFECTS;
    }
    case 'shorten':
      return withoutExtraDays(price, extraDays(record) - extraDays(days));
    case 'exchange':
      return addition({ type: 'exchange', quantity: 1 }, prices.exchange, input);
    case 'dump_and_return':
      return dumpAndReturn(prices, input);
    case 'relocate_on_site':
      return input.itemId === undefined ? NO_EFFECTS : itemCharge(prices.items, input.itemId);
    case 'remove_job': {
      const charge = chargeOfJob(price, input.jobId);
      if (!charge) return NO_EFFECTS;
      const outcome = input.charge === 'keep' ? { fee: charge.id } : { voided: [charge.id] };
      return { ...NO_EFFECTS, ...outcome, rateCard: 'booking' };
    }
    case 'resize':
    case 'rental': {
      const next =
        input.type === 'resize' ? { dumpsterSize: input.dumpsterType } : { rentalOption: input.rentalType };
      const own = { card, id: record.rateCardId, rateCard: 'booking' as const };
      const current = { card: published.card, id: published.id, rateCard: 'published' as const };
      const source = [own, current].find((one) => findRate(one.card, { ...rental, ...next }) !== null);
      if (!source) return notOffered();
      const quote = changedQuote(source.card, rental, next);
      return {
        // The new period has its own days.
        ...(input.type === 'rental' ? withoutExtraDays(price, extraDays(record)) : NO_EFFECTS),
        agreed: { quote, rateCardId: source.id },
        card: source.card,
        rental: { ...rental, ...next, quote },
        rateCard: source.rateCard,
      };
    }
    default:
      return NO_EFFECTS;
  }
}

/** The days of the rental period. Of a period that the card does not have, the present days count as agreed. */
function countPeriodDays(
  card: RateCard,
  { rentalOption }: AgreedRental,
  { deliveryDate, endDate }: RentalDays,
): number {
  const period = card.rentalOptions.find(({ id }) => id === rentalOption);
  return period?.days ?? daysBetween(deliveryDate, endDate) + 1;
}

/** What a dump and return costs: a charge item, the price of the card, or the amount that staff entered; 0 is no charge. */
function dumpAndReturn(
  prices: AdditionPrices,
  input: Extract<ChangeInput, { type: 'dump_and_return' }>,
): Effects | RuleRefusal {
  if (input.itemId !== undefined) return itemCharge(prices.items, input.itemId);
  if (prices.dumpAndReturn === null && input.unitAmount === 0) return NO_EFFECTS;
  return addition({ type: 'dump_and_return', quantity: 1 }, prices.dumpAndReturn, input);
}

const WHAT_IS_ADDED = {
  extra_days: 'an extra day',
  exchange: 'an exchange',
  dump_and_return: 'a dump and return',
};

/** Throws invalid for an amount beside a price of the card. */
function addition(
  added: { type: keyof typeof WHAT_IS_ADDED; quantity: number },
  price: number | null,
  { unitAmount }: { unitAmount?: number | undefined },
): Effects | RuleRefusal {
  if (price !== null && unitAmount !== undefined) {
    const message = 'The price list has this price: leave the amount out';
    throw new AppError('invalid', message, { issues: [{ path: 'unitAmount', message }] });
  }
  if (price === null && unitAmount === undefined) {
    const message = `The price list has no price for ${WHAT_IS_ADDED[added.type]}: enter an amount.`;
    return { code: 'amount_needed', message };
  }
  return {
    ...NO_EFFECTS,
    added: [{ ...added, itemId: null, unitAmount: unitAmount ?? null }],
    rateCard: 'booking',
  };
}

/** Throws invalid for an item that the booking's rate card does not have. */
function itemCharge(items: readonly { id: string }[], itemId: string): Effects {
  if (!items.some(({ id }) => id === itemId)) {
    const message = 'The price list of this booking has no such item';
    throw new AppError('invalid', message, { issues: [{ path: 'itemId', message }] });
  }
  const added = { type: 'item' as const, itemId, quantity: 1, unitAmount: null };
  return { ...NO_EFFECTS, added: [added], rateCard: 'booking' };
}

/** The charge that staff added with a job; undefined without one. */
export function chargeOfJob({ additions }: Pick<RentalPrice, 'additions'>, jobId: number) {
  return additions.find((addition) => addition.jobId === jobId);
}

/** Removes extra days from the price, the latest additions first. At most those that are in it. */
function withoutExtraDays({ additions }: RentalPrice, days: number): Effects {
  const voided: number[] = [];
  const added: PriceAddition[] = [];
  let left = days;
  for (const { id, type, itemId, quantity, unitAmount } of additions.toReversed()) {
    if (type !== 'extra_days' || left <= 0) continue;
    voided.push(id);
    if (quantity > left) added.push({ type, itemId, unitAmount, quantity: quantity - left });
    left -= quantity;
  }
  return { agreed: null, added, voided, ...(voided.length > 0 && { rateCard: 'booking' as const }) };
}

function withEffects({ priced, lines, additions }: RentalPrice, effects: Effects): PriceChange {
  const { agreed, added, voided, card = priced.card, rental = priced.rental, rateCard = null } = effects;
  const kept = additions
    .filter(({ id }) => !voided.includes(id))
    .map((one) => (one.id === effects.fee ? { ...one, isFee: true } : one));
  const billed = {
    ...priced.billed,
    additions: [...kept, ...added.map((one) => ({ ...one, id: 0 }))],
  };
  const after = currentPrice({ card, rental, billed });
  const difference = differingLines(lines, after.lines);
  return {
    agreed,
    added,
    voided,
    rateCard,
    voidsEnteredAmount: additions.some(({ id, unitAmount }) => unitAmount !== null && voided.includes(id)),
    lines: difference,
    difference: sumOfLines(difference),
    proposal: after.proposal && { lines: after.lines, total: after.proposal.total },
  };
}

function notOffered(): RuleRefusal {
  return {
    code: 'not_offered',
    message: 'The price list does not offer this size and rental period together.',
  };
}
