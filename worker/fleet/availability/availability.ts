import { firstDeliveryDay } from '#domain/catalog/delivery-days.ts';
import { findStreetRule } from '#domain/catalog/permits.ts';
import type { PlacementType } from '#domain/catalog/quote.ts';
import { findZone } from '#domain/catalog/zones.ts';
import {
  type BookingRules,
  computePickupFromStart,
  lastDeliveryDay,
  type UnitOccupancy,
} from '#domain/rental/availability.ts';
import type { DumpsterType, RentalType } from '#domain/rental/rental.ts';
import type { Day } from '#domain/shared/days.ts';
import type { Context } from '#worker/base/context.ts';
import type { Db } from '#worker/base/db/client.ts';
import { readTogether } from '#worker/base/db/rows.ts';
import { assertInCard } from '#worker/catalog/names.ts';
import { getCardOf, getPublishedCard, type PublishedRateCard } from '#worker/catalog/rate-cards.ts';
import { selectPublishedVersion } from '#worker/catalog/repo.ts';
import { orderTime } from '#worker/fleet/jobs/calendar.ts';
import { listMovesTaken } from '#worker/fleet/jobs/moves-repo.ts';
import { listClosedDays } from '#worker/fleet/jobs/repo.ts';
import { listOccupied, listUnits } from '#worker/fleet/units/schedule-repo.ts';

/** Where the dumpster goes; absent: on private property. */
export type Placement = { zip?: string | undefined; placementType?: PlacementType | undefined };

type AvailabilityQuery = Placement & {
  /** Absent: a rental of one day. */
  rentalType?: RentalType | undefined;
  /** Absent: units of every size. */
  dumpsterType?: DumpsterType | undefined;
  /** The delivery days. Without `to`: up to the last day that can be booked. */
  from: Day;
  to?: Day | undefined;
};

/** The published rate card, and the closed days from today on. */
type Published = PublishedRateCard & { closedDays: ReadonlySet<Day> };

/** As of the latest read of this instance. It tells what the next read must include, and is never used for a reply. */
let lastRead: Published | null = null;

/**
 * The units of the fleet, the days on which they are occupied by rentals that overlap one of the query, the units in
 * service of a size (absent: of all), and the rules for the query. One call to the database, unless what is published
 * has changed so that more must be read. Throws `invalid` for a rental type or size that is not in the catalog.
 */
export async function readAvailability(ctx: Context, query: AvailabilityQuery) {
  const today = ctx.today();
  let assumed = lastRead ?? { ...(await getPublishedCard(ctx)), closedDays: new Set<Day>() };
  for (;;) {
    const read = computeScope(assumed, { ...query, today });
    const { version, closed, fleet, occupied, moves } = await readRows(ctx.db, read, { ...query, today });
    const published = { ...(await getCardOf(ctx, version)), closedDays: new Set(closed.map(dayOf)) };
    lastRead = published;
    assertInCard(published.card, query);
    const needed = computeScope(published, { ...query, today });
    if (needed.to <= read.to && (read.hasMoves || !needed.hasMoves)) {
      const rules = makeBookingRules(ctx, published, { ...query, days: needed.days, moves });
      const inScope = occupied.filter(({ start }) => start <= needed.to);
      return { card: published.card, fleet, occupied: inScope, unitsOf: makeUnitsOf(fleet, inScope), rules };
    }
    assumed = published;
  }
}

type Scope = {
  /** The length of the rental. */
  days: number;
  /** The latest pickup. */
  to: Day;
  /** Whether the number of truck moves a day is limited. */
  hasMoves: boolean;
};

function computeScope({ card, closedDays }: Published, query: AvailabilityQuery & { today: Day }): Scope {
  // A type that the assumed card lacks counts as one day: either the published card has it, or the call is refused.
  const days = card.rentalOptions.find(({ id }) => id === query.rentalType)?.days ?? 1;
  const lastDelivery = query.to ?? lastDeliveryDay(query.today, card.calendar.horizonDays);
  const to = computePickupFromStart(lastDelivery, { days, calendar: { rules: card.calendar, closedDays } });
  return { days, to, hasMoves: card.calendar.maxTruckMovesPerDay !== null };
}

async function readRows(
  db: Db,
  { to, hasMoves }: Scope,
  { from, today, dumpsterType }: AvailabilityQuery & { today: Day },
) {
  const [version, closed, fleet, occupied, moves = []] = await readTogether(db, [
    selectPublishedVersion(db),
    listClosedDays(db, today),
    listUnits(db),
    listOccupied(db, { dumpsterType: dumpsterType ?? null, from, to }),
    ...(hasMoves ? [listMovesTaken(db, { from, to })] : []),
  ]);
  return { version, closed, fleet, occupied, moves };
}

type Rows = Awaited<ReturnType<typeof readRows>>;

function makeBookingRules(
  ctx: Context,
  { card, zoneZips, closedDays }: Published,
  { zip, placementType = 'private', days, moves }: Placement & { days: number; moves: Rows['moves'] },
): BookingRules {
  const zone = zip === undefined ? null : findZone(zoneZips, zip);
  const order = orderTime(ctx);
  return {
    calendar: { rules: card.calendar, closedDays },
    today: order.today,
    firstDay: firstDeliveryDay(card.calendar, order, findStreetRule(card, { placementType, zone })),
    days,
    movesTaken: new Map(moves.map(({ day, moves: taken }) => [day, taken])),
  };
}

/** A function that returns the units in service of a size (null: of all) with their occupied days. */
function makeUnitsOf(fleet: Rows['fleet'], occupied: Rows['occupied']) {
  const daysOf = Map.groupBy(occupied, (taken) => taken.dumpsterId);
  const inService = fleet.filter((unit) => unit.isAvailable);
  return (type: DumpsterType | null): UnitOccupancy[] =>
    inService
      .filter((unit) => type === null || unit.dumpsterType === type)
      .map((unit) => ({ occupied: daysOf.get(unit.id) ?? [] }));
}

function dayOf({ day }: { day: Day }): Day {
  return day;
}
