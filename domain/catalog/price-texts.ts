import { formatUsd, formatUsdWhole } from '#domain/shared/money.ts';
import { formatTons } from './overage.ts';
import type { QuoteLine } from './quote.ts';
import { type ChargeItem, type ItemUnit, OVERAGE_UNITS, type Rate } from './rate-card.ts';

export type ItemPrice = Pick<ChargeItem, 'unit' | 'unitPrice'>;

/** '$35 each', '2.5% of the rental'. */
export function formatItemPrice({ unit, unitPrice }: ItemPrice): string {
  return unit === 'percent'
    ? `${formatMillionths(unitPrice)} of the rental`
    : `${formatUsdWhole(unitPrice)}${UNIT_SUFFIXES[unit]}`;
}

const UNIT_SUFFIXES: Readonly<Record<Exclude<ItemUnit, 'percent'>, string>> = {
  each: ' each',
  mile: ' a mile',
  minute: ' a minute',
  flat: '',
};

/** '8.25%' from 82500 millionths. */
export function formatMillionths(rate: number): string {
  return `${rate / 10_000}%`;
}

/** 'Mattress (2 × $35.00)': the name of a line, with its count where it has one. */
export function lineName({ label, quantity, unitAmount, type }: QuoteLine): string {
  return quantity > 1 && COUNTED_LINES.includes(type)
    ? `${label} (${quantity} × ${formatUsd(unitAmount)})`
    : label;
}

const COUNTED_LINES: readonly QuoteLine['type'][] = ['item', 'extra_days', 'exchange', 'dump_and_return'];

/**
 * The weight that a rate includes, and what more weight, more days and an exchange cost: 'Ask us' where the rate does
 * not say. `isStatedOnly` leaves those out. Few firms offer a dump and return, so it is left out without a price.
 */
export function ratePrices(
  { includedWeight, overagePerTon, overageUnit, extraDay, exchangePrice, dumpAndReturnPrice }: Rate,
  { isStatedOnly = false } = {},
): { name: string; value: string }[] {
  const rounding =
    overageUnit === 'pound' ? 'billed by the pound' : `in steps of ${formatTons(OVERAGE_UNITS[overageUnit])}`;
  const prices: [string, string | null][] = [
    ['Weight included', includedWeight === null ? null : formatAllowance(includedWeight)],
    ['Each extra ton', overagePerTon === null ? null : `${formatUsdWhole(overagePerTon)}, ${rounding}`],
    ['Each extra day', extraDay === null ? null : formatUsdWhole(extraDay)],
    ['Exchange for an empty dumpster', exchangePrice === null ? null : formatUsdWhole(exchangePrice)],
  ];
  if (dumpAndReturnPrice !== null)
    prices.push(['Dumpster emptied and brought back', formatUsdWhole(dumpAndReturnPrice)]);
  return prices.flatMap(([name, value]) =>
    value === null && isStatedOnly ? [] : [{ name, value: value ?? 'Ask us' }],
  );
}

function formatAllowance(pounds: number): string {
  return pounds === 0 ? 'None' : formatTons(pounds);
}
