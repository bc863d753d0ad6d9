import { JOB_LABELS } from '#domain/jobs/jobs.ts';
import { type Day, formatDay } from '#domain/shared/days.ts';
import { type WeightTerms, weightTerms } from './agreement.ts';
import { formatWeight } from './dump-tickets.ts';
import { findRate } from './entries.ts';
import { findKeptDays, type KeptDays, keptDaysLabel, type Stay } from './kept-days.ts';
import {
  expectedTotalOf,
  extraDayLines,
  getItem,
  isMandatory,
  itemLines,
  lineOf,
  overageLines,
  type Quote,
  QuoteError,
  type QuoteInput,
  type QuoteLine,
  times,
} from './quote.ts';
import type { ChargeItem, RateCard } from './rate-card.ts';
import { countExtraDays } from './rental-days.ts';
import { taxLines } from './tax.ts';

/** A dump ticket: pounds and cents. A voided one does not count. */
export type CountedTicket = {
  dumpDate: Day;
  weight: number;
  feeAmount: number;
  voidedAt: string | number | null;
};

export const ADDITION_TYPES = ['extra_days', 'exchange', 'dump_and_return', 'item', 'overage'] as const;

/** What staff add to the price of a booking. */
export type PriceAddition = {
  type: (typeof ADDITION_TYPES)[number];
  /** A charge item of the booking's rate card; null for the other types. */
  itemId: string | null;
  quantity: number;
  /** Cents that staff entered, because the rate card has no price; null: the price of the card. */
  unitAmount: number | null;
  /** True for the charge of a removed job that staff kept as a cancellation fee. */
  isFee?: boolean;
};

export type AgreedRental = Omit<QuoteInput, 'extraDays' | 'items' | 'weights'> & {
  depositAmount: number;
  /** The price that the customer saw; null without price lines. */
  quote: Quote | null;
};

/** What staff can add to a price, in cents each; null: the rate card has no price, and staff enter an amount. */
export type AdditionPrices = {
  extraDay: number | null;
  exchange: number | null;
  dumpAndReturn: number | null;
  items: ChargeItem[];
};

/**
 * How the weight counts: 'fees' are paid by the customer; otherwise the tickets tell whether the load is 'included' or
 * weighs more ('extra'), and it is 'missing' until there is one.
 */
type WeightBilling = 'fees' | 'missing' | 'included' | 'extra';

/** Days that the customer kept the unit longer than agreed, as the price counts them. */
type ChargedKeptDays = KeptDays & {
  /** How many of the days the price counts here: not those that are extra days in it already. */
  charged: number;
  /** The rate card has no price for a day, so that staff add an amount for those that the price does not count yet. */
  isUnpriced: boolean;
};

/** `additionId`: the addition that the line bills; null for the agreed price, days, weights, fees and tax. */
export type ProposedLine = QuoteLine & { additionId: number | null };
export type ProposedPrice = {
  lines: ProposedLine[];
  total: number;
  weight: WeightBilling;
  /** Pounds above the allowance for which the rate card has no price, so that staff enter an amount; otherwise 0. */
  unpricedWeight: number;
  /** True if the weights depend on which ticket belongs to which load, because a rental with several loads has more tickets than loads. */
  hasMoreTicketsThanLoads: boolean;
  /** Null if the unit is not collected yet, or was collected in time. */
  keptDays: ChargedKeptDays | null;
};

/** What a final price consists of, as far as the customer pays for it. */
export type BilledPrice = {
  /** They add up to the final price; empty if staff entered another amount. */
  lines: readonly QuoteLine[];
  /** The tickets whose fees the customer pays; empty if the lines have them. */
  tickets: readonly Omit<CountedTicket, 'voidedAt'>[];
  /** The first payment was the whole price, so it was no deposit. */
  isPaidInFull: boolean;
  /** The tickets with what the customer pays for their weight; null before the first ticket. */
  weighing: { tickets: readonly WeighedLoad[]; terms: WeightTerms } | null;
};

/** A load on the scale, in pounds. */
type WeighedLoad = Pick<CountedTicket, 'dumpDate' | 'weight'> & { ticketNumber: string | null };

export type Billed = {
  tickets: readonly CountedTicket[];
  additions: readonly (PriceAddition & { id: number })[];
  /** How long the unit stays; null: the price counts no days beyond the agreed ones. */
  stay: Stay | null;
};

/**
 * The final price that follows from the agreed price, the additions and the dump tickets, with the tax on all of it by
 * the booking's rate card; null while nothing is added to a deposit. Above an allowance the weight is billed:
 * at the price per extra ton, or by an amount that staff add. Each day is counted once: as agreed, as an extra day, or
 * as a day for which the customer kept the unit longer.
 */
