import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { DayHours } from '#domain/dispatch/places.ts';
import { LATE_DAYS } from '#domain/rental/work-lists.ts';
import { addDays, type Day } from '#domain/shared/days.ts';
import type { Db } from '#worker/base/db/client.ts';
import { leftJoined, limitTo, type RowsQuery, readBatch, type SelectedRow } from '#worker/base/db/rows.ts';
import { blackoutDays } from '#worker/base/db/schema/business.ts';
import {
  dayAbsences,
  dispatchSettings,
  siteDayHours,
  sites,
  trucks,
} from '#worker/base/db/schema/dispatch.ts';
import { driverRouteStops, driverRoutes } from '#worker/base/db/schema/drivers.ts';
import { nameOf } from '#worker/base/history/repo.ts';
import { PUBLISHED_VERSION } from '#worker/catalog/repo.ts';
import { unitsOnOtherTruck } from '#worker/fleet/locations/repo.ts';
import { crewQueries } from './crews-repo.ts';
import { checkedJobs, locatedJobs, UNITS_ABOARD } from './locations-repo.ts';

/** Which routes, and which jobs beside those of their stops. `routeId`: all routes of its day. */
export type PlanScope = DayScope | RouteScope;

/**
 * `removedAt`: the route as it was when it was removed then. `showsDay`: a screen shows jobs of other routes, too; without
 * it they are read as far as the checks of the day need them.
 */
type RouteScope = {
  routeId: number;
  jobIds: readonly number[];
  stopIds: readonly number[];
  removedAt?: number;
  showsDay?: boolean;
};

/** `nextDay`: the last day whose open jobs are read. */
export type DayScope = { day: Day; nextDay: Day; today: Day };

const MAX_BOARD_JOBS = 500;

const r = alias(driverRoutes, 'r');
const t = alias(trucks, 't');
const s = alias(driverRouteStops, 's');

const ROUTE_FIELDS = {
  id: r.id,
  day: r.date,
  driverId: r.driverId,
  driverName: sql<string>`${nameOf(sql`r.driver_id`)}`,
  isDriverActive: sql<boolean>`u.is_active AND u.role = 'driver'`.mapWith(Boolean),
  status: r.status,
  notes: r.notes,
  startSiteId: r.startSiteId,
  endSiteId: r.endSiteId,
  publishedAt: r.publishedAt,
  version: r.version,
  truckId: leftJoined(t.id),
  truckName: leftJoined(t.name),
  plate: leftJoined(t.plate),
  capacity: leftJoined(t.capacity),
  isTruckInService: sql<boolean>`coalesce(t.is_in_service AND t.deleted_at IS NULL, 0)`.mapWith(Boolean),
  unitsOnOtherTruck: unitsOnOtherTruck(sql`r.id`, sql`r.truck_id`),
};
export type PlanRouteRow = SelectedRow<typeof ROUTE_FIELDS>;

const STOP_FIELDS = {
  id: s.id,
  routeId: s.routeId,
  jobId: s.jobId,
  bookingId: s.bookingId,
  type: s.stopType,
  status: s.status,
  siteId: s.siteId,
  plannedMinutes: s.plannedMinutes,
  areMinutesSet: s.areMinutesSet,
  departedAt: s.departedAt,
  actualArrival: s.actualArrival,
  updatedAt: s.updatedAt,
  outcomeReason: s.outcomeReason,
  isPinned: s.isPinned,
  changedAt: s.changedAt,
};
export type PlanStopRow = SelectedRow<typeof STOP_FIELDS>;

const h = alias(siteDayHours, 'h');
const SITE_FIELDS = {
  id: sites.id,
  kind: sites.kind,
  name: sites.name,
  address: sites.address,
  lat: sites.lat,
  lng: sites.lng,
  hours: sites.hours,
  /** Those of the day of the plan; null unless it has hours of its own. */
  dayHours: sql<DayHours | null>`CASE WHEN ${h.siteId} IS NULL THEN NULL
    ELSE json_object('opens', ${h.opens}, 'closes', ${h.closes}) END`.mapWith(
    (text: string) => JSON.parse(text) as DayHours,
  ),
  acceptedWaste: sites.acceptedWaste,
  isDeleted: sql<boolean>`deleted_at IS NOT NULL`.mapWith(Boolean),
};
export type PlanSiteRow = SelectedRow<typeof SITE_FIELDS>;

