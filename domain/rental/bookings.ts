import { addDays, type Day } from '#domain/shared/days.ts';

/** A booking's status; staff may set any of them in any order. */
export const BOOKING_STATUSES = ['pending', 'confirmed', 'in_transit', 'completed', 'cancelled'] as const;
export type BookingStatus = (typeof BOOKING_STATUSES)[number];

/** Status names on screens. */
export const BOOKING_STATUS_LABELS: Readonly<Record<BookingStatus, string>> = {
  pending: 'Pending',
  confirmed: 'Confirmed',
  in_transit: 'In Transit',
  completed: 'Completed',
  cancelled: 'Cancelled',
};

/** Who made a booking: the customer on the public page, or staff. */
export const BOOKING_SOURCES = ['web', 'phone'] as const;
export type BookingSource = (typeof BOOKING_SOURCES)[number];

export const BOOKING_SOURCE_LABELS: Readonly<Record<BookingSource, string>> = {
  web: 'Online',
  phone: 'Phone',
};

/** How long the back office offers to undo a change of status. */
export const UNDO_SECONDS = 10;
/** Delay of the e-mail about a status change. Longer than UNDO_SECONDS, so that an undo prevents the e-mail. */
export const STATUS_EMAIL_DELAY_SECONDS = 15;

/** 'unpaid': staff made the booking, and less than its deposit is paid. */
export const PAYMENT_STATUSES = ['unpaid', 'deposit_paid', 'fully_paid', 'refunded'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const PAYMENT_STATUS_LABELS: Readonly<Record<PaymentStatus, string>> = {
  unpaid: 'Unpaid',
  deposit_paid: 'Deposit Paid',
  fully_paid: 'Fully Paid',
  refunded: 'Refunded',
};

/** Why staff must look at a booking, the most urgent reason first. Triggers of the table attention have this order. */
export const ATTENTION_REASONS = [
  'payment_mismatch',
  'no_unit',
  'unit_out_of_service',
  'unit_not_back',
  'attempted',
  'permit',
] as const;
export type AttentionReason = (typeof ATTENTION_REASONS)[number];

/** The most urgent of the reasons; null without any. */
export function mostUrgent(reasons: readonly AttentionReason[]): AttentionReason | null {
  return ATTENTION_REASONS.find((reason) => reasons.includes(reason)) ?? null;
}

export const ATTENTION_LABELS: Readonly<Record<AttentionReason, string>> = {
  payment_mismatch: 'Payment does not match',
  no_unit: 'No unit assigned',
  unit_out_of_service: 'Unit out of service',
  unit_not_back: 'Unit not back',
  attempted: 'Driver could not complete',
  permit: 'Street permit missing',
};

/** True for statuses in which a booking occupies no future days. */
export function isOver(status: BookingStatus): boolean {
  return status === 'cancelled' || status === 'completed';
}

/** The first day that becomes free with a status: today when cancelled, tomorrow when completed, else null. */
export function firstFreedDay(status: BookingStatus, today: Day): Day | null {
  if (status === 'cancelled') return today;
  return status === 'completed' ? addDays(today, 1) : null;
}

/** The subject of a driver's photo. */
export const PHOTO_TYPES = [
  'delivery_placement',
  'pickup_before',
  'pickup_after',
  'ticket',
  'problem',
  'signature',
  'defect',
] as const;
export type PhotoType = (typeof PHOTO_TYPES)[number];
