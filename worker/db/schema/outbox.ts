import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { bookings } from './bookings.ts';
import { createdAt, instantMs } from './columns.ts';
import { users } from './users.ts';

export const ACCOUNT_NOTIFICATION_KINDS = ['end-sessions', 'password-reset', 'account-changed'] as const;
export const BOOKING_NOTIFICATION_KINDS = [
  'deposit-paid',
  'balance-charged',
  'pay-link',
  'refund-made',
  'booking-confirmed',
  'booking-cancelled',
  'delivery-reminder',
  'return-reminder',
  'pay-link-reminder',
  'booking-reminder',
  // To the business itself:
  'still-pending',
  'rental-overdue',
  'dispute-opened',
  'refund-failed',
  'fraud-warning',
] as const;

const accountKinds = sql.raw(ACCOUNT_NOTIFICATION_KINDS.map((kind) => `'${kind}'`).join(', '));

/**
 * What must follow a committed change: written in its transaction, done by queue, repaired by cron. Ids only.
 * About an account or about a booking; every kind that is not an account's is a booking's, so that a new one
 * needs no new table.
 */
export const outbox = sqliteTable(
  'outbox',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: [...ACCOUNT_NOTIFICATION_KINDS, ...BOOKING_NOTIFICATION_KINDS] }).notNull(),
    userId: integer('user_id').references(() => users.id),
    bookingId: integer('booking_id').references(() => bookings.id),
    /** What a notice about a booking follows from, in words that are the same however often it is noticed. */
    cause: text('cause'),
    /** The session that may live on. */
    exceptSessionId: text('except_session_id'),
    /** Of a notice about a changed account: the address it had before, and the account's version after the change. */
    recipient: text('recipient'),
    version: integer('version'),
    createdAt: createdAt(),
    doneAt: instantMs('done_at'),
    attempts: integer('attempts').notNull().default(0),
    error: text('error'),
    /** What of a booking the notice is about: an intent, a refund, a pay link. */
    about: text('about'),
    /** The queue gave it up: nobody tries again until staff have it replayed. */
    deadAt: instantMs('dead_at'),
    /** Not before this moment; null for at once. */
    dueAt: instantMs('due_at'),
  },
  (table) => [
    uniqueIndex('outbox_cause').on(table.cause),
    index('outbox_waiting').on(table.createdAt).where(sql`done_at IS NULL`),
    index('outbox_done').on(table.doneAt).where(sql`done_at IS NOT NULL`),
    index('outbox_user').on(table.userId, table.kind, table.createdAt),
    check(
      'outbox_about',
      sql`(${table.userId} IS NULL) <> (${table.bookingId} IS NULL) AND (${table.userId} IS NOT NULL) = (${table.kind} IN (${accountKinds}))`,
    ),
    check('outbox_has_cause', sql`(${table.bookingId} IS NULL) = (${table.cause} IS NULL)`),
    check(
      'outbox_account_changed',
      sql`(${table.kind} = 'account-changed') = (${table.recipient} IS NOT NULL AND ${table.version} IS NOT NULL)`,
    ),
  ],
);

/** Messages that the queue gave up, as they were sent: ids only. What became of a notice is in the outbox, too. */
export const deadLetters = sqliteTable(
  'dead_letters',
  {
    /** The queue's id of the message. */
    id: text('id').primaryKey(),
    message: text('message', { mode: 'json' }).notNull(),
    diedAt: instantMs('died_at').notNull(),
    replayedAt: instantMs('replayed_at'),
    replayedBy: integer('replayed_by').references(() => users.id),
  },
  (table) => [
    index('dead_letters_died').on(table.diedAt),
    // The notice that it stands for: as text, or a comparison with a notice's id would not use it.
    index('dead_letters_about').on(sql`CAST(message ->> '$.id' AS TEXT)`),
  ],
);
