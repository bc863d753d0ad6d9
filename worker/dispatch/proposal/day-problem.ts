import { needsEmptyUnit } from '#domain/dispatch/load.ts';
import { isLoadType } from '#domain/dispatch/loads.ts';
import { hoursOn } from '#domain/dispatch/places.ts';
import type { PlanItem, PlanProblem, PlanVehicle } from '#domain/dispatch/plan-problem.ts';
import { type TimeSpan, timesOfWindow } from '#domain/dispatch/route-times.ts';
import { DEFAULT_STOP_MINUTES, type StopType } from '#domain/dispatch/stops.ts';
import type { Point } from '#domain/dispatch/travel.ts';
import { acceptsWaste, listRefusedWaste } from '#domain/dispatch/waste.ts';
import { MINUTE_MS, weekdayOf } from '#domain/shared/days.ts';
import { newStop } from '../listed-stops.ts';
import { type Plan, type PlannedJob, siteOf, timeOn } from '../plan.ts';
import type { PlanRouteRow, PlanSiteRow } from '../plan-repo.ts';
import { wasteOf } from '../route-checks.ts';
import { findDumpAndReturn, pointOf } from '../route-timing.ts';
import { type PlannedStop, storedStops, viewRoute } from '../route-view.ts';

/**
 * A route of the proposal. `stored`: all of its stops: `kept` ones stay first, `movable` ones get a new position,
 * `replaced` ones are the disposal and yard stops, which the search computes again.
 */
export type OpenRoute = {
  row: PlanRouteRow;
  isNew: boolean;
  stored: PlannedStop[];
  kept: PlannedStop[];
  movable: PlannedStop[];
  replaced: PlannedStop[];
};

/** The problem, and the stops, sites and points that its indices refer to. */
export type DayProblem = {
  problem: PlanProblem;
  routes: readonly OpenRoute[];
  /** The stop of each item. */
  stops: readonly PlannedStop[];
  sites: readonly PlanSiteRow[];
  /** The current order of items of each route. */
  current: number[][];
  /** By the indices of the problem; null: not known. */
  points: readonly (Point | null)[];
};

type ProblemInput = {
  plan: Plan;
  day: string;
  routes: readonly OpenRoute[];
  /** Jobs without a route. */
  jobs: readonly PlannedJob[];
  nowMs: number | null;
  /** Stops that are on a route stay with its driver. */
  keepsRoutes?: boolean;
};

/** Splits a stored route into the stops that stay first, those that can move, and those that are computed again. */
export function openRoute(plan: Plan, row: PlanRouteRow): OpenRoute {
  const stops = storedStops(plan, row.id);
  const pending = stops.filter(({ status }) => status === 'pending');
  const isReplaced = ({ type, isPinned }: PlannedStop) =>
    !isPinned && (type === 'disposal' || type === 'yard');
  const begun = stops.filter(({ status }) => status !== 'pending');
  // The unit of a dump and return is on the truck: its disposal stop stays next.
  const [next] = pending;
  const last = begun.at(-1);
  const isEmptying =
    next?.type === 'disposal' && last?.type === 'dump_and_return' && last.status !== 'attempted';
  const open = isEmptying ? pending.slice(1) : pending;
  return {
    row,
    isNew: row.version === 0,
    stored: stops,
    kept: isEmptying ? [...begun, next] : begun,
    movable: open.filter((stop) => !isReplaced(stop)),
    replaced: open.filter(isReplaced),
  };
}

