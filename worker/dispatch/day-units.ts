import { followUnits } from '#domain/dispatch/day-units.ts';
import type { RouteTimes } from '#domain/dispatch/route-times.ts';
import { isLiveStop } from '#domain/dispatch/stops.ts';
import type { RouteUnits, UnitAt, UnitRoute } from '#domain/dispatch/unit-day.ts';
import type { AboardRow, CheckedJobRow } from './locations-repo.ts';
import { type Plan, type PlannedJob, siteOf } from './plan.ts';
import type { PlanGuard } from './plan-guard-repo.ts';
import type { PlanRouteRow } from './plan-repo.ts';
import type { PlannedStop } from './route-view.ts';

/** A route with its stops in an order. */
export type RouteOrder = { row: PlanRouteRow; stops: readonly PlannedStop[] };
export type TimedOrder = RouteOrder & { times: RouteTimes; startMs: number };

/**
 * Where units are at the stops of a day, and which stops are impossible; by the id of the route. `isDriven`: the routes that
 * are driven; without it all of them.
 */
export function unitsOfDay(
  plan: Plan,
  routes: readonly TimedOrder[],
  isDriven: (route: TimedOrder) => boolean = () => true,
): Map<number, RouteUnits> {
  const rows = rowsOf(plan, routes);
  const driven = routes.filter(isDriven);
  const day = routes[0]?.row.day ?? plan.today;
  const places = [...plan.aboard, ...rows].flatMap((row): [number, UnitAt][] => {
    const at = findUnitPlace(row, { plan, day, routes });
    return row.unitId === null || at === null ? [] : [[row.unitId, at]];
  });
  // Of a unit that no row names more than what its booking says: it is still there.
  const onSite = rows.flatMap((row): [number, UnitAt][] => {
    const unitId = row.type === 'exchange' ? row.collectedId : row.unitId;
    const isThere = row.siteStatus === 'on_site' && row.type !== 'delivery' && unitId !== null;
    return isThere ? [[unitId, { place: 'booking', bookingId: row.bookingId }]] : [];
  });
  // What is still to be made of the days before a coming day is made by then.
  const isStillToMake = (dueDay: string | null) => day <= plan.today || dueDay === null || dueDay >= day;
  const exchanged = new Set(
    driven.flatMap(({ stops }) => stops.map(({ type, job }) => type === 'exchange' && job?.row.bookingId)),
  );
  const undelivered = rows.filter(({ bookingId, siteStatus, deliversOn, exchangesOn }) => {
    const lacksExchange = exchangesOn !== null && isStillToMake(exchangesOn) && !exchanged.has(bookingId);
    return lacksExchange || (siteStatus === 'not_delivered' && isStillToMake(deliversOn));
  });
  return followUnits({
    routes: driven.map((route) => unitRouteOf(plan, route)),
    places: new Map([...onSite, ...places]),
    undelivered: new Set(undelivered.map(({ bookingId }) => bookingId)),
  });
}

function rowsOf(plan: Plan, routes: readonly RouteOrder[]): CheckedJobRow[] {
  const ofStops = routes.flatMap(({ stops }) => stops.flatMap(({ job }) => job?.row ?? []));
  return [...ofStops, ...[...plan.jobs.values()].map(({ row }) => row)];
}

type PlaceInput = { plan: Plan; day: string; routes: readonly RouteOrder[] };

/** Whether a stop of the day takes away what stands at the booking. */
function isCollected(bookingId: number, routes: readonly RouteOrder[]): boolean {
  return routes.some(({ stops }) =>
    stops.some(
      ({ type, status, job }) =>
        (type === 'final_pickup' || type === 'exchange') &&
        isLiveStop(status) &&
        job?.row.bookingId === bookingId,
    ),
  );
}

type LocatedUnit = Pick<CheckedJobRow, keyof AboardRow>;

/**
 * Where the unit of a job is when the day begins. Null: no row says it. On a coming day, what a truck has and what is
 * collected before are back in the yard.
 */
