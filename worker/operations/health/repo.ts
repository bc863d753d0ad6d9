import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db } from '#worker/base/db/client.ts';
import { commit } from '#worker/base/db/commit.ts';
import { readRows } from '#worker/base/db/rows.ts';
import { reconciliationIssues } from '#worker/base/db/schema/reconciliation.ts';
import { healthAlerts } from '#worker/base/db/schema/system.ts';

/** Counts end here, so that a check reads few rows. */
export const COUNT_LIMIT = 100;

/** The file names of the database's migrations, the latest last. Throws without a schema. */
export async function listMigrations(db: Db): Promise<string[]> {
  const migrations = await readRows(
    db,
    { name: sql<string>`name` },
    (columns) => sql`SELECT ${columns} FROM d1_migrations ORDER BY id`,
  );
  return migrations.map(({ name }) => name);
}

/** In bytes. D1 reports it with every result. */
export async function readDatabaseBytes(db: Db): Promise<number> {
  const { meta } = await db.run(sql`SELECT 1`);
  return meta.size_after;
}

/**
 * Of the oldest COUNT_LIMIT pending rows that are due: since when the oldest without an attempt and the oldest failed one
 * are due, in milliseconds, and the number of failed ones. `hasRecentlyDone`: an e-mail was done since `recentMs`.
 */
export async function readPendingOutbox(db: Db, { nowMs, recentMs }: { nowMs: number; recentMs: number }) {
  const [row] = await readRows(
    db,
    {
      untriedSince: sql<number | null>`min(CASE WHEN attempts = 0 THEN since END)`,
      failedSince: sql<number | null>`min(CASE WHEN attempts > 0 THEN since END)`,
      failed: sql<number>`coalesce(sum(attempts > 0), 0)`,
      recentlyDone: sql<number>`EXISTS (SELECT 1 FROM outbox WHERE done_at > ${recentMs} AND kind <> 'end-sessions')`,
    },
    (columns) => sql`
      SELECT ${columns} FROM (
        SELECT attempts, max(created_at, coalesce(due_at, 0), coalesce(replayed_at, 0)) AS since FROM outbox
        WHERE done_at IS NULL AND dead_at IS NULL AND held_at IS NULL AND coalesce(due_at, 0) <= ${nowMs}
        ORDER BY created_at LIMIT ${COUNT_LIMIT})`,
  );
  const { untriedSince = null, failedSince = null, failed = 0, recentlyDone = 0 } = row ?? {};
  return { untriedSince, failedSince, failed, hasRecentlyDone: recentlyDone === 1 };
}

/** Old failed rows stay in the table, and anyone may ask for the health. */
const EXAMINED_DEAD_ROWS = 1000;

/** Of the latest EXAMINED_DEAD_ROWS failed rows: those since an instant, and those of any age that end sessions. */
export async function countDeadLetters(db: Db, sinceMs: number): Promise<number> {
  const [row] = await readRows(
    db,
    { count: sql<number>`count(*)` },
    (columns) => sql`
      SELECT ${columns} FROM (
        SELECT 1 FROM (
          SELECT dead_at, kind FROM outbox WHERE done_at IS NULL AND dead_at IS NOT NULL
          ORDER BY dead_at DESC LIMIT ${EXAMINED_DEAD_ROWS})
        WHERE dead_at >= ${sinceMs} OR kind = 'end-sessions' LIMIT ${COUNT_LIMIT})`,
  );
  return row?.count ?? 0;
}

/** Differences between the ledger and Stripe that are not settled; at most COUNT_LIMIT. */
export async function countOpenDifferences(db: Db): Promise<number> {
  const open = db
    .select({ id: reconciliationIssues.id })
    .from(reconciliationIssues)
    .where(isNull(reconciliationIssues.settledAt))
    .limit(COUNT_LIMIT);
  return (await open).length;
}

/** Notes that these checks fail. A check that failed before keeps its start. */
export async function startAlerts(db: Db, checkNames: readonly string[], nowMs: number) {
  if (checkNames.length === 0) return;
  await db
    .insert(healthAlerts)
    .values(checkNames.map((checkName) => ({ checkName, failingSince: nowMs })))
    .onConflictDoUpdate({
      target: healthAlerts.checkName,
      set: { failingSince: nowMs, recoveredAt: null },
      setWhere: sql`recovered_at IS NOT NULL`,
    });
}

/**
 * The failing checks whose e-mail is due: none was sent since the check began to fail, and none in the last `quietMs`.
 * Each is returned to one of several concurrent callers.
 */
export async function claimFailures(db: Db, { nowMs, quietMs }: { nowMs: number; quietMs: number }) {
  const claimed = await db
    .update(healthAlerts)
    .set({ alertedAt: nowMs })
    .where(
      and(
        isNull(healthAlerts.recoveredAt),
        or(
          isNull(healthAlerts.alertedAt),
          and(sql`alerted_at < failing_since`, lt(healthAlerts.alertedAt, nowMs - quietMs)),
        ),
      ),
    )
    .returning({ checkName: healthAlerts.checkName });
  return claimed.map(({ checkName }) => checkName);
}

/** Notes that these checks are good again. Returns those whose failure was e-mailed, to one of several callers. */
export async function claimRecoveries(db: Db, checkNames: readonly string[], nowMs: number) {
  const recovered = await db
    .update(healthAlerts)
    .set({ recoveredAt: nowMs })
    .where(and(isNull(healthAlerts.recoveredAt), inArray(healthAlerts.checkName, [...checkNames])))
    .returning({
      checkName: healthAlerts.checkName,
      alertedAt: healthAlerts.alertedAt,
      failingSince: healthAlerts.failingSince,
    });
  return recovered
    .filter(({ alertedAt, failingSince }) => alertedAt !== null && alertedAt >= failingSince)
    .map(({ checkName }) => checkName);
}

/** Undoes the claims of a run whose e-mail was not sent, so that the next run sends it. */
export async function releaseClaims(db: Db, nowMs: number) {
  await commit(
    { db },
    {
      writes: [
        db.update(healthAlerts).set({ alertedAt: null }).where(eq(healthAlerts.alertedAt, nowMs)),
        db.update(healthAlerts).set({ recoveredAt: null }).where(eq(healthAlerts.recoveredAt, nowMs)),
      ],
    },
  );
}
