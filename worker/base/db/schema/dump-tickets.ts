import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { bookings } from './bookings.ts';
import { createdAt, dayColumn, instantMs, rowId } from './columns.ts';
import { driverActions, driverRouteStops } from './drivers.ts';
import { users } from './users.ts';

/** The landfill's charge for a rental, recorded by staff or made from a ticket of a driver. A row can only be voided; triggers refuse other changes. */
export const dumpTickets = sqliteTable(
  'dump_fees',
  {
    id: rowId(),
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id),
    /** In pounds. */
    weight: integer('weight').notNull(),
    dumpLocation: text('dump_location').notNull(),
    dumpDate: text('dump_date').notNull(),
    feeAmount: integer('fee_amount').notNull(),
    notes: text('notes'),
    createdAt: createdAt(),
    createdBy: integer('created_by').references(() => users.id),
    /** A voided ticket keeps its row and no longer counts. */
    voidedAt: instantMs('voided_at'),
    voidedBy: integer('voided_by').references(() => users.id),
    /** The number on the landfill's ticket. */
    ticketNumber: text('ticket_number'),
    /** The driver's ticket that it was made from; null for one that staff entered. */
    actionId: text('action_id').references(() => driverActions.id),
    /** The stop that put the load on the truck. A load has one ticket that is not voided. */
    loadStopId: integer('load_stop_id').references(() => driverRouteStops.id),
  },
  (table) => [
    index('dump_fees_booking').on(table.bookingId),
    uniqueIndex('dump_fees_action').on(table.actionId).where(sql`action_id IS NOT NULL`),
    uniqueIndex('dump_fees_load')
      .on(table.loadStopId)
      .where(sql`load_stop_id IS NOT NULL AND voided_at IS NULL`),
    dayColumn('dump_fees_day', table.dumpDate),
    check('dump_fees_amount', sql`${table.feeAmount} >= 0`),
  ],
);
