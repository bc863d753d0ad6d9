import { sql } from 'drizzle-orm';
import {
  type AnySQLiteColumn,
  check,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { WINDOW_KINDS } from '#domain/dispatch/arrival-windows.ts';
import type { ConflictKind } from '#domain/dispatch/conflicts.ts';
import type { ActionType } from '#domain/dispatch/driver-actions.ts';
import type { RepairResult } from '#domain/dispatch/inspections.ts';
import { ROUTE_STATUSES, STOP_STATUSES, STOP_TYPES } from '#domain/dispatch/stops.ts';
import { PHOTO_TYPES } from '#domain/rental/bookings.ts';
import { bookings } from './bookings.ts';
import { createdAt, dayColumn, instantMs, rowId } from './columns.ts';
import { sites, trucks } from './dispatch.ts';
import { jobs } from './jobs.ts';
import { users } from './users.ts';

/** Photos and signatures of drivers, stored in R2 under `key`. They never change. */
export const deliveryPhotos = sqliteTable(
  'delivery_photos',
  {
    id: rowId(),
    /** Null for a photo of a stop without a booking. */
    bookingId: integer('booking_id').references(() => bookings.id),
    driverId: integer('driver_id')
      .notNull()
      .references(() => users.id),
    photoUrl: text('photo_url').notNull(),
    photoType: text('photo_type', { enum: PHOTO_TYPES }).notNull(),
    gpsLat: real('gps_lat'),
    gpsLng: real('gps_lng'),
    notes: text('notes'),
    createdAt: createdAt(),
    /** The id that the phone made, the last part of the address of the photo; null for one that no phone recorded. */
    uploadId: text('upload_id'),
    stopId: integer('stop_id').references(() => driverRouteStops.id),
    actionId: text('action_id'),
    key: text('key'),
    mediaType: text('media_type'),
    sizeBytes: integer('size_bytes'),
    width: integer('width'),
    height: integer('height'),
    sha256: text('sha256'),
    takenAt: instantMs('taken_at'),
  },
  (table) => [
    uniqueIndex('delivery_photos_upload').on(table.uploadId),
    index('delivery_photos_stop').on(table.stopId).where(sql`stop_id IS NOT NULL`),
    index('delivery_photos_created').on(table.createdAt),
    index('delivery_photos_booking').on(table.bookingId),
    check('delivery_photos_gps', sql`abs(${table.gpsLat}) <= 90 AND abs(${table.gpsLng}) <= 180`),
  ],
);

/** A driver's day with a truck. Drivers see it when it is published. */
export const driverRoutes = sqliteTable(
  'driver_routes',
  {
    id: rowId(),
    driverId: integer('driver_id')
      .notNull()
      .references(() => users.id),
    date: text('date').notNull(),
    status: text('status', { enum: ROUTE_STATUSES }).notNull().default('pending'),
    startTime: instantMs('start_time'),
    endTime: instantMs('end_time'),
    totalMiles: real('total_miles'),
    notes: text('notes'),
    createdAt: createdAt(),
    createdBy: integer('created_by').references(() => users.id),
    updatedAt: instantMs('updated_at').notNull(),
    truckId: integer('truck_id').references((): AnySQLiteColumn => trucks.id),
    /** The yards where it starts and ends; null: the only yard. */
    startSiteId: integer('start_site_id').references((): AnySQLiteColumn => sites.id),
    endSiteId: integer('end_site_id').references((): AnySQLiteColumn => sites.id),
    /** Null until drivers see it. */
    publishedAt: instantMs('published_at'),
    /** A removed route keeps its row for what was done on it. */
    removedAt: instantMs('removed_at'),
    /** Incremented by every change of the route or its stops: the ETag. */
    version: integer('version').notNull().default(1),
  },
  (table) => [
    uniqueIndex('driver_routes_driver_day').on(table.driverId, table.date).where(sql`removed_at IS NULL`),
    uniqueIndex('driver_routes_truck_day').on(table.truckId, table.date).where(sql`removed_at IS NULL`),
    index('driver_routes_date').on(table.date),
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
    stopType: text('stop_type', { enum: STOP_TYPES }).notNull(),
    status: text('status', { enum: STOP_STATUSES }).notNull().default('pending'),
    estimatedArrival: instantMs('estimated_arrival'),
    actualArrival: instantMs('actual_arrival'),
    customerSignature: text('customer_signature'),
    notes: text('notes'),
    createdAt: createdAt(),
    updatedAt: instantMs('updated_at').notNull(),
    jobId: integer('job_id').references((): AnySQLiteColumn => jobs.id),
    /** The disposal site or yard of a stop without a customer. */
    siteId: integer('site_id').references((): AnySQLiteColumn => sites.id),
    /** How long the driver stays there. */
    plannedMinutes: integer('planned_minutes'),
    /** A dispatcher entered the minutes: a change of the settings leaves them. */
    areMinutesSet: integer('are_minutes_set', { mode: 'boolean' }).notNull().default(false),
    /** From the stop before, by road. */
    distanceMeters: integer('distance_m'),
    /** The driver tapped 'On my way'. */
    departedAt: instantMs('departed_at'),
    outcome: text('outcome'),
    outcomeReason: text('outcome_reason'),
    /** An optimization keeps it at its place. */
    isPinned: integer('is_pinned', { mode: 'boolean' }).notNull().default(false),
    /** Changed after the route was published. */
    changedAt: instantMs('changed_at'),
    /** A stop that was once published keeps its row for the driver's actions. */
    removedAt: instantMs('removed_at'),
  },
  (table) => [
    // A job is in at most one stop that still has to be made.
    uniqueIndex('driver_route_stops_live_job')
      .on(table.jobId)
      .where(sql`removed_at IS NULL AND status IN ('pending', 'in_transit')`),
    index('driver_route_stops_job').on(table.jobId).where(sql`job_id IS NOT NULL`),
    index('driver_route_stops_order').on(table.routeId, table.stopOrder),
    index('driver_route_stops_booking').on(table.bookingId),
  ],
);

/**
 * The arrival windows that customers were given, each with the notification that named it. A job has at most one for a
 * day, and at most one change of it.
 */
export const arrivalWindows = sqliteTable(
  'arrival_windows',
  {
    id: rowId(),
    jobId: integer('job_id')
      .notNull()
      .references(() => jobs.id),
    day: text('day').notNull(),
    kind: text('kind', { enum: WINDOW_KINDS }).notNull(),
    /** The driver of the route at that time. */
    driverId: integer('driver_id')
      .notNull()
      .references(() => users.id),
    startsAt: instantMs('starts_at').notNull(),
    endsAt: instantMs('ends_at').notNull(),
    /** A row of the outbox, which is deleted after a while. */
    outboxId: text('outbox_id').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('arrival_windows_once').on(table.jobId, table.day, table.kind),
    index('arrival_windows_day').on(table.day),
    check('arrival_windows_span', sql`${table.endsAt} > ${table.startsAt}`),
    dayColumn('arrival_windows_on', table.day),
  ],
);

/** Every stop and driver for whom it was published: an action needs its row. Rows are never deleted. */
export const stopPublications = sqliteTable(
  'stop_publications',
  {
    stopId: integer('stop_id')
      .notNull()
      .references(() => driverRouteStops.id),
    driverId: integer('driver_id')
      .notNull()
      .references(() => users.id),
    publishedAt: instantMs('published_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.stopId, table.driverId] })],
);

/**
 * What drivers did, by the id that the phone made: a repeated action is found here. Triggers refuse deletion and changes
 * of what was received; the effects of a driver who was deactivated wait for approval.
 */
export const driverActions = sqliteTable(
  'driver_actions',
  {
    id: text('id').primaryKey(),
    driverId: integer('driver_id')
      .notNull()
      .references(() => users.id),
    stopId: integer('stop_id')
      .notNull()
      .references(() => driverRouteStops.id),
    type: text('type').$type<ActionType>().notNull(),
    payload: text('payload', { mode: 'json' }).$type<Readonly<Record<string, unknown>>>().notNull(),
    /** The clock of the phone. */
    deviceTime: instantMs('device_time').notNull(),
    /** The same moment on the server's clock, by the measured offset. */
    correctedTime: instantMs('corrected_time').notNull(),
    receivedAt: instantMs('received_at').notNull(),
    /** The clock of the phone was changed during the stop: `correctedTime` is that of the step before or after. */
    isTimeClamped: integer('is_time_clamped', { mode: 'boolean' }).notNull().default(false),
    result: text('result', { enum: ['applied', 'refused'] }).notNull(),
    reason: text('reason'),
    approval: text('approval', { enum: ['waiting', 'approved', 'rejected'] }),
    approvedBy: integer('approved_by').references(() => users.id),
    approvedAt: instantMs('approved_at'),
  },
  (table) => [
    index('driver_actions_stop').on(table.stopId, table.correctedTime),
    index('driver_actions_waiting').on(table.receivedAt).where(sql`approval = 'waiting'`),
    index('driver_actions_inspections')
      .on(sql`payload ->> '$.truckId'`, table.correctedTime)
      .where(sql`type = 'inspection'`),
  ],
);

/** The sign-off of the defects of an inspection, which is an action of type 'inspection'. A row never changes. */
export const truckRepairs = sqliteTable('truck_repairs', {
  inspectionId: text('inspection_id')
    .primaryKey()
    .references(() => driverActions.id),
  result: text('result').$type<RepairResult>().notNull(),
  /** Who certifies it: the mechanic. */
  name: text('name').notNull(),
  note: text('note'),
  createdBy: integer('created_by')
    .notNull()
    .references(() => users.id),
  createdAt: createdAt(),
});

/**
 * What a driver recorded and the office has to look at, because the plan or an earlier record says something else. A
 * dispatcher resolves it, or a later record does: the pickup that a ticket without a load waited for.
 */
export const driverConflicts = sqliteTable(
  'driver_conflicts',
  {
    id: rowId(),
    /** What was recorded: an action, or a photo without one. */
    actionId: text('action_id').references(() => driverActions.id),
    photoId: text('photo_id').references(() => deliveryPhotos.uploadId),
    kind: text('kind').$type<ConflictKind>().notNull(),
    stopId: integer('stop_id')
      .notNull()
      .references(() => driverRouteStops.id),
    /** Null for a stop without a booking. */
    bookingId: integer('booking_id').references(() => bookings.id),
    /** What was recorded and what is against it, for dispatchers. */
    message: text('message').notNull(),
    createdAt: createdAt(),
    /** Renaming these two columns takes two releases (CONTRIBUTING, Migrations). */
    resolvedAt: instantMs('decided_at'),
    /** Null if a later record resolved it. */
    resolvedBy: integer('decided_by').references(() => users.id),
  },
  (table) => [
    uniqueIndex('driver_conflicts_action').on(table.actionId, table.kind),
    uniqueIndex('driver_conflicts_photo').on(table.photoId, table.kind).where(sql`photo_id IS NOT NULL`),
    index('driver_conflicts_stop').on(table.stopId, table.kind),
    index('driver_conflicts_open').on(table.createdAt, table.id).where(sql`decided_at IS NULL`),
    index('driver_conflicts_booking').on(table.bookingId).where(sql`booking_id IS NOT NULL`),
    check('driver_conflicts_record', sql`(${table.actionId} IS NULL) <> (${table.photoId} IS NULL)`),
    check('driver_conflicts_decided', sql`${table.resolvedBy} IS NULL OR ${table.resolvedAt} IS NOT NULL`),
  ],
);

/** Links that sign a driver in once, by the hash of their token. */
export const driverLinks = sqliteTable(
  'driver_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    createdBy: integer('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    expiresAt: instantMs('expires_at').notNull(),
    usedAt: instantMs('used_at'),
  },
  (table) => [index('driver_links_user').on(table.userId)],
);
