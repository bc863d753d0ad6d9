import { lastDeliveryDay } from '#domain/availability.ts';
import { addDays, type Day, dayAt, daysBetween, daysOfMonth, monthOf } from '#domain/days.ts';
import { site } from '#web/config.ts';

export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const A_SUNDAY = '2023-01-01';

/** The month ('yyyy-mm') itself, or the nearest one in which a delivery can be booked. */
export function clampMonth(month: string, today: Day): string {
  const first = monthOf(today);
  const last = monthOf(lastDeliveryDay(today));
  if (month < first) return first;
  return month > last ? last : month;
}

/** Which month to ask the server about first. Only a guess: which day is today its answer tells. */
export function guessMonth(): string {
  return monthOf(dayAt(Date.now(), site.timeZone));
}

/** The month before (-1) or after (1). */
export function shiftMonth(month: string, by: -1 | 1): string {
  const middle = `${month}-15`;
  return monthOf(addDays(middle, by * 30));
}

/** A month's days in weeks from Sunday; null where a week reaches into its neighbours. */
export function weeksOf(month: string): (Day | null)[][] {
  const days = daysOfMonth(month);
  const blanks = Array.from({ length: weekday(`${month}-01`) }, () => null);
  const cells: (Day | null)[] = [...blanks, ...days];
  while (cells.length % 7 > 0) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

/** Where a key leads from a day of the calendar, within the days that can be booked; null for other keys. */
export function dayByKey(key: string, day: Day, today: Day): Day | null {
  const target = STEPS[key]?.(day);
  if (!target) return null;
  const last = lastDeliveryDay(today);
  if (target < today) return today;
  if (target > last) return last;
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

/** The same date a month away, or that month's last day. */
function sameDate(day: Day, by: -1 | 1): Day {
  const days = daysOfMonth(shiftMonth(monthOf(day), by));
  return days[Math.min(Number(day.slice(8)), days.length) - 1] ?? day;
}

/** 0 is Sunday. */
function weekday(day: Day): number {
  return ((daysBetween(A_SUNDAY, day) % 7) + 7) % 7;
}

const SPOKEN = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });
const TITLE = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** 'Saturday, November 21, 2026'. */
export function spokenDay(day: Day): string {
  return SPOKEN.format(Date.parse(`${day}T00:00:00Z`));
}

/** 'November 2026'. */
export function monthTitle(month: string): string {
  return TITLE.format(Date.parse(`${month}-01T00:00:00Z`));
}
