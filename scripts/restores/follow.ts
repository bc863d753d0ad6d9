import { setTimeout as sleep } from 'node:timers/promises';
import {
  RESTORE_MARKER,
  RESTORE_STEP_NAMES,
  RESTORE_STEPS,
  type RestoreStep,
} from '#domain/shared/restores.ts';
import { restartStatement } from '#worker/base/db/restart-cron-runs.ts';
import { MAINTENANCE_KEY } from '#worker/base/platform/maintenance.ts';
import type { Target } from '../target.ts';
import { RESUME_WRITES } from './maintenance.ts';
import { assertTravelled, TRAVEL_KEY } from './time-travel.ts';

type Progress = { isFinished: boolean; done: { step: RestoreStep; result: string | null }[] };

/**
 * The steps of the last restore that the Worker has done; null if there never was a restore. Throws while a restore from
 * backup is not loaded.
 */
async function findProgress(target: Target): Promise<Progress | null> {
  const rows = await readProgress(target).catch((error: Error) => {
    if (!/no such table/.test(error.message)) throw error;
    throw new Error(NOT_LOADED);
  });
  if (rows[0]?.loading) throw new Error(NOT_LOADED);
  if (!rows[0]?.id) return null;
  const done = rows.flatMap(({ step, result }) => (step === null ? [] : [{ step, result }]));
  return { isFinished: rows[0]?.finished === 1, done };
}

const NOT_LOADED =
  'A restore is not loaded completely: rows are missing. Repeat npm run restore -- MANIFEST in maintenance.';

type ProgressRow = {
  loading: number;
  id: number | null;
  finished: number;
  step: RestoreStep | null;
  result: string | null;
};

/** At least one row. */
function readProgress(target: Target) {
  return target.query<ProgressRow>(`
    SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE name = '${RESTORE_MARKER}') AS loading, r.id,
      r.finished_at_ms IS NOT NULL AS finished, s.step, s.result
    FROM (SELECT max(id) AS id FROM restores) AS last LEFT JOIN restores r ON r.id = last.id
    LEFT JOIN restore_steps s ON s.restore_id = r.id AND s.done_at_ms IS NOT NULL
    ORDER BY s.done_at_ms, s.rowid`);
}

/** The labels of the steps after a restore that are still open, in their order. */
export async function listOpenSteps(target: Target): Promise<string[]> {
  const progress = await findProgress(target);
  if (!progress || progress.isFinished) return [];
  const done = new Set(progress.done.map(({ step }) => step));
  return RESTORE_STEP_NAMES.filter((step) => !done.has(step)).map((step) => RESTORE_STEPS[step]);
}

const POLL_SECONDS = 10;
const MAX_POLLS = 180;

/**
 * Prints each step after a restore when the Worker has done it, and returns when all are done. Throws after half an
 * hour; the Worker continues then, and the command can be repeated.
 */
export async function followRestore(target: Target): Promise<void> {
  await assertTravelled(target);
  const printed = new Set<string>();
  for (let poll = 0; poll < MAX_POLLS; poll += 1) {
    await target.wake('after-restore');
    const progress = await findProgress(target);
    for (const { step, result } of progress?.done ?? []) {
      if (!printed.has(step)) console.log(`Done: ${RESTORE_STEPS[step]}${countsOf(result)}`);
      printed.add(step);
    }
    if (!progress || progress.isFinished) {
      console.log('The Worker has done all steps after the restore. Next: npm run maintenance -- off');
      return;
    }
    await sleep(POLL_SECONDS * 1000);
  }
  const open = await listOpenSteps(target);
  throw new Error(
    `These steps are not done after half an hour. The log has restore_step_failed:\n- ${open.join('\n- ')}`,
  );
}

/** ' (3 held, 2 reminders)', and the bookings whose refund was stopped. */
function countsOf(result: string | null): string {
  const values = JSON.parse(result ?? '{}') as Record<string, unknown>;
  const counts = Object.entries(values)
    .filter(([, value]) => typeof value === 'number')
    .map(([name, value]) => `${value} ${name}`);
  const { stoppedRefundsOf: bookings } = values;
  const stopped = bookings ? `\n  Refunds stopped, decide about them again: bookings ${bookings}` : '';
  return (counts.length > 0 ? ` (${counts.join(', ')})` : '') + stopped;
}

/**
 * Throws while a restore is not finished. `isForced` ends maintenance although steps are open, which the Worker then
 * does beside the calls, or although Time Travel was interrupted, for a restore that was undone. It does not end
 * maintenance while a backup is loaded.
 */
export async function endMaintenance(target: Target, { isForced }: { isForced: boolean }): Promise<void> {
  if (!isForced) await assertTravelled(target);
  const open = await listOpenSteps(target);
  if (open.length > 0 && !isForced) {
    throw new Error(
      `Maintenance stays on, because the restore is not finished. Still to do:\n- ${open.join('\n- ')}\nThe Worker does it every minute. If it stays, look for restore_step_failed in the log.`,
    );
  }
  // First: a failure here leaves maintenance on, and the command can be repeated.
  await target.update([restartStatement(Date.now()), RESUME_WRITES]);
  if (isForced) await target.writeFlag(TRAVEL_KEY, null);
  await target.writeFlag(MAINTENANCE_KEY, null);
}
