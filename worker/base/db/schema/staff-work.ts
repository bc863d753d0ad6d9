import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { createdAt, instantMs, rowId } from './columns.ts';
import { users } from './users.ts';

/** Filters, order and columns of a list under a name. A private view is seen by its owner only. */
export const savedViews = sqliteTable(
  'saved_views',
  {
    id: rowId(),
    list: text('list', { enum: ['bookings', 'clients', 'transactions'] }).notNull(),
    name: text('name').notNull(),
    /** Search, filters and order as the query of a URL, in the order of their names (contract/saved-views.ts). */
    query: text('query').notNull(),
    /** The ids of the shown columns; null: the list's own choice. */
    columns: text('columns', { mode: 'json' }).$type<string[]>(),
    isShared: integer('is_shared', { mode: 'boolean' }).notNull().default(false),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    /** Incremented by every change: the ETag. */
    version: integer('version').notNull().default(1),
  },
  (table) => [uniqueIndex('saved_views_name').on(table.ownerId, table.list, sql`lower(${table.name})`)],
);

/** One action of a user on many bookings. The queue processes its rows. */
export const bulkActions = sqliteTable(
  'bulk_actions',
  {
    id: rowId(),
    type: text('type', { enum: ['status', 'reminder'] }).notNull(),
    /** What is set for all of them. */
    input: text('input', { mode: 'json' }).notNull(),
    createdAt: createdAt(),
    createdBy: integer('created_by')
      .notNull()
      .references(() => users.id),
    finishedAt: instantMs('finished_at'),
    /** When its owner saw the result. */
    seenAt: instantMs('seen_at'),
    idempotencyKey: text('idempotency_key'),
  },
  (table) => [
    uniqueIndex('bulk_actions_key').on(table.idempotencyKey),
    index('bulk_actions_owner').on(table.createdBy, table.id),
    index('bulk_actions_unfinished').on(table.id).where(sql`finished_at IS NULL`),
  ],
);

export const bulkActionRows = sqliteTable(
  'bulk_action_rows',
  {
    actionId: integer('action_id')
      .notNull()
      .references(() => bulkActions.id, { onDelete: 'cascade' }),
    /** No foreign key: a call may name a booking that does not exist, and its row fails with the reason. */
    bookingId: integer('booking_id').notNull(),
    state: text('state', { enum: ['waiting', 'succeeded', 'failed'] })
      .notNull()
      .default('waiting'),
    /** Why it failed, for staff. */
    message: text('message'),
  },
  (table) => [
    primaryKey({ columns: [table.actionId, table.bookingId] }),
    index('bulk_action_rows_waiting').on(table.actionId).where(sql`state = 'waiting'`),
  ],
);

/**
 * Client keys that staff merged into the key of one person. Deleting the row separates them. Triggers refuse an alias of
 * an alias, and move the bookings (bookings.client_key).
 */
export const clientAliases = sqliteTable(
  'client_aliases',
  {
    aliasKey: text('alias_key').primaryKey(),
    clientKey: text('client_key').notNull(),
    createdAt: createdAt(),
    createdBy: integer('created_by').references(() => users.id),
  },
  (table) => [index('client_aliases_client').on(table.clientKey)],
);
