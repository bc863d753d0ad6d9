import { addDays, type Day, daysBetween, daysOfMonth, monthOf } from '#domain/shared/days.ts';

export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const A_SUNDAY = '2023-01-01';

/** The month before (-1) or after (1). */
export function shiftMonth(month: string, by: -1 | 1): string {
  const middle = `${month}-15`;
  return monthOf(addDays(middle, by * 30));
}

/** The days of a month in weeks from Sunday; null for days of other months. */
export function weeksOf(month: string): (Day | null)[][] {
  const days = daysOfMonth(month);
  const blanks = Array.from({ length: weekday(`${month}-01`) }, () => null);
  const cells: (Day | null)[] = [...blanks, ...days];
  while (cells.length % 7 > 0) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

/** 0 is Sunday. */
export function weekday(day: Day): number {
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

/** The day of a calendar that a key moves to, between the first and the last one; null for other keys. */
export function dayByKey(
  key: string,
  day: Day,
  { firstDay, lastDay }: { firstDay: Day; lastDay: Day },
): Day | null {
  const target = STEPS[key]?.(day);
  if (!target) return null;
  if (target < firstDay) return firstDay;
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
