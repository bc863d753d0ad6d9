import { and, asc, eq, gte, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { Day } from '#domain/days.ts';
import type { DumpsterType } from '#domain/rental.ts';
import type { Db } from '#worker/db/client.ts';
import { dumpsterSchedule, dumpsters } from '#worker/db/schema/dumpsters.ts';

/** Whose days they are: exactly one of a booking or a revision of a checkout. */
export type Holder = { checkoutId: string; revision: number };
export type Rental = { dumpsterType: string; start: Day; end: Day };

const inFleet = isNull(dumpsters.deletedAt);

/** The units that exist, whether in service or not. */
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
 * What the units of a size (null: of all), in service or not, are committed to from `from` to `to`. Days
 * before `from` are never read; CROSS JOIN keeps SQLite from reading the schedule first.
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
 * Picks a free unit in service and takes it, in one statement: no rows written when none is free or when
 * `condition` does not hold. Days that the same checkout holds already do not stand in its way.
 */
export function takeUnitForCheckout(
  db: Db,
  { holder, rental, nowMs, condition }: { holder: Holder; rental: Rental; nowMs: number; condition: SQL },
) {
  return db.run(sql`
    INSERT INTO dumpster_schedule (dumpster_id, checkout_id, revision, start_date, end_date, created_at)
    SELECT d.id, ${holder.checkoutId}, ${holder.revision}, ${rental.start}, ${rental.end}, ${nowMs}
    FROM dumpsters d
    WHERE ${condition} AND ${isFree(rental, sql`taken.checkout_id IS NOT ${holder.checkoutId}`)}
    ORDER BY EXISTS (
      SELECT 1 FROM dumpster_schedule own WHERE own.dumpster_id = d.id AND own.checkout_id = ${holder.checkoutId}
    ) DESC, d.id
    LIMIT 1`);
}

/** As above, for the booking of a payment: only if it has no days yet. */
export function takeUnitForBooking(
  db: Db,
  { bookingId, rental, nowMs, condition }: { bookingId: SQL; rental: Rental; nowMs: number; condition: SQL },
) {
  return db.run(sql`
    INSERT INTO dumpster_schedule (dumpster_id, booking_id, start_date, end_date, created_at)
    SELECT d.id, ${bookingId}, ${rental.start}, ${rental.end}, ${nowMs}
    FROM dumpsters d
    WHERE ${condition} AND ${isFree(rental, sql`1`)}
      AND NOT EXISTS (SELECT 1 FROM dumpster_schedule own WHERE own.booking_id = ${bookingId})
    ORDER BY d.id
    LIMIT 1`);
}

/** True while some unit in service is free for the rental; days that the checkout holds count as free. */
export function isAnyUnitFree(rental: Rental, checkoutId: string): SQL {
  return sql`EXISTS (
    SELECT 1 FROM dumpsters d WHERE ${isFree(rental, sql`taken.checkout_id IS NOT ${checkoutId}`)})`;
}

function isFree(rental: Rental, counts: SQL): SQL {
  return sql`d.dumpster_type = ${rental.dumpsterType} AND d.is_available = 1 AND d.deleted_at IS NULL
    AND NOT EXISTS (
      SELECT 1 FROM dumpster_schedule taken
      WHERE taken.dumpster_id = d.id AND taken.end_date >= ${rental.start}
        AND taken.start_date <= ${rental.end} AND ${counts}
    )`;
}
