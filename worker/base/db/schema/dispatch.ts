import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import type { AbsenceReason } from '#domain/dispatch/absences.ts';
import {
  type GeocodePrecision,
  type GeocodeSource,
  SITE_KINDS,
  type SiteHours,
} from '#domain/dispatch/places.ts';
import type { RequiredItem, StopType } from '#domain/dispatch/stops.ts';
import { bookings } from './bookings.ts';
import { createdAt, dayColumn, instantMs, rowId } from './columns.ts';
import { users } from './users.ts';

/** The trucks. A deleted truck keeps its row for the routes it drove; its name can be used again. */
export const trucks = sqliteTable(
  'trucks',
  {
    id: rowId(),
    name: text('name').notNull(),
    plate: text('plate').notNull().default(''),
    /** How many units it carries at once. */
    capacity: integer('capacity').notNull().default(1),
    /** What its driver inspects besides the items of the firm. */
    inspectionItems: text('inspection_items', { mode: 'json' }).$type<string[]>().notNull().default([]),
    isInService: integer('is_in_service', { mode: 'boolean' }).notNull().default(true),
    deletedAt: instantMs('deleted_at'),
    createdAt: createdAt(),
    /** Incremented by every change: the ETag. */
    version: integer('version').notNull().default(1),
  },
  (table) => [
    uniqueIndex('trucks_name').on(sql`lower(${table.name})`).where(sql`deleted_at IS NULL`),
    check('trucks_capacity', sql`${table.capacity} BETWEEN 1 AND 9`),
  ],
);

/** Yards and disposal sites. A deleted site keeps its row for the stops that were made there. */
export const sites = sqliteTable(
  'sites',
  {
    id: rowId(),
    kind: text('kind', { enum: SITE_KINDS }).notNull(),
    name: text('name').notNull(),
    address: text('address').notNull().default(''),
    lat: real('lat'),
    lng: real('lng'),
    /** Opening hours by weekday; null: always open. */
    hours: text('hours', { mode: 'json' }).$type<SiteHours>(),
    /** What a disposal site accepts, in the words of staff; null: everything. */
    acceptedWaste: text('accepted_waste', { mode: 'json' }).$type<string[]>(),
    deletedAt: instantMs('deleted_at'),
    createdAt: createdAt(),
    /** Incremented by every change: the ETag. */
    version: integer('version').notNull().default(1),
  },
  (table) => [
    uniqueIndex('sites_name').on(sql`lower(${table.name})`).where(sql`deleted_at IS NULL`),
    check('sites_place', sql`(${table.lat} IS NULL) = (${table.lng} IS NULL)`),
    check('sites_on_earth', sql`abs(${table.lat}) <= 90 AND abs(${table.lng}) <= 180`),
  ],
);

/** The hours of a site on one day, in place of those of its weekday. */
export const siteDayHours = sqliteTable(
  'site_day_hours',
  {
    siteId: integer('site_id')
      .notNull()
      .references(() => sites.id),
    day: text('day').notNull(),
    /** 'HH:MM' on the business's clock; both null: closed all day. */
    opens: text('opens'),
    closes: text('closes'),
    note: text('note').notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.day] }),
    check('site_day_hours_span', sql`(${table.opens} IS NULL) = (${table.closes} IS NULL)`),
    check('site_day_hours_order', sql`${table.closes} > ${table.opens}`),
    dayColumn('site_day_hours_day', table.day),
  ],
);

/** A truck or a driver that is out for the rest of a day. The row is deleted when it is back. */
export const dayAbsences = sqliteTable(
  'day_absences',
  {
    id: rowId(),
    day: text('day').notNull(),
    /** At least one of the two. */
    truckId: integer('truck_id').references(() => trucks.id),
    driverId: integer('driver_id').references(() => users.id),
    /** 'HH:MM' on the business's clock. */
    fromTime: text('from_time').notNull(),
    reason: text('reason').$type<AbsenceReason>().notNull(),
    note: text('note').notNull().default(''),
    /** The units that were loaded for stops which others make now, and the truck that has them. */
    unitIds: text('unit_ids', { mode: 'json' }).$type<number[]>().notNull().default([]),
    unitsTruckId: integer('units_truck_id').references(() => trucks.id),
    createdAt: createdAt(),
    createdBy: integer('created_by')
      .notNull()
      .references(() => users.id),
  },
  (table) => [
    uniqueIndex('day_absences_truck').on(table.day, table.truckId).where(sql`truck_id IS NOT NULL`),
    uniqueIndex('day_absences_driver').on(table.day, table.driverId).where(sql`driver_id IS NOT NULL`),
    check('day_absences_who', sql`${table.truckId} IS NOT NULL OR ${table.driverId} IS NOT NULL`),
    dayColumn('day_absences_day', table.day),
  ],
);