export const TIMES_FIELDS = {
  stopMinutes: dispatchSettings.stopMinutes,
  dayStart: dispatchSettings.dayStart,
  dayEnd: dispatchSettings.dayEnd,
};
export type TimesRow = SelectedRow<typeof TIMES_FIELDS>;

const ABSENCE_FIELDS = {
  id: dayAbsences.id,
  day: dayAbsences.day,
  truckId: dayAbsences.truckId,
  driverId: dayAbsences.driverId,
  fromTime: dayAbsences.fromTime,
  reason: dayAbsences.reason,
  note: dayAbsences.note,
  unitIds: dayAbsences.unitIds,
  unitsTruckId: dayAbsences.unitsTruckId,
  createdAt: dayAbsences.createdAt,
};
export type AbsenceRow = SelectedRow<typeof ABSENCE_FIELDS>;

/** A pending stop that the new order of a route names: one of another route is moved from there. */
const NAMED_FIELDS = {
  id: s.id,
  routeId: s.routeId,
  jobId: s.jobId,
  plannedMinutes: s.plannedMinutes,
  areMinutesSet: s.areMinutesSet,
};

/** A live stop of a route that was to be driven on an earlier day. */
const LEFT_FIELDS = {
  jobId: sql<number>`s.job_id`,
  stopId: sql<number>`s.id`,
  routeId: sql<number>`r.id`,
  day: sql<Day>`r.date`,
};

/** What a plan is made of, in one call of the database. */
export async function readPlanRows(db: Db, scope: PlanScope) {
  if ('day' in scope) {
    const [left, ...rows] = await readBatch(db, [leftStops(scope), ...planQueries(scope)]);
    return { rows, checked: [], left, named: [] };
  }
  if (scope.stopIds.length === 0) {
    const [checked, ...rows] = await readBatch(db, [jobsOfOthers(scope), ...planQueries(scope)]);
    return { rows, checked, left: [], named: [] };
  }
  const [named, checked, ...rows] = await readBatch(db, [
    namedStops(scope.stopIds),
    jobsOfOthers(scope),
    ...planQueries(scope),
  ]);
  return { rows, checked, left: [], named };
}
export type PlanRows = Awaited<ReturnType<typeof readPlanRows>>;

/** The rows of the plan of a day, with what its board shows beside it, in one call of the database. */
export async function readBoardRows(db: Db, scope: DayScope) {
  const [left, trucks, drivers, closed, ...rows] = await readBatch(db, [
    leftStops(scope),
    ...crewQueries(),
    closedDays(scope.day),
    ...planQueries(scope),
  ]);
  const planRows: PlanRows = { rows, checked: [], left, named: [] };
  return { planRows, trucks, drivers, closed, version: rows[5] };
}

/** The routes of the day, which of their stops count, and the jobs that are read with all that the board shows. */
function partsOf(scope: PlanScope) {
  if ('day' in scope) {
    const routes = sql`SELECT id FROM driver_routes WHERE date = ${scope.day} AND removed_at IS NULL`;
    const isThere = sql`s.removed_at IS NULL`;
    const jobs = sql`${jobsOn(routes, isThere)} UNION ${otherJobs(scope)}`;
    return { day: sql`${scope.day}`, routes, isThere, jobs };
  }
  const { routeId, removedAt = null, showsDay } = scope;
  const day = sql`(SELECT date FROM driver_routes WHERE id = ${routeId})`;
  const routes = sql`SELECT id FROM driver_routes
    WHERE date = ${day} AND (removed_at IS NULL OR id = ${routeId} AND removed_at = ${removedAt})`;
  const isThere =
    removedAt === null
      ? sql`s.removed_at IS NULL`
      : sql`(s.removed_at IS NULL OR s.route_id = ${routeId} AND s.removed_at = ${removedAt} AND s.status = 'pending')`;
  const jobs = sql`${jobsOn(showsDay ? routes : sql`${routeId}`, isThere)} UNION ${otherJobs(scope)}`;
  return { day, routes, isThere, jobs };
}

const jobsOn = (routes: SQL, isThere: SQL) =>
  sql`SELECT job_id FROM driver_route_stops s WHERE route_id IN (${routes}) AND ${isThere} AND job_id IS NOT NULL`;

/** The jobs on the other routes of the day, as its checks need them. */
function jobsOfOthers(scope: RouteScope) {
  const { routes, isThere, jobs } = partsOf(scope);
  const others = sql`${jobsOn(routes, isThere)} EXCEPT SELECT * FROM (${jobs})`;
  return checkedJobs(scope.showsDay ? sql`0` : sql`j.id IN (${others})`, 2 * MAX_BOARD_JOBS);
}

