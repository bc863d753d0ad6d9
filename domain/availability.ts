import { addDays, type Day, daysBetween } from './days.ts';
import { HORIZON_DAYS } from './rental.ts';

/** Days on which one unit is taken, both included, by a booking or a hold. */
export type Occupied = { start: Day; end: Day };
/** The days on which one unit in service is taken. */
export type UnitOccupancy = { occupied: readonly Occupied[] };

/** The last day on which a delivery can be booked. */
export function lastDeliveryDay(today: Day): Day {
  return addDays(today, HORIZON_DAYS);
}

export function isWithinHorizon(day: Day, today: Day): boolean {
  return day >= today && day <= lastDeliveryDay(today);
}

/** Whether the unit is free on every one of `days` days from `start`. */
export function isUnitFree(unit: UnitOccupancy, start: Day, days: number): boolean {
  const end = addDays(start, days - 1);
  return unit.occupied.every((taken) => taken.end < start || taken.start > end);
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

/** The first delivery day from `today` to the horizon on which some unit is free for `days` days. */
export function nextAvailableDay(units: readonly UnitOccupancy[], today: Day, days: number): Day | null {
  return firstFreeDay(units, { from: today, to: lastDeliveryDay(today) }, days);
}

/** Delivery days, both included; empty when `from` is after `to`. */
export type DayRange = { from: Day; to: Day };

/** The first day of the range on which some unit is free for `days` days. */
export function firstFreeDay(
  units: readonly UnitOccupancy[],
  { from, to }: DayRange,
  days: number,
): Day | null {
  // A unit becomes free on the first day of the range or on the day after an occupied period.
  const candidates = units.flatMap((unit) => [from, ...unit.occupied.map((taken) => addDays(taken.end, 1))]);
  const free = [...new Set(candidates)]
    .filter((day) => day >= from && day <= to)
    .sort()
    .find((day) => countFreeUnits(units, day, days) > 0);
  return free ?? null;
}

/** The last day of the range on which some unit is free for `days` days. */
export function lastFreeDay(
  units: readonly UnitOccupancy[],
  { from, to }: DayRange,
  days: number,
): Day | null {
  // The mirror of firstFreeDay: the last day of the range, or the last start before an occupied period.
  const candidates = units.flatMap((unit) => [
    to,
    ...unit.occupied.map((taken) => addDays(taken.start, -days)),
  ]);
  const free = [...new Set(candidates)]
    .filter((day) => day >= from && day <= to)
    .sort()
    .findLast((day) => countFreeUnits(units, day, days) > 0);
  return free ?? null;
}

/** The days on which no unit is free for `length` days, and the days outside the booking horizon. */
export function unavailableDays(
  units: readonly UnitOccupancy[],
  days: readonly Day[],
  { today, length }: { today: Day; length: number },
): Day[] {
  return days.filter((day) => !isWithinHorizon(day, today) || countFreeUnits(units, day, length) === 0);
}
