import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { ACTOR_TYPES } from '#domain/accounts/access.ts';
import { createdAt, rowId } from './columns.ts';
import { users } from './users.ts';

export const HISTORY_SUBJECTS = [
  'user',
  'booking',
  'dumpster',
  'business',
  'pause',
  'catalog',
  'blackout_day',
  'truck',
  'site',
  'dispatch_settings',
  'route',
] as const;

/**
 * Changes and events, written in the transaction of the change. Rows are only inserted (triggers refuse the rest) and
 * contain no secrets. `before` and `after` hold the changed fields, or the details of the entry.
 */
export const history = sqliteTable(
  'history',
  {
    id: rowId(),
    subject: text('subject', { enum: HISTORY_SUBJECTS }).notNull(),
    subjectId: integer('subject_id').notNull(),
    /** The subject's version after the change; null if the entry did not change the subject. */
    version: integer('version'),
    action: text('action').notNull(),
    actorType: text('actor_type', { enum: ACTOR_TYPES }).notNull().default('staff'),
    /** The account of the actor; null for an actor without one (a customer, Stripe, the system). */
    actorId: integer('actor_id').references(() => users.id),
    actorName: text('actor_name').notNull(),
    before: text('before', { mode: 'json' }).$type<Record<string, unknown> | null>(),
    after: text('after', { mode: 'json' }).$type<Record<string, unknown> | null>(),
    /** The entry's payment or refund in the ledger. */
    transactionId: text('transaction_id'),
    createdAt: createdAt(),
  },
  (table) => [
    index('history_subject').on(table.subject, table.subjectId, table.createdAt, table.id),
    index('history_transaction').on(table.transactionId).where(sql`transaction_id IS NOT NULL`),
    // If two changes make the same version, the second fails and its whole transaction is rolled back.
    uniqueIndex('history_version').on(table.subject, table.subjectId, table.version),
    check(
      'history_actor',
      sql`(${table.actorType} <> 'staff' OR ${table.actorId} IS NOT NULL) AND (${table.actorType} NOT IN ('customer', 'stripe', 'system') OR ${table.actorId} IS NULL)`,
    ),
  ],
);
