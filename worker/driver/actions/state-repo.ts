import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { listRefusedUnits } from '#domain/dispatch/stop-log.ts';
import type { Day } from '#domain/shared/days.ts';
import type { Db } from '#worker/base/db/client.ts';
import { leftJoined, readBatch, type SelectedRow } from '#worker/base/db/rows.ts';
import { dispatchSettings, sites } from '#worker/base/db/schema/dispatch.ts';
import {
  deliveryPhotos,
  driverActions,
  driverRouteStops,
  driverRoutes,
} from '#worker/base/db/schema/drivers.ts';
import { jobs } from '#worker/base/db/schema/jobs.ts';
import { nameOf } from '#worker/base/history/repo.ts';
import { RECORDS } from '#worker/rental/repo.ts';
import { BROUGHT, COLLECTED, MOVED_DAYS } from '../stops-repo.ts';

const r = alias(driverRoutes, 'r');
const s = alias(driverRouteStops, 's');
const j = alias(jobs, 'j');
const p = alias(sites, 'p');
const a = alias(driverActions, 'a');
const f = alias(deliveryPhotos, 'f');

const STOP = {
  id: s.id,
  bookingId: s.bookingId,
  type: s.stopType,
  status: s.status,
  removedAt: s.removedAt,
  stopOrder: s.stopOrder,
  siteId: s.siteId,
  siteName: leftJoined(p.name),
  routeId: sql<number>`r.id`,
  routeDay: sql<Day>`r.date`,
  /** When the stop was first published to the driver. */
  publishedAt: sql<number>`n.published_at`,
  routeRemovedAt: sql<number | null>`r.removed_at`,
  /** The driver of the route, if it was given to another one since the stop was published; null otherwise. */
  otherDriver: sql<
    string | null
  >`CASE WHEN r.driver_id = n.driver_id THEN NULL ELSE ${nameOf(sql`r.driver_id`)} END`,
  truckId: r.truckId,
  jobId: leftJoined(j.id),
  jobType: sql`j.type`.mapWith(jobs.type) as SQL<(typeof jobs.type)['_']['data'] | null>,
  jobStatus: sql`j.status`.mapWith(jobs.status) as SQL<(typeof jobs.status)['_']['data'] | null>,
  jobVersion: sql<number | null>`j.version`,
  isJobDoneByDriver:
    sql<boolean>`coalesce((SELECT role = 'driver' FROM users WHERE id = j.done_by), 0)`.mapWith(Boolean),
  jobDoneById: sql<number | null>`j.done_by`,
  jobDoneBy: sql<string | null>`CASE WHEN j.done_by IS NULL THEN NULL ELSE ${nameOf(sql`j.done_by`)} END`,
  hasOpenExchange: sql<boolean>`EXISTS (SELECT 1 FROM jobs e
    WHERE e.booking_id = s.booking_id AND e.type = 'exchange' AND e.status NOT IN ('done', 'cancelled'))`.mapWith(
    Boolean,
  ),
  broughtId: sql<number | null>`${BROUGHT}`,
  broughtRole: sql<string | null>`(SELECT role FROM dumpster_schedule WHERE id = ${MOVED_DAYS})`,
  collectedId: sql<number | null>`${COLLECTED}`,
};
export type ActionStop = SelectedRow<typeof STOP>;

/** Every column of an action. */
const ACTION = getTableColumns(driverActions);
const LOG = { id: a.id, driverId: a.driverId, type: a.type, payload: a.payload, atMs: a.correctedTime };
const TYPED_UNITS = { type: a.type, payload: a.payload, result: a.result, reason: a.reason };
const PHOTOS = { id: f.uploadId, type: f.photoType };

type StopOfDriver = { stopId: number; driverId: number };

/** A stop with what is recorded at it. Null: it was never published to the driver. */
export async function readActionStop(db: Db, stop: StopOfDriver) {
  return stateOf(await readBatch(db, stopQueries(stop)));
}

/** What a new action needs, in one call of the database: its stop, the booking, and the row of an action with its id. */
export async function readActionState(db: Db, { id, ...stop }: StopOfDriver & { id: string }) {
  const [known, records, ...rows] = await readBatch(db, [
    { fields: ACTION, query: (columns) => sql`SELECT ${columns} FROM driver_actions WHERE id = ${id}` },
    {
      fields: RECORDS.fields,
      query: (columns) => sql`
        SELECT ${columns} FROM ${RECORDS.from}
        WHERE b.id = (SELECT booking_id FROM driver_route_stops WHERE id = ${stop.stopId})`,
    },
    ...stopQueries(stop),
  ]);
  return { known: known[0] ?? null, record: records[0] ?? null, state: stateOf(rows) };
}

function stopQueries({ stopId, driverId }: StopOfDriver) {
  return [
    {
      fields: STOP,
      query: (columns: SQL) => sql`
        SELECT ${columns} FROM driver_route_stops s CROSS JOIN driver_routes r ON r.id = s.route_id
          LEFT JOIN jobs j ON j.id = s.job_id LEFT JOIN sites p ON p.id = s.site_id
          JOIN stop_publications n ON n.stop_id = s.id AND n.driver_id = ${driverId}
        WHERE s.id = ${stopId}`,
    },
    {
      fields: LOG,
      query: (columns: SQL) => sql`
        SELECT ${columns} FROM driver_actions a
        WHERE a.stop_id = ${stopId} AND a.result = 'applied' AND a.approval IS NOT 'rejected'
        ORDER BY a.corrected_time, a.received_at, a.rowid`,
    },
    {
      fields: TYPED_UNITS,
      query: (columns: SQL) => sql`
        SELECT ${columns} FROM driver_actions a
        WHERE a.stop_id = ${stopId} AND a.type = 'unit' AND a.driver_id = ${driverId} AND a.approval IS NOT 'rejected'
        ORDER BY a.corrected_time, a.received_at, a.rowid`,
    },
    {
      fields: PHOTOS,
      query: (columns: SQL) => sql`SELECT ${columns} FROM delivery_photos f WHERE f.stop_id = ${stopId}`,
    },
    {
      fields: { requiredItems: dispatchSettings.requiredItems },
      query: (columns: SQL) => sql`SELECT ${columns} FROM dispatch_settings`,
    },
  ] as const;
}

type StopRows = readonly [
  stops: readonly ActionStop[],
  log: readonly SelectedRow<typeof LOG>[],
  typedUnits: readonly SelectedRow<typeof TYPED_UNITS>[],
  photos: readonly SelectedRow<typeof PHOTOS>[],
  settings: readonly { requiredItems: typeof dispatchSettings.$inferSelect.requiredItems }[],
];

function stateOf([stops, log, typedUnits, photos, settings]: StopRows) {
  const [stop] = stops;
  if (!stop) return null;
  const refusedUnits = listRefusedUnits(typedUnits);
  return { stop, log, refusedUnits, photos, requiredItems: settings[0]?.requiredItems ?? {} };
}

/** True while the stop, its job and its booking are as they were read. */
export function isStopAsRead(stop: ActionStop, bookingVersion: number | null): SQL {
  const { id, status, removedAt, jobId, jobVersion, bookingId } = stop;
  return sql`EXISTS (SELECT 1 FROM driver_route_stops WHERE id = ${id} AND status = ${status} AND removed_at IS ${removedAt})
    AND (${jobId} IS NULL OR EXISTS (SELECT 1 FROM jobs WHERE id = ${jobId} AND version = ${jobVersion}))
    AND (${bookingId} IS NULL OR EXISTS (SELECT 1 FROM bookings WHERE id = ${bookingId} AND version = ${bookingVersion}))`;
}
