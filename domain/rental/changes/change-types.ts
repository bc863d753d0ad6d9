import { ADDED_JOB_TYPES } from '#domain/jobs/added-jobs.ts';
import type { Day } from '#domain/shared/days.ts';

/** What staff can change of a booking with a preview. */
export const CHANGE_TYPES = [
  'reschedule',
  'extend',
  'shorten',
  'resize',
  'rental',
  'exchange',
  ...ADDED_JOB_TYPES,
  'remove_job',
  'cancel',
] as const;
export type ChangeType = (typeof CHANGE_TYPES)[number];

/** For these changes a calendar shows the possible days. */
export const DAY_CHANGE_TYPES = ['reschedule', 'extend', 'shorten', 'exchange', ...ADDED_JOB_TYPES] as const;
export type DayChangeType = (typeof DAY_CHANGE_TYPES)[number];

/** Why a change is not allowed. The first three are calendar rules, which staff may override one by one. */
export const CHANGE_REFUSALS = [
  'closed',
  'full',
  'too_soon',
  /** The booking is cancelled or completed, or its unit is picked up. */
  'over',
  /** The change is possible before the delivery only. */
  'delivered',
  /** The change is possible after the delivery only. */
  'not_delivered',
  /** The booking has these days, this size, this rental or this job already. */
  'unchanged',
  'past_day',
  'beyond_horizon',
  /** The new last day is not after (extend) or before (shorten) the present one, or before the delivery. */
  'wrong_order',
  /** The day is before a delivery or an exchange of the booking, or after its last day. */
  'outside_rental',
  /** No unit of the size is free on all of the days. */
  'no_unit',
  /** The days of the booking's unit are reserved for another booking or held by a customer who is paying. */
  'taken',
  /** No rate card offers this rental in this size and material. */
  'not_offered',
  /** The rate card has no price: the call must name an amount. */
  'amount_needed',
  /** A charge, a refund or another change of the booking is running. */
  'busy',
  /** The job cannot be removed: it belongs to the rental, is done or in progress, or another job follows it. */
  'job_stays',
  /** The charge of the job cannot be taken off: it is in the final price, is paid, or the user may not remove it. */
  'charge_stays',
  /** The refund of a cancellation is more than can be refunded now. */
  'refund_too_high',
  /** A stop of a published route could not be made. */
  'route',
] as const;
export type ChangeRefusal = (typeof CHANGE_REFUSALS)[number];

/** What staff can do instead. `unit`: another unit; `day`: the next free day; `move`: another booking that changes its unit. */
export type ChangeOffer =
  | { offer: 'unit'; dumpsterId: number; dumpsterNumber: string; sizeName: string }
  | { offer: 'day'; day: Day }
  | {
      offer: 'move';
      /** The booking that must move; naming it as moveBookingId accepts the move. */
      bookingId: number;
      customer: string;
      startDate: Day;
      endDate: Day;
      fromNumber: string;
      toNumber: string;
    };

/** Why a change is not allowed, in one sentence for staff. */
export type ChangeReason = { code: ChangeRefusal; message: string; offers: ChangeOffer[] };

/** The rate card that priced a change: that of the booking, or the one that is published now. */
export const CHANGE_RATE_CARDS = ['booking', 'published'] as const;
export type ChangeRateCard = (typeof CHANGE_RATE_CARDS)[number];
