import type { BookingStatus } from '#domain/rental/bookings.ts';

/** Border and background of a booking on the calendar and the timeline. */
export const STATUS_TONES: Readonly<Record<BookingStatus, string>> = {
  pending: 'border-signal-line bg-signal-soft',
  confirmed: 'border-brand bg-brand-soft',
  in_transit: 'border-brand bg-brand-soft',
  completed: 'border-line bg-sunk text-ink-soft',
  cancelled: 'border-danger-line bg-surface',
};
