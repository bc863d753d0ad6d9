import type { BoardRoute, BoardStop } from '#contract/dispatch.ts';
import { isoInstant, weekdayOf } from '#domain/days.ts';
import { hoursOn } from '#domain/dispatch/places.ts';
import {
  computeRouteTimes,
  type RouteTimes,
  type TimeSpan,
  timesOfWindow,
} from '#domain/dispatch/route-times.ts';
import { DEFAULT_STOP_MINUTES, isLiveStop } from '#domain/dispatch/stops.ts';
import type { Leg, Point } from '#domain/dispatch/travel.ts';
import type { RouteUnits } from '#domain/dispatch/unit-day.ts';
import { type RouteOrder, type TimedOrder, unitsOfDay } from './day-units.ts';
import { type Plan, type PlannedJob, siteOf, timeOn } from './plan.ts';
import type { PlanRouteRow, PlanSiteRow, PlanStopRow } from './plan-repo.ts';
import { problemsOf, type RouteProblem, warningsOfRoute, warningsOfStop } from './route-checks.ts';
import { isLoadProblem } from './unit-problems.ts';

/** A stop of a route as it is, or as it would be. `id` is null for one that is not stored. */
export type PlannedStop = Pick<
  PlanStopRow,
  | 'type'
  | 'status'
  | 'plannedMinutes'
  | 'areMinutesSet'
  | 'departedAt'
  | 'actualArrival'
  | 'updatedAt'
  | 'outcomeReason'
  | 'isPinned'
  | 'changedAt'
> & { id: number | null; job: PlannedJob | null; site: PlanSiteRow | null };

/** `problems`: the stops that are impossible. */
export type RouteView = { route: BoardRoute; legs: Leg[]; problems: RouteProblem[] };

/** The stops of a route as they are stored. */
export function storedStops(plan: Plan, routeId: number): PlannedStop[] {
  return plan.stops
    .filter((stop) => stop.routeId === routeId)
    .map((stop) => ({
      ...stop,
      job: stop.jobId === null ? null : (plan.jobs.get(stop.jobId) ?? null),
      site: stop.siteId === null ? null : (plan.sites.get(stop.siteId) ?? null),
    }));
}

/** A route with the times, loads and warnings of its stops. `nowMs`: null unless the route is of today. */
export function viewRoute(
  plan: Plan,
  row: PlanRouteRow,
  { stops, nowMs }: { stops: readonly PlannedStop[]; nowMs: number | null },
): RouteView {
  const view = viewDay(plan, [{ row, stops }], nowMs).get(row.id);
  if (!view) throw new Error('viewDay left out a route');
  return view;
}

/** All routes of the day by their ids: those of `orders`, and the others as they are stored. */
export function viewDay(
  plan: Plan,
  orders: readonly RouteOrder[],
  nowMs: number | null,
): Map<number, RouteView> {
  const driven = ordersOfDay(plan, orders).map((order) => {
    const legs = routePaths(plan, order.row, order.stops).map((path) => legOfPath(plan, path));
    return { ...order, legs, ...timesOf(plan, order.row, { stops: order.stops, nowMs, legs }) };
  });
  const units = unitsOfDay(plan, driven);
  const published = driven.filter(isPublished);
  const isMixed = published.length > 0 && published.length < driven.length;
  const withoutDrafts = isMixed ? unitsOfDay(plan, driven, isPublished) : units;
  return new Map(
    driven.map(({ row, stops, legs, times, startMs, closedByPlan }) => {
      const own = units.get(row.id) ?? { before: { empty: 0, full: 0 }, stops: [] };
      const problems = withoutDrafts.get(row.id)?.stops ?? [];
      const computed = { times, closedByPlan, legs, units: own, withoutDrafts: problems };
      const context = { plan, route: row, stops, ...computed, day: driven };
      return [row.id, viewOf(context, startMs)];
    }),
  );
}

const isPublished = ({ row }: RouteOrder) => row.publishedAt !== null;

/** These orders, with those of the other routes as they are stored. */
export function ordersOfDay(plan: Plan, orders: readonly RouteOrder[]): RouteOrder[] {
  const ids = new Set(orders.map(({ row }) => row.id));
  const others = plan.routes.filter(({ id }) => !ids.has(id));
  return [...orders, ...others.map((row) => ({ row, stops: storedStops(plan, row.id) }))];
}

