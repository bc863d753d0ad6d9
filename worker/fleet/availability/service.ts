import { offeredSizes } from '#domain/catalog/entries.ts';
import {
  type BookingRules,
  computePickupFromStart,
  countFreeUnits,
  earlier,
  findCalendarRefusal,
  firstFreeDay,
  isWithinHorizon,
  lastDeliveryDay,
  lastFreeDay,
  later,
  movedPickups,
  refusedDays,
} from '#domain/rental/availability.ts';
import type { DumpsterType, RentalType } from '#domain/rental/rental.ts';
import { addDays, type Day, daysBetween, daysOfMonth, isoInstant } from '#domain/shared/days.ts';
import type { Context } from '#worker/base/context.ts';
import { type Placement, readAvailability } from './availability.ts';

const NOTHING_BOOKED = 'No bookings found - available immediately';

/** The availability of each size. With a rental: the units that are free on its days; without: the units in service. */
export async function listTypes(
  ctx: Context,
  rental: { start: Day; type: RentalType } | null,
  placement: Placement = {},
) {
  const from = rental?.start ?? ctx.today();
  const days = { from, to: rental?.start, rentalType: rental?.type };
  const { card, fleet, unitsOf, rules } = await readAvailability(ctx, { ...placement, ...days });
  const to = lastDeliveryDay(rules.today, card.calendar.horizonDays);
  const sizes = offeredSizes(card).filter((size) => fleet.some((unit) => unit.dumpsterType === size.id));
  const offered = offeredSizes(card, rental ? { rentalOption: rental.type } : {});
  const canBegin = isWithinHorizon(from, rules.today, card.calendar.horizonDays);
  const reason = rental && canBegin ? findCalendarRefusal(from, rules) : null;
  return sizes.map(({ id, name }) => {
    const units = offered.some((size) => size.id === id) ? unitsOf(id) : [];
    if (rental) {
      const count = canBegin && !reason ? countFreeUnits(units, from, reservedDays(from, rules)) : 0;
      return { id, name, available: count > 0, count, ...(reason && { reason }) };
    }
    return { id, name, available: firstFreeDay(units, { from, to }, rules) !== null, count: units.length };
  });
}

/** The number of days from the delivery to the pickup, both included. */
function reservedDays(start: Day, rules: BookingRules): number {
  return daysBetween(start, computePickupFromStart(start, rules)) + 1;
}

export async function listUnavailable(
  ctx: Context,
  asked: Placement & { rentalType: RentalType; dumpsterType: DumpsterType; month: string },
) {
  const today = ctx.today();
  const days = daysOfMonth(asked.month);
  const range = { from: days[0] ?? today, to: days.at(-1) ?? today };
  const { unitsOf, rules } = await readAvailability(ctx, { ...asked, ...range });
  const refused = refusedDays(unitsOf(asked.dumpsterType), days, rules);
  return {
    today,
    now: isoInstant(ctx.now()),
    dates: refused.map(({ day }) => day),
    reasons: Object.fromEntries(refused.flatMap(({ day, reason }) => (reason ? [[day, reason]] : []))),
    pickupDays: movedPickups(days, rules),
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
 * nextAvailableDate: the first free day from `from` on; a sentence when nothing is booked or held from today on,
 * a unit is in service and the rental can begin on `from`; null when no day up to the horizon is free. With
 * `daysBefore` also the last free day among the days before `from`.
 */
export async function findNearestDays(ctx: Context, query: NearestDaysQuery) {
  const today = ctx.today();
  const { card, unitsOf, occupied, rules } = await readAvailability(ctx, { ...query, from: today });
  const last = lastDeliveryDay(today, card.calendar.horizonDays);
  const from = later(query.from ?? today, today);
  const units = unitsOf(query.dumpsterType ?? null);
  const first = firstFreeDay(units, { from, to: last }, rules);
  const nextAvailableDate = occupied.length === 0 && first === from ? NOTHING_BOOKED : first;
  if (query.daysBefore === undefined) return { nextAvailableDate };
  const before = {
    from: later(today, addDays(from, -query.daysBefore)),
    to: earlier(last, addDays(from, -1)),
  };
  return { nextAvailableDate, previousAvailableDate: lastFreeDay(units, before, rules) };
}
