import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Day } from '#domain/shared/days.ts';
import type { Db } from '#worker/base/db/client.ts';
import { leftJoined, type RowsQuery, readBatch, type SelectedRow } from '#worker/base/db/rows.ts';
import { bookings } from '#worker/base/db/schema/bookings.ts';
import { businessProfile } from '#worker/base/db/schema/business.ts';
import { dispatchSettings, sites, trucks } from '#worker/base/db/schema/dispatch.ts';
import {
  arrivalWindows,
  deliveryPhotos,
  driverActions,
  driverRouteStops,
  driverRoutes,
} from '#worker/base/db/schema/drivers.ts';
import { dumpsters } from '#worker/base/db/schema/dumpsters.ts';
import { jobs } from '#worker/base/db/schema/jobs.ts';
import { nameOf } from '#worker/base/history/repo.ts';
import {
  INSPECTION_SETTINGS,
  inspectionsWhere,
  lastReportsWhere,
} from '#worker/dispatch/inspections/repo.ts';
import { POINT_FIELDS, POINT_JOIN } from '#worker/dispatch/locations-repo.ts';
import { messagesWhere } from '#worker/dispatch/messages/repo.ts';
import { sitesOn, TIMES_FIELDS } from '#worker/dispatch/plan-repo.ts';

const r = alias(driverRoutes, 'r');
const s = alias(driverRouteStops, 's');
const j = alias(jobs, 'j');
const b = alias(bookings, 'b');
const t = alias(trucks, 't');
const p = alias(sites, 'p');
const e = alias(sites, 'e');
const a = alias(driverActions, 'a');
const d = alias(dumpsters, 'd');
const c = alias(dumpsters, 'c');
const f = alias(deliveryPhotos, 'f');
const w = alias(arrivalWindows, 'w');

const ROUTE_FIELDS = {
  id: r.id,
  day: r.date,
  status: r.status,
  notes: r.notes,
  version: r.version,
  truckId: leftJoined(t.id),
  truckName: leftJoined(t.name),
  plate: leftJoined(t.plate),
  truckItems: leftJoined(t.inspectionItems),
  startSiteId: r.startSiteId,
  endSiteId: r.endSiteId,
  startName: leftJoined(p.name),
  startAddress: leftJoined(p.address),
  startLat: p.lat,
  startLng: p.lng,
  endName: leftJoined(e.name),
  endAddress: leftJoined(e.address),
  endLat: e.lat,
  endLng: e.lng,
};
export type RouteRow = SelectedRow<typeof ROUTE_FIELDS>;

/** The row of the schedule that begins with the stop: the latest one that has begun on the day of the job, else the first. */
export const MOVED_DAYS = sql`(SELECT id FROM dumpster_schedule WHERE booking_id = s.booking_id
  ORDER BY start_date <= j.due_day DESC, start_date DESC, id DESC LIMIT 1)`;
const unitOf = (row: SQL) => sql`(SELECT dumpster_id FROM dumpster_schedule WHERE id = ${row})`;
/** Before an exchange: the unit that the customer has until then. */
const BEFORE = sql`(SELECT old.id FROM dumpster_schedule old JOIN dumpster_schedule moved ON moved.id = ${MOVED_DAYS}
  WHERE old.booking_id = s.booking_id AND old.id <> moved.id AND old.start_date <= moved.start_date
  ORDER BY old.start_date DESC, old.id DESC LIMIT 1)`;

/** The unit that the driver of stop s brings for job j. */
export const BROUGHT = sql`CASE WHEN s.stop_type IN ('delivery', 'exchange', 'live_load', 'relocation', 'relocate_on_site')
  THEN coalesce(j.dumpster_id, ${unitOf(MOVED_DAYS)}) END`;
/** The unit that the driver takes away. */
export const COLLECTED = sql`CASE s.stop_type WHEN 'exchange' THEN ${unitOf(BEFORE)}
  WHEN 'final_pickup' THEN coalesce(j.dumpster_id, ${unitOf(MOVED_DAYS)})
  WHEN 'dump_and_return' THEN coalesce(j.dumpster_id, ${unitOf(MOVED_DAYS)}) END`;

