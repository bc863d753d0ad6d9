import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { createdAt, oneOf, rowId } from './columns.ts';
import { users } from './users.ts';

export const HISTORY_SUBJECTS = ['user', 'booking', 'dumpster'] as const;

/**
 * What staff changed: written in the change's own transaction, appended only (triggers refuse the rest),
 * never a secret in it. `before` and `after` hold the fields that changed.
 */
export const history = sqliteTable(
  'history',
  {
    id: rowId(),
    subject: text('subject', { enum: HISTORY_SUBJECTS }).notNull(),
    subjectId: integer('subject_id').notNull(),
    /** The subject's version after the change. */
    version: integer('version').notNull(),
    action: text('action').notNull(),
    actorId: integer('actor_id')
      .notNull()
      .references(() => users.id),
    actorName: text('actor_name').notNull(),
    before: text('before', { mode: 'json' }).$type<Record<string, unknown> | null>(),
    after: text('after', { mode: 'json' }).$type<Record<string, unknown> | null>(),
    createdAt: createdAt(),
  },
  (table) => [
    index('history_subject').on(table.subject, table.subjectId, table.id),
    // Of two who change one version only one is first: the other's whole transaction is refused.
    uniqueIndex('history_version').on(table.subject, table.subjectId, table.version),
    oneOf('history_subject_known', table.subject, HISTORY_SUBJECTS),
  ],
);
