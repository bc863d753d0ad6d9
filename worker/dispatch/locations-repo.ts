import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { UnitPlace } from '#domain/dispatch/places.ts';
import type { DeliveryDemand, YardUnitRow } from '#domain/dispatch/unit-proposals.ts';
import type { Day } from '#domain/shared/days.ts';
import type { Db } from '#worker/base/db/client.ts';
import { leftJoined, type RowsQuery, readBatch, readRows, type SelectedRow } from '#worker/base/db/rows.ts';
import { geocodes } from '#worker/base/db/schema/dispatch.ts';
import { unitLocations } from '#worker/base/db/schema/unit-locations.ts';
import { JOB_FIELDS, jobsQuery } from '#worker/bookings/jobs/repo.ts';
import { currentLocationId } from '#worker/fleet/locations/repo.ts';

const l = alias(unitLocations, 'l');
const g = alias(geocodes, 'g');
const GEOCODE_FIELDS = {
  address: geocodes.address,
  lat: geocodes.lat,
  lng: geocodes.lng,
  precision: geocodes.precision,
};

/**
 * The key under which the address of a booking `b` has its point: the one that geocoding stored, or else the address as
 * most are written. It can differ from geocodeKey of domain/dispatch/travel.ts, which normalizes all of Unicode.
 */
const ADDRESS_KEY = sql`coalesce(
  (SELECT address FROM booking_places WHERE booking_id = b.id),
  lower(b.address || ', ' || b.city || ', ' || b.state || ', ' || substr(b.zip, 1, 5)))`;

/** Where the address of a booking `b` is; with POINT_JOIN. */
export const POINT_FIELDS = {
  /** The point is that of this key. */
  addressKey: sql<string>`${ADDRESS_KEY}`,
  pointLat: leftJoined(g.lat),
  pointLng: leftJoined(g.lng),
  pointPrecision: leftJoined(g.precision),
};
export type PointRow = SelectedRow<typeof POINT_FIELDS>;
export const POINT_JOIN = sql`LEFT JOIN geocodes g ON g.address = ${ADDRESS_KEY}`;

/** Where the address of a job and its unit are, beside JOB_FIELDS; with LOCATION_JOINS. */
const LOCATION_FIELDS = {
  ...POINT_FIELDS,
  unitAt: sql<UnitPlace>`coalesce(l.place, 'yard')`,
  unitBookingId: leftJoined(l.bookingId),
  unitTruckId: leftJoined(l.truckId),
  unitSiteId: leftJoined(l.siteId),
  /** Null: the unit was never moved. */
  unitSinceMs: leftJoined(l.since),
  /** The route whose driver moved it there; null: staff did. */
  unitRouteId: sql<number | null>`CASE WHEN l.action_id IS NULL THEN NULL ELSE (
    SELECT moved.route_id FROM driver_actions a JOIN driver_route_stops moved ON moved.id = a.stop_id WHERE a.id = l.action_id) END`,
  /** The day of the job that collects it from there; null: none is planned. */
  collectedOn: sql<Day | null>`CASE WHEN l.booking_id IS NULL THEN NULL ELSE (
    SELECT min(due_day) FROM jobs
    WHERE booking_id = l.booking_id AND type IN ('exchange', 'live_load', 'final_pickup') AND status NOT IN ('done', 'cancelled')) END`,
  /** The day of the delivery of the booking that is still to be made. */
  deliversOn: sql<Day | null>`CASE b.site_status WHEN 'not_delivered' THEN (
    SELECT min(due_day) FROM jobs
    WHERE booking_id = b.id AND type = 'delivery' AND status NOT IN ('done', 'cancelled')) END`,
  /** The day of the exchange that brings the unit of the job and is still to be made. */
  exchangesOn: sql<Day | null>`CASE WHEN j.type IN ('delivery', 'exchange', 'live_load') THEN NULL ELSE (
    SELECT min(due_day) FROM jobs exchange
    WHERE exchange.booking_id = b.id AND exchange.type = 'exchange' AND exchange.status NOT IN ('done', 'cancelled')
      AND exchange.due_day <= j.due_day) END`,
};
const LOCATION_JOINS = sql`LEFT JOIN unit_locations l ON l.id = ${currentLocationId(sql`d.id`)} ${POINT_JOIN}`;

/** A unit that its latest row puts on a truck, or at a disposal site, as the fields of a job name it. */
const ABOARD_FIELDS = {
  unitId: sql<number>`d.id`,
  unitAt: l.place,
  unitBookingId: sql<null>`NULL`,
  unitTruckId: l.truckId,
  unitSiteId: l.siteId,
  unitSinceMs: l.since,
  unitRouteId: LOCATION_FIELDS.unitRouteId,
  collectedOn: sql<null>`NULL`,
};
export type AboardRow = SelectedRow<typeof ABOARD_FIELDS>;

/** For a batch: the units on trucks and at disposal sites. A truck can have units without a job on the day. */
export const UNITS_ABOARD = {
  fields: ABOARD_FIELDS,
  query: (columns) => sql`
    SELECT ${columns} FROM dumpsters d JOIN unit_locations l ON l.id = ${currentLocationId(sql`d.id`)}
    WHERE d.deleted_at IS NULL AND l.place IN ('truck', 'disposal')`,
} satisfies RowsQuery<typeof ABOARD_FIELDS>;

