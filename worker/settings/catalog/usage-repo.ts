import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#worker/base/db/client.ts';
import { readRows } from '#worker/base/db/rows.ts';

/** How many rows refer to an entry of the catalog. */
export type EntryCounts = {
  type: 'rentalOptions' | 'dumpsterSizes' | 'materials';
  id: string;
  bookings: number;
};

/** 365 days, and the days until a pickup weekday: a booking that was delivered earlier is over. */
const MAX_RENTAL_DAYS = 380;

/** Bookings whose dumpster is not picked up before `today`, by what they refer to. Cancelled ones do not count. */
export function countBookings(db: Db, today: string): Promise<EntryCounts[]> {
  const coming = sql`FROM bookings WHERE ${isComing(today)}`;
  const by = (type: EntryCounts['type'], column: SQL) =>
    sql`SELECT ${type} AS type, ${column} AS id, count(*) AS n ${coming} AND ${column} IS NOT NULL GROUP BY ${column}`;
  return readRows(
    db,
    { type: sql<EntryCounts['type']>`type`, id: sql<string>`id`, bookings: sql<number>`n` },
    (columns) => sql`SELECT ${columns} FROM (
      ${by('rentalOptions', sql`rental_type`)}
      UNION ALL ${by('dumpsterSizes', sql`dumpster_type`)}
      UNION ALL ${by('materials', sql`material_id`)})`,
  );
}

/** The condition for a booking whose dumpster is not picked up before `today`; it follows the index of delivery days. */
export function isComing(today: string): SQL {
  return sql`(delivery_date >= date(${today}, ${`-${MAX_RENTAL_DAYS} days`}) AND pickup_day >= ${today}
    AND status <> 'cancelled')`;
}

/** The units of each size in the fleet. */
export async function countUnits(db: Db): Promise<Map<string, number>> {
  const rows = await readRows(
    db,
    { id: sql<string>`dumpster_type`, units: sql<number>`count(*)` },
    (columns) => sql`SELECT ${columns} FROM dumpsters WHERE deleted_at IS NULL GROUP BY dumpster_type`,
  );
  return new Map(rows.map(({ id, units }) => [id, units]));
}

/** The rental periods that a booking or checkout has: a trigger refuses to change their days. */
export async function listBookedPeriods(db: Db): Promise<Set<string>> {
  const rows = await readRows(
    db,
    { id: sql<string>`id` },
    (columns) => sql`SELECT ${columns} FROM rental_options WHERE
      EXISTS (SELECT 1 FROM bookings WHERE rental_type = rental_options.id)
      OR EXISTS (SELECT 1 FROM checkout_revisions WHERE rental_type = rental_options.id)`,
  );
  return new Set(rows.map(({ id }) => id));
}
