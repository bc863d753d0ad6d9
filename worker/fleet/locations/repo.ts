import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { SiteKind, UnitPlace } from '#domain/dispatch/places.ts';
import type { JobType } from '#domain/jobs/jobs.ts';
import type { Db } from '#worker/base/db/client.ts';
import { leftJoined, readRows, type SelectedRow } from '#worker/base/db/rows.ts';
import { sites, trucks } from '#worker/base/db/schema/dispatch.ts';
import { unitLocations } from '#worker/base/db/schema/unit-locations.ts';
import { nameOf } from '#worker/base/history/repo.ts';

/** The id of the row that says where a unit is now; null: it has none and is in the yard. */
export function currentLocationId(unitId: SQL): SQL {
  return sql`(
    SELECT id FROM unit_locations WHERE dumpster_id = ${unitId} AND voided_at IS NULL ORDER BY since DESC, id DESC LIMIT 1)`;
}

/** Where a unit is now, as the current row says it. */
export type CurrentLocation = {
  id: number;
  place: UnitPlace;
  siteId: number | null;
  siteName: string | null;
  bookingId: number | null;
  customer: string | null;
  truckId: number | null;
  truckName: string | null;
  /** In milliseconds. */
  since: number;
};

/** Where a unit is now, for the SELECT of a list of units: one search in an index a unit. */
export function selectCurrentLocation(unitId: SQL) {
  return sql<CurrentLocation | null>`(
    SELECT json_object('id', l.id, 'place', l.place, 'siteId', l.site_id, 'siteName', s.name, 'bookingId', l.booking_id,
      'customer', CASE WHEN l.booking_id IS NULL THEN NULL ELSE trim(b.first_name || ' ' || b.last_name) END,
      'truckId', l.truck_id, 'truckName', t.name, 'since', l.since)
    FROM unit_locations l LEFT JOIN sites s ON s.id = l.site_id LEFT JOIN trucks t ON t.id = l.truck_id
      LEFT JOIN bookings b ON b.id = l.booking_id
    WHERE l.dumpster_id = ${unitId} AND l.voided_at IS NULL ORDER BY l.since DESC, l.id DESC LIMIT 1)`.mapWith(
    (text: string) => JSON.parse(text) as CurrentLocation,
  );
}

/** True for a unit that is at the place now. */
export function isUnitAt(unitId: SQL, place: UnitPlace): SQL {
  return sql`coalesce((
    SELECT place FROM unit_locations WHERE dumpster_id = ${unitId} AND voided_at IS NULL
    ORDER BY since DESC, id DESC LIMIT 1), 'yard') = ${place}`;
}

export type TruckOrSite = { truckId: number } | { siteId: number };

/** True while a unit that is not deleted is there. */
export function isAnyUnitAt(at: TruckOrSite): SQL {
  return sql`EXISTS (SELECT 1 FROM ${unitsAt(at)})`;
}

/** The numbers of the units that are there, at most `limit`. */
export async function listUnitNumbersAt(db: Db, at: TruckOrSite, limit: number): Promise<string[]> {
  const found = await readRows(
    db,
    { number: sql<string>`d.dumpster_number` },
    (columns) => sql`SELECT ${columns} FROM ${unitsAt(at)} ORDER BY d.dumpster_number LIMIT ${limit}`,
  );
  return found.map(({ number }) => number);
}

function unitsAt(at: TruckOrSite): SQL {
  const isThere = 'truckId' in at ? sql`l.truck_id = ${at.truckId}` : sql`l.site_id = ${at.siteId}`;
  return sql`dumpsters d JOIN unit_locations l ON l.id = ${currentLocationId(sql`d.id`)}
    WHERE d.deleted_at IS NULL AND ${isThere}`;
}

/**
 * '15-02 on Truck 1, 15-03 on Truck 1': the units that stops of a route put on a truck which is no longer the route's;
 * null: there are none.
 */
export function unitsOnOtherTruck(routeId: SQL, truckId: SQL) {
  return sql<string | null>`(
    SELECT group_concat(d.dumpster_number || ' on ' || o.name, ', ')
    FROM driver_route_stops f CROSS JOIN unit_locations l ON l.job_id = f.job_id
      JOIN dumpsters d ON d.id = l.dumpster_id JOIN trucks o ON o.id = l.truck_id
    WHERE f.route_id = ${routeId} AND f.removed_at IS NULL AND f.job_id IS NOT NULL
      AND f.status IN ('delivered', 'completed') AND l.place = 'truck' AND l.truck_id IS NOT ${truckId}
      AND l.voided_at IS NULL AND l.id = ${currentLocationId(sql`d.id`)})`;
}

