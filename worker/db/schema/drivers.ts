import { sql } from 'drizzle-orm';
import { check, index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { PHOTO_TYPES } from '#domain/bookings.ts';
import { bookings } from './bookings.ts';
import { createdAt, dayColumn, instantMs, rowId } from './columns.ts';
import { users } from './users.ts';

export const STOP_STATUSES = ['pending', 'in_transit', 'delivered', 'completed'] as const;

export const deliveryPhotos = sqliteTable(
  'delivery_photos',
  {
    id: rowId(),
    bookingId: integer('booking_id')
      .notNull()
      .references(() => bookings.id),
    driverId: integer('driver_id')
      .notNull()
      .references(() => users.id),
    photoUrl: text('photo_url').notNull(),
    photoType: text('photo_type', { enum: PHOTO_TYPES }).notNull(),
    gpsLat: real('gps_lat'),
    gpsLng: real('gps_lng'),
    notes: text('notes'),
    createdAt: createdAt(),
  },
  (table) => [
    index('delivery_photos_booking').on(table.bookingId),
    check('delivery_photos_gps', sql`abs(${table.gpsLat}) <= 90 AND abs(${table.gpsLng}) <= 180`),
  ],
);

/** The stops of one driver on one day. SPEC 3 names these tables; no screen uses them yet. */
export const driverRoutes = sqliteTable(
  'driver_routes',
  {
    id: rowId(),
    driverId: integer('driver_id')
      .notNull()
      .references(() => users.id),
    date: text('date').notNull(),
    status: text('status').notNull().default('pending'),
    startTime: instantMs('start_time'),
    endTime: instantMs('end_time'),
    totalMiles: real('total_miles'),
    notes: text('notes'),
    createdAt: createdAt(),
    createdBy: integer('created_by').references(() => users.id),
    updatedAt: instantMs('updated_at').notNull(),
  },
  (table) => [
    index('driver_routes_driver').on(table.driverId, table.date),
    dayColumn('driver_routes_day', table.date),
  ],
);

export const driverRouteStops = sqliteTable(
  'driver_route_stops',
  {
    id: rowId(),
    routeId: integer('route_id')
      .notNull()
      .references(() => driverRoutes.id, { onDelete: 'cascade' }),
    /** Null for a stop without a customer: a yard, a disposal site, a break. */
    bookingId: integer('booking_id').references(() => bookings.id),
    stopOrder: integer('stop_order').notNull(),
    stopType: text('stop_type').notNull(),
    status: text('status', { enum: STOP_STATUSES }).notNull().default('pending'),
    estimatedArrival: instantMs('estimated_arrival'),
    actualArrival: instantMs('actual_arrival'),
    customerSignature: text('customer_signature'),
    notes: text('notes'),
    createdAt: createdAt(),
    updatedAt: instantMs('updated_at').notNull(),
  },
  (table) => [
    index('driver_route_stops_order').on(table.routeId, table.stopOrder),
    index('driver_route_stops_booking').on(table.bookingId),
  ],
);