function viewOf(context: ComputedRoute, startMs: number): RouteView {
  const { plan, route, stops, times, legs, units } = context;
  const start = siteOf(plan, route.startSiteId);
  const end = siteOf(plan, route.endSiteId);
  return {
    legs,
    problems: problemsOf(context),
    route: {
      id: route.id,
      day: route.day,
      driver: { id: route.driverId, name: route.driverName },
      truck:
        route.truckId === null
          ? null
          : {
              id: route.truckId,
              name: route.truckName ?? '',
              plate: route.plate ?? '',
              capacity: route.capacity ?? 1,
            },
      start: start && { id: start.id, name: start.name },
      end: end && { id: end.id, name: end.name },
      status: route.status,
      publishedAt: isoInstant(route.publishedAt),
      notes: route.notes,
      startsAt: isoInstant(startMs),
      endsAt: isoInstant(times.endMs),
      minutes: times.minutes,
      driveMinutes: stops.length === 0 ? 0 : minutesOf(legs.reduce((sum, leg) => sum + leg.seconds, 0)),
      meters: times.meters,
      driveHomeMinutes: stops.length === 0 ? 0 : minutesOf(legs.at(-1)?.seconds ?? 0),
      loadAtStart: units.before,
      warnings: warningsOfRoute(context),
      stops: stops.map((stop, index) => viewStop(stop, index, context)),
      version: route.version,
    },
  };
}

type Driven = { stops: readonly PlannedStop[]; nowMs: number | null; legs: readonly Leg[] };

/**
 * A route of today that no driver has begun starts now, or when the working day does if that is later; one that is begun
 * started when its driver left. `closedByPlan` counts from the start of the working day: the driver may have left with a phone that is offline, so the clock alone
 * makes no order impossible.
 */
function timesOf(plan: Plan, route: PlanRouteRow, { stops, nowMs, legs }: Driven) {
  const dayStartMs = timeOn(plan, route.day, plan.times.dayStart);
  const isBegun = stops.some(({ status }) => status !== 'pending');
  const input = {
    endMs: timeOn(plan, route.day, plan.times.dayEnd),
    stops: stops.map((stop) => timedStop(plan, route.day, stop)),
    legs,
    nowMs: isBegun ? nowMs : null,
  };
  const planned = computeRouteTimes({ ...input, startMs: dayStartMs });
  const isWaiting = !isBegun && stops.length > 0 && nowMs !== null;
  const startMs = isWaiting ? Math.max(dayStartMs, nowMs) : (leftAt(stops) ?? dayStartMs);
  const times = startMs === dayStartMs ? planned : computeRouteTimes({ ...input, startMs });
  return { startMs, times, closedByPlan: planned.closed };
}

/** When the driver left for the first stop, as far as it was recorded. */
function leftAt(stops: readonly PlannedStop[]): number | null {
  const facts = stops.flatMap(({ departedAt, actualArrival }) => departedAt ?? actualArrival ?? []);
  return facts.length === 0 ? null : Math.min(...facts);
}

/** A route with what was computed for it. */
export type ComputedRoute = {
  plan: Plan;
  route: PlanRouteRow;
  stops: readonly PlannedStop[];
  times: RouteTimes;
  /** As `times.closed`, by the times of the plan. */
  closedByPlan: RouteTimes['closed'];
  units: RouteUnits;
  /** Its stops if only the published routes of the day are driven; empty for a draft. */
  withoutDrafts: RouteUnits['stops'];
  legs: Leg[];
  /** All routes of the day. */
  day: readonly TimedOrder[];
};

function viewStop(stop: PlannedStop, index: number, context: ComputedRoute): BoardStop {
  const { times, units, plan, legs } = context;
  const leg = legs[index];
  const at = times.stops[index];
  if (!at) throw new Error('computeRouteTimes returned fewer times than stops');
  return {
    id: stop.id,
    type: stop.type,
    status: stop.status,
    job: stop.job?.view ?? null,
    site: stop.site && { id: stop.site.id, name: stop.site.name, address: stop.site.address },
    minutes: minutesAt(plan, stop),
    arrival: isoInstant(at.arrivalMs),
    departure: isoInstant(at.departureMs),
    driveMinutes: minutesOf(leg?.seconds ?? 0),
    meters: leg?.meters ?? null,
    waitingMinutes: at.waitingMinutes,
    latenessMinutes: at.latenessMinutes,
    loadAfter: isLoadKnown(units, index) ? (units.stops[index]?.after ?? null) : null,
    warnings: warningsOfStop(context, index),
    isPinned: stop.isPinned,
    changedAt: isoInstant(stop.changedAt),
    departedAt: isoInstant(stop.departedAt),
    arrivedAt: isoInstant(stop.actualArrival),
    outcomeReason: stop.outcomeReason,
  };
}

