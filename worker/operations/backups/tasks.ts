import { isoInstant } from '#domain/shared/days.ts';
import type { Context } from '#worker/base/context.ts';
import { databaseMessage } from '#worker/base/db/constraint-errors.ts';
import { describeError } from '#worker/base/platform/log.ts';
import { writeChunk } from './chunk.ts';
import {
  type BackupManifest,
  type BackupProgress,
  backupProgress,
  countBackupRows,
  manifestKeyOf,
} from './manifest.ts';
import { childrenFirst, withReadingOrder } from './order.ts';
import {
  type BackupRun,
  claimRun,
  failRunningBackup,
  findRunningBackup,
  insertRun,
  readReferences,
  readSchemaVersion,
  readSequences,
  readTables,
  saveRun,
} from './repo.ts';
import { findManifest, listMissingObjects, pruneBackups } from './storage.ts';

/** Text that one step writes, before compression: about a second of CPU. */
const STEP_BYTES = 16_000_000;
/** Queries of one step after which it ends. */
const STEP_PAGES = 400;
/** Each failed or crashed attempt of a step halves its sizes, up to this. */
const MAX_DIVISOR = 32;
/** A step that runs longer counts as crashed. */
const LEASE_MS = 5 * 60_000;
/** A backup has failed if a step of it fails or crashes after this time. */
const MAX_RUN_MS = 6 * 3_600_000;

type StepResult = 'nothing' | 'more' | 'finished';

/** Begins a backup of the database and takes its first step. With isForced it is finished in this call. */
export async function startBackup(ctx: Context, options: { isForced: boolean }) {
  await insertRun(ctx.db, ctx.now());
  return resumeBackup(ctx, options);
}

/** Continues the running backup, if no other step holds it. Also begins a backup that `npm run backup` requested. */
export async function resumeBackup(ctx: Context, { isForced }: { isForced: boolean }) {
  let steps = 0;
  let result: StepResult;
  do {
    result = await takeStep(ctx);
    if (result !== 'nothing') steps += 1;
  } while (isForced && result === 'more');
  if (result === 'more') await ctx.send({ type: 'backup' });
  return { steps, finished: result === 'finished' ? 1 : 0 };
}

/** Maintenance does not stop a backup. False also while a restore is creating the tables. */
export async function isBackupRunning({ db }: Pick<Context, 'db'>): Promise<boolean> {
  try {
    return (await findRunningBackup(db)) !== null;
  } catch (error) {
    if (databaseMessage(error).includes('no such table')) return false;
    throw error;
  }
}

/**
 * After a restore to an earlier moment: a backup that ran at that moment must not go on, because its objects are of
 * another course of events. Returns the number of ended backups.
 */
export function endRunningBackup(ctx: Context): Promise<number> {
  return failRunningBackup(ctx.db, { nowMs: ctx.now(), error: 'A restore ended this backup.' });
}

/** A queue message continues the backup at once. If it is lost, the cron continues a minute later. */
export async function continueBackup(ctx: Context) {
  await resumeBackup(ctx, { isForced: false });
}

/** Throws when the backup cannot continue now; a later step tries again. */
async function takeStep(ctx: Context): Promise<StepResult> {
  const nowMs = ctx.now();
  const run = await claimRun(ctx.db, { nowMs, leaseUntil: nowMs + LEASE_MS });
  if (!run) return 'nothing';
  const isLate = nowMs > run.requestedAt + MAX_RUN_MS;
  try {
    // Before the work: a step that runs out of memory ends without an exception.
    if (isLate && run.attempts > 1) throw new Error(describeLastError(run));
    return await writeNext(ctx, run);
  } catch (error) {
    const hasFailed = error instanceof MissingKeyError || isLate;
    const { message } = error instanceof Error ? error : { message: String(error) };
    const ended = hasFailed ? { state: 'failed' as const, finishedAt: ctx.now() } : {};
    await saveRun(ctx.db, run, { error: message, ...ended });
    if (hasFailed) ctx.log.error('backup_failed', describeError(error));
    throw error;
  }
}

class MissingKeyError extends Error {}

function describeLastError({ attempts, error }: BackupRun): string {
  const cause = error ?? 'it ended without an error, for example because it ran out of memory';
  return `A step of the backup failed ${attempts - 1} times: ${cause}`;
}

