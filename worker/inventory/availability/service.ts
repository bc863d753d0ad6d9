import {
  countFreeUnits,
  firstFreeDay,
  lastDeliveryDay,
  lastFreeDay,
  nextAvailableDay,
  type UnitOccupancy,
  unavailableDays,
} from '#domain/availability.ts';
import { addDays, type Day, daysOfMonth, isoInstant } from '#domain/days.ts';
import { DUMPSTER_SIZES, type DumpsterType, type RentalType, rentalOption } from '#domain/rental.ts';
import type { Context } from '#worker/context.ts';
import { listOccupied, listUnits } from '#worker/inventory/schedule-repo.ts';

const NOTHING_BOOKED = 'No bookings found - available immediately';

/** The availability of each size. With a rental: the units that are free on its days; without: the units in service. */
export async function listTypes(ctx: Context, rental: { start: Day; type: RentalType } | null) {
  const today = ctx.today();
  const length = rental ? rentalOption(rental.type).days : 1;
  const from = rental?.start ?? today;
  const to = rental ? addDays(from, length - 1) : lastDeliveryDay(today);
  const { fleet, unitsOf } = await loadUnits(ctx, { dumpsterType: null, from, to });
  const sizes = DUMPSTER_SIZES.filter((size) => fleet.some((unit) => unit.dumpsterType === size.id));
  return sizes.map(({ id, name }) => {
    const units = unitsOf(id);
    if (rental) {
      const isBookable = from >= today && from <= lastDeliveryDay(today);
      const count = isBookable ? countFreeUnits(units, from, length) : 0;
      return { id, name, available: count > 0, count };
    }
    return { id, name, available: nextAvailableDay(units, today, 1) !== null, count: units.length };
  });
}

export async function listUnavailable(
  ctx: Context,
  asked: { rentalType: RentalType; dumpsterType: DumpsterType; month: string },
) {
  const today = ctx.today();
  const { days: length } = rentalOption(asked.rentalType);
  const days = daysOfMonth(asked.month);
  const from = days[0] ?? today;
  const to = addDays(days.at(-1) ?? today, length - 1);
  const { unitsOf } = await loadUnits(ctx, { dumpsterType: asked.dumpsterType, from, to });
  const now = isoInstant(ctx.now());
  return { today, now, dates: unavailableDays(unitsOf(asked.dumpsterType), days, { today, length }) };
}

export type NearestDaysQuery = {
  rentalType: RentalType;
  /** Absent: units of every size count. */
  dumpsterType?: DumpsterType | undefined;
  /** Absent or earlier than today: today. */
  from?: Day | undefined;
  daysBefore?: number | undefined;
};

/**
 * nextAvailableDate: the first free day from `from` on; SPEC's sentence when nothing is booked or held from today on
 * and a unit is in service; null when no day up to the horizon is free. With `daysBefore` also the last free day among
 * the days before `from`.
 */
export async function findNearestDays(ctx: Context, query: NearestDaysQuery) {
  const today = ctx.today();
  const last = lastDeliveryDay(today);
  const from = query.from && query.from > today ? query.from : today;
  const { days: length } = rentalOption(query.rentalType);
  const dumpsterType = query.dumpsterType ?? null;
  const window = { dumpsterType, from: today, to: addDays(last, length - 1) };
  const { unitsOf, occupied } = await loadUnits(ctx, window);
  const units = unitsOf(dumpsterType);
  const isAllFree = units.length > 0 && occupied.length === 0 && from <= last;
  const nextAvailableDate = isAllFree ? NOTHING_BOOKED : firstFreeDay(units, { from, to: last }, length);
  if (query.daysBefore === undefined) return { nextAvailableDate };
  const before = {
    from: later(today, addDays(from, -query.daysBefore)),
    to: earlier(last, addDays(from, -1)),
  };
  return { nextAvailableDate, previousAvailableDate: lastFreeDay(units, before, length) };
}

function earlier(a: Day, b: Day): Day {
  return a < b ? a : b;
}

function later(a: Day, b: Day): Day {
  return a > b ? a : b;
}

type Window = { dumpsterType: DumpsterType | null; from: Day; to: Day };

/** The units of the fleet, their occupied days in the window, and the units in service of a size (null: of all). */
async function loadUnits(ctx: Context, window: Window) {
  const [fleet, occupied] = await ctx.db.batch([listUnits(ctx.db), listOccupied(ctx.db, window)]);
  const daysOf = Map.groupBy(occupied, (taken) => taken.dumpsterId);
  const inService = fleet.filter((unit) => unit.isAvailable);
  const unitsOf = (type: DumpsterType | null): UnitOccupancy[] =>
    inService
      .filter((unit) => type === null || unit.dumpsterType === type)
      .map((unit) => ({ occupied: daysOf.get(unit.id) ?? [] }));
  return { fleet, occupied, unitsOf };
}
