import { type Day, dayAt, monthOf } from '#domain/shared/days.ts';

/** Returns the month ('yyyy-mm'), or the nearest month in which a delivery can be booked. */
export function clampMonth(month: string, today: Day, lastDay: Day): string {
  const first = monthOf(today);
  const last = monthOf(lastDay);
  if (month < first) return first;
  return month > last ? last : month;
}

/** The first month to request, by the device clock. The reply contains the real date. */
export function guessMonth(timeZone: string): string {
  return monthOf(dayAt(Date.now(), timeZone));
}