const STOP_FIELDS = {
  id: s.id,
  routeId: s.routeId,
  jobId: s.jobId,
  bookingId: s.bookingId,
  siteId: s.siteId,
  type: s.stopType,
  status: s.status,
  estimatedArrival: s.estimatedArrival,
  actualArrival: s.actualArrival,
  departedAt: s.departedAt,
  plannedMinutes: s.plannedMinutes,
  areMinutesSet: s.areMinutesSet,
  updatedAt: s.updatedAt,
  outcome: s.outcome,
  outcomeReason: s.outcomeReason,
  changedAt: s.changedAt,
  dispatcherNotes: s.notes,
  timeWindow: leftJoined(j.timeWindow),
  windowFromMs: leftJoined(w.startsAt),
  windowToMs: leftJoined(w.endsAt),
  firstName: leftJoined(b.firstName),
  lastName: leftJoined(b.lastName),
  phone: leftJoined(b.phone),
  address: leftJoined(b.address),
  city: leftJoined(b.city),
  state: leftJoined(b.state),
  zip: leftJoined(b.zip),
  placement: b.placement,
  notes: b.notes,
  rentalType: leftJoined(b.rentalType),
  dumpsterType: leftJoined(b.dumpsterType),
  materialId: b.materialId,
  rateCardId: b.rateCardId,
  siteName: leftJoined(p.name),
  siteAddress: leftJoined(p.address),
  siteLat: p.lat,
  siteLng: p.lng,
  ...POINT_FIELDS,
  unitId: leftJoined(d.id),
  unitNumber: leftJoined(d.dumpsterNumber),
  collectedId: leftJoined(c.id),
  collectedNumber: leftJoined(c.dumpsterNumber),
};
export type StopRow = SelectedRow<typeof STOP_FIELDS>;

const ACTION_FIELDS = {
  stopId: a.stopId,
  type: a.type,
  payload: a.payload,
  result: a.result,
  reason: a.reason,
};

const PHOTO_FIELDS = { stopId: f.stopId, id: f.uploadId, type: f.photoType };

type Window = { driverId: number; from: Day; to: Day; today: Day };

/**
 * The published routes of a driver on days of a window, both ends included, with all that the phone shows, and what the
 * times of today depend on.
 */
export async function readDriverRoutes(db: Db, window: Window) {
  const isRoute = isPublishedRoute(window);
  const isStop = sql`${isRoute} AND s.removed_at IS NULL`;
  const [
    routes,
    stops,
    actions,
    photos,
    settings,
    business,
    fleets,
    yards,
    drivers,
    inspections,
    reports,
    asked,
    messages,
    sites,
  ] = await readBatch(db, [
    routesWhere(isRoute),
    stopsWhere(isStop),
    actionsWhere(isStop, window.driverId),
    photosWhere(isStop),
    SETTINGS,
    OFFICE,
    FLEET,
    YARDS,
    {
      fields: { name: sql<string | null>`${nameOf(window.driverId)}` },
      query: (columns: SQL) => sql`SELECT ${columns}`,
    },
    inspectionsWhere(isRoute),
    lastReportsWhere(isRoute),
    INSPECTION_SETTINGS,
    messagesWhere(isRoute),
    sitesOn(sql`${window.today}`),
  ]);
  const [times] = settings;
  if (!times) throw new Error('The row of dispatch_settings is missing: a migration inserts it');
  return {
    routes,
    stops,
    actions,
    photos,
    messages,
    inspections: { done: inspections, lastReports: reports, settings: asked[0] ?? null },
    requiredItems: times.requiredItems,
    times,
    sites: new Map(sites.map((site) => [site.id, site])),
    officePhone: business[0]?.phone ?? null,
    fleet: fleets[0]?.numbers ?? '',
    onlyYard: yards.length === 1 ? (yards[0] ?? null) : null,
    driverName: drivers[0]?.name ?? null,
  };
}