/** Where addresses are, by their normalized text. A trigger keeps a pin that staff placed. */
export const geocodes = sqliteTable(
  'geocodes',
  {
    address: text('address').primaryKey(),
    lat: real('lat').notNull(),
    lng: real('lng').notNull(),
    precision: text('precision').$type<GeocodePrecision>().notNull(),
    source: text('source').$type<GeocodeSource>().notNull(),
    checkedAt: instantMs('checked_at').notNull(),
  },
  (table) => [check('geocodes_on_earth', sql`abs(${table.lat}) <= 90 AND abs(${table.lng}) <= 180`)],
);

/**
 * The normalized address of each booking, whose place `geocodes` has if it is known. A booking without a row, or whose
 * place is only that of its ZIP code, is looked up by the cron.
 */
export const bookingPlaces = sqliteTable(
  'booking_places',
  {
    bookingId: integer('booking_id')
      .primaryKey()
      .references(() => bookings.id),
    address: text('address').notNull(),
    /** When the place was last looked up. */
    checkedAt: instantMs('checked_at').notNull(),
  },
  (table) => [index('booking_places_address').on(table.address)],
);

/** The latitude and longitude of places, by the last three digits of their ZIP codes. */
export type ZipPlaces = Readonly<Record<string, readonly [lat: number, lng: number]>>;

/** The middle of every ZIP code, to a hundredth of a degree: filled by a migration that scripts/zip-places.ts wrote. */
export const zipPlaces = sqliteTable('zip_places', {
  /** The first two digits. */
  prefix: text('prefix').primaryKey(),
  places: text('places', { mode: 'json' }).$type<ZipPlaces>().notNull(),
});

/** The last three digits of ZIP codes, with spaces between them, by city. */
export type ZipCities = Readonly<Record<string, string>>;

/** The cities of every ZIP code: filled by a migration that scripts/zip-places.ts wrote. */
export const zipCities = sqliteTable('zip_cities', {
  /** The first two digits. */
  prefix: text('prefix').primaryKey(),
  cities: text('cities', { mode: 'json' }).$type<ZipCities>().notNull(),
});

/** Drives from one place to another, as the routing provider answered them. Points: 'lat,lng' with 4 decimals. */
export const drives = sqliteTable(
  'drives',
  {
    fromPoint: text('from_point').notNull(),
    toPoint: text('to_point').notNull(),
    /** Null, like the meters: the provider finds no way. */
    seconds: integer('seconds'),
    meters: integer('meters'),
    source: text('source').notNull(),
    checkedAt: instantMs('checked_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.fromPoint, table.toPoint] }),
    index('drives_checked').on(table.checkedAt),
    check('drives_answer', sql`(${table.seconds} IS NULL) = (${table.meters} IS NULL)`),
    check('drives_not_negative', sql`${table.seconds} >= 0 AND ${table.meters} >= 0`),
  ],
);

/** How routes are planned. One row. */
export const dispatchSettings = sqliteTable(
  'dispatch_settings',
  {
    id: integer('id').primaryKey(),
    /** Minutes at a stop by its type; a type that is missing has the default of domain/dispatch/stops.ts. */
    stopMinutes: text('stop_minutes', { mode: 'json' })
      .$type<Partial<Record<StopType, number>>>()
      .notNull()
      .default({}),
    /** When routes start, and when drivers should be back, on the business's clock. */
    dayStart: text('day_start').notNull().default('07:00'),
    dayEnd: text('day_end').notNull().default('17:00'),
    /** What a driver must record before a stop is done, by its type; a type that is missing has the default. */
    requiredItems: text('required_items', { mode: 'json' })
      .$type<Partial<Record<StopType, RequiredItem[]>>>()
      .notNull()
      .default({}),
    photoRetentionDays: integer('photo_retention_days').notNull().default(730),
    /** Numbers that get their first text on one day, at most. */
    newTextNumbers: integer('new_text_numbers').notNull().default(200),
    /** Drivers are asked to inspect the truck before the first stop and at the end of the day. */
    hasInspections: integer('has_inspections', { mode: 'boolean' }).notNull().default(false),
    /** Null: the list of domain/dispatch/inspections.ts. */
    inspectionItems: text('inspection_items', { mode: 'json' }).$type<string[]>(),
    /** Incremented by every change: the ETag. */
    version: integer('version').notNull().default(1),
  },
  (table) => [
    check('dispatch_settings_one_row', sql`${table.id} = 1`),
    check('dispatch_settings_retention', sql`${table.photoRetentionDays} >= 30`),
  ],
);
