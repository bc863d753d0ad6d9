import { setFinalPrice } from '#contract/staff-bookings.ts';
import { formatUsd, parseDollars } from '#domain/money.ts';

/** The input as cents, or what is wrong with it. */
export type Typed = { cents: number; mistake?: never } | { cents?: never; mistake: string };

const AMOUNT = /^\d+(\.\d*)?$/;

/** Reads a final price digit by digit; nothing is rounded. The limits are the contract's. */
export function readPrice(typed: string): Typed {
  const text = typed.trim();
  if (text === '') return { mistake: 'Enter an amount in dollars' };
  const cents = parseDollars(text);
  if (cents !== null) return { cents };
  if (text.startsWith('-')) return { mistake: refusalOf(-1) };
  if (/\.\d{3,}$/.test(text)) return { mistake: 'Use at most two decimals' };
  if (AMOUNT.test(text) && Number(text) > 999_999) return { mistake: refusalOf(Number.MAX_SAFE_INTEGER) };
  return { mistake: 'Enter dollars, such as 325 or 325.50' };
}

/** '1250.5' and the like for an input. */
export function dollarsText(cents: number | null): string {
  return cents === null ? '' : formatUsd(cents).replace(/[$,]/g, '');
}

function refusalOf(finalPrice: number): string {
  const { error } = setFinalPrice.body.safeParse({ finalPrice });
  return error?.issues[0]?.message ?? 'Enter an amount in dollars';
}
