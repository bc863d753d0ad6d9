import { addDays, dayAt, hourAt, instantOn } from '#domain/shared/days.ts';

/** E-mails about planned visits, and all texts, are sent from 8 AM until 8 PM on the business's clock. */
const FIRST_HOUR = 8;
const END_HOUR = 20;

export function isCustomerHour(nowMs: number, timeZone: string): boolean {
  const hour = hourAt(nowMs, timeZone);
  return hour >= FIRST_HOUR && hour < END_HOUR;
}

/** `nowMs` within these hours, else the next 8 AM. Milliseconds since 1970. */
export function nextCustomerHour(nowMs: number, timeZone: string): number {
  if (isCustomerHour(nowMs, timeZone)) return nowMs;
  const today = dayAt(nowMs, timeZone);
  const day = hourAt(nowMs, timeZone) < FIRST_HOUR ? today : addDays(today, 1);
  return instantOn(day, '08:00', timeZone);
}