export function proposedPrice(
  card: RateCard,
  rental: AgreedRental,
  { tickets, additions, stay }: Billed,
): ProposedPrice | null {
  const counted = tickets.filter(({ voidedAt }) => voidedAt === null).toSorted(byDay);
  const isPriced = expectedTotalOf(rental.quote) !== null;
  const keptDays = stay && chargedKeptDays(card, rental, { additions, stay });
  const addsDays = (keptDays?.charged ?? 0) > 0;
  if (!isPriced && !addsDays && counted.length === 0 && additions.length === 0) return null;
  const terms = rentalWeightTerms(card, rental);
  const loads = 1 + countFurtherLoads(additions);
  const weights = terms.type === 'dump_fees' ? [] : loadWeights(counted, loads);
  const untaxed = [
    ...agreedLines(rental).map(toProposed),
    ...additions.map((addition) => ({ ...additionLine(card, rental, addition), additionId: addition.id })),
    ...(keptDays ? keptDaysLines(card, rental, keptDays) : []).map(toProposed),
    ...(terms.type === 'per_ton' ? weights.flatMap((weight) => overageLines(terms, weight)) : []).map(
      toProposed,
    ),
    ...(terms.type === 'dump_fees' ? counted.map(feeLine) : []).map(toProposed),
  ];
  const lines = isPriced
    ? [...untaxed, ...taxLines(card.taxRules, rental, untaxed).map(toProposed)]
    : untaxed.map((line) => ({ ...line, isTaxable: false }));
  const over = weights.reduce((sum, weight) => sum + overWeight(weight, terms), 0);
  return {
    lines,
    total: lines.reduce((sum, { amount }) => sum + amount, 0),
    weight: weightBilling(terms, { over, isWeighed: counted.length > 0 }),
    unpricedWeight: terms.type === 'ask' ? over : 0,
    hasMoreTicketsThanLoads: loads > 1 && counted.length > loads && terms.type !== 'dump_fees',
    keptDays,
  };
}

/** Extra days that staff added beyond the extensions bill days of a late pickup, so these do not count again. */
function chargedKeptDays(
  card: RateCard,
  rental: AgreedRental,
  { additions, stay }: { additions: readonly PriceAddition[]; stay: Stay },
): ChargedKeptDays | null {
  const kept = findKeptDays(stay);
  if (!kept) return null;
  const period = card.rentalOptions.find(({ id }) => id === rental.rentalOption);
  const billedDays = [...agreedLines(rental), ...additions]
    .filter(({ type }) => type === 'extra_days')
    .reduce((sum, { quantity }) => sum + quantity, 0);
  const added = period ? Math.max(0, billedDays - countExtraDays(stay, period.days)) : 0;
  const charged = stay.isRemoved ? 0 : Math.max(0, kept.days - added);
  return { ...kept, charged, isUnpriced: charged > 0 && extraDayPrice(card, rental) === null };
}

function keptDaysLines(card: RateCard, rental: AgreedRental, kept: ChargedKeptDays): QuoteLine[] {
  const extraDay = extraDayPrice(card, rental);
  if (kept.charged === 0 || extraDay === null) return [];
  const label = keptDaysLabel(kept, kept.days - kept.charged);
  return extraDayLines({ extraDay }, kept.charged).map((line) => ({ ...line, label }));
}

const extraDayPrice = (card: RateCard, rental: RateName) => findRate(card, rental)?.extraDay ?? null;

/** The agreed price with additions: a quote whose further lines are due later. Throws a QuoteError without a price. */
export function quoteWithAdditions(
  card: RateCard,
  rental: AgreedRental,
  additions: Billed['additions'],
): Quote | null {
  const proposal = rental.quote && proposedPrice(card, rental, { tickets: [], additions, stay: null });
  if (!rental.quote || !proposal) return rental.quote;
  const { total } = proposal;
  const { dueNow } = rental.quote;
  const lines = proposal.lines.map(({ additionId: _, ...line }) => line);
  return { lines, total, dueNow, dueLater: total - dueNow };
}

function weightBilling(
  { type }: WeightTerms,
  { over, isWeighed }: { over: number; isWeighed: boolean },
): WeightBilling {
  if (type === 'dump_fees') return 'fees';
  if (!isWeighed) return 'missing';
  return over > 0 ? 'extra' : 'included';
}

function overWeight(weight: number, terms: WeightTerms): number {
  return terms.type === 'dump_fees' ? 0 : Math.max(0, weight - terms.includedWeight);
}

