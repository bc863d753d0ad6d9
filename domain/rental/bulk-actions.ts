import { formatCount } from '#domain/shared/text.ts';
import { BOOKING_STATUS_LABELS, BOOKING_STATUSES, type BookingStatus } from './bookings.ts';

/**
 * What staff do with many bookings at once. Cancelling and reopening are not among them: each has its own refund, which
 * is due again once the booking is reopened.
 */
export const BULK_ACTION_TYPES = ['status', 'reminder'] as const;
export type BulkActionType = (typeof BULK_ACTION_TYPES)[number];

export type BulkStatus = Exclude<BookingStatus, 'cancelled'>;
export const BULK_STATUSES = BOOKING_STATUSES.filter((status) => status !== 'cancelled');

export const BULK_ROW_STATES = ['waiting', 'succeeded', 'failed'] as const;
export type BulkRowState = (typeof BULK_ROW_STATES)[number];

/** The most bookings of one action. */
export const MAX_BULK_ROWS = 1000;

/** Results older than this are deleted at night. */
export const BULK_RESULT_DAYS = 90;

/** Why a status for many bookings leaves a cancelled one unchanged. */
export const CANCELLED_UNCHANGED =
  'This booking is cancelled. Open it to reopen it: what was refunded is due again then.';

/** Why an action on all matching bookings is refused. */
export const TOO_MANY_MATCHES = `More than ${formatCount(MAX_BULK_ROWS)} bookings match. Narrow the search or the filters: one action changes at most ${formatCount(MAX_BULK_ROWS)}.`;

export type BulkCounts = Readonly<Record<BulkRowState | 'total', number>>;

/** 'Set status to Confirmed'. */
export function bulkActionTitle({
  type,
  input,
}: {
  type: BulkActionType;
  input: { status?: BookingStatus | undefined };
}): string {
  if (type === 'reminder' || input.status === undefined) return 'Send reminder';
  return `Set status to ${BOOKING_STATUS_LABELS[input.status]}`;
}

/** '3 of 14 bookings done, 1 failed' while some wait; then '13 bookings done, 1 failed'. */
export function bulkCountText({ total, waiting, succeeded, failed }: BulkCounts): string {
  const isRunning = waiting > 0;
  const done = isRunning
    ? `${formatCount(total - waiting)} of ${formatCount(total)}`
    : formatCount(succeeded);
  const noun = (isRunning ? total : succeeded) === 1 ? 'booking' : 'bookings';
  return `${done} ${noun} done${failed > 0 ? `, ${formatCount(failed)} failed` : ''}`;
}
