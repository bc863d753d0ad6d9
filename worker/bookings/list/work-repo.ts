import { type SQL, sql } from 'drizzle-orm';
import type { JobType } from '#domain/jobs/jobs.ts';
import { BOOKING_WORK, type BookingWork, LATE_DAYS, SOON_DAYS } from '#domain/rental/work-lists.ts';
import { addDays } from '#domain/shared/days.ts';
import { limitTo, type RowsQuery } from '#worker/base/db/rows.ts';
import { MAX_COUNTED } from '#worker/base/lists/list-repo.ts';
import { type BusinessDay, jobsToDoWhere } from '#worker/bookings/jobs/repo.ts';
import { overdueIds } from '#worker/rental/overdue-repo.ts';

/**
 * The condition of a work list, for bookings b. Each is served by an index: a number of rows that does not grow with
 * the bookings, or, for bookings that are due or without a price, the rows themselves in the order of their ids.
 */
const CONDITIONS: Readonly<Record<BookingWork, (day: BusinessDay) => SQL>> = {
  deliveries_today: (day) => hasJobToDo('delivery', day),
  exchanges_today: (day) => hasJobToDo('exchange', day),
  pickups_today: (day) => hasJobToDo('final_pickup', day),
  late_deliveries: ({ today }) => sql`b.id IN (
    SELECT booking_id FROM jobs
    WHERE status NOT IN ('done', 'cancelled') AND booking_id IS NOT NULL AND due_day < ${today} AND due_day >= ${addDays(today, -LATE_DAYS)} AND type <> 'final_pickup')`,
  on_site: () => sql`b.id IN (SELECT id FROM bookings WHERE site_status = 'on_site')`,
  overdue: ({ today }) => sql`b.id IN (${overdueIds(today)})`,
  unconfirmed: ({ today }) => sql`b.id IN (
    SELECT id FROM bookings WHERE status = 'pending' AND delivery_date BETWEEN ${today} AND ${addDays(today, SOON_DAYS)})`,
  balance_due: () => sql`b.balance_due > 0 AND b.status <> 'cancelled'`,
  unpriced: () => sql`b.status = 'completed' AND b.final_price IS NULL`,
  waiting_for_customer: () => sql`b.id IN (SELECT booking_id FROM pay_links WHERE state = 'open')`,
  attention: () => sql`b.id IN (SELECT booking_id FROM attention)`,
  // Until the address of the booking is corrected, or accepts an e-mail. From the few addresses to their bookings.
  bounced_emails: () => sql`b.id IN (
    SELECT k.id FROM email_bounces e CROSS JOIN bookings k ON k.client_email = e.email
    WHERE k.status <> 'cancelled' AND (k.status <> 'completed' OR k.balance_due > 0))`,
};

function hasJobToDo(type: JobType, day: BusinessDay): SQL {
  return sql`b.id IN (SELECT booking_id FROM jobs WHERE ${jobsToDoWhere(type, day)})`;
}

export function isInWorkList(work: BookingWork, day: BusinessDay): SQL {
  return CONDITIONS[work](day);
}

/** The number of bookings in a work list, at most MAX_COUNTED + 1, inside a statement. */
export function countOfWork(work: BookingWork, day: BusinessDay): SQL<number> {
  return sql<number>`(SELECT count(*) FROM (
    SELECT 1 FROM bookings b WHERE ${isInWorkList(work, day)} ${limitTo(MAX_COUNTED + 1)}))`;
}

/** The work lists that are only counted. Those with a balance due are counted with their sum. */
const COUNTED_WORK = BOOKING_WORK.filter((work) => work !== 'balance_due');
type CountedWork = (typeof COUNTED_WORK)[number];

/** For a batch: one row with the number of bookings in each of these work lists, counted up to MAX_COUNTED + 1. */
export function countsOfWork(day: BusinessDay): RowsQuery<Record<CountedWork, SQL<number>>> {
  const fields = Object.fromEntries(COUNTED_WORK.map((work) => [work, countOfWork(work, day)])) as Record<
    CountedWork,
    SQL<number>
  >;
  return { fields, query: (columns) => sql`SELECT ${columns}` };
}