/** A route that this driver sees now. */
function isPublishedRoute({ driverId, from, to }: Window): SQL {
  return sql`r.driver_id = ${driverId} AND r.date BETWEEN ${from} AND ${to} AND r.published_at IS NOT NULL
    AND r.removed_at IS NULL`;
}

function routesWhere(where: SQL): RowsQuery<typeof ROUTE_FIELDS> {
  return {
    fields: ROUTE_FIELDS,
    query: (columns) => sql`
      SELECT ${columns} FROM driver_routes r LEFT JOIN trucks t ON t.id = r.truck_id
        LEFT JOIN sites p ON p.id = r.start_site_id LEFT JOIN sites e ON e.id = r.end_site_id
      WHERE ${where} ORDER BY r.date, r.id`,
  };
}

function stopsWhere(where: SQL): RowsQuery<typeof STOP_FIELDS> {
  return {
    fields: STOP_FIELDS,
    query: (columns) => sql`
      SELECT ${columns} FROM driver_routes r CROSS JOIN driver_route_stops s ON s.route_id = r.id
        LEFT JOIN jobs j ON j.id = s.job_id LEFT JOIN bookings b ON b.id = s.booking_id
        LEFT JOIN sites p ON p.id = s.site_id ${POINT_JOIN}
        LEFT JOIN dumpsters d ON d.id = ${BROUGHT} LEFT JOIN dumpsters c ON c.id = ${COLLECTED}
        LEFT JOIN arrival_windows w ON w.id = (SELECT max(id) FROM arrival_windows WHERE job_id = s.job_id AND day = r.date)
      WHERE ${where} ORDER BY s.route_id, s.stop_order, s.id`,
  };
}

/** In the order in which drivers did them, without those that a dispatcher rejected, and with the units that were refused to this driver. */
function actionsWhere(where: SQL, driverId: number): RowsQuery<typeof ACTION_FIELDS> {
  return {
    fields: ACTION_FIELDS,
    query: (columns) => sql`
      SELECT ${columns} FROM driver_routes r CROSS JOIN driver_route_stops s ON s.route_id = r.id
        CROSS JOIN driver_actions a ON a.stop_id = s.id
      WHERE ${where} AND a.approval IS NOT 'rejected'
        AND (a.result = 'applied' OR (a.type = 'unit' AND a.driver_id = ${driverId}))
      ORDER BY a.corrected_time, a.received_at, a.rowid`,
  };
}

function photosWhere(where: SQL): RowsQuery<typeof PHOTO_FIELDS> {
  return {
    fields: PHOTO_FIELDS,
    query: (columns) => sql`
      SELECT ${columns} FROM driver_routes r CROSS JOIN driver_route_stops s ON s.route_id = r.id
        CROSS JOIN delivery_photos f ON f.stop_id = s.id
      WHERE ${where} AND f.upload_id IS NOT NULL AND f.photo_type <> 'defect' ORDER BY f.id`,
  };
}

const SETTINGS = {
  fields: { ...TIMES_FIELDS, requiredItems: dispatchSettings.requiredItems },
  query: (columns: SQL) => sql`SELECT ${columns} FROM dispatch_settings`,
};

/** One a line. */
const FLEET = {
  fields: { numbers: sql<string | null>`group_concat(dumpster_number, char(10))` },
  query: (columns: SQL) =>
    sql`SELECT ${columns} FROM (SELECT dumpster_number FROM dumpsters WHERE deleted_at IS NULL ORDER BY dumpster_number)`,
};

/** A stop without a site is at the only yard. */
const YARDS = {
  fields: { name: p.name, address: p.address, lat: p.lat, lng: p.lng },
  query: (columns: SQL) =>
    sql`SELECT ${columns} FROM sites p WHERE kind = 'yard' AND deleted_at IS NULL LIMIT 2`,
};

const OFFICE = {
  fields: { phone: businessProfile.phone },
  query: (columns: SQL) => sql`SELECT ${columns} FROM business_profile`,
};