/** What the search needs of a day. Its drives are empty: `withDrives` adds them. */
export function makeDayProblem(input: ProblemInput): DayProblem {
  const { plan, day, routes, jobs } = input;
  const points = new PointIndex();
  const sites = [...plan.sites.values()].filter(({ kind, isDeleted }) => kind === 'disposal' && !isDeleted);
  const vehicles = routes.map((route) => makePlanVehicle(input, { route, sites, points }));
  const stops: PlannedStop[] = [];
  const items: PlanItem[] = [];
  const add = (stop: PlannedStop, where: Pick<PlanItem, 'vehicle' | 'pinnedAt' | 'priority'>) => {
    stops.push(stop);
    items.push({ ...makePlanItem(input, { stop, sites, points, vehicles }), pinnedMs: null, ...where });
    return items.length - 1;
  };
  const current = routes.map(({ movable }, vehicle) =>
    movable.map((stop, index) => {
      // A break belongs to its driver, like a stop that staff pinned.
      const isPinned = stop.isPinned || stop.type === 'break';
      return add(stop, {
        vehicle: isPinned || input.keepsRoutes ? vehicle : null,
        pinnedAt: isPinned ? index : null,
        priority: 'planned',
      });
    }),
  );
  for (const job of jobs) {
    const priority = job.row.dueDay < day ? 'overdue' : 'due';
    add(newStop(job), { vehicle: null, pinnedAt: null, priority });
  }
  linkToDeliveries(items, stops);
  linkToPickups(items, stops);
  const disposals = sites.map((site) => ({
    point: points.indexOf(pointOf(site)),
    stayMs: minutesOf(plan, 'disposal') * MINUTE_MS,
    open: openingOf(plan, day, site),
  }));
  const problem = { items, disposals, vehicles, drives: [] };
  return { problem, routes, stops, sites, current, points: points.list };
}

/** The problem with the drives of the plan, and with the times that pinned stops have by them. */
export function withDrives(plan: Plan, day: DayProblem, nowMs: number | null): DayProblem {
  const { points, problem, routes, stops } = day;
  const drives = points.map((from) => points.map((to) => plan.drives.legOf(from, to).seconds));
  const arrivals = new Map(
    routes.flatMap(({ row, stored }) =>
      viewRoute(plan, row, { stops: stored, nowMs }).route.stops.map(
        ({ arrival }, index) => [stored[index], Date.parse(arrival)] as const,
      ),
    ),
  );
  const items = problem.items.map((item, index) => {
    const stop = stops[index];
    return stop?.isPinned ? { ...item, pinnedMs: arrivals.get(stop) ?? null } : item;
  });
  return { ...day, problem: { ...problem, items, drives } };
}

/** Puts the other jobs of a booking after its delivery on the same day. */
function linkToDeliveries(items: PlanItem[], stops: readonly PlannedStop[]): void {
  const deliveries = new Map(
    stops.flatMap(({ type, job }, index) =>
      job && type === 'delivery' ? [[job.row.bookingId, index] as const] : [],
    ),
  );
  for (const [index, { type, job }] of stops.entries()) {
    const item = items[index];
    const after = job && type !== 'delivery' ? (deliveries.get(job.row.bookingId) ?? null) : null;
    if (item && after !== null) items[index] = { ...item, after };
  }
}

/** Puts a stop that brings a unit after the one that collects it from another customer. */
function linkToPickups(items: PlanItem[], stops: readonly PlannedStop[]): void {
  const collected = new Map(
    stops.flatMap(({ type, job }, index): [number, number][] => {
      const unitId = type === 'exchange' ? job?.row.collectedId : job?.row.unitId;
      return unitId && (type === 'exchange' || type === 'final_pickup') ? [[unitId, index]] : [];
    }),
  );
  for (const [index, { type, job }] of stops.entries()) {
    const item = items[index];
    const isAway = job?.unit?.place === 'booking' && job.unit.bookingId !== job.row.bookingId;
    const from = isAway && needsEmptyUnit(type) ? collected.get(job.row.unitId ?? 0) : undefined;
    if (item && from !== undefined && item.after === null)
      items[index] = { ...item, after: from, unitFrom: from };
  }
}

/** Each point once; an unknown point gets an index of its own each time. */
class PointIndex {
  readonly list: (Point | null)[] = [];
  readonly #known = new Map<string, number>();

