import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { bookings } from './bookings.ts';
import { dumpsterSizes } from './catalog.ts';
import { checkouts } from './checkouts.ts';
import { createdAt, dayColumn, instantMs, rowId } from './columns.ts';

/** The fleet. A deleted unit keeps its row for the history; its number can be used again. */
export const dumpsters = sqliteTable(
  'dumpsters',
  {
    id: rowId(),
    dumpsterNumber: text('dumpster_number').notNull(),
    dumpsterType: text('dumpster_type')
      .notNull()
      .references(() => dumpsterSizes.id),
    isAvailable: integer('is_available', { mode: 'boolean' }).notNull().default(true),
    notes: text('notes'),
    deletedAt: instantMs('deleted_at'),
    createdAt: createdAt(),
    /** Incremented by every change by staff: the ETag. */
    version: integer('version').notNull().default(1),
  },
  (table) => [
    // 'D-7' and 'd-7' are the same number.
    uniqueIndex('dumpsters_number').on(sql`lower(${table.dumpsterNumber})`).where(sql`deleted_at IS NULL`),
    index('dumpsters_type').on(table.dumpsterType),
  ],
);

/**
 * The only record of occupancy: the days of a unit that are reserved for a booking or, as a hold, for a revision of a
 * checkout. Both days included. A trigger refuses overlapping days of one unit, except between the revisions of one
 * checkout.
 */
export const dumpsterSchedule = sqliteTable(
  'dumpster_schedule',
  {
    id: rowId(),
    dumpsterId: integer('dumpster_id')
      .notNull()
      .references(() => dumpsters.id),
    bookingId: integer('booking_id').references(() => bookings.id),
    checkoutId: text('checkout_id').references(() => checkouts.id),
    revision: integer('revision'),
    startDate: text('start_date').notNull(),
    endDate: text('end_date').notNull(),
    /** Which of the booking's units: 'first', or 'exchange n' for the unit of its n-th exchange. */
    role: text('role').notNull().default('first'),
    /** Which dumpster of the order, while a checkout holds the days. */
    item: integer('item').notNull().default(1),
    createdAt: createdAt(),
  },
  (table) => [
    // Ordered by end date: a search for free days never reads past rows.
    index('dumpster_schedule_unit').on(table.dumpsterId, table.endDate, table.startDate),
    uniqueIndex('dumpster_schedule_booking').on(table.bookingId, table.role),
    // Lists join the first unit through this index: SQLite reads one row a booking only by a unique index of one column.
    uniqueIndex('dumpster_schedule_first').on(table.bookingId).where(sql`role = 'first'`),
    // Lists read the further units of a booking through this index: most bookings have none.
    index('dumpster_schedule_exchanges').on(table.bookingId, table.startDate).where(sql`role <> 'first'`),
    uniqueIndex('dumpster_schedule_checkout_item').on(table.checkoutId, table.revision, table.item),
    // The limits on holds read all unpaid days, without those of bookings.
    index('dumpster_schedule_held')
      .on(table.dumpsterId, table.checkoutId, table.startDate, table.endDate)
      .where(sql`checkout_id IS NOT NULL`),
    check(
      'dumpster_schedule_owner',
      sql`(${table.bookingId} IS NULL) <> (${table.checkoutId} IS NULL) AND (${table.checkoutId} IS NULL) = (${table.revision} IS NULL)`,
    ),
    dayColumn('dumpster_schedule_start', table.startDate),
    dayColumn('dumpster_schedule_end', table.endDate),
    check('dumpster_schedule_order', sql`${table.startDate} <= ${table.endDate}`),
  ],
);
