import { addDays, type Day, daysOfMonth, monthOf, weekdayOf } from '#domain/shared/days.ts';

export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The month before (-1) or after (1). */
export function shiftMonth(month: string, by: -1 | 1): string {
  const middle = `${month}-15`;
  return monthOf(addDays(middle, by * 30));
}

/** The Sunday on or before a day. */
export function startOfWeek(day: Day): Day {
  return addDays(day, -weekdayOf(day));
}

/** The seven days from Sunday around a day. */
export function listDaysOfWeek(day: Day): Day[] {
  const first = startOfWeek(day);
  return WEEKDAYS.map((_, index) => addDays(first, index));
}

/** The weeks from Sunday that a month has a day in. The first and the last one may have days of other months. */
export function listWeeksOfMonth(month: string): Day[][] {
  return daysOfMonth(month)
    .filter((day) => weekdayOf(day) === 0 || day.endsWith('-01'))
    .map(listDaysOfWeek);
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
  Home: startOfWeek,
  End: (day) => addDays(startOfWeek(day), 6),
  PageUp: (day) => sameDate(day, -1),
  PageDown: (day) => sameDate(day, 1),
};

/** The same date one month later or earlier, or that month's last day. */
function sameDate(day: Day, by: -1 | 1): Day {
  const days = daysOfMonth(shiftMonth(monthOf(day), by));
  return days[Math.min(Number(day.slice(8)), days.length) - 1] ?? day;
}