/** What the customer of this rental pays for the weight, by its rate card. */
export function rentalWeightTerms(
  card: RateCard,
  rental: Pick<AgreedRental, 'quote'> & RateName,
): WeightTerms {
  return weightTerms({ quote: rental.quote, rate: findRate(card, rental) });
}

type RateName = Parameters<typeof findRate>[1];

/** What the additions to this rental cost by its rate card. The charges of every bill are in the price already. */
export function additionPrices(card: RateCard, rental: RateName): AdditionPrices {
  const rate = findRate(card, rental);
  return {
    extraDay: rate?.extraDay ?? null,
    exchange: rate?.exchangePrice ?? null,
    dumpAndReturn: rate?.dumpAndReturnPrice ?? null,
    items: card.chargeItems.filter((item) => item.isActive && !isMandatory(item)),
  };
}

/** The line of an addition. Throws a QuoteError if neither the rate card nor staff gave a price. */
export function additionLine(card: RateCard, rental: AgreedRental, addition: PriceAddition): QuoteLine {
  const line = chargedLine(card, rental, addition);
  return addition.isFee ? { ...line, label: `${line.label}, cancellation fee` } : line;
}

function chargedLine(
  card: RateCard,
  rental: AgreedRental,
  { type, itemId, quantity, unitAmount }: PriceAddition,
): QuoteLine {
  const rate = findRate(card, rental);
  switch (type) {
    case 'extra_days':
      return single(extraDayLines({ extraDay: unitAmount ?? rate?.extraDay ?? null }, quantity));
    case 'exchange':
      return exchangeLine(unitAmount ?? rate?.exchangePrice ?? null, quantity);
    case 'dump_and_return':
      return dumpAndReturnLine(unitAmount ?? rate?.dumpAndReturnPrice ?? null, quantity);
    case 'item': {
      const agreed = agreedLines(rental).find((line) => line.type === 'rental');
      return single(itemLines(getItem(card, itemId ?? ''), quantity, { amount: agreed?.amount ?? 0 }));
    }
    case 'overage':
      if (unitAmount === null) throw new QuoteError('no_overage_price', quantity);
      return times(lineOf('overage', 'Extra weight', unitAmount), quantity);
  }
}

function exchangeLine(price: number | null, quantity: number): QuoteLine {
  if (price === null) throw new QuoteError('no_exchange_price', quantity);
  return times(lineOf('exchange', quantity === 1 ? 'Exchange' : 'Exchanges', price), quantity);
}

function dumpAndReturnLine(price: number | null, quantity: number): QuoteLine {
  if (price === null) throw new QuoteError('no_dump_and_return_price', quantity);
  return times(lineOf('dump_and_return', JOB_LABELS.dump_and_return, price), quantity);
}

function single([line]: readonly QuoteLine[]): QuoteLine {
  if (!line) throw new QuoteError('invalid_quantity', 0);
  return line;
}

/** The lines that the customer saw, without their tax. */
export function agreedLines({ quote, depositAmount }: AgreedRental): QuoteLine[] {
  if (!quote) return [{ ...lineOf('rental', 'Deposit', depositAmount), isTaxable: false }];
  return quote.lines.filter(({ type }) => type !== 'tax');
}

/** The exchanges, and dump and returns, that bring a load; a cancellation fee brings none. */
function countFurtherLoads(additions: readonly PriceAddition[]): number {
  const loads = additions.filter(
    ({ type, isFee }) => (type === 'exchange' || type === 'dump_and_return') && !isFee,
  );
  return loads.reduce((sum, { quantity }) => sum + quantity, 0);
}

/**
 * The weight of each load: the rental's own, then one for each exchange or dump and return, each with its own allowance. Tickets belong to
 * the loads in the order of their days; further ones to the last load.
 */
function loadWeights(tickets: readonly CountedTicket[], loads: number): number[] {
  const weights: number[] = [];
  for (const [index, { weight }] of tickets.entries()) {
    const load = Math.min(index, loads - 1);
    weights[load] = (weights[load] ?? 0) + weight;
  }
  return weights;
}

function feeLine({ dumpDate, weight, feeAmount }: CountedTicket): QuoteLine {
  const label = `Dump ticket of ${formatDay(dumpDate)}, ${formatWeight(weight)}`;
  return { ...lineOf('fees', label, feeAmount), isTaxable: false };
}

const byDay = (a: CountedTicket, b: CountedTicket) => a.dumpDate.localeCompare(b.dumpDate);

function toProposed(line: QuoteLine): ProposedLine {
  return { ...line, additionId: null };
}
