import type { TruckCalendar } from '#domain/catalog/delivery-days.ts';
import { computePickupDay, isWorkingDay, lastRentalDay } from '#domain/catalog/rental-days.ts';
import { listTruckMoves, movesByDay } from '#domain/jobs/jobs.ts';
import { addDays, type Day, daysBetween } from '#domain/shared/days.ts';
import { HORIZON_DAYS } from './rental.ts';

/** Days on which one unit is taken, both included, by a booking or a hold. */
type Occupied = { start: Day; end: Day };
/** The days on which one unit in service is taken. */
export type UnitOccupancy = { occupied: readonly Occupied[] };

/** The last day on which a delivery can be booked. */
export function lastDeliveryDay(today: Day, horizonDays = HORIZON_DAYS): Day {
  return addDays(today, horizonDays);
}

export function isWithinHorizon(day: Day, today: Day, horizonDays = HORIZON_DAYS): boolean {
  return day >= today && day <= lastDeliveryDay(today, horizonDays);
}

/** Whether the unit is free on every one of `days` days from `start`. */
export function isUnitFree(unit: UnitOccupancy, start: Day, days: number): boolean {
  return isUnitFreeBetween(unit, start, addDays(start, days - 1));
}

/** Whether the unit is free on every day from `start` to `end`. */
function isUnitFreeBetween(unit: UnitOccupancy, start: Day, end: Day): boolean {
  return !unit.occupied.some((taken) => overlaps(taken, start, end));
}

function overlaps(taken: Occupied, start: Day, end: Day): boolean {
  return taken.end >= start && taken.start <= end;
}

export function countFreeUnits(units: readonly UnitOccupancy[], start: Day, days: number): number {
  return units.filter((unit) => isUnitFree(unit, start, days)).length;
}

/** How many units are free on each of `count` days from `start`. */
export function freeUnitsByDay(units: readonly UnitOccupancy[], start: Day, count: number): number[] {
  const free = Array.from({ length: count }, () => units.length);
  for (const unit of units) {
    for (const index of takenDays(unit, start, count)) free[index] = (free[index] ?? 0) - 1;
  }
  return free;
}

/** Indexes of taken days, counted from `start`. A set, because revisions of one checkout can overlap. */
function takenDays({ occupied }: UnitOccupancy, start: Day, count: number): Set<number> {
  const taken = new Set<number>();
  for (const { start: from, end } of occupied) {
    const last = Math.min(daysBetween(start, end), count - 1);
    for (let index = Math.max(daysBetween(start, from), 0); index <= last; index += 1) taken.add(index);
  }
  return taken;
}

/** Why a rental cannot begin on a day that is not past and within the horizon. */
export const DAY_REFUSALS = ['closed', 'full', 'sold_out', 'too_soon'] as const;
export type DayRefusal = (typeof DAY_REFUSALS)[number];

/** The reasons that are the same for every size: no units are missing, but the trucks do not drive. */
export const CALENDAR_REFUSALS = ['closed', 'full', 'too_soon'] as const;
export type CalendarRefusal = (typeof CALENDAR_REFUSALS)[number];

/** The rules that staff may override in a booking by phone: of the calendar, and that the place is in the service area. */
export const ORDER_RULES = [...CALENDAR_REFUSALS, 'outside_area'] as const;
export type OrderRule = (typeof ORDER_RULES)[number];

/** What decides, beside the units, on which days a rental can begin. */
export type BookingRules = {
  calendar: TruckCalendar;
  today: Day;
  /** The first day that lead time and cut-off allow (firstDeliveryDay). */
  firstDay: Day;
  /** The length of the rental. */
  days: number;
  /** The truck moves that each day has already. Not needed without a limit of moves. */
  movesTaken: ReadonlyMap<Day, number>;
};

/** Null: a rental can begin on the day. Past days and days beyond the horizon are not checked. */
export function refusalOfDay(
  units: readonly UnitOccupancy[],
  day: Day,
  rules: BookingRules,
): DayRefusal | null {
  const refusal = findCalendarRefusal(day, rules);
  if (refusal) return refusal;
  const pickupDay = computePickupFromStart(day, rules);
  return units.some((unit) => isUnitFreeBetween(unit, day, pickupDay)) ? null : 'sold_out';
}

/** Null: the calendar allows a rental of any size to begin on the day. */
export function findCalendarRefusal(day: Day, rules: BookingRules): CalendarRefusal | null {
  const { calendar, firstDay } = rules;
  if (!isWorkingDay(calendar.rules, calendar.closedDays, day)) return 'closed';
  if (day < firstDay) return 'too_soon';
  return hasTruckMoves({ deliveryDate: day, pickupDay: computePickupFromStart(day, rules) }, rules)
    ? null
    : 'full';
}

