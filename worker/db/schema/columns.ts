import { type SQL, sql } from 'drizzle-orm';
import { check, integer, type SQLiteColumn, text } from 'drizzle-orm/sqlite-core';
import type { BookingDetails } from '#contract/bookings.ts';
import { DUMPSTER_TYPES, RENTAL_TYPES } from '#domain/rental.ts';
import { dumpsterSizes, rentalOptions } from './catalog.ts';

/** A row id. AUTOINCREMENT: an id is never reused, so a link to a deleted row never leads to another row. */
export const rowId = () => integer('id').primaryKey({ autoIncrement: true });

/** An instant as milliseconds since 1970 in UTC. */
export const instantMs = (name: string) => integer(name);

export const createdAt = () => instantMs('created_at').notNull();

/**
 * A column for each of a customer's booking details, the same in checkout_revisions and in bookings. A detail that
 * can be left empty is '' in a revision and null in a booking, where its column allows null.
 */
export const bookingDetailColumns = {
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  email: text('email').notNull(),
  phone: text('phone').notNull(),
  address: text('address').notNull(),
  city: text('city').notNull(),
  state: text('state').notNull(),
  zip: text('zip').notNull(),
  rentalType: text('rental_type', { enum: RENTAL_TYPES })
    .notNull()
    .references(() => rentalOptions.id),
  dumpsterType: text('dumpster_type', { enum: DUMPSTER_TYPES })
    .notNull()
    .references(() => dumpsterSizes.id),
  deliveryDate: text('delivery_date').notNull(),
  notes: text('notes'),
} satisfies Record<keyof BookingDetails, unknown>;

/** CHECK that a text has the form yyyy-mm-dd; the contract checks that the day exists. */
export function dayColumn(name: string, column: SQLiteColumn) {
  return check(name, isDayText(column));
}

function isDayText(column: SQLiteColumn): SQL {
  return sql`${column} GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'`;
}
