import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { UNIT_PLACES } from '#domain/dispatch/places.ts';
import { bookings } from './bookings.ts';
import { createdAt, instantMs, rowId } from './columns.ts';
import { sites, trucks } from './dispatch.ts';
import { driverActions } from './drivers.ts';
import { dumpsters } from './dumpsters.ts';
import { jobs } from './jobs.ts';
import { users } from './users.ts';

/**
 * Where units were, and since when: the row with the greatest `since` (then id) that is not voided is where the unit is
 * now. A unit without rows is in the yard. Triggers refuse other changes than voiding.
 */
export const unitLocations = sqliteTable(
  'unit_locations',
  {
    id: rowId(),
    dumpsterId: integer('dumpster_id')
      .notNull()
      .references(() => dumpsters.id),
    place: text('place', { enum: UNIT_PLACES }).notNull(),
    /** The yard or disposal site; null: the only yard, or not known. */
    siteId: integer('site_id').references(() => sites.id),
    bookingId: integer('booking_id').references(() => bookings.id),
    truckId: integer('truck_id').references(() => trucks.id),
    since: instantMs('since').notNull(),
    /** The job or the driver's action that moved it, or the user who corrected it with a reason. */
    jobId: integer('job_id').references(() => jobs.id),
    actionId: text('action_id').references(() => driverActions.id),
    userId: integer('user_id').references(() => users.id),
    reason: text('reason'),
    createdAt: createdAt(),
    /** Set when the job or action is undone. */
    voidedAt: instantMs('voided_at'),
  },
  (table) => [
    index('unit_locations_unit').on(table.dumpsterId, table.since, table.id).where(sql`voided_at IS NULL`),
    index('unit_locations_job').on(table.jobId).where(sql`job_id IS NOT NULL`),
    index('unit_locations_at_booking')
      .on(table.bookingId)
      .where(sql`booking_id IS NOT NULL AND voided_at IS NULL`),
    index('unit_locations_action').on(table.actionId).where(sql`action_id IS NOT NULL`),
    check('unit_locations_booking', sql`(${table.place} = 'booking') = (${table.bookingId} IS NOT NULL)`),
    check('unit_locations_truck', sql`(${table.place} = 'truck') = (${table.truckId} IS NOT NULL)`),
    check(
      'unit_locations_reason',
      sql`${table.userId} IS NULL OR ${table.reason} IS NOT NULL OR ${table.jobId} IS NOT NULL`,
    ),
  ],
);
