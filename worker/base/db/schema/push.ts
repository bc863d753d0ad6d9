import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { createdAt, rowId } from './columns.ts';
import { users } from './users.ts';

/** Browsers that get push messages: one for a session, with which it ends. */
export const pushSubscriptions = sqliteTable(
  'push_subscriptions',
  {
    id: rowId(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    sessionId: text('session_id').notNull(),
    /** The address at the push service. */
    endpoint: text('endpoint').notNull(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('push_subscriptions_endpoint').on(table.endpoint),
    uniqueIndex('push_subscriptions_session').on(table.sessionId),
    index('push_subscriptions_user').on(table.userId),
  ],
);
