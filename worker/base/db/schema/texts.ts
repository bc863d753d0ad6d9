import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { REPLY_KEYWORDS, TEXT_CONSENT_SOURCES, TEXT_STATUSES } from '#domain/shared/texts.ts';
import { bookings } from './bookings.ts';
import { createdAt, instantMs, rowId } from './columns.ts';
import { outbox } from './outbox.ts';
import { users } from './users.ts';

/**
 * Evidence of who agreed to text messages, and who withdrew it: a log, so rows are never changed. The latest row of a
 * booking and number counts; a withdrawal counts for every booking with the number.
 */
export const textConsents = sqliteTable(
  'text_consents',
  {
    id: rowId(),
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id),
    /** E.164; '' after a removal of personal data. */
    phone: text('phone').notNull(),
    isGiven: integer('is_given', { mode: 'boolean' }).notNull(),
    source: text('source', { enum: TEXT_CONSENT_SOURCES }).notNull(),
    /** The words beside the checkbox, or what staff read to the customer; null for a withdrawal. */
    wording: text('wording'),
    ip: text('ip'),
    createdAt: createdAt(),
    /** The user who recorded it; null for one that the customer gave on the public page. */
    createdBy: integer('created_by').references(() => users.id),
  },
  (table) => [
    index('text_consents_booking').on(table.bookingId),
    index('text_consents_phone').on(table.phone, table.id),
    check('text_consents_wording', sql`${table.isGiven} = 0 OR ${table.wording} IS NOT NULL`),
    check('text_consents_author', sql`(${table.source} = 'form') = (${table.createdBy} IS NULL)`),
  ],
);

/** A text to a customer, stored before the call to the provider: another attempt sends the same words to the same number. */
export const textMessages = sqliteTable(
  'text_messages',
  {
    outboxId: text('outbox_id')
      .primaryKey()
      .references(() => outbox.id, { onDelete: 'cascade' }),
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id),
    /** E.164; '' after a removal of personal data. */
    phone: text('phone').notNull(),
    body: text('body').notNull(),
    status: text('status', { enum: TEXT_STATUSES }).notNull().default('prepared'),
    /** The provider's id (MessageSid); null until the provider accepted the text. */
    providerId: text('provider_id'),
    /** The provider's error code; null without an error. */
    errorCode: text('error_code'),
    createdAt: createdAt(),
    updatedAt: instantMs('updated_at').notNull(),
    /** The first text to its number that is stored. The number of these a day is limited. */
    isFirst: integer('is_first', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [
    index('text_messages_phone').on(table.phone),
    index('text_messages_first').on(table.createdAt).where(sql`is_first = 1`),
    uniqueIndex('text_messages_provider').on(table.providerId).where(sql`provider_id IS NOT NULL`),
    index('text_messages_booking').on(table.bookingId),
  ],
);

/** Texts from customers. A number whose latest STOP or START is STOP gets no texts. */
export const textReplies = sqliteTable(
  'text_replies',
  {
    /** The provider's id, so a repeated webhook is stored once; or 'refused:' and an outbox id, see worker/notify/texts/send.ts. */
    id: text('id').primaryKey(),
    /** E.164. */
    phone: text('phone').notNull(),
    keyword: text('keyword', { enum: REPLY_KEYWORDS }).notNull(),
    body: text('body').notNull(),
    receivedAt: instantMs('received_at').notNull(),
  },
  (table) => [index('text_replies_phone').on(table.phone, table.receivedAt)],
);
