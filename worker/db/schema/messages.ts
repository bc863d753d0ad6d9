import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { bookings } from './bookings.ts';
import { createdAt, instantMs, rowId } from './columns.ts';
import { users } from './users.ts';

/**
 * Messages between staff on a booking (SPEC 3). Triggers refuse to change or delete one; a removal of personal data
 * empties its content. Who is mentioned and who has read it is in message_mentions: `toUserId` and `isRead` stay empty.
 */
export const messages = sqliteTable(
  'messages',
  {
    id: rowId(),
    bookingId: integer('booking_id').references(() => bookings.id),
    fromUserId: integer('from_user_id').references(() => users.id),
    toUserId: integer('to_user_id').references(() => users.id),
    content: text('content').notNull(),
    isRead: integer('is_read', { mode: 'boolean' }).notNull().default(false),
    createdAt: createdAt(),
    /** The caller's Idempotency-Key, or a random id. */
    idempotencyKey: text('idempotency_key'),
  },
  (table) => [
    uniqueIndex('messages_key').on(table.idempotencyKey),
    index('messages_booking').on(table.bookingId),
    index('messages_to_user').on(table.toUserId, table.isRead),
  ],
);

export const analyticsEvents = sqliteTable(
  'analytics_events',
  {
    id: rowId(),
    eventType: text('event_type').notNull(),
    eventData: text('event_data', { mode: 'json' }),
    userId: integer('user_id').references(() => users.id),
    createdAt: createdAt(),
  },
  (table) => [index('analytics_events_type').on(table.eventType, table.createdAt)],
);

/** Users whom a message names with @. An unread mention counts in the user's badge. */
export const messageMentions = sqliteTable(
  'message_mentions',
  {
    messageId: integer('message_id')
      .notNull()
      .references(() => messages.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    readAt: instantMs('read_at'),
  },
  (table) => [
    primaryKey({ columns: [table.messageId, table.userId] }),
    index('message_mentions_unread').on(table.userId).where(sql`read_at IS NULL`),
  ],
);
