import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { bookings } from './bookings.ts';
import { createdAt, instantMs } from './columns.ts';

/**
 * The links 'Same as last time' of confirmation e-mails, by the SHA-256 of their token. A trigger deletes those of a
 * booking whose e-mail address changes or is removed.
 */
export const repeatLinks = sqliteTable(
  'repeat_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id),
    createdAt: createdAt(),
    expiresAt: instantMs('expires_at').notNull(),
  },
  (table) => [
    index('repeat_links_booking').on(table.bookingId),
    index('repeat_links_expired').on(table.expiresAt),
    check('repeat_links_hash', sql`length(${table.tokenHash}) = 64`),
    check('repeat_links_order', sql`${table.createdAt} < ${table.expiresAt}`),
  ],
);
