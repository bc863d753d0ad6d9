import type { BoardRoute, BoardStop } from '#contract/dispatch.ts';
import type { RouteTimes } from '#domain/dispatch/route-times.ts';
import type { Leg } from '#domain/dispatch/travel.ts';
import type { RouteUnits } from '#domain/dispatch/unit-day.ts';
import { isoInstant } from '#domain/shared/days.ts';
import { type RouteOrder, type TimedOrder, unitsOfDay } from './day-units.ts';
import { type Plan, type PlannedJob, siteOf } from './plan.ts';
import type { PlanRouteRow, PlanSiteRow, PlanStopRow } from './plan-repo.ts';
import { listStopProblems, type RouteProblem, warningsOfRoute, warningsOfStop } from './route-checks.ts';
import { computeDrivenTimes, minutesAt } from './route-timing.ts';
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
  return plan.stops.filter((stop) => stop.routeId === routeId).map((stop) => plannedStop(plan, stop));
}

function plannedStop(plan: Plan, stop: PlanStopRow): PlannedStop {
  return {
    ...stop,
    job: stop.jobId === null ? null : (plan.jobs.get(stop.jobId) ?? null),
    site: stop.siteId === null ? null : (plan.sites.get(stop.siteId) ?? null),
  };
}

/** A route with the times, loads and warnings of its stops. `nowMs`: null unless the route is of today. */
export function viewRoute(
  plan: Plan,
  row: PlanRouteRow,
  { stops, nowMs }: { stops: readonly PlannedStop[]; nowMs: number | null },
): RouteView {
  return viewIn(checkDay(plan, [{ row, stops }], nowMs), row.id);
}

/** All routes of the day by their ids: those of `orders`, and the others as they are stored. */
export function viewDay(
  plan: Plan,
  orders: readonly RouteOrder[],
  nowMs: number | null,
): Map<number, RouteView> {
  const day = checkDay(plan, orders, nowMs);
  return new Map([...day.keys()].map((id) => [id, viewIn(day, id)]));
}

/** As viewDay, without what only the board shows: a change of one route checks all routes of the day. */
export function checkDay(plan: Plan, orders: readonly RouteOrder[], nowMs: number | null): CheckedDay {
  const driven = ordersOfDay(plan, orders).map((order) => ({
    ...order,
    ...computeDrivenTimes(plan, order.row, { stops: order.stops, nowMs }),
  }));
  const units = unitsOfDay(plan, driven);
  const published = driven.filter(isPublished);
  const isMixed = published.length > 0 && published.length < driven.length;
  const withoutDrafts = isMixed ? unitsOfDay(plan, driven, isPublished) : units;
  return new Map(
    driven.map(({ row, ...computed }) => {
      const own = units.get(row.id) ?? { before: { empty: 0, full: 0 }, stops: [] };
      const alone = withoutDrafts.get(row.id)?.stops ?? [];
      const context = { plan, route: row, ...computed, units: own, withoutDrafts: alone, day: driven };
      return [row.id, { context, problems: listStopProblems(context) }];
    }),
  );
}

/** A route of a day that was checked, as the board shows it. */
export function viewIn(day: CheckedDay, id: number): RouteView {
  const checked = day.get(id);
  if (!checked) throw new Error('checkDay left out a route');
  const { context, problems } = checked;
  return { legs: context.legs, problems, route: viewOf(context) };
}

const isPublished = ({ row }: RouteOrder) => row.publishedAt !== null;

/** These orders, with those of the other routes as they are stored. */
export function ordersOfDay(plan: Plan, orders: readonly RouteOrder[]): RouteOrder[] {
  const ids = new Set(orders.map(({ row }) => row.id));
  const others = plan.routes.filter(({ id }) => !ids.has(id));
  const stops = Map.groupBy(plan.stops, ({ routeId }) => routeId);
  const stopsOf = (id: number) => (stops.get(id) ?? []).map((stop) => plannedStop(plan, stop));
  return [...orders, ...others.map((row) => ({ row, stops: stopsOf(row.id) }))];
}

function viewOf(context: ComputedRoute): BoardRoute {
  const { plan, route, stops, times, startMs, legs, units } = context;
  const start = siteOf(plan, route.startSiteId);
  const end = siteOf(plan, route.endSiteId);
  return {
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
  };
}

/** A route with what was computed for it. */
export type ComputedRoute = {
  plan: Plan;
  route: PlanRouteRow;
  stops: readonly PlannedStop[];
  times: RouteTimes;
  startMs: number;
  /** As `times.closed`, by the times of the plan. */
  closedByPlan: RouteTimes['closed'];
  units: RouteUnits;
  /** Its stops if only the published routes of the day are driven; empty for a draft. */
  withoutDrafts: RouteUnits['stops'];
  legs: Leg[];
  /** All routes of the day. */
  day: readonly TimedOrder[];
};
export type CheckedDay = ReadonlyMap<number, { context: ComputedRoute; problems: RouteProblem[] }>;

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