function planQueries(scope: PlanScope) {
  const { day, routes, isThere, jobs } = partsOf(scope);
  return [
    { fields: TIMES_FIELDS, query: (columns: SQL) => sql`SELECT ${columns} FROM dispatch_settings` },
    sitesOn(day),
    {
      fields: ROUTE_FIELDS,
      query: (columns: SQL) => sql`
        SELECT ${columns} FROM driver_routes r JOIN users u ON u.id = r.driver_id LEFT JOIN trucks t ON t.id = r.truck_id
        WHERE r.id IN (${routes}) ORDER BY r.id`,
    },
    {
      fields: STOP_FIELDS,
      query: (columns: SQL) => sql`
        SELECT ${columns} FROM driver_route_stops s
        WHERE s.route_id IN (${routes}) AND ${isThere} ORDER BY s.route_id, s.stop_order, s.id`,
    },
    locatedJobs(sql`j.id IN (${jobs})`, 2 * MAX_BOARD_JOBS),
    PUBLISHED_VERSION,
    {
      fields: ABSENCE_FIELDS,
      query: (columns: SQL) => sql`SELECT ${columns} FROM day_absences WHERE day = ${day} ORDER BY id`,
    },
    UNITS_ABOARD,
  ] as const;
}

/** For a batch: all sites, with the hours that they have on the day alone. */
export function sitesOn(day: SQL): RowsQuery<typeof SITE_FIELDS> {
  return {
    fields: SITE_FIELDS,
    query: (columns) => sql`
      SELECT ${columns} FROM sites LEFT JOIN site_day_hours h ON h.site_id = sites.id AND h.day = ${day} ORDER BY sites.id`,
  };
}

/** Pending stops of routes by their ids. */
function namedStops(ids: readonly number[]) {
  return {
    fields: NAMED_FIELDS,
    query: (columns: SQL) => sql`
      SELECT ${columns} FROM driver_route_stops s
      WHERE s.id IN (${idsOf(ids)}) AND s.status = 'pending' AND s.removed_at IS NULL AND s.job_id IS NOT NULL`,
  };
}

const idsOf = (ids: readonly number[]) => sql`SELECT value FROM json_each(${JSON.stringify(ids)})`;

function otherJobs(scope: PlanScope): SQL {
  if ('routeId' in scope) {
    return sql`${idsOf(scope.jobIds)} UNION SELECT job_id FROM driver_route_stops
      WHERE id IN (${idsOf(scope.stopIds)}) AND job_id IS NOT NULL`;
  }
  const since = overdueBefore(scope);
  const open = (days: SQL) => sql`SELECT id FROM (SELECT id FROM jobs
    WHERE status NOT IN ('done', 'cancelled') AND booking_id IS NOT NULL AND ${days} AND status = 'open' ${limitTo(MAX_BOARD_JOBS)})`;
  return sql`${open(sql`due_day >= ${addDays(scope.today, -LATE_DAYS)} AND due_day < ${since}`)}
    UNION ${open(sql`due_day >= ${scope.day} AND due_day <= ${scope.nextDay}`)}
    UNION SELECT s.job_id ${leftFrom(since)}`;
}

function leftStops(scope: DayScope): RowsQuery<typeof LEFT_FIELDS> {
  const from = leftFrom(overdueBefore(scope));
  return { fields: LEFT_FIELDS, query: (columns) => sql`SELECT ${columns} ${from}` };
}

/** The board of a coming day offers what is left until today. The days between have boards of their own. */
function overdueBefore({ day, today }: { day: Day; today: Day }): Day {
  return day <= today ? day : addDays(today, 1);
}

/** Stops of the days before that are still to be made. CROSS JOIN: the other way around SQLite reads the stops of all days. */
function leftFrom(day: Day): SQL {
  return sql`FROM driver_routes r CROSS JOIN driver_route_stops s ON s.route_id = r.id
    WHERE r.date >= ${addDays(day, -LATE_DAYS)} AND r.date < ${day} AND r.removed_at IS NULL
      AND s.removed_at IS NULL AND s.status = 'pending' AND s.job_id IS NOT NULL`;
}

/** The days behind `day` on which no truck drives. */
function closedDays(day: Day) {
  return {
    fields: { day: blackoutDays.day },
    query: (columns: SQL) => sql`SELECT ${columns} FROM blackout_days WHERE day > ${day}`,
  };
}
