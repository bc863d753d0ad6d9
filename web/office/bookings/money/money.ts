import type { BookingPayments } from '#contract/payments.ts';
import { dayAt, formatDay } from '#domain/shared/days.ts';
import { site } from '#web/config.ts';

/** The payments of a booking as the screen shows them. */
export type Money = {
  bookingId: number;
  /** False if the customer gave no address, so that nothing can be e-mailed. */
  hasEmail: boolean;
  /** The version of the booking that is on the screen. */
  etag: string | null;
  payments: BookingPayments;
  /** True while an action runs or newer figures load. */
  isOff: boolean;
  /** The id of the element with the reason; undefined without a reason. */
  offReasonId: string | undefined;
};

export type Payment = BookingPayments['payments'][number];
export type BookingOperation = NonNullable<BookingPayments['operation']>;
export type BookingPayLink = NonNullable<BookingPayments['payLink']>;

const KINDS: Readonly<Record<Payment['kind'], string>> = {
  deposit: 'Deposit',
  balance: 'Balance',
};

/** 'Deposit of Nov 21, 2026', or 'Payment' of the whole price, on the business's calendar. */
export function paymentName({ kind, isWholePrice, created }: Payment): string {
  return `${isWholePrice ? 'Payment' : KINDS[kind]} of ${formatDay(dayAt(created * 1000, site.timeZone))}`;
}
