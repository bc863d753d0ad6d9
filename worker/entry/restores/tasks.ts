import { RESTORE_STEP_NAMES } from '#domain/shared/restores.ts';
import type { Context } from '#worker/base/context.ts';
import { databaseMessage } from '#worker/base/db/constraint-errors.ts';
import { describeError } from '#worker/base/platform/log.ts';
import {
  claimRestore,
  extendLease,
  findUnfinishedRestore,
  finishRestore,
  listSteps,
  type Restore,
  releaseLease,
  saveStep,
} from './repo.ts';
import { STEPS, type StepResult } from './steps.ts';

/** False also while a restore from backup is creating the tables. */
export async function isRestoreUnfinished({ db }: Pick<Context, 'db'>): Promise<boolean> {
  try {
    return (await findUnfinishedRestore(db)) !== null;
  } catch (error) {
    if (databaseMessage(error).includes('no such table')) return false;
    throw error;
  }
}

/** A run ends when a step needs this many parts; the next run, in a minute, continues. */
const MAX_PARTS = 10;
/** Longer than a part of a step takes. A run without progress for so long counts as crashed. */
const LEASE_MS = 5 * 60_000;

/**
 * Does the steps after a restore that are not done, in their order, also in maintenance. Only one run does them at a
 * time. A failed step is logged and tried again in the next run; the steps after it wait. Returns how many are done and
 * open.
 */
export async function finishRestores(ctx: Context) {
  const restore = await findUnfinishedRestore(ctx.db);
  if (!restore) return { done: 0, open: 0 };
  const nowMs = ctx.now();
  const leaseUntilMs = await claimRestore(ctx.db, restore.id, { nowMs, untilMs: nowMs + LEASE_MS });
  // Read after the claim: an earlier run may have done more.
  const states = new Map((await listSteps(ctx.db, restore.id)).map((state) => [state.step, state]));
  const open = RESTORE_STEP_NAMES.filter((step) => !states.get(step)?.doneAtMs);
  if (leaseUntilMs === null) return { done: 0, open: open.length };
  const run = { restore, leaseUntilMs };
  let done = 0;
  try {
    for (const step of open) {
      const before = (states.get(step)?.result ?? null) as StepResult | null;
      if (!(await tryStep(ctx, run, { step, before }))) return { done, open: open.length - done };
      done += 1;
    }
    await finishRestore(ctx.db, restore.id, ctx.now());
  } finally {
    await releaseLease(ctx.db, restore.id, run.leaseUntilMs);
  }
  return { done, open: 0 };
}

/** `leaseUntilMs` changes with each part. */
type Run = { restore: Restore; leaseUntilMs: number };
type Attempt = { step: (typeof RESTORE_STEP_NAMES)[number]; before: StepResult | null };

/** Whether the step is done. */
async function tryStep(ctx: Context, run: Run, { step, before }: Attempt): Promise<boolean> {
  const { restore } = run;
  let last = before;
  try {
    for (let part = 0; part < MAX_PARTS; part += 1) {
      if (!(await keepLease(ctx, run))) return false;
      const { isDone, result } = await STEPS[step](ctx, restore, last);
      const doneAtMs = isDone ? ctx.now() : null;
      await saveStep(ctx.db, { restoreId: restore.id, step, doneAtMs, result });
      if (isDone) {
        ctx.log.info('restore_step_done', { step, restoreId: restore.id, ...result });
        return true;
      }
      last = result;
    }
  } catch (error) {
    ctx.log.error('restore_step_failed', { step, restoreId: restore.id, ...describeError(error) });
  }
  return false;
}

/** False when another run has taken the restore over; then this run must end. */
async function keepLease(ctx: Context, run: Run): Promise<boolean> {
  const { restore, leaseUntilMs } = run;
  const extended = await extendLease(ctx.db, restore.id, { leaseUntilMs, untilMs: ctx.now() + LEASE_MS });
  if (extended === null) return false;
  run.leaseUntilMs = extended;
  return true;
}
