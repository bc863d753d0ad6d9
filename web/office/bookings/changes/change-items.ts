import type { Booking } from '#contract/staff-bookings.ts';
import { isOver } from '#domain/rental/bookings.ts';
import { todayHere } from '#web/kit/dates/moment.ts';
import type { OpenBookingDialog } from '#web/office/bookings/BookingDialog.tsx';

type Item = { label: string; key: string; opens: OpenBookingDialog };

const MOVE: Item = { label: 'Move delivery', key: 'M', opens: { dialog: 'change', change: 'reschedule' } };
const LAST_DAY: Item = { label: 'Change last day', key: 'E', opens: { dialog: 'change', change: 'lastDay' } };
const SIZE: Item = { label: 'Change size', key: 'S', opens: { dialog: 'change', change: 'resize' } };
const RENTAL: Item = { label: 'Change rental', key: 'R', opens: { dialog: 'change', change: 'rental' } };
const EXCHANGE: Item = { label: 'Exchange', key: 'X', opens: { dialog: 'change', change: 'exchange' } };
const CANCEL: Item = { label: 'Cancel booking', key: '', opens: { dialog: 'cancel' } };

/**
 * The changes that a booking allows. A delivery before today that is not marked as done counts as done, but can still
 * be moved.
 */
export function listChangeItems({ status, isCancelling, isOnSite, deliveryDate }: Booking): Item[] {
  if (isOver(status) || isCancelling) return [];
  const isDelivered = isOnSite || deliveryDate < todayHere();
  const start = isOnSite ? [] : [MOVE];
  return [...start, LAST_DAY, ...(isDelivered ? [EXCHANGE] : [SIZE, RENTAL]), CANCEL];
}
