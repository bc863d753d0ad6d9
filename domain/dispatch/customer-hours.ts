import { addDays, dayAt, hourAt, instantOn } from '#domain/days.ts';

/** Customers are written to about planned visits from 8 AM until 8 PM, on the business's clock. */
const FIRST_HOUR = 8;
const END_HOUR = 20;

export function isCustomerHour(nowMs: number, timeZone: string): boolean {
  const hour = hourAt(nowMs, timeZone);
  return hour >= FIRST_HOUR && hour < END_HOUR;
}

/** The next instant of these hours: now, or 8 AM. */
export function nextCustomerHour(nowMs: number, timeZone: string): number {
  if (isCustomerHour(nowMs, timeZone)) return nowMs;
  const today = dayAt(nowMs, timeZone);
  const day = hourAt(nowMs, timeZone) < FIRST_HOUR ? today : addDays(today, 1);
  return instantOn(day, '08:00', timeZone);
}
