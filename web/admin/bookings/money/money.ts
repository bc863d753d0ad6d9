import type { BookingPayments } from '#contract/payments.ts';
import { dayAt, formatDay } from '#domain/days.ts';
import { site } from '#web/config.ts';

/** A booking's money on the screen. */
export type Money = {
  bookingId: number;
  /** Of the booking's version that is on the screen. */
  etag: string | null;
  payments: BookingPayments;
  /** Nothing can be done now: something is under way, or newer figures are. */
  isOff: boolean;
  /** The element that says why; undefined where nothing is to be said. */
  offReasonId: string | undefined;
};

export type Payment = BookingPayments['payments'][number];
export type Operation = NonNullable<BookingPayments['operation']>;
export type PayLink = NonNullable<BookingPayments['payLink']>;

const KINDS: Readonly<Record<Payment['kind'], string>> = { deposit: 'Deposit', balance: 'Balance' };

/** 'Deposit of Nov 21, 2026', on the business's calendar. */
export function paymentName({ kind, created }: Payment): string {
  return `${KINDS[kind]} of ${formatDay(dayAt(created * 1000, site.timeZone))}`;
}
