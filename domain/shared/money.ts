import { formatCount } from './text.ts';

/** Money is integer US cents everywhere; dollars appear only in inputs and labels. */
const DOLLARS = /^\$?(\d{1,6}|\d{1,3}(?:,\d{3}))(?:\.(\d{1,2}))?$/;

/** The highest amount, in cents: $999,999.99. */
export const MAX_AMOUNT = 99_999_999;

/** '$1,234.50' from 123450. */
export function formatUsd(cents: number): string {
  const sign = cents < 0 ? '-' : '';
  const absolute = Math.abs(cents);
  const fraction = String(absolute % 100).padStart(2, '0');
  return `${sign}$${formatCount(Math.trunc(absolute / 100))}.${fraction}`;
}

/** '$425' from 42500: for prices that are whole dollars. */
export function formatUsdWhole(cents: number): string {
  return cents % 100 === 0 ? formatUsd(cents).slice(0, -3) : formatUsd(cents);
}

/**
 * Cents from the text of a dollar field, parsed by digits so that nothing is rounded. Null when it is not an amount from 0 to 999,999.99 with at most two decimals.
 */
export function parseDollars(text: string): number | null {
  const match = DOLLARS.exec(text.trim());
  if (!match) return null;
  const dollars = Number((match[1] ?? '').replace(',', ''));
  return dollars * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

/**
 * amount x numerator / denominator, rounded half up to whole cents, for whole numbers that are not negative. Exact: the
 * product can have more digits than a number holds.
 */
export function multiplyCents(amount: number, numerator: number, denominator: number): number {
  const product = BigInt(amount) * BigInt(numerator);
  return Number((2n * product + BigInt(denominator)) / (2n * BigInt(denominator)));
}
