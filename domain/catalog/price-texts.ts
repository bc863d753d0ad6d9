import { formatUsdWhole } from '#domain/money.ts';
import type { ChargeItem, ItemUnit } from './rate-card.ts';

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
