import { addDays, type Day, dayAt, daysOfMonth, monthOf } from '#domain/days.ts';
import { shiftMonth, weekday } from '#web/ui/dates/month.ts';

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

/** The day that a key moves to, within the bookable days; null for other keys. */
export function dayByKey(
  key: string,
  day: Day,
  { today, lastDay }: { today: Day; lastDay: Day },
): Day | null {
  const target = STEPS[key]?.(day);
  if (!target) return null;
  if (target < today) return today;
  if (target > lastDay) return lastDay;
  return target;
}

const STEPS: Record<string, (day: Day) => Day> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: (day) => addDays(day, -weekday(day)),
  End: (day) => addDays(day, 6 - weekday(day)),
  PageUp: (day) => sameDate(day, -1),
  PageDown: (day) => sameDate(day, 1),
};

/** The same date one month later or earlier, or that month's last day. */
function sameDate(day: Day, by: -1 | 1): Day {
  const days = daysOfMonth(shiftMonth(monthOf(day), by));
  return days[Math.min(Number(day.slice(8)), days.length) - 1] ?? day;
}
