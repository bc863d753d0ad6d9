import { countDistinct, type SQL, sql } from 'drizzle-orm';
import type { BookingStatus } from '#domain/bookings.ts';
import type { Day } from '#domain/days.ts';
import type { Db } from '#worker/db/client.ts';
import { readRows } from '#worker/db/rows.ts';
import { bookings } from '#worker/db/schema/bookings.ts';
import { jobs } from '#worker/db/schema/jobs.ts';
import { COUNTED_MOVE } from '#worker/jobs/repo.ts';

export type CalendarFilter = { dumpsterType?: string | undefined; status?: BookingStatus | undefined };
type Window = { from: Day; to: Day };

/** Counts the truck moves of bookings by day and type; without a filter from the index alone. */
export function countMoves(db: Db, { from, to }: Window, filter: CalendarFilter) {
  const condition = matches(filter);
  return db
    .select({ day: jobs.dueDay, type: jobs.type, moves: sql<number>`count(*)` })
    .from(jobs)
    .where(
      sql`${jobs.dueDay} BETWEEN ${from} AND ${to} AND ${IS_OF_BOOKING} ${condition && sql`AND ${condition}`}`,
    )
    .groupBy(jobs.dueDay, jobs.type);
}

/** Counts the moves that customers hold while they pay, by day. The + keeps SQLite on the index of held jobs. */
export function countHeldMoves(db: Db, { from, to }: Window) {
  return db
    .select({ day: jobs.dueDay, moves: countDistinct(COUNTED_MOVE) })
    .from(jobs)
    .where(
      sql`checkout_id IS NOT NULL AND +${jobs.dueDay} BETWEEN ${from} AND ${to} AND status <> 'cancelled'`,
    )
    .groupBy(jobs.dueDay);
}

const FIELDS = {
  jobId: sql<number>`j.id`,
  day: sql<Day>`j.due_day`,
  type: sql`j.type`.mapWith(jobs.type) as SQL<(typeof jobs.type)['_']['data']>,
  isDone: sql<boolean>`j.status = 'done'`.mapWith(Boolean),
  bookingId: sql<number>`b.id`,
  customer: sql<string>`b.first_name || ' ' || b.last_name`,
  city: sql<string>`b.city`,
  dumpsterType: sql<string>`b.dumpster_type`,
  // The unit that arrives with the move; for a pickup the one that came last.
  dumpsterNumber: sql<string | null>`(
    SELECT u.dumpster_number FROM dumpster_schedule s JOIN dumpsters u ON u.id = s.dumpster_id
    WHERE s.booking_id = b.id
    ORDER BY j.type <> 'final_pickup' AND s.start_date = j.due_day DESC, s.start_date DESC LIMIT 1)`,
  status: sql`b.status`.mapWith(bookings.status) as SQL<BookingStatus>,
  deliveryDate: sql<Day>`b.delivery_date`,
  endDate: sql<Day>`b.end_date`,
};

/** The first moves of each day: deliveries, exchanges, pickups. */
export function listMoves(
  db: Db,
  { days, perDay, ...filter }: CalendarFilter & { days: readonly Day[]; perDay: number },
) {
  const condition = matches(filter);
  return readRows(
    db,
    FIELDS,
    (columns) => sql`
      SELECT ${columns} FROM json_each(${JSON.stringify(days)}) AS d
      JOIN jobs AS j ON j.id IN (
        SELECT id FROM jobs WHERE due_day = d.value AND ${IS_OF_BOOKING} ${condition && sql`AND ${condition}`}
        ORDER BY type, id LIMIT ${perDay})
      JOIN bookings AS b ON b.id = j.booking_id
      ORDER BY d.key, j.type, j.id`,
  );
}

const IS_OF_BOOKING = sql`jobs.booking_id IS NOT NULL AND jobs.status <> 'cancelled'`;

/** Undefined without a filter. */
function matches({ dumpsterType, status }: CalendarFilter): SQL | undefined {
  const conditions = [
    ...(dumpsterType === undefined ? [] : [sql`f.dumpster_type = ${dumpsterType}`]),
    ...(status === undefined ? [] : [sql`f.status = ${status}`]),
  ];
  if (conditions.length === 0) return undefined;
  return sql`EXISTS (SELECT 1 FROM bookings AS f WHERE f.id = jobs.booking_id AND ${sql.join(conditions, sql` AND `)})`;
}
