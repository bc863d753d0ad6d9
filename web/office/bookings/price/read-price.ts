import { setFinalPrice } from '#contract/staff-bookings.ts';
import { formatUsd, parseDollars } from '#domain/shared/money.ts';

/** The input as cents, or what is wrong with it. */
export type PriceInput = { cents: number; inputError?: never } | { cents?: never; inputError: string };

const AMOUNT = /^\d+(\.\d*)?$/;

/** Reads a final price digit by digit; nothing is rounded. The limits are the contract's. */
export function readPrice(typed: string): PriceInput {
  const text = typed.trim();
  if (text === '') return { inputError: 'Enter an amount in dollars' };
  const cents = parseDollars(text);
  if (cents !== null) return { cents };
  if (text.startsWith('-')) return { inputError: limitError(-1) };
  if (/^\d+,\d{1,2}$/.test(text))
    return { inputError: `Write cents after a point, such as ${text.replace(',', '.')}` };
  if (/\.\d{3,}$/.test(text)) return { inputError: 'Use at most two decimals' };
  if (AMOUNT.test(text) && Number(text) > 999_999) return { inputError: limitError(Number.MAX_SAFE_INTEGER) };
  return { inputError: 'Enter dollars, such as 325 or 325.50' };
}

/** Formats cents for an input: '1250.5'. */
export function dollarsText(cents: number | null): string {
  return cents === null ? '' : formatUsd(cents).replace(/[$,]/g, '');
}

function limitError(finalPrice: number): string {
  const { error } = setFinalPrice.body.safeParse({ finalPrice });
  return error?.issues[0]?.message ?? 'Enter an amount in dollars';
}
