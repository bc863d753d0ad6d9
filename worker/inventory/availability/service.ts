import {
  type BookingRules,
  countFreeUnits,
  earlier,
  firstFreeDay,
  isWithinHorizon,
  lastDeliveryDay,
  lastFreeDay,
  later,
  refusalOfDay,
  refusedDays,
  type UnitOccupancy,
} from '#domain/availability.ts';
import { firstDeliveryDay, type TruckCalendar } from '#domain/catalog/delivery-days.ts';
import { offeredSizes, rentalOptionOf } from '#domain/catalog/entries.ts';
import type { PlacementType } from '#domain/catalog/quote.ts';
import type { StreetRule } from '#domain/catalog/rate-card.ts';
import { lastRentalDay, pickupDayOf } from '#domain/catalog/rental-days.ts';
import { findZone } from '#domain/catalog/zones.ts';
import { addDays, type Day, daysBetween, daysOfMonth, isoInstant } from '#domain/days.ts';
import { streetRuleOf } from '#domain/permits.ts';
import type { DumpsterType, RentalType } from '#domain/rental.ts';
import type { Context } from '#worker/context.ts';
import { listOccupied, listUnits } from '#worker/inventory/schedule-repo.ts';
import { getPublishedCalendar, orderTime } from '#worker/jobs/calendar.ts';
import { listMovesTaken } from '#worker/jobs/repo.ts';

const NOTHING_BOOKED = 'No bookings found - available immediately';

/** The availability of each size. With a rental: the units that are free on its days; without: the units in service. */
export async function listTypes(
  ctx: Context,
  rental: { start: Day; type: RentalType } | null,
  placement: Placement = {},
) {
  const today = ctx.today();
  const { card, calendar, permit } = await readRules(ctx, placement);
  const length = rental ? rentalOptionOf(card, rental.type).days : 1;
  const from = rental?.start ?? today;
  const to = rental?.start ?? lastDeliveryDay(today, card.calendar.horizonDays);
  const window = { dumpsterType: null, from, to, length, calendar, permit };
  const { fleet, unitsOf, rules } = await loadUnits(ctx, window);
  const sizes = offeredSizes(card).filter((size) => fleet.some((unit) => unit.dumpsterType === size.id));
  const offered = offeredSizes(card, rental ? { rentalOption: rental.type } : {});
  return sizes.map(({ id, name }) => {
    const units = offered.some((size) => size.id === id) ? unitsOf(id) : [];
    if (rental) {
      const count = isBookable(units, from, rules)
        ? countFreeUnits(units, from, reservedDays(from, rules))
        : 0;
      return { id, name, available: count > 0, count };
    }
    return { id, name, available: firstFreeDay(units, { from, to }, rules) !== null, count: units.length };
  });
}

function isBookable(units: readonly UnitOccupancy[], day: Day, rules: BookingRules): boolean {
  return (
    isWithinHorizon(day, rules.today, rules.calendar.rules.horizonDays) &&
    refusalOfDay(units, day, rules) === null
  );
}

function pickupOf(start: Day, { days, calendar }: Pick<BookingRules, 'days' | 'calendar'>): Day {
  return pickupDayOf(calendar.rules, calendar.closedDays, lastRentalDay({ days }, start));
}

/** The number of days from the delivery to the pickup, both included. */
function reservedDays(start: Day, { days, calendar }: BookingRules): number {
  return daysBetween(start, pickupOf(start, { days, calendar })) + 1;
}

export async function listUnavailable(
  ctx: Context,
  asked: Placement & { rentalType: RentalType; dumpsterType: DumpsterType; month: string },
) {
  const today = ctx.today();
  const { card, calendar, permit } = await readRules(ctx, asked);
  const { days: length } = rentalOptionOf(card, asked.rentalType);
  const days = daysOfMonth(asked.month);
  const window = { from: days[0] ?? today, to: days.at(-1) ?? today };
  const { dumpsterType } = asked;
  const { unitsOf, rules } = await loadUnits(ctx, { dumpsterType, ...window, length, calendar, permit });
  const refused = refusedDays(unitsOf(dumpsterType), days, rules);
  return {
    today,
    now: isoInstant(ctx.now()),
    dates: refused.map(({ day }) => day),
    reasons: Object.fromEntries(refused.flatMap(({ day, reason }) => (reason ? [[day, reason]] : []))),
  };
}

