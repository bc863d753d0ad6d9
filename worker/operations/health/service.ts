import * as z from 'zod/mini';
import journal from '#migrations/meta/_journal.json' with { type: 'json' };
import type { Context } from '#worker/base/context.ts';
import type { Db } from '#worker/base/db/client.ts';
import { addExpectedTasks, listCronRuns } from '#worker/base/db/cron-runs-repo.ts';
import { findCursor, saveCursor } from '#worker/base/db/cursors-repo.ts';
import { isRestoreLoading } from '#worker/base/db/restore-state-repo.ts';
import { isSameSecret } from '#worker/base/platform/digest.ts';
import { describeError } from '#worker/base/platform/log.ts';
import type { StripeAnswer } from '#worker/base/platform/stripe.ts';
import { findLastBackup } from '#worker/operations/backups/storage.ts';
import {
  type BackupFacts,
  type CronExpressions,
  DEAD_LETTER_NEWS_MS,
  type HealthCheck,
  type HealthFacts,
  isFailing,
  OUTBOX_FAILED_LIMIT_MS,
  runChecks,
} from './checks.ts';
import {
  countDeadLetters,
  countOpenDifferences,
  listMigrations,
  readDatabaseBytes,
  readPendingOutbox,
} from './repo.ts';

export type HealthReport = { status: 'ok' | 'failing'; checks: readonly NamedCheck[] };
type NamedCheck = Omit<HealthCheck, 'name'> & { name: HealthCheck['name'] | 'database' };

/** Anyone may ask, so the database is asked this often at most by one instance of the Worker. */
const FRESH_MS = 5000;
const known = new WeakMap<Context['settings'], { report: Promise<HealthReport>; startedAtMs: number }>();

/**
 * The health of the last seconds; concurrent callers share one reading. Never throws: a database that does not answer is
 * a failing check.
 */
export function getRecentHealth(ctx: Context, crons: CronExpressions): Promise<HealthReport> {
  const last = known.get(ctx.settings);
  const startedAtMs = ctx.now();
  if (last && startedAtMs - last.startedAtMs < FRESH_MS) return last.report;
  const report = readHealth(ctx, crons).catch((error: unknown): HealthReport => {
    ctx.log.error('health_not_read', describeError(error));
    const detail = String(describeError(error).error);
    return { status: 'failing', checks: [{ name: 'database', ok: false, detail }] };
  });
  known.set(ctx.settings, { report, startedAtMs });
  // The reading continues for the other callers when the first one disconnects.
  ctx.afterReply(async () => void (await report));
  return report;
}

/** The health of this moment. Throws when the database does not answer or has no schema. */
export async function readHealth(ctx: Context, crons: CronExpressions) {
  const checks = runChecks(await readFacts(ctx, crons));
  return { status: isFailing(checks) ? ('failing' as const) : ('ok' as const), checks };
}

/** Whether the caller sent the health key. Without a configured key no caller has it. */
export async function hasHealthKey({ settings }: Context, authorization: string | null): Promise<boolean> {
  if (settings.healthKey === null || authorization === null) return false;
  return isSameSecret(authorization, `Bearer ${settings.healthKey}`);
}

async function readFacts(ctx: Context, crons: CronExpressions): Promise<HealthFacts> {
  const { db } = ctx;
  const nowMs = ctx.now();
  const [applied, isLoading, runs, outbox, deadLetters, differences, databaseBytes, backup, stripe] =
    await Promise.all([
      listMigrations(db),
      isRestoreLoading(db),
      listExpectedRuns(ctx, crons),
      readPendingOutbox(db, { nowMs, recentMs: nowMs - OUTBOX_FAILED_LIMIT_MS }),
      countDeadLetters(db, nowMs - DEAD_LETTER_NEWS_MS),
      countOpenDifferences(db),
      readDatabaseBytes(db),
      readBackupFacts(ctx),
      findStripeState(db),
    ]);
  return {
    nowMs,
    schema: { known: KNOWN_MIGRATIONS, applied },
    isRestoreLoading: isLoading,
    crons,
    runs,
    outbox,
    deadLetters,
    differences,
    databaseBytes,
    backup,
    stripe,
  };
}

async function readBackupFacts({ backups, settings }: Context): Promise<BackupFacts> {
  const keys = {
    hasKey: settings.backupPublicKey !== null,
    isRequired: settings.environment === 'production',
  };
  try {
    const last = await findLastBackup(backups);
    return { ...keys, finishedAt: last?.finishedAt ?? null, error: null };
  } catch (error) {
    return { ...keys, finishedAt: null, error: String(describeError(error).error) };
  }
}

/** The cursor with the last call to Stripe by a cron task. */
const STRIPE_CURSOR = 'stripe-call';
const stripeState = z.object({
  result: z.enum(['answered', 'no_answer', 'key_refused']),
  unanswered: z.int(),
});

/** Stores the last call to Stripe of a cron run. */
export async function recordStripeAnswer(db: Db, { result, atMs }: StripeAnswer): Promise<void> {
  const last = await findStripeState(db);
  const unanswered = result === 'no_answer' ? (last?.unanswered ?? 0) + 1 : 0;
  await saveCursor(db, { name: STRIPE_CURSOR, reachedAt: atMs, result: { result, unanswered } });
}

async function findStripeState(db: Db): Promise<HealthFacts['stripe']> {
  const cursor = await findCursor(db, STRIPE_CURSOR);
  const state = stripeState.safeParse(cursor?.result);
  return cursor && state.success ? { ...state.data, atMs: cursor.reachedAt } : null;
}

/** The migrations of this version of the code. */
const KNOWN_MIGRATIONS = journal.entries.map(({ tag }) => `${tag}.sql`);

/** A new task is expected from the first time that it is missing here. A restore in maintenance is the only writer. */
async function listExpectedRuns({ db, now, isInMaintenance }: Context, crons: CronExpressions) {
  const runs = await listCronRuns(db);
  const missing = Object.keys(crons).filter((task) => !runs.some((run) => run.task === task));
  if (missing.length === 0 || (await isInMaintenance())) return runs;
  await addExpectedTasks(db, missing, now());
  return listCronRuns(db);
}
