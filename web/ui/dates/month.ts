import { addDays, type Day, daysBetween, daysOfMonth, monthOf } from '#domain/days.ts';

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
