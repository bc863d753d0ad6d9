import type { BookingPayments } from '#contract/payments.ts';

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
