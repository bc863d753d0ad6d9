import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { dayColumn, rowId } from './columns.ts';

/**
 * Customers with bookings, one row for each bookings.client_key, with the details of the latest booking by
 * (delivery_date, id). Written by triggers on bookings and client_aliases only, in the transaction of every change.
 */
export const clients = sqliteTable(
  'clients',
  {
    id: rowId(),
    /** The key: an e-mail address, trimmed and lower-case, or the last ten digits of a phone number. */
    email: text('email').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    phone: text('phone').notNull(),
    city: text('city').notNull(),
    state: text('state').notNull(),
    totalBookings: integer('total_bookings').notNull(),
    firstDeliveryDate: text('first_delivery_date').notNull(),
    lastDeliveryDate: text('last_delivery_date').notNull(),
    lastBookingId: integer('last_booking_id').notNull(),
  },
  (table) => [
    uniqueIndex('clients_email').on(table.email),
    index('clients_last').on(table.lastDeliveryDate, table.id),
    index('clients_state').on(table.state, table.lastDeliveryDate, table.id),
    index('clients_name').on(sql`lower(${table.lastName} || ' ' || ${table.firstName})`, table.id),
    index('clients_bookings').on(table.totalBookings, table.id),
    index('clients_city').on(sql`lower(${table.city})`, table.id),
    // One for each choice of 'minimum bookings', in the order of the list.
    index('clients_least_2').on(table.lastDeliveryDate, table.id).where(sql`total_bookings >= 2`),
    index('clients_least_3').on(table.lastDeliveryDate, table.id).where(sql`total_bookings >= 3`),
    index('clients_least_5').on(table.lastDeliveryDate, table.id).where(sql`total_bookings >= 5`),
    index('clients_least_10').on(table.lastDeliveryDate, table.id).where(sql`total_bookings >= 10`),
    check('clients_bookings_counted', sql`${table.totalBookings} > 0`),
    dayColumn('clients_first_day', table.firstDeliveryDate),
    dayColumn('clients_last_day', table.lastDeliveryDate),
  ],
);

/** Counts and sums over whole tables, written by triggers only: a name and its value, money in cents. */
export const totals = sqliteTable('totals', {
  name: text('name').primaryKey(),
  value: integer('value').notNull().default(0),
});
