import type { Job } from '#contract/jobs.ts';
import type { Today } from '#contract/today.ts';
import { isoInstant, startOfDay } from '#domain/days.ts';
import type { JobType } from '#domain/jobs.ts';
import { type JobRow, jobsToDo } from '#worker/bookings/jobs/repo.ts';
import { toJobs } from '#worker/bookings/jobs/service.ts';
import { countsOfWork } from '#worker/bookings/list/work-repo.ts';
import type { Context } from '#worker/context.ts';
import { readBatch } from '#worker/db/rows.ts';
import { UNDECIDED_COUNT } from '#worker/driver/records/repo.ts';
import { type Total, totalOf, totalsOf } from '#worker/lists/list-repo.ts';
import { FAILED_COUNT } from '#worker/notifications/list/repo.ts';
import { TRANSACTION_WORK_COUNTS, unansweredDisputes } from '#worker/payments/transactions/repo.ts';

const MAX_JOBS = 100;
const MAX_DISPUTES = 5;

/** What staff have to do today, read in one call of the database. It reads as many rows for any number of bookings. */
export async function workOfToday(ctx: Context): Promise<Today> {
  const { db, settings } = ctx;
  const day = ctx.today();
  const ofType = (type: JobType) =>
    jobsToDo({ type, today: day, sinceMs: startOfDay(day, settings.timeZone), limit: MAX_JOBS });
  const [[work], [ledger], disputes, [failed], [undecided], deliveries, exchanges, pickups] = await readBatch(
    db,
    [
      countsOfWork(day),
      TRANSACTION_WORK_COUNTS,
      unansweredDisputes(MAX_DISPUTES),
      FAILED_COUNT,
      UNDECIDED_COUNT,
      ofType('delivery'),
      ofType('exchange'),
      ofType('final_pickup'),
    ],
  );
  if (!work || !ledger) throw new Error('The work lists could not be counted');
  const bookings = totalsOf(work);
  const toDoOf = async (count: Total, rows: JobRow[]) => {
    const jobs = await toJobs(ctx, rows);
    return { count, done: countDone(jobs, day), jobs };
  };
  return {
    day,
    deliveries: await toDoOf(bookings.deliveries_today, deliveries),
    exchanges: await toDoOf(bookings.exchanges_today, exchanges),
    pickups: await toDoOf(bookings.pickups_today, pickups),
    bookings,
    transactions: totalsOf(ledger),
    disputes: disputes.map((dispute) => ({ ...dispute, dueAt: isoInstant(dispute.dueAt) })),
    failedNotifications: totalOf(failed?.count ?? 0),
    fromDrivers: totalOf(undecided?.count ?? 0),
  };
}

function countDone(jobs: readonly Job[], day: string): number {
  return jobs.filter(({ status, dueDay }) => status === 'done' && dueDay === day).length;
}
