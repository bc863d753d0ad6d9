import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { bookings } from './bookings.ts';
import { createdAt, instantMs, rowId } from './columns.ts';
import { driverActions, driverRouteStops, driverRoutes } from './drivers.ts';
import { users } from './users.ts';

/**
 * Messages between staff on a booking, and between drivers and the office (route_messages). Triggers refuse to
 * change or delete one; a removal of personal data
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
    // About no customer: the nightly purge empties them.
    index('messages_without_booking').on(table.createdAt).where(sql`booking_id IS NULL AND content <> ''`),
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

/**
 * The messages between the driver of a route and the office: their rows in `messages`, with the route. Triggers refuse
 * changes, a route that no driver sees, a stop of another route, and a booking that is not the stop's.
 */
export const routeMessages = sqliteTable(
  'route_messages',
  {
    messageId: integer('message_id')
      .primaryKey()
      .references(() => messages.id),
    routeId: integer('route_id')
      .notNull()
      .references(() => driverRoutes.id),
    /** The stop that it is about; null: the route. */
    stopId: integer('stop_id').references(() => driverRouteStops.id),
    /** The action of the phone; null for a message of the office. */
    actionId: text('action_id').references(() => driverActions.id),
  },
  (table) => [
    uniqueIndex('route_messages_action').on(table.actionId).where(sql`action_id IS NOT NULL`),
    index('route_messages_route').on(table.routeId, table.messageId),
  ],
);
