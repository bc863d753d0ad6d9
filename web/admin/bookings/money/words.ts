import type { BookingPayments } from '#contract/payments.ts';
import { dayAt, formatDay } from '#domain/days.ts';
import { site } from '#web/config.ts';

export type Card = NonNullable<BookingPayments['card']>;
export type Payment = BookingPayments['payments'][number];
export type Operation = NonNullable<BookingPayments['operation']>;
export type PayLink = NonNullable<BookingPayments['payLink']>;

/** Stripe's codes for brands, as the cards have them. */
const BRANDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** 'Visa ending in 4242'. */
export function cardText({ brand, last4 }: Card): string {
  return `${BRANDS[brand] ?? 'Card'} ending in ${last4}`;
}

const KINDS: Readonly<Record<Payment['kind'], string>> = { deposit: 'Deposit', balance: 'Balance' };

/** 'Deposit of Nov 21, 2026', on the business's calendar. */
export function paymentName({ kind, created }: Payment): string {
  return `${KINDS[kind]} of ${formatDay(dayAt(created * 1000, site.timeZone))}`;
}
