import { addDays, type Day, weekdayOf } from '#domain/shared/days.ts';
import type { CalendarRules, StreetRule } from './rate-card.ts';

/** The calendar rules of a rate card, and the closed days, which take effect without one. */
export type TruckCalendar = { rules: CalendarRules; closedDays: ReadonlySet<Day> };

/** When an order is placed: the day, and the time 'HH:MM' on the business's clock. */
export type OrderTime = { today: Day; time: string };

/**
 * The first delivery day of an order. From the cut-off minute on, an order counts as one of the next day. `permit`: the
 * street rule of a placement that needs a permit; null without one.
 */
export function firstDeliveryDay(
  { leadDays, sameDayCutoff }: CalendarRules,
  { today, time }: OrderTime,
  permit: Pick<StreetRule, 'leadDays'> | null,
): Day {
  const isLate = sameDayCutoff !== null && time >= sameDayCutoff;
  const first = addDays(today, leadDays + (isLate ? 1 : 0));
  return permit ? addOfficeDays(first, permit.leadDays) : first;
}

/** The day after `count` further days from Monday to Friday, on which public offices work on permits. */
function addOfficeDays(from: Day, count: number): Day {
  let day = from;
  for (let left = count; left > 0; ) {
    day = addDays(day, 1);
    if (weekdayOf(day) >= 1 && weekdayOf(day) <= 5) left -= 1;
  }
  return day;
}
