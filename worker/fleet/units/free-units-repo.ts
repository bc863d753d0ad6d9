import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Day } from '#domain/shared/days.ts';
import type { Db } from '#worker/base/db/client.ts';
import { dumpsters } from '#worker/base/db/schema/dumpsters.ts';

/** Days on which a unit is needed, both included. */
export type Days = { start: Day; end: Day };
/** The days for which a unit of a size is needed: from the delivery to the pickup. */
export type Rental = Days & { dumpsterType: string };

/**
 * The condition that the unit `d` is in service and free on all of the days. `counts`: which of the reservations `taken`
 * are in the way.
 */
export function isFreeUnit({ start, end }: Days, counts: SQL = sql`1`): SQL {
  return sql`d.is_available = 1 AND d.deleted_at IS NULL AND NOT EXISTS (
    SELECT 1 FROM dumpster_schedule taken
    WHERE taken.dumpster_id = d.id AND taken.end_date >= ${start} AND taken.start_date <= ${end} AND ${counts})`;
}

/** The days of a booking that does not exist yet. `dumpsterId`: null for any unit of the size. */
export type UnitDemand = { rental: Rental; dumpsterId: number | null };

/** True if the unit, or any of the size, is in service and free on all of the days. For the statement that books. */
export function hasFreeUnit(demand: UnitDemand): SQL {
  return sql`EXISTS (SELECT 1 FROM dumpsters d WHERE ${isDemanded(demand)})`;
}

/** For the batch of a new booking: takes the unit, or the free one of the size with the lowest id. */
export function takeUnitForNewBooking(
  db: Db,
  { bookingId, nowMs, ...demand }: UnitDemand & { bookingId: SQL; nowMs: number },
) {
  const { start, end } = demand.rental;
  return db.run(sql`
    INSERT INTO dumpster_schedule (dumpster_id, booking_id, start_date, end_date, created_at)
    SELECT d.id, b.id, ${start}, ${end}, ${nowMs}
    FROM (SELECT ${bookingId} AS id) b CROSS JOIN dumpsters d
    WHERE b.id IS NOT NULL AND ${isDemanded(demand)}
    ORDER BY d.id LIMIT 1`);
}

const d = alias(dumpsters, 'd');

/** The units in service that are free on all of the days, those of the size first. */
export function listUnitsFreeOn(db: Db, { dumpsterType, ...days }: Rental, limit: number) {
  return db
    .select({ id: d.id, dumpsterNumber: d.dumpsterNumber, dumpsterType: d.dumpsterType })
    .from(d)
    .where(isFreeUnit(days))
    .orderBy(sql`${d.dumpsterType} <> ${dumpsterType}`, d.dumpsterType, d.id)
    .limit(limit);
}

function isDemanded({ rental, dumpsterId }: UnitDemand): SQL {
  const isChosen =
    dumpsterId === null ? sql`d.dumpster_type = ${rental.dumpsterType}` : sql`d.id = ${dumpsterId}`;
  return sql`${isChosen} AND ${isFreeUnit(rental)}`;
}

/** Whether the unit, or any of the size, is in service and free on all of the days. */
export async function isUnitFreeNow(db: Db, demand: UnitDemand): Promise<boolean> {
  return (await db.all(sql`SELECT 1 WHERE ${hasFreeUnit(demand)}`)).length > 0;
}