const l = alias(unitLocations, 'l');
const s = alias(sites, 's');
const t = alias(trucks, 't');
const ENTRY_FIELDS = {
  id: l.id,
  place: l.place,
  siteId: l.siteId,
  siteName: leftJoined(s.name),
  bookingId: l.bookingId,
  customer: sql<
    string | null
  >`CASE WHEN l.booking_id IS NULL THEN NULL ELSE (SELECT trim(first_name || ' ' || last_name) FROM bookings WHERE id = l.booking_id) END`,
  truckId: l.truckId,
  truckName: leftJoined(t.name),
  since: l.since,
  /** The type of the job that moved the unit. */
  jobType: sql<JobType | null>`(SELECT type FROM jobs WHERE id = l.job_id)`,
  isByDriver: sql<boolean>`l.action_id IS NOT NULL`.mapWith(Boolean),
  recordedBy: sql<string | null>`CASE WHEN l.user_id IS NULL THEN NULL ELSE ${nameOf(sql`l.user_id`)} END`,
  reason: l.reason,
  isUndone: sql<boolean>`l.voided_at IS NOT NULL`.mapWith(Boolean),
};
export type LocationRow = SelectedRow<typeof ENTRY_FIELDS>;

/** Where a unit was, newest first, with what was undone. */
export function listLocations(db: Db, dumpsterId: number, limit: number): Promise<LocationRow[]> {
  return readRows(
    db,
    ENTRY_FIELDS,
    (columns) => sql`
      SELECT ${columns} FROM unit_locations l LEFT JOIN sites s ON s.id = l.site_id LEFT JOIN trucks t ON t.id = l.truck_id
      WHERE l.dumpster_id = ${dumpsterId} ORDER BY l.since DESC, l.id DESC LIMIT ${limit}`,
  );
}

/** The row that says where a unit is now; null: it was never moved. */
export async function findCurrentLocation(db: Db, dumpsterId: number): Promise<CurrentLocation | null> {
  const [row] = await readRows(
    db,
    { location: selectCurrentLocation(sql`${dumpsterId}`) },
    (columns) => sql`SELECT ${columns}`,
  );
  return row?.location ?? null;
}

/**
 * True while the row says where the unit is now (null: the unit was never moved), the unit is not deleted, and the truck
 * and site of the new location are not.
 */
export function isCurrentLocation(
  dumpsterId: number,
  id: number | null,
  newLocation: Pick<CurrentLocation, 'siteId' | 'truckId'>,
): SQL {
  return sql`${currentLocationId(sql`${dumpsterId}`)} IS ${id} AND ${isPlaceThere(newLocation)}
    AND EXISTS (SELECT 1 FROM dumpsters WHERE id = ${dumpsterId} AND deleted_at IS NULL)`;
}

/** The names of what a new location names. Absent: there is none, or it is deleted. */
export async function findPlaceNames(
  db: Db,
  { siteId, truckId, bookingId }: Pick<CurrentLocation, 'siteId' | 'truckId' | 'bookingId'>,
) {
  const [row] = await readRows(
    db,
    {
      siteName: sql<string | null>`(SELECT name FROM sites WHERE id = ${siteId} AND deleted_at IS NULL)`,
      siteKind: sql<SiteKind | null>`(SELECT kind FROM sites WHERE id = ${siteId} AND deleted_at IS NULL)`,
      truckName: sql<string | null>`(SELECT name FROM trucks WHERE id = ${truckId} AND deleted_at IS NULL)`,
      bookingId: sql<number | null>`(SELECT id FROM bookings WHERE id = ${bookingId})`,
    },
    (columns) => sql`SELECT ${columns}`,
  );
  if (!row) throw new Error('A SELECT without FROM returned no row');
  return row;
}

function isPlaceThere({ siteId, truckId }: Pick<CurrentLocation, 'siteId' | 'truckId'>): SQL {
  return sql`(${siteId} IS NULL OR EXISTS (SELECT 1 FROM sites WHERE id = ${siteId} AND deleted_at IS NULL))
    AND (${truckId} IS NULL OR EXISTS (SELECT 1 FROM trucks WHERE id = ${truckId} AND deleted_at IS NULL))`;
}

export type NewLocation = {
  dumpsterId: number;
  place: UnitPlace;
  siteId?: number | null;
  /** Required for the place 'booking', and only there; `truckId` for 'truck'. */
  bookingId?: number | null;
  truckId?: number | null;
  /** In milliseconds, never later than now. */
  since: number;
  jobId?: number | null;
  actionId?: string | null;
  /** With a reason, unless a job is named. */
  userId?: number | null;
  reason?: string | null;
};

/** For a batch: the unit is at the place from `since` on. */
export function insertLocation(db: Db, at: NewLocation, nowMs: number) {
  return db.run(sql`
    INSERT INTO unit_locations (dumpster_id, place, site_id, booking_id, truck_id, since, job_id, action_id, user_id, reason,
      created_at)
    VALUES (${at.dumpsterId}, ${at.place}, ${at.siteId ?? null}, ${at.bookingId ?? null}, ${at.truckId ?? null},
      ${at.since}, ${at.jobId ?? null}, ${at.actionId ?? null}, ${at.userId ?? null}, ${at.reason ?? null}, ${nowMs})`);
}
