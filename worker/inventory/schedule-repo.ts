import { type SQL, sql } from 'drizzle-orm';
import type { Day } from '#domain/days.ts';
import type { Db } from '#worker/db/client.ts';

/** Days from and to; null is open. */
export type OpenWindow = { from: Day | null; to: Day | null };
export type BookedDays = { id: number; bookingId: number; startDate: Day; endDate: Day };

const BOOKED = sql`s.id, s.booking_id AS bookingId, s.start_date AS startDate, s.end_date AS endDate`;

/** The days for which a unit is booked, in their order; holds of customers who are paying are left out. */
export function listBookedDays(db: Db, dumpsterId: number, window: OpenWindow): Promise<BookedDays[]> {
  return db.all<BookedDays>(sql`
    SELECT ${BOOKED} FROM dumpster_schedule s
    WHERE s.dumpster_id = ${dumpsterId} AND s.booking_id IS NOT NULL ${touching(window)}
    ORDER BY s.end_date`);
}

/** The same of the whole fleet, unit by unit. CROSS JOIN: days before `from` are never read. */
export function listFleetDays(
  db: Db,
  window: { from: Day; to: Day },
): Promise<(BookedDays & { dumpsterId: number })[]> {
  return db.all<BookedDays & { dumpsterId: number }>(sql`
    SELECT ${BOOKED}, s.dumpster_id AS dumpsterId
    FROM dumpsters d CROSS JOIN dumpster_schedule s
    WHERE s.dumpster_id = d.id AND d.deleted_at IS NULL AND s.booking_id IS NOT NULL ${touching(window)}
    ORDER BY d.id, s.end_date`);
}

/** Days of one unit do not overlap, so the order of their ends is that of their beginnings. */
function touching({ from, to }: OpenWindow): SQL {
  const since = from ? sql`AND s.end_date >= ${from}` : sql``;
  const until = to ? sql`AND s.start_date <= ${to}` : sql``;
  return sql`${since} ${until}`;
}
