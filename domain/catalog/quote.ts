import { multiplyCents } from '#domain/shared/money.ts';
import { findRate, materialOf, offeredMaterials, type RateKey, rentalOptionOf, sizeOf } from './entries.ts';
import { overage } from './overage.ts';
import type { ChargeItem, Rate, RateCard, Zone } from './rate-card.ts';
import { type TaxPlace, taxLines } from './tax.ts';

/** Where the truck puts the dumpster. A street can need a permit. */
export const PLACEMENT_TYPES = ['private', 'street'] as const;
export type PlacementType = (typeof PLACEMENT_TYPES)[number];

/** Placement names on screens. */
export const PLACEMENT_LABELS: Readonly<Record<PlacementType, string>> = {
  private: 'Private property',
  street: 'Street',
};

export const QUOTE_LINE_TYPES = [
  'rental',
  'zone',
  'street',
  'extra_days',
  'exchange',
  'dump_and_return',
  'item',
  'overage',
  'fees',
  'tax',
] as const;

/** A line of a price: amount = quantity x unitAmount, in cents, except for percentages and rounded weights. */
export type QuoteLine = {
  type: (typeof QUOTE_LINE_TYPES)[number];
  label: string;
  quantity: number;
  unitAmount: number;
  amount: number;
  isTaxable: boolean;
};

/** Cents. total = dueNow + dueLater; the amounts of the lines add up to the total. */
export type Quote = { lines: QuoteLine[]; total: number; dueNow: number; dueLater: number };

/**
 * What a rental will cost, in cents; null without a quote, and when only a deposit was agreed: dump fees are added, and
 * are not known yet.
 */
export function expectedTotalOf(quote: Quote | null): number | null {
  const isPriced = quote?.lines.some(({ type, isTaxable }) => type === 'rental' && isTaxable);
  return quote && isPriced ? quote.total : null;
}

/** Whether the payment is the whole price of the rental, so that it is no deposit. */
export function isPaidInFull(quote: Quote): boolean {
  return expectedTotalOf(quote) !== null && quote.dueLater === 0;
}

/** The utm_* parameters of an advertisement's link, without 'utm_'. */
export const UTM_KEYS = ['source', 'medium', 'campaign', 'term', 'content'] as const;
export type Utm = { [Key in (typeof UTM_KEYS)[number]]?: string | undefined };

/** The most pieces, miles, minutes or days in one line. */
export const MAX_QUANTITY = 10_000;

export type QuoteInput = RateKey &
  TaxPlace & {
    /** The zone of the ZIP code; null outside of every zone. */
    zone: string | null;
    placementType: PlacementType;
    extraDays: number;
    items: readonly { id: string; quantity: number }[];
    /** The weights of the loads in pounds, once they are known; each load has its own allowance. */
    weights?: readonly number[];
  };

const QUOTE_ERRORS = {
  not_offered: 'The card does not offer this rental, size and material together',
  unknown_zone: 'The card does not have this zone',
  unknown_item: 'The card does not have this charge item',
  no_extra_day_price: 'The rate has no price for extra days: enter an amount',
  no_exchange_price: 'The rate has no price for an exchange: enter an amount',
  no_dump_and_return_price: 'The rate has no price for a dump and return: enter an amount',
  no_overage_price: 'The rate has no price for extra weight: enter an amount',
  invalid_quantity: `A quantity must be a whole number from 0 to ${MAX_QUANTITY}`,
} as const;

/** Why an input has no price; `reason` says what the caller can do about it. */
export class QuoteError extends Error {
  override readonly name = 'QuoteError';
  readonly reason: keyof typeof QUOTE_ERRORS;

  constructor(reason: keyof typeof QUOTE_ERRORS, detail: string | number) {
    super(`${QUOTE_ERRORS[reason]}: ${detail}`);
    this.reason = reason;
  }
}

/**
 * The price of a rental in lines. The deposit is due now, the rest later. The rental line of a rate
 * without a price is its deposit: its surcharges and items are due later, and it is not taxed. Throws a QuoteError.
 */
export function quote(card: RateCard, input: QuoteInput): Quote {
  const rate = findRate(card, input);
  if (!rate) {
    const { rentalOption, dumpsterSize, material } = input;
    throw new QuoteError('not_offered', [rentalOption, dumpsterSize, material].join(', '));
  }
  const zone = input.zone === null ? null : getZone(card, input.zone);
  const rental = rentalLine(card, rate);
  const untaxed = [
    rental,
    ...zoneLines(zone),
    ...(input.placementType === 'street' ? streetLines(card, zone, rental) : []),
    ...mandatoryLines(card, rental),
    ...extraDayLines(rate, input.extraDays),
    ...input.items
      .map(({ id, quantity }) => ({ item: getItem(card, id), quantity }))
      .filter(({ item }) => !isMandatory(item))
      .flatMap(({ item, quantity }) => itemLines(item, quantity, rental)),
    ...(input.weights ?? []).flatMap((weight) => overageLines(rate, weight)),
  ];
  const isTaxed = rate.price !== null;
  const lines = isTaxed
    ? [...untaxed, ...taxLines(card.taxRules, input, untaxed)]
    : untaxed.map((line) => ({ ...line, isTaxable: false }));
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  return { lines, total, dueNow: rate.deposit, dueLater: total - rate.deposit };
}

