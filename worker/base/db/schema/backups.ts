import { sql } from 'drizzle-orm';
import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { instantMs, rowId } from './columns.ts';

/**
 * Each backup with its progress. `npm run backup` inserts a row too, because wrangler has no other way into the Worker.
 * It describes this database, so it is not part of a backup.
 */
export const backupRuns = sqliteTable(
  'backup_runs',
  {
    id: rowId(),
    state: text('state', { enum: ['running', 'succeeded', 'failed'] })
      .notNull()
      .default('running'),
    requestedAt: instantMs('requested_at').notNull(),
    /** Parsed by worker/operations/backups. Null until the first step. */
    progress: text('progress', { mode: 'json' }),
    /** Increases with each saved progress, so that only one of two concurrent steps is saved. */
    step: integer('step').notNull().default(0),
    /** How often the next step was begun. More than 1 after an attempt that failed or crashed. */
    attempts: integer('attempts').notNull().default(0),
    leaseUntil: instantMs('lease_until'),
    finishedAt: instantMs('finished_at'),
    /** The key of the manifest in BACKUPS. */
    manifestKey: text('manifest_key'),
    error: text('error'),
  },
  (table) => [uniqueIndex('backup_runs_running').on(table.state).where(sql`state = 'running'`)],
);