/** Behind a stop that the load does not allow it depends on what the dispatcher does about it. */
function isLoadKnown({ stops }: RouteUnits, index: number): boolean {
  return stops.slice(0, index + 1).every(({ problem }) => !problem || !isLoadProblem(problem));
}

const minutesOf = (seconds: number) => Math.round(seconds / 60);

type RouteEnds = Pick<PlanRouteRow, 'startSiteId' | 'endSiteId'>;

/** Where a route starts, stops and ends; null for a point that is not known. A break is where the stop before it ends. */
export function routePoints(plan: Plan, route: RouteEnds, stops: readonly PlannedStop[]): (Point | null)[] {
  const start = siteOf(plan, route.startSiteId);
  const points = [pointOf(start)];
  for (const [index, stop] of stops.entries()) {
    const isHere = stop.type === 'break' && stop.site === null;
    const back = isHere ? returnOf(stops[index - 2], stops[index - 1]) : null;
    const here = back ? back.job?.point : points.at(-1);
    points.push(isHere ? (here ?? null) : placeOf(start)(stop));
  }
  return [...points, pointOf(siteOf(plan, route.endSiteId))];
}

/** The points of each drive of a route, from one stop to the next. From a disposal site the unit of a dump and return goes back first. */
export function routePaths(plan: Plan, route: RouteEnds, stops: readonly PlannedStop[]): (Point | null)[][] {
  const points = routePoints(plan, route, stops);
  return points.slice(1).map((to, index) => {
    const back = returnOf(stops[index - 2], stops[index - 1]);
    return [points[index] ?? null, ...(back ? [back.job?.point ?? null] : []), to];
  });
}

/** The dump and return whose unit goes back from this disposal site; null for any other stop. */
export function returnOf(before: PlannedStop | undefined, stop: PlannedStop | undefined): PlannedStop | null {
  const isReturned =
    stop?.type === 'disposal' && before?.type === 'dump_and_return' && isLiveStop(before.status);
  return isReturned ? before : null;
}

/** Meters are null while no part of the path is on the map. */
function legOfPath({ drives }: Plan, path: readonly (Point | null)[]): Leg {
  const [from = null, to = null] = path;
  if (path.length === 2) return drives.legOf(from, to);
  const parts = path.slice(1).map((to, index) => drives.legOf(path[index] ?? null, to));
  const known = parts.flatMap(({ meters }) => meters ?? []);
  return {
    seconds: parts.reduce((sum, { seconds }) => sum + seconds, 0),
    meters: known.length > 0 ? known.reduce((sum, meters) => sum + meters, 0) : null,
  };
}

export function pointOf(site: PlanSiteRow | null): Point | null {
  return site && site.lat !== null && site.lng !== null ? { lat: site.lat, lng: site.lng } : null;
}

/** A yard stop without a site is at the yard of the start. */
function placeOf(start: PlanSiteRow | null) {
  return ({ type, job, site }: PlannedStop): Point | null =>
    job ? job.point : pointOf(site ?? (type === 'yard' ? start : null));
}

/** Those of the settings, until the driver leaves for the stop; not where a dispatcher entered others. */
function minutesAt({ times }: Plan, stop: PlannedStop): number {
  const { type, status, areMinutesSet } = stop;
  const plannedMinutes = areMinutesSet || status !== 'pending' ? stop.plannedMinutes : null;
  return plannedMinutes ?? times.stopMinutes[type] ?? DEFAULT_STOP_MINUTES[type];
}

function timedStop(plan: Plan, day: string, stop: PlannedStop) {
  const { dayStart: start, dayEnd: end } = plan.times;
  const spanOf = ({ from, to }: { from: string; to: string }): TimeSpan => ({
    fromMs: timeOn(plan, day, from),
    toMs: timeOn(plan, day, to),
  });
  const window = stop.job && timesOfWindow(stop.job.row.timeWindow, { start, end });
  const hours = stop.site && hoursOn(stop.site, weekdayOf(day));
  return {
    type: stop.type,
    status: stop.status,
    minutes: minutesAt(plan, stop),
    window: window && spanOf(window),
    open: hours && hours !== 'closed' ? spanOf({ from: hours.opens, to: hours.closes }) : hours,
    departedAtMs: stop.departedAt,
    arrivedAtMs: stop.actualArrival,
    endedAtMs: isLiveStop(stop.status) ? null : stop.updatedAt,
  };
}
