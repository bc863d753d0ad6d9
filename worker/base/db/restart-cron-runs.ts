/** More than any task may be late (worker/operations/health): its interval, at most a day, and a tenth. */
const ON_TIME_MS = 27 * 3_600_000;

/**
 * For the end of a time without crons (a restore, maintenance): no task is late before its next
 * time, except those that were late when the other tasks stopped.
 */
export function restartStatement(nowMs: number): string {
  const lastOf = 'max(expected_since, coalesce(succeeded_at, 0))';
  return `UPDATE cron_runs SET expected_since = ${nowMs}
    WHERE ${lastOf} > (SELECT max(${lastOf}) FROM cron_runs) - ${ON_TIME_MS}`;
}