function findUnitPlace(row: LocatedUnit, { plan, day, routes }: PlaceInput): UnitAt | null {
  const {
    unitAt,
    unitSinceMs: sinceMs,
    unitBookingId,
    unitTruckId,
    unitSiteId,
    unitRouteId,
    collectedOn,
  } = row;
  if (sinceMs === null) return null;
  const inYard = (siteId: number | null): UnitAt => ({ place: 'yard', siteId, sinceMs, isFull: false });
  const isComing = day > plan.today;
  switch (unitAt) {
    case 'yard':
      return inYard(plan.sites.get(unitSiteId ?? 0)?.isDeleted ? null : unitSiteId);
    case 'repair':
      return { place: 'repair' };
    case 'booking':
      if (unitBookingId === null) return null;
      if (isComing && collectedOn !== null && collectedOn < day && !isCollected(unitBookingId, routes))
        return inYard(null);
      return { place: 'booking', bookingId: unitBookingId };
    case 'truck': {
      // What a driver took on the route of an earlier day is back in the yard: the end of a route is not recorded.
      const isOfEarlierRoute = unitRouteId !== null && routes.every((one) => one.row.id !== unitRouteId);
      if (isComing || isOfEarlierRoute) return inYard(null);
      const route = routes.find((one) => one.row.truckId === unitTruckId);
      const isStopped = plan.absences.some(
        ({ unitIds }) => row.unitId !== null && unitIds.includes(row.unitId),
      );
      return { place: 'truck', routeId: route?.row.id ?? null, isFull: !isStopped };
    }
    case 'disposal': {
      // A driver emptied it there, and took it along.
      if (unitRouteId === null) return { place: 'disposal' };
      const isAboard = !isComing && routes.some((one) => one.row.id === unitRouteId);
      return isAboard ? { place: 'truck', routeId: unitRouteId, isFull: false } : inYard(null);
    }
  }
}

/** A route that has begun left when its driver drove to the first stop. */
function unitRouteOf(plan: Plan, { row, stops, times, startMs }: TimedOrder): UnitRoute {
  const [first] = stops;
  const leftMs = first && first.status !== 'pending' ? first.departedAt : null;
  return {
    id: row.id,
    capacity: row.capacity ?? 1,
    startMs: leftMs ?? startMs,
    endMs: times.endMs,
    startSiteId: siteOf(plan, row.startSiteId)?.id ?? null,
    endSiteId: siteOf(plan, row.endSiteId)?.id ?? null,
    stops: stops.map(({ type, status, job, site }, index) => ({
      type,
      status,
      leavesMs: times.stops[index]?.departureMs ?? startMs,
      bookingId: job?.row.bookingId ?? null,
      unitId: job?.row.unitId ?? null,
      collectedId: job?.row.collectedId ?? null,
      siteId: site?.id ?? null,
    })),
  };
}

type Checked = { id: number; stops: readonly PlannedStop[] };

/**
 * For a change of one route: the other routes of the day that have to do with the units or bookings of these stops, and the
 * bookings of all of them, as they were read.
 */
export function makePlanGuard(plan: Plan, { id, stops }: Checked): PlanGuard {
  const routes = relatedRoutes(plan, { id, stops });
  const ids = new Set(routes.map((route) => route.id));
  const related = plan.stops.flatMap(({ routeId, jobId }) => (ids.has(routeId) ? (jobId ?? []) : []));
  const jobs = [...stops.map(({ job }) => job), ...related.map((jobId) => plan.jobs.get(jobId))];
  return { routes, bookings: listBookingVersions(jobs) };
}

/** For a change that depends on the whole day: its other routes and their bookings, with those of these stops. */
export function guardOfDay(
  plan: Plan,
  { ids, stops = [] }: { ids: readonly number[]; stops?: readonly PlannedStop[] },
): PlanGuard {
  const planned = plan.stops.map(({ jobId }) => plan.jobs.get(jobId ?? 0));
  return {
    routes: plan.routes.filter(({ id }) => !ids.includes(id)).map(versionOf),
    bookings: listBookingVersions([...planned, ...stops.map(({ job }) => job)]),
  };
}

function listBookingVersions(jobs: readonly (PlannedJob | null | undefined)[]): PlanGuard['bookings'] {
  const rows = jobs.flatMap((job) => job?.row ?? []);
  const versions = new Map(rows.map(({ bookingId, bookingVersion }) => [bookingId, bookingVersion]));
  return [...versions].map(([id, version]) => ({ id, version }));
}

function relatedRoutes(plan: Plan, { id, stops }: Checked): RouteVersion[] {
  const keysOf = (job: PlannedJob | null | undefined) => {
    const { unitId = null, collectedId = null, bookingId = null } = job?.row ?? {};
    return [`unit ${unitId}`, `unit ${collectedId}`, `booking ${bookingId}`];
  };
  const keys = new Set(stops.flatMap(({ job }) => keysOf(job)));
  for (const none of ['unit null', 'booking null']) keys.delete(none);
  const isRelated = (routeId: number) =>
    plan.stops.some(
      (stop) =>
        stop.routeId === routeId && keysOf(plan.jobs.get(stop.jobId ?? 0)).some((key) => keys.has(key)),
    );
  return plan.routes.filter((row) => row.id !== id && isRelated(row.id)).map(versionOf);
}

export type RouteVersion = { id: number; version: number };
const versionOf = ({ id, version }: PlanRouteRow): RouteVersion => ({ id, version });
