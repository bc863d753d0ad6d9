import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { JOB_STATUSES, JOB_TYPES } from '#domain/jobs/jobs.ts';
import { bookings } from './bookings.ts';
import { checkoutRevisions } from './checkouts.ts';
import { createdAt, dayColumn, instantMs, rowId } from './columns.ts';
import { dumpsters } from './dumpsters.ts';
import { users } from './users.ts';

/**
 * Truck moves: each belongs to a booking or, while the customer pays, to a revision of a checkout. A day's moves are
 * its jobs that are not cancelled, done ones included.
 */
export const jobs = sqliteTable(
  'jobs',
  {
    id: rowId(),
    bookingId: integer('booking_id').references(() => bookings.id),
    checkoutId: text('checkout_id'),
    revision: integer('revision'),
    /** Which dumpster of the order, while a checkout holds the move. */
    item: integer('item').notNull().default(1),
    type: text('type', { enum: JOB_TYPES }).notNull(),
    dueDay: text('due_day').notNull(),
    /** 'any', 'morning', 'afternoon', or 'HH:MM-HH:MM' on the business's clock. */
    timeWindow: text('time_window').notNull().default('any'),
    dumpsterId: integer('dumpster_id').references(() => dumpsters.id),
    status: text('status', { enum: JOB_STATUSES }).notNull().default('open'),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
    doneAt: instantMs('done_at'),
    /** The user who marked the job done; null if it is done because of its day or the status of its booking. */
    doneBy: integer('done_by').references(() => users.id),
    /** When staff cancelled this job alone. A trigger keeps it cancelled when its booking is reopened. */
    withdrawnAt: instantMs('withdrawn_at'),
    /** When staff kept the charge of a job that they cancelled, as a cancellation fee. */
    chargeKeptAt: instantMs('charge_kept_at'),
  },
  (table) => [
    foreignKey({
      columns: [table.checkoutId, table.revision],
      foreignColumns: [checkoutRevisions.checkoutId, checkoutRevisions.revision],
    }).onDelete('cascade'),
    // The calendar counts the moves of a month from this index alone.
    index('jobs_calendar')
      .on(table.dueDay, table.type, table.status, table.bookingId)
      .where(sql`booking_id IS NOT NULL AND status <> 'cancelled'`),
    index('jobs_due_day').on(table.dueDay, table.status),
    index('jobs_booking').on(table.bookingId).where(sql`booking_id IS NOT NULL`),
    index('jobs_checkout').on(table.checkoutId, table.revision).where(sql`checkout_id IS NOT NULL`),
    // For the work of a day: jobs that are late, and those that were done today.
    index('jobs_open')
      .on(table.dueDay)
      .where(sql`status NOT IN ('done', 'cancelled') AND booking_id IS NOT NULL`),
    index('jobs_done_at').on(table.doneAt).where(sql`done_at IS NOT NULL`),
    uniqueIndex('jobs_booking_live')
      .on(table.bookingId, table.type)
      .where(sql`booking_id IS NOT NULL AND status <> 'cancelled' AND type IN ('delivery', 'final_pickup')`),
    check(
      'jobs_owner',
      sql`(${table.bookingId} IS NULL) <> (${table.checkoutId} IS NULL) AND (${table.checkoutId} IS NULL) = (${table.revision} IS NULL)`,
    ),
    dayColumn('jobs_day', table.dueDay),
  ],
);
