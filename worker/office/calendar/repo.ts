import { type SQL, sql } from 'drizzle-orm';
import type { SiteStatus } from '#domain/jobs/jobs.ts';
import type { BookingStatus } from '#domain/rental/bookings.ts';
import type { Day } from '#domain/shared/days.ts';
import { limitTo } from '#worker/base/db/rows.ts';
import { bookings } from '#worker/base/db/schema/bookings.ts';
import { blackoutDays } from '#worker/base/db/schema/business.ts';
import { jobs } from '#worker/base/db/schema/jobs.ts';
import { COUNTED_MOVE } from '#worker/fleet/jobs/moves-repo.ts';

export type CalendarFilter = { dumpsterType?: string | undefined; status?: BookingStatus | undefined };
type Window = { from: Day; to: Day };

/** For a batch: the truck moves of bookings by day and type; without a filter from the index alone. */
export function movesByDayAndType({ from, to }: Window, filter: CalendarFilter) {
  const condition = matches(filter);
  return {
    fields: { day: jobs.dueDay, type: jobs.type, moves: sql<number>`count(*)` },
    query: (columns: SQL) => sql`
      SELECT ${columns} FROM jobs
      WHERE ${jobs.dueDay} BETWEEN ${from} AND ${to} AND ${IS_OF_BOOKING} ${condition && sql`AND ${condition}`}
      GROUP BY ${jobs.dueDay}, ${jobs.type}`,
  };
}

/** For a batch: the moves that customers hold while they pay. Each + keeps SQLite on the index of held jobs. */
export function heldMovesByDay({ from, to }: Window) {
  return {
    fields: { day: jobs.dueDay, moves: sql<number>`count(DISTINCT ${COUNTED_MOVE})` },
    query: (columns: SQL) => sql`
      SELECT ${columns} FROM jobs
      WHERE checkout_id IS NOT NULL AND +${jobs.dueDay} BETWEEN ${from} AND ${to} AND status <> 'cancelled'
      GROUP BY +${jobs.dueDay}`,
  };
}

/** For a batch: the closed days with their reasons. */
export function selectClosedDays({ from, to }: Window) {
  return {
    fields: { day: blackoutDays.day, reason: blackoutDays.reason },
    query: (columns: SQL) => sql`SELECT ${columns} FROM blackout_days WHERE day BETWEEN ${from} AND ${to}`,
  };
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
  agreedPickupDay: sql<Day>`b.agreed_pickup_day`,
  siteStatus: sql`b.site_status`.mapWith(bookings.siteStatus) as SQL<SiteStatus>,
};

/** For a batch: the first moves of each day: deliveries, exchanges, pickups. */
export function firstMoves({
  days,
  perDay,
  ...filter
}: CalendarFilter & { days: readonly Day[]; perDay: number }) {
  const condition = matches(filter);
  return {
    fields: FIELDS,
    query: (columns: SQL) => sql`
      SELECT ${columns} FROM json_each(${JSON.stringify(days)}) AS d
      JOIN jobs AS j ON j.id IN (
        SELECT id FROM jobs WHERE due_day = d.value AND ${IS_OF_BOOKING} ${condition && sql`AND ${condition}`}
        ORDER BY type, id ${limitTo(perDay)})
      JOIN bookings AS b ON b.id = j.booking_id
      ORDER BY d.key, j.type, j.id`,
  };
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
