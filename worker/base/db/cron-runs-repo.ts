import { sql } from 'drizzle-orm';
import type { Db } from './client.ts';
import { restartStatement } from './restart-cron-runs.ts';
import { cronRuns } from './schema/system.ts';

export type CronRun = typeof cronRuns.$inferSelect;

/** Stores the result of a run: `error` is null when it succeeded. */
export async function recordCronRun(
  db: Db,
  { task, error, nowMs }: { task: string; error: string | null; nowMs: number },
) {
  const result = error === null ? { succeededAt: nowMs, error } : { failedAt: nowMs, error };
  await db
    .insert(cronRuns)
    .values({ task, expectedSince: nowMs, ...result })
    .onConflictDoUpdate({ target: cronRuns.task, set: result });
}

/** Adds the tasks that have no row yet; they are expected from now on. */
export async function addExpectedTasks(db: Db, tasks: readonly string[], nowMs: number) {
  const values = tasks.map((task) => ({ task, expectedSince: nowMs }));
  await db.insert(cronRuns).values(values).onConflictDoNothing();
}

/** Runs restartStatement. */
export async function restartCronRuns(db: Db, nowMs: number) {
  await db.run(sql.raw(restartStatement(nowMs)));
}

export function listCronRuns(db: Db): Promise<CronRun[]> {
  return db.select().from(cronRuns);
}
