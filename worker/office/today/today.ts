import type { Today } from '#contract/today.ts';
import type { JobType } from '#domain/jobs/jobs.ts';
import { isoInstant, startOfDay } from '#domain/shared/days.ts';
import type { Context } from '#worker/base/context.ts';
import { readBatch } from '#worker/base/db/rows.ts';
import { MAX_COUNTED, totalOf, totalsOf } from '#worker/base/lists/list-repo.ts';
import { countJobsToDo, type JobRow, jobsToDo } from '#worker/bookings/jobs/repo.ts';
import { toJobs } from '#worker/bookings/jobs/service.ts';
import { sumBalanceDue, sumUnpriced } from '#worker/bookings/list/sums.ts';
import { countsOfWork } from '#worker/bookings/list/work-repo.ts';
import { UNDECIDED_COUNT } from '#worker/driver/records/repo.ts';
import { TRANSACTION_WORK_COUNTS, unansweredDisputes } from '#worker/money/transactions/repo.ts';
import { FAILED_COUNT } from '#worker/notify/list/repo.ts';

const MAX_JOBS = 100;
const MAX_DISPUTES = 5;

/** What staff have to do today, read in one round of calls of the database. It reads as many rows for any number of bookings. */
export async function workOfToday(ctx: Context): Promise<Today> {
  const { db, settings } = ctx;
  const day = ctx.today();
  const business = { today: day, sinceMs: startOfDay(day, settings.timeZone) };
  const ofType = (type: JobType) => jobsToDo(type, { ...business, limit: MAX_JOBS });
  const countOf = (type: JobType) => countJobsToDo(type, { ...business, limit: MAX_COUNTED + 1 });
  const [rows, due, unpriced] = await Promise.all([
    readBatch(db, [
      countsOfWork(business),
      TRANSACTION_WORK_COUNTS,
      unansweredDisputes(MAX_DISPUTES),
      FAILED_COUNT,
      UNDECIDED_COUNT,
      ofType('delivery'),
      ofType('exchange'),
      ofType('final_pickup'),
      countOf('delivery'),
      countOf('exchange'),
      countOf('final_pickup'),
    ]),
    sumBalanceDue(ctx),
    sumUnpriced(ctx),
  ]);
  const [[work], [ledger], disputes, [failed], [undecided], deliveries, exchanges, pickups, ...counts] = rows;
  if (!work || !ledger) throw new Error('The work lists could not be counted');
  const bookings = { ...totalsOf(work), balance_due: totalOf(due.count) };
  const [deliveryCounts, exchangeCounts, pickupCounts] = counts;
  const toDoOf = async (rows: JobRow[], counted: readonly { count: number; done: number }[]) => {
    const { count, done } = counted[0] ?? { count: 0, done: 0 };
    return { count: totalOf(count), done, jobs: await toJobs(ctx, rows) };
  };
  return {
    day,
    deliveries: await toDoOf(deliveries, deliveryCounts),
    exchanges: await toDoOf(exchanges, exchangeCounts),
    pickups: await toDoOf(pickups, pickupCounts),
    bookings,
    sums: { balance_due: due.sum, unpriced: bookings.unpriced === '1000+' ? null : unpriced },
    transactions: totalsOf(ledger),
    disputes: disputes.map((dispute) => ({ ...dispute, dueAt: isoInstant(dispute.dueAt) })),
    failedNotifications: totalOf(failed?.count ?? 0),
    fromDrivers: totalOf(undecided?.count ?? 0),
  };
}
