import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { createdAt, instantMs, oneOf } from './columns.ts';
import { users } from './users.ts';

/** Devices on which somebody has signed in before, by the hash of a cookie: strangers never lock them out. */
export const knownDevices = sqliteTable(
  'known_devices',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    deviceHash: text('device_hash').notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.deviceHash] })],
);

export const OUTBOX_KINDS = ['end-sessions', 'password-reset', 'account-changed'] as const;

/** What must follow a committed change: written in its transaction, done by queue, repaired by cron. Ids only. */
export const outbox = sqliteTable(
  'outbox',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: OUTBOX_KINDS }).notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** The session that may live on. */
    exceptSessionId: text('except_session_id'),
    /** Of a notice about a changed account: the address it had before, and the account's version after the change. */
    recipient: text('recipient'),
    version: integer('version'),
    createdAt: createdAt(),
    doneAt: instantMs('done_at'),
    attempts: integer('attempts').notNull().default(0),
    error: text('error'),
  },
  (table) => [
    index('outbox_waiting').on(table.createdAt).where(sql`done_at IS NULL`),
    index('outbox_user').on(table.userId, table.kind, table.createdAt),
    oneOf('outbox_kind', table.kind, OUTBOX_KINDS),
    check(
      'outbox_account_changed',
      sql`(${table.kind} = 'account-changed') = (${table.recipient} IS NOT NULL AND ${table.version} IS NOT NULL)`,
    ),
  ],
);