  indexOf(point: Point | null): number {
    if (!point) return this.list.push(null) - 1;
    const key = `${point.lat},${point.lng}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const index = this.list.push(point) - 1;
    this.#known.set(key, index);
    return index;
  }
}

type Where = { route: OpenRoute; sites: readonly PlanSiteRow[]; points: PointIndex };

/** A route that has begun continues where its last stop in progress or done ends. */
function makePlanVehicle({ plan, day, nowMs }: ProblemInput, { route, sites, points }: Where): PlanVehicle {
  const { row, kept, stored } = route;
  const start = siteOf(plan, row.startSiteId);
  const yard = points.indexOf(pointOf(start));
  const fromMs = timeOn(plan, day, plan.times.dayStart);
  const vehicle = {
    start: yard,
    end: row.endSiteId === row.startSiteId ? yard : points.indexOf(pointOf(siteOf(plan, row.endSiteId))),
    yard,
    yardStayMs: minutesOf(plan, 'yard') * MINUTE_MS,
    capacity: row.capacity ?? 1,
    fromMs: Math.max(fromMs, nowMs ?? 0),
    untilMs: timeOn(plan, day, plan.times.dayEnd),
    aboard: null,
  };
  const last = kept.at(-1);
  if (!last) return vehicle;
  // The truck was loaded for the stops behind, too.
  const stops = [...kept, ...stored.filter((stop) => !kept.includes(stop))];
  const at = viewRoute(plan, row, { stops, nowMs }).route.stops[kept.length - 1];
  const back = findDumpAndReturn(kept.at(-2), last);
  const from = last.job?.point ?? pointOf(last.site ?? start);
  const backMs = back ? plan.drives.legOf(from, back.job?.point ?? null).seconds * 1000 : 0;
  const waste = wasteOf(kept);
  const accepting = sites.flatMap((site, index) =>
    listRefusedWaste(waste, site.acceptedWaste).length === 0 ? [index] : [],
  );
  return {
    ...vehicle,
    start: points.indexOf(back ? (back.job?.point ?? null) : from),
    fromMs: Math.max(vehicle.fromMs, (Date.parse(at?.departure ?? '') || 0) + backMs),
    aboard: { ...(at?.loadAfter ?? { empty: 0, full: 0 }), sites: accepting },
  };
}

function makePlanItem(
  { plan, day }: ProblemInput,
  {
    stop,
    sites,
    points,
    vehicles,
  }: {
    stop: PlannedStop;
    sites: readonly PlanSiteRow[];
    points: PointIndex;
    vehicles: readonly PlanVehicle[];
  },
) {
  const { type, job, site, plannedMinutes, areMinutesSet } = stop;
  const yard = vehicles[0]?.yard ?? 0;
  const accepting = sites.flatMap(({ acceptedWaste }, index) =>
    acceptsWaste(acceptedWaste, job?.material ?? null) ? [index] : [],
  );
  return {
    type,
    point: !job && !site ? yard : points.indexOf(job ? job.point : pointOf(site)),
    stayMs: ((areMinutesSet ? plannedMinutes : null) ?? minutesOf(plan, type)) * MINUTE_MS,
    window: job ? windowOf(plan, day, job.row.timeWindow) : openSpan(plan, day, site),
    after: null,
    unitFrom: null,
    sites: isLoadType(type) ? accepting : [],
  };
}

function minutesOf({ times }: Plan, type: StopType): number {
  return times.stopMinutes[type] ?? DEFAULT_STOP_MINUTES[type];
}

function windowOf(plan: Plan, day: string, timeWindow: string): TimeSpan | null {
  const window = timesOfWindow(timeWindow, { start: plan.times.dayStart, end: plan.times.dayEnd });
  return window && spanOf(plan, day, window);
}

function spanOf(plan: Plan, day: string, { from, to }: { from: string; to: string }): TimeSpan {
  return { fromMs: timeOn(plan, day, from), toMs: timeOn(plan, day, to) };
}

function openingOf(plan: Plan, day: string, site: PlanSiteRow): TimeSpan | 'closed' | null {
  const hours = hoursOn(site, weekdayOf(day));
  return hours === null || hours === 'closed'
    ? hours
    : spanOf(plan, day, { from: hours.opens, to: hours.closes });
}

function openSpan(plan: Plan, day: string, site: PlanSiteRow | null): TimeSpan | null {
  const open = site && openingOf(plan, day, site);
  return open === 'closed' ? null : open;
}
