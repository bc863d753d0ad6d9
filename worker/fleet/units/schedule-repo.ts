import { and, asc, eq, gte, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { DumpsterType } from '#domain/rental/rental.ts';
import type { Day } from '#domain/shared/days.ts';
import type { Db } from '#worker/base/db/client.ts';
import { readRows, type SelectedRow } from '#worker/base/db/rows.ts';
import { dumpsterSchedule, dumpsters } from '#worker/base/db/schema/dumpsters.ts';
import { isFreeUnit, type Rental } from './free-units-repo.ts';

/** A range of days, both included; null is an open end. */
export type OpenWindow = { from: Day | null; to: Day | null };

const s = alias(dumpsterSchedule, 's');
const DAYS_FIELDS = { id: s.id, bookingId: s.bookingId, startDate: s.startDate, endDate: s.endDate };
/** `bookingId`: null for a hold. */
export type UnitDays = SelectedRow<typeof DAYS_FIELDS>;

/** The days for which a unit is booked, in their order; with `hasHolds` also the holds of customers who are paying. */
export function listUnitDays(
  db: Db,
  dumpsterId: number,
  { hasHolds, ...window }: OpenWindow & { hasHolds: boolean },
): Promise<UnitDays[]> {
  const booked = hasHolds ? sql`` : sql`AND s.booking_id IS NOT NULL`;
  return db
    .select(DAYS_FIELDS)
    .from(s)
    .where(sql`s.dumpster_id = ${dumpsterId} ${booked} ${touching(window)}`)
    .orderBy(s.endDate);
}

const BOOKED_FIELDS = {
  ...DAYS_FIELDS,
  bookingId: sql<number>`s.booking_id`,
  dumpsterId: s.dumpsterId,
};

/** The days for which the fleet is booked, unit by unit. CROSS JOIN, so that days before `from` are never read. */
export function listFleetDays(db: Db, window: { from: Day; to: Day }) {
  return readRows(
    db,
    BOOKED_FIELDS,
    (columns) => sql`
      SELECT ${columns}
      FROM dumpsters d CROSS JOIN dumpster_schedule s
      WHERE s.dumpster_id = d.id AND d.deleted_at IS NULL AND s.booking_id IS NOT NULL ${touching(window)}
      ORDER BY d.id, s.end_date`,
  );
}

/** The days of one unit never overlap, so ordering by their ends also orders them by their starts. */
function touching({ from, to }: OpenWindow): SQL {
  const since = from ? sql`AND s.end_date >= ${from}` : sql``;
  const until = to ? sql`AND s.start_date <= ${to}` : sql``;
  return sql`${since} ${until}`;
}

/** A revision of a checkout that holds days. */
export type Holder = { checkoutId: string; revision: number };

const inFleet = isNull(dumpsters.deletedAt);

/** The units that are not deleted, in service or not. */
export function listUnits(db: Db) {
  return db
    .select({
      id: dumpsters.id,
      dumpsterType: dumpsters.dumpsterType,
      isAvailable: dumpsters.isAvailable,
    })
    .from(dumpsters)
    .where(inFleet)
    .orderBy(asc(dumpsters.id));
}

/**
 * The days on which the units of a size (null: of all), in service or not, are occupied between `from` and `to`. Days
 * before `from` are never read: CROSS JOIN keeps SQLite from reading the schedule first.
 */
export function listOccupied(db: Db, window: { dumpsterType: DumpsterType | null; from: Day; to: Day }) {
  const ofType = window.dumpsterType ? eq(dumpsters.dumpsterType, window.dumpsterType) : undefined;
  return db
    .select({
      dumpsterId: dumpsterSchedule.dumpsterId,
      start: dumpsterSchedule.startDate,
      end: dumpsterSchedule.endDate,
    })
    .from(dumpsters)
    .crossJoin(dumpsterSchedule)
    .where(
      and(
        eq(dumpsterSchedule.dumpsterId, dumpsters.id),
        inFleet,
        ofType,
        gte(dumpsterSchedule.endDate, window.from),
        lte(dumpsterSchedule.startDate, window.to),
      ),
    );
}

/**
 * Picks a free unit in service and takes it, in one statement. Writes no row when none is free. Days that another revision
 * of the same checkout holds count as free.
 */
export function takeUnitForCheckout(
  db: Db,
  { holder, item, rental, nowMs }: { holder: Holder; item: number; rental: Rental; nowMs: number },
) {
  const isInTheWay = sql`(taken.checkout_id IS NOT ${holder.checkoutId} OR taken.revision = ${holder.revision})`;
  return db.run(sql`
    INSERT INTO dumpster_schedule (dumpster_id, checkout_id, revision, item, start_date, end_date, created_at)
    SELECT d.id, ${holder.checkoutId}, ${holder.revision}, ${item}, ${rental.start}, ${rental.end}, ${nowMs}
    FROM dumpsters d
    WHERE ${isFree(rental, isInTheWay)}
    ORDER BY EXISTS (
      SELECT 1 FROM dumpster_schedule own WHERE own.dumpster_id = d.id AND own.checkout_id = ${holder.checkoutId}
    ) DESC, d.id
    LIMIT 1`);
}

/** Takes a free unit for the booking of a payment, if the booking has no days yet. */
export function takeUnitForBooking(
  db: Db,
  { bookingId, rental, nowMs }: { bookingId: SQL; rental: Rental; nowMs: number },
) {
  return db.run(sql`
    INSERT INTO dumpster_schedule (dumpster_id, booking_id, start_date, end_date, created_at)
    SELECT d.id, ${bookingId}, ${rental.start}, ${rental.end}, ${nowMs}
    FROM dumpsters d
    WHERE ${isFree(rental, sql`1`)}
      AND NOT EXISTS (SELECT 1 FROM dumpster_schedule own WHERE own.booking_id = ${bookingId})
    ORDER BY d.id
    LIMIT 1`);
}

/** True when a revision holds the days of so many units. */
export function holdsUnits({ checkoutId, revision }: Holder, quantity: number): SQL {
  return sql`(SELECT count(*) FROM dumpster_schedule
    WHERE checkout_id = ${checkoutId} AND revision = ${revision}) = ${quantity}`;
}

/** How many units in service are free for the rental; days that the checkout holds count as free. */
export function freeUnitCount(rental: Rental, checkoutId: string): SQL {
  return sql`(
    SELECT count(*) FROM dumpsters d WHERE ${isFree(rental, sql`taken.checkout_id IS NOT ${checkoutId}`)})`;
}

function isFree(rental: Rental, counts: SQL): SQL {
  return sql`d.dumpster_type = ${rental.dumpsterType} AND ${isFreeUnit(rental, counts)}`;
}
