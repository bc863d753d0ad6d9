import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instantMs, rowId } from './columns.ts';

export const RESTORE_SOURCES = ['backup', 'time_travel'] as const;

/** A restore of the database. `npm run restore` inserts it; the Worker then does the steps of worker/entry/restores. */
export const restores = sqliteTable(
  'restores',
  {
    id: rowId(),
    source: text('source', { enum: RESTORE_SOURCES }).notNull(),
    restoredAtMs: instantMs('restored_at_ms').notNull(),
    /** The instant whose data is in the database. Later changes are lost. */
    restoredToMs: instantMs('restored_to_ms').notNull(),
    finishedAtMs: instantMs('finished_at_ms'),
    /** Until then one run does the steps. */
    leaseUntilMs: instantMs('lease_until_ms'),
  },
  (table) => [index('restores_unfinished').on(table.id).where(sql`finished_at_ms IS NULL`)],
);

/** The progress of each step of a restore. */
export const restoreSteps = sqliteTable(
  'restore_steps',
  {
    restoreId: integer('restore_id')
      .notNull()
      .references(() => restores.id),
    step: text('step').notNull(),
    /** Null while the step continues in the next run. */
    doneAtMs: instantMs('done_at_ms'),
    /** Counts for the operator, and the position where an unfinished step continues. */
    result: text('result', { mode: 'json' }),
  },
  (table) => [primaryKey({ columns: [table.restoreId, table.step] })],
);
