import { type Context, isInMaintenance, makeContext, type WaitUntil } from '#worker/base/context.ts';
import { recordCronRun } from '#worker/base/db/cron-runs-repo.ts';
import type { Env } from '#worker/base/env.ts';
import { describeError } from '#worker/base/platform/log.ts';
import { resumeBulkActions } from '#worker/bookings/bulk/run.ts';
import { extendOverdue } from '#worker/bookings/jobs/overdue.ts';
import { releaseUnpaidBookings } from '#worker/bookings/new/release.ts';
import { createReminders } from '#worker/bookings/reminders/tasks.ts';
import { sendHoldAlert } from '#worker/checkout/holds/alert.ts';
import { syncOpenCheckouts } from '#worker/checkout/tasks.ts';
import { sendArrivalWindows } from '#worker/dispatch/arrival-windows.ts';
import { resolvePendingConflicts } from '#worker/driver/actions/conflicts.ts';
import { settleAllOperations } from '#worker/entry/queue/operations.ts';
import { processPendingRows } from '#worker/entry/queue/outbox.ts';
import { handleEvents } from '#worker/entry/queue/stripe-events.ts';
import { finishRestores, isRestoreUnfinished } from '#worker/entry/restores/tasks.ts';
import { fetchMissedEvents } from '#worker/money/events/missed.ts';
import { endExpiredLinks } from '#worker/money/links/tasks.ts';
import { reconcile } from '#worker/money/reconciliation/tasks.ts';
import { isBackupRunning, resumeBackup, startBackup } from '#worker/operations/backups/tasks.ts';
import { sendHealthAlerts } from '#worker/operations/health/alerts.ts';
import type { CronExpressions } from '#worker/operations/health/checks.ts';
import { recordStripeAnswer } from '#worker/operations/health/service.ts';
import { geocodeUpcoming } from '#worker/places/geocoding/tasks.ts';
import { purgeOld } from './purge.ts';
export type TaskCounts = Record<string, number>;
type CronTask = {
  cron: string;
  run(ctx: Context, options: { isForced: boolean }): Promise<TaskCounts>;
  /** Whether it has work that maintenance waits for. Without it, the task does not run in maintenance. */
  worksInMaintenance?(ctx: Context): Promise<boolean>;
};

/** The tasks of each cron expression; wrangler.toml has the same expressions. */
export const CRON_TASKS: Readonly<Record<string, CronTask>> = {
  holds: { cron: '* * * * *', run: syncOpenCheckouts },
  'hold-alert': { cron: '* * * * *', run: sendHoldAlert },
  'after-restore': { cron: '* * * * *', run: finishRestores, worksInMaintenance: isRestoreUnfinished },
  outbox: { cron: '*/5 * * * *', run: processOutbox },
  operations: { cron: '*/5 * * * *', run: settleOpenMoney },
  reminders: { cron: '0 * * * *', run: createReminders },
  events: { cron: '*/5 * * * *', run: handleEvents },
  windows: { cron: '*/15 * * * *', run: sendArrivalWindows },
  'missed-events': { cron: '*/15 * * * *', run: fetchMissedEvents },
  geocoding: { cron: '*/15 * * * *', run: geocodeUpcoming },
  // At night in every US time zone.
  reconcile: { cron: '30 7 * * *', run: reconcile },
  purge: { cron: '30 7 * * *', run: purgeOld },
  // A new day in every US time zone, and before the first truck leaves.
  overdue: { cron: '30 10 * * *', run: extendOverdue },
  // Last: it looks at the results of the other tasks of its expression.
  health: { cron: '*/5 * * * *', run: (ctx) => sendHealthAlerts(ctx, CRON_EXPRESSIONS) },
  // After the purge, so that no row is deleted between a table and the tables that it refers to.
  backup: { cron: '30 8 * * *', run: startBackup },
  'backup-resume': { cron: '* * * * *', run: resumeBackup, worksInMaintenance: isBackupRunning },
};

/** The expression of each task. */
export const CRON_EXPRESSIONS: CronExpressions = Object.fromEntries(
  Object.entries(CRON_TASKS).map(([name, { cron }]) => [name, cron]),
);

/** Outbox rows that the queue lost, unfinished actions on many bookings, and what drivers recorded too early. */
async function processOutbox(ctx: Context, { isForced }: { isForced: boolean }): Promise<TaskCounts> {
  const processed = await processPendingRows(ctx, { includeRecent: isForced });
  return { ...processed, ...(await resumeBulkActions(ctx)), ...(await resolvePendingConflicts(ctx)) };
}

/** Operations without a known outcome, then expired payment links, then the unpaid bookings of ended links. */
async function settleOpenMoney(ctx: Context, options: { isForced: boolean }): Promise<TaskCounts> {
  const settled = await settleAllOperations(ctx, options);
  const ended = await endExpiredLinks(ctx);
  return { ...settled, ...ended, ...(await releaseUnpaidBookings(ctx)) };
}

/** Runs the tasks of an expression. A task that fails does not stop the others. In maintenance most are left out. */
export async function runSchedule(env: Env, cron: string, waitUntil?: WaitUntil) {
  const failed: string[] = [];
  for (const name of Object.keys(CRON_TASKS).filter((one) => CRON_TASKS[one]?.cron === cron)) {
    try {
      if (await isPaused(env, name)) continue;
      await runCronTask(env, name, { isForced: false, waitUntil });
    } catch (error) {
      const { log } = makeContext(env, { timeouts: 'background' });
      log.error('task_failed', { task: name, ...describeError(error) });
      failed.push(name);
    }
  }
  if (failed.length > 0) throw new Error(`Failed: ${failed.join(', ')}`);
}

/** Runs one task by name. With isForced it also processes rows that are not due yet. */
export async function runCronTask(
  env: Env,
  name: string,
  { waitUntil, ...options }: { isForced: boolean; waitUntil?: WaitUntil | undefined },
): Promise<TaskCounts> {
  const task = CRON_TASKS[name];
  if (!task) throw new Error(`There is no task ${name}; there are ${Object.keys(CRON_TASKS).join(', ')}.`);
  if (await isPaused(env, name)) {
    // It has nothing to do, for example because the cron was faster than a command.
    if (task.worksInMaintenance) return {};
    throw new Error(`${name} does not run in maintenance: end it with npm run maintenance -- off.`);
  }
  const worksInMaintenance = task.worksInMaintenance !== undefined;
  const ctx = makeContext(env, { timeouts: 'background', waitUntil, worksInMaintenance });
  const counts = await recordRun(ctx, name, () => task.run(ctx, options));
  ctx.log.info('task_done', { task: name, ...counts });
  return counts;
}

/** Whether the task must wait for the end of maintenance. */
async function isPaused(env: Env, name: string): Promise<boolean> {
  if (!(await isInMaintenance(env, Date.now()))) return false;
  const ctx = makeContext(env, { timeouts: 'background' });
  return !(await CRON_TASKS[name]?.worksInMaintenance?.(ctx));
}

/** Stores the result of a run and of its last call to Stripe, for the health checks. */
async function recordRun<T>(ctx: Context, task: string, run: () => Promise<T>): Promise<T> {
  const record = async (error: string | null) => {
    const nowMs = ctx.now();
    await recordCronRun(ctx.db, { task, error, nowMs });
    const answer = ctx.lastStripeAnswer();
    if (answer) await recordStripeAnswer(ctx.db, answer);
  };
  try {
    const result = await run();
    await record(null);
    return result;
  } catch (error) {
    // The first error is thrown, also when the database does not answer.
    await record(String(describeError(error).error)).catch(() => undefined);
    throw error;
  }
}