/** '7-Day Rental, 15-Yard'; with the material, if the card offers several. */
function rentalLine(card: RateCard, rate: Rate): QuoteLine {
  const names = [rentalOptionOf(card, rate.rentalOption).title, sizeOf(card, rate.dumpsterSize).name];
  if (offeredMaterials(card).length > 1) names.push(materialOf(card, rate.material).name);
  const label = names.join(', ');
  if (rate.price === null) return lineOf('rental', `${label} (deposit only)`, rate.deposit);
  return lineOf('rental', label, rate.price);
}

export function zoneLines(zone: Zone | null): QuoteLine[] {
  return zone && zone.surcharge > 0 ? [lineOf('zone', `Delivery to ${zone.name}`, zone.surcharge)] : [];
}

export function streetLines(card: RateCard, zone: Zone | null, rental: QuoteLine): QuoteLine[] {
  const feeItem = zone?.streetRule?.feeItem;
  if (!feeItem) return [];
  return itemLines(getItem(card, feeItem), 1, rental).map((line) => ({ ...line, type: 'street' as const }));
}

/** The charges that are part of every bill, each once. One of nothing is no line. */
export function mandatoryLines(
  { chargeItems }: Pick<RateCard, 'chargeItems'>,
  rental: Pick<QuoteLine, 'amount'>,
): QuoteLine[] {
  return chargeItems
    .filter(isMandatory)
    .flatMap((item) => itemLines(item, 1, rental))
    .filter(({ amount }) => amount > 0);
}

/** Retired charges are on no new bill. */
export function isMandatory({ applies, isActive }: Pick<ChargeItem, 'applies' | 'isActive'>): boolean {
  return applies === 'mandatory' && isActive;
}

/** Throws a QuoteError without a price. */
export function extraDayLines({ extraDay }: Pick<Rate, 'extraDay'>, days: number): QuoteLine[] {
  requireQuantity(days);
  if (days === 0) return [];
  if (extraDay === null) throw new QuoteError('no_extra_day_price', days);
  return [times(lineOf('extra_days', days === 1 ? 'Extra day' : 'Extra days', extraDay), days)];
}

/** Flat items and percentages of the rental line count once. */
export function itemLines(
  item: ChargeItem,
  quantity: number,
  rental: Pick<QuoteLine, 'amount'>,
): QuoteLine[] {
  requireQuantity(quantity);
  if (quantity === 0) return [];
  const unitAmount =
    item.unit === 'percent' ? multiplyCents(rental.amount, item.unitPrice, 1_000_000) : item.unitPrice;
  const line = { ...lineOf('item', item.name, unitAmount), isTaxable: item.isTaxable };
  return [item.unit === 'percent' || item.unit === 'flat' ? line : times(line, quantity)];
}

/** The extra weight of one load. Throws a QuoteError without a price. */
export function overageLines(
  rate: Pick<Rate, 'includedWeight' | 'overagePerTon' | 'overageUnit'>,
  weight: number,
): QuoteLine[] {
  const { over, billedWeight, amount, text } = overage(weight, rate);
  if (amount === null) throw new QuoteError('no_overage_price', text);
  if (over === 0) return [];
  const line = lineOf('overage', `Extra weight: ${text}`, rate.overagePerTon ?? 0);
  return [{ ...line, quantity: billedWeight, amount }];
}

/** A taxable line that counts once. */
export function lineOf(type: QuoteLine['type'], label: string, unitAmount: number): QuoteLine {
  return { type, label, quantity: 1, unitAmount, amount: unitAmount, isTaxable: true };
}

export function times(line: QuoteLine, quantity: number): QuoteLine {
  return { ...line, quantity, amount: quantity * line.unitAmount };
}

function requireQuantity(quantity: number) {
  if (!Number.isInteger(quantity) || quantity < 0 || quantity > MAX_QUANTITY)
    throw new QuoteError('invalid_quantity', quantity);
}

function getZone(card: RateCard, id: string): Zone {
  const zone = card.area.zones.find((candidate) => candidate.id === id);
  if (!zone) throw new QuoteError('unknown_zone', id);
  return zone;
}

/** Throws a QuoteError if the card does not have the item. */
export function getItem(card: RateCard, id: string): ChargeItem {
  const item = card.chargeItems.find((candidate) => candidate.id === id);
  if (!item) throw new QuoteError('unknown_item', id);
  return item;
}
