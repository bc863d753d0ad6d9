import { hoursOn } from '#domain/dispatch/places.ts';
import {
  computeRouteTimes,
  type RouteTimes,
  type TimeSpan,
  timesOfWindow,
} from '#domain/dispatch/route-times.ts';
import { DEFAULT_STOP_MINUTES, isLiveStop } from '#domain/dispatch/stops.ts';
import type { Leg, Point } from '#domain/dispatch/travel.ts';
import { weekdayOf } from '#domain/shared/days.ts';
import { type Plan, siteOf, timeOn } from './plan.ts';
import type { PlanRouteRow, PlanSiteRow, PlanStopRow } from './plan-repo.ts';

/** What the times of a route need of the plan of its day. */
export type TimesPlan = Pick<Plan, 'times' | 'timeZone' | 'sites' | 'drives'>;
/** What the times of a route need of one of its stops. */
export type TimedStop = Pick<
  PlanStopRow,
  'type' | 'status' | 'plannedMinutes' | 'areMinutesSet' | 'departedAt' | 'actualArrival' | 'updatedAt'
> & { job: { row: { timeWindow: string }; point: Point | null } | null; site: PlanSiteRow | null };
export type TimedRoute = Pick<PlanRouteRow, 'day' | 'startSiteId' | 'endSiteId'>;

type Driven = { stops: readonly TimedStop[]; nowMs: number | null };
type DrivenTimes = { startMs: number; times: RouteTimes; closedByPlan: RouteTimes['closed']; legs: Leg[] };

/**
 * The times of a route and its drives. They do not depend on other routes. A route of today that no driver has begun
 * starts now, or when the working day does if that is later; one that is begun started when its driver left.
 * `closedByPlan` counts from the start of the working day: the driver may have left with a phone that is offline, so the
 * clock alone makes no order impossible.
 */
export function computeDrivenTimes(
  plan: TimesPlan,
  route: TimedRoute,
  { stops, nowMs }: Driven,
): DrivenTimes {
  const legs = routePaths(plan, route, stops).map((path) => legOfPath(plan, path));
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
  return { startMs, times, closedByPlan: planned.closed, legs };
}

/** When the driver left for the first stop, as far as it was recorded. */
function leftAt(stops: readonly TimedStop[]): number | null {
  const facts = stops.flatMap(({ departedAt, actualArrival }) => departedAt ?? actualArrival ?? []);
  return facts.length === 0 ? null : Math.min(...facts);
}

type PlanSites = Pick<Plan, 'sites'>;
type RouteEnds = Pick<PlanRouteRow, 'startSiteId' | 'endSiteId'>;

/** Where a route starts, stops and ends; null for a point that is not known. A break is where the stop before it ends. */
export function routePoints(
  plan: PlanSites,
  route: RouteEnds,
  stops: readonly TimedStop[],
): (Point | null)[] {
  const start = siteOf(plan, route.startSiteId);
  const points = [pointOf(start)];
  for (const [index, stop] of stops.entries()) {
    const isHere = stop.type === 'break' && stop.site === null;
    const back = isHere ? findDumpAndReturn(stops[index - 2], stops[index - 1]) : null;
    const here = back ? back.job?.point : points.at(-1);
    points.push(isHere ? (here ?? null) : placeOf(start)(stop));
  }
  return [...points, pointOf(siteOf(plan, route.endSiteId))];
}

/** The points of each drive of a route, from one stop to the next. From a disposal site the unit of a dump and return goes back first. */
export function routePaths(
  plan: PlanSites,
  route: RouteEnds,
  stops: readonly TimedStop[],
): (Point | null)[][] {
  const points = routePoints(plan, route, stops);
  return points.slice(1).map((to, index) => {
    const back = findDumpAndReturn(stops[index - 2], stops[index - 1]);
    return [points[index] ?? null, ...(back ? [back.job?.point ?? null] : []), to];
  });
}

/** The dump and return whose unit goes back from this disposal site; null for any other stop. */
export function findDumpAndReturn<S extends TimedStop>(before: S | undefined, stop: S | undefined): S | null {
  const isReturned =
    stop?.type === 'disposal' && before?.type === 'dump_and_return' && isLiveStop(before.status);
  return isReturned ? before : null;
}

/** Meters are null while no part of the path is on the map. */
function legOfPath({ drives }: TimesPlan, path: readonly (Point | null)[]): Leg {
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
  return ({ type, job, site }: TimedStop): Point | null =>
    job ? job.point : pointOf(site ?? (type === 'yard' ? start : null));
}

/** Those of the settings, until the driver leaves for the stop; not where a dispatcher entered others. */
export function minutesAt({ times }: TimesPlan, stop: TimedStop): number {
  const { type, status, areMinutesSet } = stop;
  const plannedMinutes = areMinutesSet || status !== 'pending' ? stop.plannedMinutes : null;
  return plannedMinutes ?? times.stopMinutes[type] ?? DEFAULT_STOP_MINUTES[type];
}

function timedStop(plan: TimesPlan, day: string, stop: TimedStop) {
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
