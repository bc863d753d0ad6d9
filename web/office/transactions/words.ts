import { paymentMethodLabel } from '#domain/money/recorded.ts';
import type { TransactionType } from '#domain/money/transactions.ts';
import { dayAt, formatDay } from '#domain/shared/days.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { site } from '#web/config.ts';
import { momentText } from '#web/kit/dates/moment.ts';

/** Formats seconds since 1970 in the business's time zone. */
export function secondsText(seconds: number): string {
  return momentText(instantOf(seconds), site.timeZone);
}

export function dayText(seconds: number): string {
  return formatDay(dayAt(seconds * 1000, site.timeZone));
}

/** '12:05 PM'. */
export function timeText(seconds: number): string {
  return secondsText(seconds).replace(/^.*, /, '');
}

export function instantOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

/** The amount of a payment; negative for a refund. */
export function amountText({ type, amount }: { type: TransactionType; amount: number }): string {
  return formatUsd(type === 'refund' ? -amount : amount);
}

/** 'card' -> 'Card', 'us_bank_account' -> 'Us bank account'. */
export function inWords(code: string): string {
  const words = code.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function methodsText(methods: readonly string[]): string {
  return methods.length === 0 ? 'Not known' : methods.map(methodText).join(', ');
}

/** 'Card', 'Bank transfer', 'Us bank account'. */
export function methodText(method: string): string {
  return inWords(paymentMethodLabel(method));
}
