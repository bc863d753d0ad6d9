import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { bookings } from './bookings.ts';
import { createdAt, instantMs } from './columns.ts';
import { users } from './users.ts';

export const ACCOUNT_NOTIFICATION_KINDS = [
  'end-sessions',
  'password-reset',
  'sign-in-link',
  'account-changed',
] as const;
/** E-mails to the customer of a booking. They are not stored while the booking has no address. */
export const CUSTOMER_NOTIFICATION_KINDS = [
  'deposit-paid',
  'booking-made',
  'balance-charged',
  'pay-link',
  'refund-made',
  'booking-confirmed',
  'booking-cancelled',
  'booking-changed',
  'final-price',
  'delivery-reminder',
  'return-reminder',
  'pay-link-reminder',
  'booking-reminder',
  'arrival-window',
  'arrival-changed',
  'driver-on-the-way',
  'unit-delivered',
  'unit-exchanged',
  'unit-picked-up',
  'visit-moved',
  'rental-late',
] as const;
/** Texts to the customer of a booking. They are stored only while the customer's consent is. */
export const TEXT_NOTIFICATION_KINDS = [
  'text-window',
  'text-window-changed',
  'text-on-the-way',
  'text-delivered',
  'text-exchanged',
] as const;
/** E-mails to the business about a booking. */
export const BUSINESS_NOTIFICATION_KINDS = [
  'new-booking',
  'still-pending',
  'booking-released',
  'rental-overdue',
  'stop-attempted',
  'dispute-opened',
  'refund-failed',
  'fraud-warning',
] as const;
/** E-mails to the business about a payment at Stripe whose booking the database does not have. */
export const PAYMENT_NOTIFICATION_KINDS = ['unbooked-payment'] as const;
/** E-mails to the business about the day that `subject` names. */
export const DAY_ALERT_KINDS = ['texts-limited'] as const;
/** Work that follows a change of what customers see: the public page gets it from KV. `subject` names the change. */
export const CATALOG_TASK_KINDS = ['catalog-published'] as const;
/**
 * Work that follows a change of a booking: its customer at Stripe gets the new contact details, or the card that paid
 * its deposit (`subject`) is saved.
 */
export const BOOKING_TASK_KINDS = ['customer-changed', 'save-card'] as const;
/** Failed queue messages: a Stripe event, an operation, or a message of a type that this version does not know. */
export const DEAD_MESSAGE_KINDS = ['stripe-event', 'operation', 'malformed'] as const;

/**
 * Work that follows a committed change: written in its transaction, processed by the queue, retried by the cron.
 * Contains only ids. A row belongs to an account, to a booking or to a failed queue message. All rows except those of
 * accounts have a dedupe key, so a new kind needs no new table.
 */
export const outbox = sqliteTable(
  'outbox',
  {
    id: text('id').primaryKey(),
    kind: text('kind', {
      enum: [
        ...ACCOUNT_NOTIFICATION_KINDS,
        ...CUSTOMER_NOTIFICATION_KINDS,
        ...TEXT_NOTIFICATION_KINDS,
        ...BUSINESS_NOTIFICATION_KINDS,
        ...PAYMENT_NOTIFICATION_KINDS,
        ...DAY_ALERT_KINDS,
        ...CATALOG_TASK_KINDS,
        ...BOOKING_TASK_KINDS,
        ...DEAD_MESSAGE_KINDS,
      ],
    }).notNull(),
    userId: integer('user_id').references(() => users.id),
    bookingId: integer('booking_id').references(() => bookings.id),
    /** The part of the booking (an intent, a refund, a payment link, a day), or the id of an unbooked payment or in a failed
     * queue message. */
    subject: text('subject'),
    /** At most one row has it: 'kind:bookingId:subject'. */
    dedupeKey: text('dedupe_key'),
    /** The session that stays logged in. */
    exceptSessionId: text('except_session_id'),
    /** For a changed account: its previous address, and its version after the change. */
    recipient: text('recipient'),
    version: integer('version'),
    createdAt: createdAt(),
    /** Not processed before this instant; null for at once. */
    dueAt: instantMs('due_at'),
    attempts: integer('attempts').notNull().default(0),
    error: text('error'),
    doneAt: instantMs('done_at'),
    /** Done without sending: staging sends e-mail only to STAGING_RECIPIENTS. */
    isWithheld: integer('is_withheld', { mode: 'boolean' }).notNull().default(false),
    /** The attempts are used up: nothing happens until staff retry the row. */
    deadAt: instantMs('dead_at'),
    /** The dead letter that set deadAt: the queue can deliver it twice. */
    deadMessageId: text('dead_message_id'),
    /** It was waiting when the database was restored, so it may have been sent before: staff release it. */
    heldAt: instantMs('held_at'),
    /** The last retry by staff. */
    replayedAt: instantMs('replayed_at'),
    replayedBy: integer('replayed_by').references(() => users.id),
    /** The id that the e-mail service or the provider of texts gave the message. */
    messageId: text('message_id'),
    /** The e-mail bounced, or the text was not delivered. */
    undeliveredAt: instantMs('undelivered_at'),
    undeliveredReason: text('undelivered_reason'),
    /** Done without sending, with the reason for staff: 'number stopped texts'. */
    dropReason: text('drop_reason'),
  },
  (table) => [
    uniqueIndex('outbox_dedupe_key').on(table.dedupeKey),
    // The list of notifications follows one of these five.
    index('outbox_created').on(table.createdAt),
    index('outbox_waiting').on(table.createdAt).where(sql`done_at IS NULL`),
    // For the health checks.
    index('outbox_pending')
      .on(table.createdAt)
      .where(sql`done_at IS NULL AND dead_at IS NULL AND held_at IS NULL`),
    index('outbox_dead').on(table.deadAt).where(sql`done_at IS NULL AND dead_at IS NOT NULL`),
    index('outbox_booking').on(table.bookingId, table.createdAt),
    index('outbox_kind').on(table.kind, table.createdAt),
    index('outbox_done').on(table.doneAt).where(sql`done_at IS NOT NULL`),
    index('outbox_withheld').on(table.createdAt).where(sql`is_withheld = 1`),
    index('outbox_dropped').on(table.createdAt).where(sql`drop_reason IS NOT NULL`),
    index('outbox_undelivered').on(table.createdAt).where(sql`undelivered_at IS NOT NULL`),
    index('outbox_message').on(table.messageId).where(sql`message_id IS NOT NULL`),
    index('outbox_user').on(table.userId, table.kind, table.createdAt),
    check(
      'outbox_subject',
      sql`(${table.userId} IS NULL OR ${table.bookingId} IS NULL) AND coalesce(${table.userId}, ${table.bookingId}, ${table.subject}) IS NOT NULL`,
    ),
    check('outbox_has_dedupe_key', sql`(${table.userId} IS NULL) = (${table.dedupeKey} IS NOT NULL)`),
    check(
      'outbox_account_changed',
      sql`(${table.kind} = 'account-changed') = (${table.recipient} IS NOT NULL AND ${table.version} IS NOT NULL)`,
    ),
  ],
);

/** Addresses that do not accept e-mail. A later e-mail that is delivered deletes the row. */
export const emailBounces = sqliteTable('email_bounces', {
  /** Trimmed, in lower case. */
  email: text('email').primaryKey(),
  /** What the mail server answered, for staff. */
  reason: text('reason').notNull(),
  bouncedAt: instantMs('bounced_at').notNull(),
});
