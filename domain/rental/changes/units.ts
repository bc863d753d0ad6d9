import type { Day } from '#domain/shared/days.ts';

export type DaySpan = { start: Day; end: Day };
/** Days of a unit that are reserved for another booking, or held by a customer who is paying (null). */
export type ReservedDays = DaySpan & { bookingId: number | null };
export type PlannedUnit = {
  id: number;
  number: string;
  dumpsterType: string;
  isAvailable: boolean;
  /** Without the days of the booking that changes. */
  reserved: readonly ReservedDays[];
};

/** The reservations that overlap the days, in the order of their days. */
export function reservationsOn({ reserved }: PlannedUnit, { start, end }: DaySpan): ReservedDays[] {
  return reserved
    .filter((days) => days.end >= start && days.start <= end)
    .toSorted((a, b) => a.start.localeCompare(b.start));
}

/** Whether a booking can take the unit: it is in service, and no other booking or hold has one of the days. */
export function canTake(unit: PlannedUnit, days: DaySpan): boolean {
  return unit.isAvailable && reservationsOn(unit, days).length === 0;
}

/** A unit that is free on the days: the preferred one, of any size, else the first of the size; null without any. */
export function pickFreeUnit(
  units: readonly PlannedUnit[],
  days: DaySpan,
  { dumpsterType, preferred }: { dumpsterType: string; preferred: number | null },
): PlannedUnit | null {
  const free = units.filter((unit) => canTake(unit, days));
  const first = free.find((unit) => unit.dumpsterType === dumpsterType);
  return free.find(({ id }) => id === preferred) ?? first ?? null;
}