export type NearestDaysQuery = Placement & {
  rentalType: RentalType;
  /** Absent: units of every size count. */
  dumpsterType?: DumpsterType | undefined;
  /** Absent or earlier than today: today. */
  from?: Day | undefined;
  daysBefore?: number | undefined;
};

/**
 * nextAvailableDate: the first free day from `from` on; SPEC's sentence when nothing is booked or held from today on,
 * a unit is in service and the rental can begin on `from`; null when no day up to the horizon is free. With
 * `daysBefore` also the last free day among the days before `from`.
 */
export async function findNearestDays(ctx: Context, query: NearestDaysQuery) {
  const today = ctx.today();
  const { card, calendar, permit } = await readRules(ctx, query);
  const last = lastDeliveryDay(today, card.calendar.horizonDays);
  const from = later(query.from ?? today, today);
  const { days: length } = rentalOptionOf(card, query.rentalType);
  const dumpsterType = query.dumpsterType ?? null;
  const window = { dumpsterType, from: today, to: last, length, calendar, permit };
  const { unitsOf, occupied, rules } = await loadUnits(ctx, window);
  const units = unitsOf(dumpsterType);
  const first = firstFreeDay(units, { from, to: last }, rules);
  const nextAvailableDate = occupied.length === 0 && first === from ? NOTHING_BOOKED : first;
  if (query.daysBefore === undefined) return { nextAvailableDate };
  const before = {
    from: later(today, addDays(from, -query.daysBefore)),
    to: earlier(last, addDays(from, -1)),
  };
  return { nextAvailableDate, previousAvailableDate: lastFreeDay(units, before, rules) };
}

/** Where the dumpster goes; absent: on private property. */
type Placement = { zip?: string | undefined; placementType?: PlacementType | undefined };

/** The published rules, and the street rule of the placement. */
async function readRules(ctx: Context, { zip, placementType = 'private' }: Placement) {
  const { card, zoneZips, calendar } = await getPublishedCalendar(ctx);
  const zone = zip === undefined ? null : findZone(zoneZips, zip);
  return { card, calendar, permit: streetRuleOf(card, { placementType, zone }) };
}

type Window = {
  dumpsterType: DumpsterType | null;
  /** The delivery days. */
  from: Day;
  to: Day;
  /** The days of the rental. */
  length: number;
  calendar: TruckCalendar;
  permit: StreetRule | null;
};

/**
 * The units of the fleet, the days on which they are occupied by rentals that overlap one of the window, the units in
 * service of a size (null: of all), and the rules for the window.
 */
async function loadUnits(ctx: Context, { length, calendar, permit, ...window }: Window) {
  const { db } = ctx;
  const reserved = { ...window, to: pickupOf(window.to, { days: length, calendar }) };
  const isLimited = calendar.rules.maxTruckMovesPerDay !== null;
  const [[fleet, occupied], movesTaken] = await Promise.all([
    db.batch([listUnits(db), listOccupied(db, reserved)]),
    isLimited ? listMovesTaken(db, reserved) : new Map<Day, number>(),
  ]);
  const order = orderTime(ctx);
  const rules: BookingRules = {
    calendar,
    today: order.today,
    firstDay: firstDeliveryDay(calendar.rules, order, permit),
    days: length,
    movesTaken,
  };
  const daysOf = Map.groupBy(occupied, (taken) => taken.dumpsterId);
  const inService = fleet.filter((unit) => unit.isAvailable);
  const unitsOf = (type: DumpsterType | null): UnitOccupancy[] =>
    inService
      .filter((unit) => type === null || unit.dumpsterType === type)
      .map((unit) => ({ occupied: daysOf.get(unit.id) ?? [] }));
  return { fleet, occupied, unitsOf, rules };
}
