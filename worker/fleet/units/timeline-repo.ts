import { sql } from 'drizzle-orm';
import type { BookingStatus } from '#domain/rental/bookings.ts';
import type { Day } from '#domain/shared/days.ts';
import type { Db } from '#worker/base/db/client.ts';
import { readRows } from '#worker/base/db/rows.ts';

const FIELDS = {
  id: sql<number>`s.id`,
  dumpsterId: sql<number>`s.dumpster_id`,
  startDate: sql<Day>`s.start_date`,
  endDate: sql<Day>`s.end_date`,
  bookingId: sql<number | null>`s.booking_id`,
  role: sql<string | null>`CASE WHEN s.booking_id IS NULL THEN NULL ELSE s.role END`,
  customer: sql<string | null>`b.first_name || ' ' || b.last_name`,
  status: sql<BookingStatus | null>`b.status`,
  version: sql<number | null>`b.version`,
};

/** The days of bookings and holds in a window, unit by unit. CROSS JOIN, so that days before `from` are never read. */
export function listFleetBars(db: Db, { from, to, size }: { from: Day; to: Day; size: string | null }) {
  return readRows(
    db,
    FIELDS,
    (columns) => sql`
      SELECT ${columns}
      FROM dumpsters AS u CROSS JOIN dumpster_schedule AS s LEFT JOIN bookings AS b ON b.id = s.booking_id
      WHERE u.deleted_at IS NULL ${size === null ? sql`` : sql`AND u.dumpster_type = ${size}`}
        AND s.dumpster_id = u.id AND s.end_date >= ${from} AND s.start_date <= ${to}
      ORDER BY u.id, s.end_date`,
  );
}
