import { addDays, type Day, daysBetween, weekdayOf } from '#domain/shared/days.ts';
import type { CalendarRules, RentalPeriod } from './rate-card.ts';

/** The last day of a rental: an n-day rental has the days start .. start + n - 1, both included. */
export function lastRentalDay(option: Pick<RentalPeriod, 'days'>, start: Day): Day {
  return addDays(start, option.days - 1);
}

/** Whether trucks move on this day: a delivery weekday that is not closed. */
export function isWorkingDay(
  { deliveryWeekdays }: Pick<CalendarRules, 'deliveryWeekdays'>,
  closedDays: ReadonlySet<Day>,
  day: Day,
): boolean {
  return deliveryWeekdays.includes(weekdayOf(day)) && !closedDays.has(day);
}

/**
 * The day of the pickup: the last day of the rental, or the next working day. The unit stays reserved until then.
 * Throws when the rules have no weekday.
 */
export function computePickupDay(
  calendar: Pick<CalendarRules, 'deliveryWeekdays'>,
  closedDays: ReadonlySet<Day>,
  lastDay: Day,
): Day {
  if (calendar.deliveryWeekdays.length === 0) throw new Error('The calendar has no delivery weekday');
  let day = lastDay;
  // Ends: only a finite number of days is closed.
  while (!isWorkingDay(calendar, closedDays, day)) day = addDays(day, 1);
  return day;
}

/** How many days of a rental are beyond its rental period. */
export function countExtraDays(
  { deliveryDate, endDate }: { deliveryDate: Day; endDate: Day },
  periodDays: number,
): number {
  return Math.max(0, daysBetween(deliveryDate, endDate) + 1 - periodDays);
}
