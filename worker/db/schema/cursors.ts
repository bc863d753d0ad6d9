import { sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instantMs } from './columns.ts';

/** How far a background task has come, so that the next run continues there. */
export const cursors = sqliteTable('cursors', {
  name: text('name').primaryKey(),
  reachedAt: instantMs('reached_at').notNull(),
  /** The result of the last run, if staff see it. */
  result: text('result', { mode: 'json' }),
});
