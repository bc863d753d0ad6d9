import { type SQL, sql } from 'drizzle-orm';
import type { Day } from '#domain/days.ts';
import type { Db } from '#worker/db/client.ts';

/** Days from and to; null is open. */
export type OpenWindow = { from: Day | null; to: Day | null };
export type BookedDays = { id: number; bookingId: number; startDate: Day; endDate: Day };
/** `bookingId`: null for a hold. */
export type UnitDays = Omit<BookedDays, 'bookingId'> & { bookingId: number | null };

const BOOKED = sql`s.id, s.booking_id AS bookingId, s.start_date AS startDate, s.end_date AS endDate`;

/** The days for which a unit is booked, in their order; with `hasHolds` also the holds of customers who are paying. */
export function listUnitDays(
  db: Db,
  dumpsterId: number,
  { hasHolds, ...window }: OpenWindow & { hasHolds: boolean },
): Promise<UnitDays[]> {
  const booked = hasHolds ? sql`` : sql`AND s.booking_id IS NOT NULL`;
  return db.all<UnitDays>(sql`
    SELECT ${BOOKED} FROM dumpster_schedule s
    WHERE s.dumpster_id = ${dumpsterId} ${booked} ${touching(window)}
    ORDER BY s.end_date`);
}

/** The days for which the fleet is booked, unit by unit. CROSS JOIN: days before `from` are never read. */
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
