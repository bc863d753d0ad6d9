import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Day } from '#domain/days.ts';
import type { Db } from '#worker/db/client.ts';
import { readRows, type SelectedRow } from '#worker/db/rows.ts';
import { dumpsterSchedule } from '#worker/db/schema/dumpsters.ts';

/** Days from and to; null is open. */
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

/** The days for which the fleet is booked, unit by unit. CROSS JOIN: days before `from` are never read. */
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

/** Days of one unit do not overlap, so the order of their ends is that of their beginnings. */
function touching({ from, to }: OpenWindow): SQL {
  const since = from ? sql`AND s.end_date >= ${from}` : sql``;
  const until = to ? sql`AND s.start_date <= ${to}` : sql``;
  return sql`${since} ${until}`;
}