async function writeNext(ctx: Context, run: BackupRun): Promise<StepResult> {
  const recipient = ctx.settings.backupPublicKey;
  if (!recipient) {
    throw new MissingKeyError(
      'BACKUP_PUBLIC_KEY is not set, so no backup was made: npm run backup -- --new-key FILE makes a pair of keys.',
    );
  }
  const begun = run.progress === null ? await planBackup(ctx, recipient) : backupProgress.parse(run.progress);
  if (begun.recipient !== recipient) return restartBackup(ctx, run, begun);
  const progress = await writeObjects(ctx, begun, run);
  if (progress.tableIndex < progress.tables.length) {
    return (await saveRun(ctx.db, run, { progress })) ? 'more' : 'nothing';
  }
  return finishBackup(ctx, run, progress);
}

/** Its objects are deleted a day later, with other unfinished backups. */
async function restartBackup(ctx: Context, run: BackupRun, { name }: BackupProgress): Promise<StepResult> {
  ctx.log.warn('backup_restarted', { name });
  return (await saveRun(ctx.db, run, { progress: null })) ? 'more' : 'nothing';
}

async function planBackup(ctx: Context, recipient: string): Promise<BackupProgress> {
  const startedAt = ctx.now();
  const [tables, references] = [await readTables(ctx.db), await readReferences(ctx.db)];
  return {
    name: isoInstant(startedAt).replace(/[:.]/g, '-'),
    startedAt,
    schemaVersion: await readSchemaVersion(ctx.db),
    recipient,
    tables: withReadingOrder(childrenFirst(tables, references), references),
    tableIndex: 0,
    after: null,
  };
}

/** Writes objects until STEP_BYTES of text are written, STEP_PAGES are read, or all tables are done. */
async function writeObjects(
  ctx: Context,
  begun: BackupProgress,
  { attempts }: BackupRun,
): Promise<BackupProgress> {
  const progress = structuredClone(begun);
  const divisor = Math.min(2 ** (attempts - 1), MAX_DIVISOR);
  let textBytes = 0;
  let pages = 0;
  while (textBytes < STEP_BYTES / divisor && pages < STEP_PAGES) {
    const table = progress.tables[progress.tableIndex];
    if (!table) break;
    const { name: backupName, after, recipient } = progress;
    const chunk = await writeChunk(ctx, { backupName, table, after, recipient, divisor });
    textBytes += chunk.textBytes;
    pages += chunk.pages;
    if (chunk.object) table.objects.push(chunk.object);
    progress.after = chunk.object?.last ?? progress.after;
    if (chunk.isLast) {
      progress.tableIndex += 1;
      progress.after = null;
    }
  }
  return progress;
}

async function finishBackup(ctx: Context, run: BackupRun, progress: BackupProgress): Promise<StepResult> {
  const { name, startedAt, schemaVersion, recipient, tables } = progress;
  if (!(await canFinish(ctx, progress))) return restartBackup(ctx, run, progress);
  const finishedAt = ctx.now();
  const manifest: BackupManifest = {
    version: 1,
    name,
    environment: ctx.settings.environment,
    schemaVersion,
    startedAt: isoInstant(startedAt),
    finishedAt: isoInstant(finishedAt),
    recipient,
    tables,
    sequences: await readSequences(ctx.db),
  };
  const manifestKey = manifestKeyOf(name);
  const rows = tables.reduce((sum, table) => sum + countBackupRows(table), 0);
  const metadata = { startedAt: String(startedAt), finishedAt: String(finishedAt), rows: String(rows) };
  await ctx.backups.put(manifestKey, JSON.stringify(manifest, null, 1), { customMetadata: metadata });
  const deleted = await pruneBackups(ctx.backups, finishedAt);
  const isSaved = await saveRun(ctx.db, run, {
    state: 'succeeded',
    progress,
    finishedAt,
    manifestKey,
    error: null,
  });
  if (!isSaved) return 'nothing';
  ctx.log.info('backup_finished', { name, rows, tables: tables.length, deleted });
  return 'finished';
}

/**
 * False if a deployment changed the tables after the first of them was read. Also after Time Travel into a backup that
 * was running: its objects may be deleted, or it was completed with other objects.
 */
async function canFinish(ctx: Context, progress: BackupProgress): Promise<boolean> {
  if ((await readSchemaVersion(ctx.db)) !== progress.schemaVersion) return false;
  if ((await listMissingObjects(ctx.backups, progress)).length > 0) return false;
  const existing = await findManifest(ctx.backups, progress.name);
  return !existing || JSON.stringify(existing.tables) === JSON.stringify(progress.tables);
}