/** The day on which the unit of a rental is picked up. It is reserved until then. */
export function computePickupFromStart(
  start: Day,
  { days, calendar }: Pick<BookingRules, 'days' | 'calendar'>,
): Day {
  return computePickupDay(calendar.rules, calendar.closedDays, lastRentalDay({ days }, start));
}

function hasTruckMoves(
  rental: { deliveryDate: Day; pickupDay: Day },
  { calendar, movesTaken }: BookingRules,
): boolean {
  const max = calendar.rules.maxTruckMovesPerDay;
  if (max === null) return true;
  const needed = [...movesByDay(listTruckMoves(rental))];
  return needed.every(([day, count]) => (movesTaken.get(day) ?? 0) + count <= max);
}

/** Days, both included; empty when `from` is after `to`. */
export type DayRange = { from: Day; to: Day };

/** The first day of the range on which a rental can begin. */
export function firstFreeDay(
  units: readonly UnitOccupancy[],
  { from, to }: DayRange,
  rules: BookingRules,
): Day | null {
  const last = earlier(to, lastDayOf(rules));
  let day: Day | null = later(from, rules.firstDay);
  while (day !== null && day <= last) {
    const refusal = refusalOfDay(units, day, rules);
    if (refusal === null) return day;
    day = refusal === 'sold_out' ? nextStart(units, day, rules) : addDays(day, 1);
  }
  return null;
}

/** The last day of the range on which a rental can begin. */
export function lastFreeDay(
  units: readonly UnitOccupancy[],
  { from, to }: DayRange,
  rules: BookingRules,
): Day | null {
  const first = later(from, rules.firstDay);
  let day: Day | null = earlier(to, lastDayOf(rules));
  while (day !== null && day >= first) {
    const refusal = refusalOfDay(units, day, rules);
    if (refusal === null) return day;
    day = refusal === 'sold_out' ? previousStart(units, day, rules) : addDays(day, -1);
  }
  return null;
}

/**
 * The first day after a sold-out one on which a unit may be free: until a unit's last occupied day, every later rental
 * overlaps it too. Null without units.
 */
function nextStart(units: readonly UnitOccupancy[], day: Day, rules: BookingRules): Day | null {
  const pickupDay = computePickupFromStart(day, rules);
  const ends = units.map(({ occupied }) =>
    occupied
      .filter((taken) => overlaps(taken, day, pickupDay))
      .reduce((end, taken) => later(end, taken.end), day),
  );
  return ends.length === 0 ? null : addDays(ends.reduce(earlier), 1);
}

/**
 * The last day before a sold-out one on which a unit may be free: the rental must end before the unit's occupied days.
 * Null without units.
 */
function previousStart(units: readonly UnitOccupancy[], day: Day, rules: BookingRules): Day | null {
  const pickupDay = computePickupFromStart(day, rules);
  const starts = units.map(({ occupied }) =>
    occupied
      .filter((taken) => overlaps(taken, day, pickupDay))
      .reduce((start, taken) => earlier(start, taken.start), pickupDay),
  );
  if (starts.length === 0) return null;
  // A late pickup can be overlapped by days that begin after the last rental day.
  return earlier(addDays(day, -1), addDays(starts.reduce(later), -rules.days));
}

/** The days on which a rental cannot begin, each with its reason; null for past days and days beyond the horizon. */
export function refusedDays(
  units: readonly UnitOccupancy[],
  days: readonly Day[],
  rules: BookingRules,
): { day: Day; reason: DayRefusal | null }[] {
  const last = lastDayOf(rules);
  return days.flatMap((day): { day: Day; reason: DayRefusal | null }[] => {
    if (day < rules.today || day > last) return [{ day, reason: null }];
    const reason = refusalOfDay(units, day, rules);
    return reason === null ? [] : [{ day, reason }];
  });
}

/** By delivery day within the horizon: the day of the pickup, where it is later than the last rental day. */
export function movedPickups(days: readonly Day[], rules: BookingRules): Record<Day, Day> {
  const moved = days.flatMap((day) => {
    if (!isWithinHorizon(day, rules.today, rules.calendar.rules.horizonDays)) return [];
    const pickupDay = computePickupFromStart(day, rules);
    return pickupDay > lastRentalDay(rules, day) ? [[day, pickupDay]] : [];
  });
  return Object.fromEntries(moved);
}

function lastDayOf({ today, calendar }: BookingRules): Day {
  return lastDeliveryDay(today, calendar.rules.horizonDays);
}

export function earlier(a: Day, b: Day): Day {
  return a < b ? a : b;
}

export function later(a: Day, b: Day): Day {
  return a > b ? a : b;
}