const LOCATED_UNIT_FIELDS = {
  unitId: sql<number>`d.id`,
  unitNumber: sql<string>`d.dumpster_number`,
  unitAt: LOCATION_FIELDS.unitAt,
  unitBookingId: LOCATION_FIELDS.unitBookingId,
  unitTruckId: LOCATION_FIELDS.unitTruckId,
  unitSiteId: LOCATION_FIELDS.unitSiteId,
  unitSinceMs: LOCATION_FIELDS.unitSinceMs,
  unitRouteId: LOCATION_FIELDS.unitRouteId,
  collectedOn: LOCATION_FIELDS.collectedOn,
};
export type LocatedUnitRow = SelectedRow<typeof LOCATED_UNIT_FIELDS>;

/** Where a unit is, as the fields of a job name it; null: there is no such unit. */
export async function findLocatedUnit(db: Db, id: number): Promise<LocatedUnitRow | null> {
  const [row] = await readRows(
    db,
    LOCATED_UNIT_FIELDS,
    (columns) => sql`
      SELECT ${columns} FROM dumpsters d LEFT JOIN unit_locations l ON l.id = ${currentLocationId(sql`d.id`)}
      WHERE d.id = ${id}`,
  );
  return row ?? null;
}

const LOCATED_JOB_FIELDS = { ...JOB_FIELDS, ...LOCATION_FIELDS };

/** For a batch: the jobs that match a condition, with where their addresses and units are. */
export function locatedJobs(where: SQL, limit: number): RowsQuery<typeof LOCATED_JOB_FIELDS> {
  return { fields: LOCATED_JOB_FIELDS, query: jobsQuery({ where, limit, joins: LOCATION_JOINS }) };
}

const CHECKED_JOB_FIELDS = {
  id: JOB_FIELDS.id,
  bookingId: JOB_FIELDS.bookingId,
  type: JOB_FIELDS.type,
  dueDay: JOB_FIELDS.dueDay,
  timeWindow: JOB_FIELDS.timeWindow,
  status: JOB_FIELDS.status,
  address: JOB_FIELDS.address,
  city: JOB_FIELDS.city,
  state: JOB_FIELDS.state,
  zip: JOB_FIELDS.zip,
  dumpsterType: JOB_FIELDS.dumpsterType,
  bookingVersion: JOB_FIELDS.bookingVersion,
  pickupDay: JOB_FIELDS.pickupDay,
  siteStatus: JOB_FIELDS.siteStatus,
  unitId: JOB_FIELDS.unitId,
  unitNumber: JOB_FIELDS.unitNumber,
  unitRole: JOB_FIELDS.unitRole,
  collectedId: JOB_FIELDS.collectedId,
  collectedNumber: JOB_FIELDS.collectedNumber,
  collectedRole: JOB_FIELDS.collectedRole,
  ...LOCATION_FIELDS,
};
/** What the checks of a day need of a job. */
export type CheckedJobRow = SelectedRow<typeof CHECKED_JOB_FIELDS>;

/** As locatedJobs, without what only a screen shows. */
export function checkedJobs(where: SQL, limit: number): RowsQuery<typeof CHECKED_JOB_FIELDS> {
  return { fields: CHECKED_JOB_FIELDS, query: jobsQuery({ where, limit, joins: LOCATION_JOINS }) };
}

/** The points of normalized addresses (domain/dispatch/travel.ts). */
export async function listGeocodes(db: Db, addresses: readonly string[]) {
  if (addresses.length === 0) return [];
  return readRows(
    db,
    GEOCODE_FIELDS,
    (columns) =>
      sql`SELECT ${columns} FROM geocodes WHERE address IN (SELECT value FROM json_each(${JSON.stringify(addresses)}))`,
  );
}

const YARD_UNIT_FIELDS = {
  id: sql<number>`d.id`,
  number: sql<string>`d.dumpster_number`,
  dumpsterType: sql<string>`d.dumpster_type`,
  takenFrom: sql<Day | null>`taken.start_date`,
  takenTo: sql<Day | null>`taken.end_date`,
};

/** The units that are in the yard and in service, of the sizes of these deliveries: a row for each time they are taken. */
export async function listYardUnits(db: Db, demands: readonly DeliveryDemand[]): Promise<YardUnitRow[]> {
  if (demands.length === 0) return [];
  const types = JSON.stringify([...new Set(demands.map(({ dumpsterType }) => dumpsterType))]);
  const [from] = demands.map((demand) => demand.from).toSorted();
  const to = demands
    .map((demand) => demand.to)
    .toSorted()
    .at(-1);
  const [found] = await readBatch(db, [
    {
      fields: YARD_UNIT_FIELDS,
      query: (columns) => sql`
        SELECT ${columns} FROM dumpsters d
        LEFT JOIN unit_locations l ON l.id = ${currentLocationId(sql`d.id`)}
        LEFT JOIN dumpster_schedule taken ON taken.dumpster_id = d.id
          AND taken.end_date >= ${from} AND taken.start_date <= ${to}
        WHERE d.dumpster_type IN (SELECT value FROM json_each(${types})) AND d.is_available = 1
          AND d.deleted_at IS NULL AND coalesce(l.place, 'yard') = 'yard'
        ORDER BY d.id`,
    },
  ]);
  return found;
}
