import type { Job } from '#contract/jobs.ts';
import type { Today } from '#contract/today.ts';
import { isoInstant, startOfDay } from '#domain/days.ts';
import type { JobType } from '#domain/jobs.ts';
import { listJobsToDo } from '#worker/bookings/jobs/repo.ts';
import { toJobs } from '#worker/bookings/jobs/service.ts';
import { countWork } from '#worker/bookings/list/work-repo.ts';
import type { Context } from '#worker/context.ts';
import type { Total } from '#worker/lists/list-repo.ts';
import { countFailed } from '#worker/notifications/list/repo.ts';
import { countTransactionWork, listUnansweredDisputes } from '#worker/payments/transactions/repo.ts';

const MAX_JOBS = 100;
const MAX_DISPUTES = 5;

/** What staff have to do today. The queries read as many rows for any number of bookings. */
export async function workOfToday(ctx: Context): Promise<Today> {
  const { db, settings } = ctx;
  const day = ctx.today();
  const sinceMs = startOfDay(day, settings.timeZone);
  const jobsOf = async (type: JobType, count: Total) => {
    const rows = await listJobsToDo(db, { type, today: day, sinceMs, limit: MAX_JOBS });
    const jobs = await toJobs(ctx, rows);
    return { count, done: countDone(jobs, day), jobs };
  };
  const [bookings, transactions, disputes, failedNotifications] = await Promise.all([
    countWork(db, day),
    countTransactionWork(db),
    listUnansweredDisputes(db, MAX_DISPUTES),
    countFailed(db),
  ]);
  const [deliveries, exchanges, pickups] = await Promise.all([
    jobsOf('delivery', bookings.deliveries_today),
    jobsOf('exchange', bookings.exchanges_today),
    jobsOf('final_pickup', bookings.pickups_today),
  ]);
  return {
    day,
    deliveries,
    exchanges,
    pickups,
    bookings,
    transactions,
    disputes: disputes.map((dispute) => ({ ...dispute, dueAt: isoInstant(dispute.dueAt) })),
    failedNotifications,
  };
}

function countDone(jobs: readonly Job[], day: string): number {
  return jobs.filter(({ status, dueDay }) => status === 'done' && dueDay === day).length;
}
