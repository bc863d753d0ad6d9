import { weekdayOf } from '#domain/days.ts';
import { handlingOf } from '#domain/dispatch/load.ts';
import { type TimeSpan, timesOfWindow } from '#domain/dispatch/route-times.ts';
import type { PlanItem, PlanProblem, PlanVehicle } from '#domain/dispatch/route-walk.ts';
import { DEFAULT_STOP_MINUTES, type StopType } from '#domain/dispatch/stops.ts';
import type { Point } from '#domain/dispatch/travel.ts';
import { newStop } from '../listed-stops.ts';
import { type Plan, type PlannedJob, timeOn } from '../plan.ts';
import type { PlanRouteRow, PlanSiteRow } from '../plan-repo.ts';
import { type PlannedStop, pointOf, siteOf, storedStops, viewRoute } from '../route-view.ts';

const MINUTE_MS = 60_000;

/** A route of the proposal: `kept` stays in front, `movable` is placed again, `replaced` are its disposal and yard stops. */
export type OpenRoute = {
  row: PlanRouteRow;
  isNew: boolean;
  kept: PlannedStop[];
  movable: PlannedStop[];
  replaced: PlannedStop[];
};

/** The problem with what its indices stand for. */
export type DayProblem = {
  problem: PlanProblem;
  routes: readonly OpenRoute[];
  /** The stop of each item. */
  stops: readonly PlannedStop[];
  sites: readonly PlanSiteRow[];
  /** The current order of items of each route. */
  current: number[][];
  /** The point of each place; null: not known. */
  points: readonly (Point | null)[];
};

type ProblemInput = {
  plan: Plan;
  day: string;
  routes: readonly OpenRoute[];
  /** Jobs without a route. */
  jobs: readonly PlannedJob[];
  materialOf: (job: PlannedJob) => string | null;
  nowMs: number | null;
};

/** Splits a stored route into what stays in front, what is placed again, and what is computed again. */
export function openRoute(plan: Plan, row: PlanRouteRow): OpenRoute {
  const stops = storedStops(plan, row.id);
  const pending = stops.filter(({ status }) => status === 'pending');
  const isReplaced = ({ type, isPinned }: PlannedStop) =>
    !isPinned && (type === 'disposal' || type === 'yard');
  return {
    row,
    isNew: row.version === 0,
    kept: stops.filter(({ status }) => status !== 'pending'),
    movable: pending.filter((stop) => !isReplaced(stop)),
    replaced: pending.filter(isReplaced),
  };
}

/** What the search needs of a day. Its drives are empty: `withDrives` adds them. */
export function makeDayProblem(input: ProblemInput): DayProblem {
  const { plan, day, routes, jobs } = input;
  const places = new Places();
  const sites = [...plan.sites.values()].filter(({ kind, isDeleted }) => kind === 'disposal' && !isDeleted);
  const vehicles = routes.map((route) => vehicleOf(input, route, places));
  const stops: PlannedStop[] = [];
  const items: PlanItem[] = [];
  const add = (stop: PlannedStop, where: Pick<PlanItem, 'vehicle' | 'pinnedAt' | 'priority'>) => {
    stops.push(stop);
    items.push({ ...itemOf(input, { stop, sites, places, vehicles }), ...where });
    return items.length - 1;
  };
  const current = routes.map(({ movable }, vehicle) =>
    movable.map((stop, index) => {
      // A break belongs to its driver, like a stop that staff pinned.
      const isPinned = stop.isPinned || stop.type === 'break';
      return add(stop, {
        vehicle: isPinned ? vehicle : null,
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
  const disposals = sites.map((site) => ({
    place: places.indexOf(pointOf(site)),
    stayMs: minutesOf(plan, 'disposal') * MINUTE_MS,
    open: openingOf(plan, day, site),
  }));
  const problem = { items, disposals, vehicles, drives: [] };
  return { problem, routes, stops, sites, current, points: places.points };
}

/** What is done for a booking on the day of its delivery comes after it. */
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

/** Each place once; all unknown ones are apart from each other. */
class Places {
  readonly points: (Point | null)[] = [];
  readonly #known = new Map<string, number>();

  indexOf(point: Point | null): number {
    if (!point) return this.points.push(null) - 1;
    const key = `${point.lat},${point.lng}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const index = this.points.push(point) - 1;
    this.#known.set(key, index);
    return index;
  }
}

/** A route that has begun goes on where its last stop in progress or done ends. */
function vehicleOf(
  { plan, day, nowMs }: ProblemInput,
  { row, kept }: OpenRoute,
  places: Places,
): PlanVehicle {
  const start = siteOf(plan, row.startSiteId);
  const yard = places.indexOf(pointOf(start));
  const fromMs = timeOn(plan, day, plan.times.dayStart);
  const vehicle = {
    start: yard,
    end: row.endSiteId === row.startSiteId ? yard : places.indexOf(pointOf(siteOf(plan, row.endSiteId))),
    yard,
    yardStayMs: minutesOf(plan, 'yard') * MINUTE_MS,
    capacity: row.capacity ?? 1,
    fromMs: Math.max(fromMs, nowMs ?? 0),
    untilMs: timeOn(plan, day, plan.times.dayEnd),
    aboard: null,
  };
  const last = kept.at(-1);
  if (!last) return vehicle;
  const { stops } = viewRoute(plan, row, { stops: kept, nowMs }).route;
  const at = stops.at(-1);
  return {
    ...vehicle,
    start: places.indexOf(last.job?.point ?? pointOf(last.site ?? start)),
    fromMs: Math.max(vehicle.fromMs, Date.parse(at?.departure ?? '') || 0),
    aboard: at?.loadAfter ?? { empty: 0, full: 0 },
  };
}

function itemOf(
  { plan, day, materialOf }: ProblemInput,
  {
    stop,
    sites,
    places,
    vehicles,
  }: { stop: PlannedStop; sites: readonly PlanSiteRow[]; places: Places; vehicles: readonly PlanVehicle[] },
) {
  const { type, job, site } = stop;
  const yard = vehicles[0]?.yard ?? 0;
  const point = job ? job.point : pointOf(site);
  const material = job && materialOf(job);
  const isTaken = ({ acceptedWaste }: PlanSiteRow) =>
    !acceptedWaste || material === null || acceptedWaste.some((waste) => isSameWaste(waste, material));
  const fillsUnit = ['swaps', 'collects'].includes(handlingOf(type)) || type === 'dump_and_return';
  return {
    type,
    place: !job && !site ? yard : places.indexOf(point),
    stayMs: stayMinutes(plan, stop) * MINUTE_MS,
    window: job ? windowOf(plan, day, job.row.timeWindow) : openSpan(plan, day, site),
    after: null,
    sites: fillsUnit ? sites.flatMap((one, index) => (isTaken(one) ? [index] : [])) : [],
  };
}

/** The round trip of a dump and return is part of its stop, so its stored minutes are not those at the customer. */
function stayMinutes(plan: Plan, { type, plannedMinutes, areMinutesSet }: PlannedStop): number {
  const entered = areMinutesSet ? plannedMinutes : null;
  return type === 'dump_and_return' ? minutesOf(plan, type) : (entered ?? minutesOf(plan, type));
}

/** 'Concrete' accepts 'Clean concrete', and the other way around. */
function isSameWaste(accepted: string, material: string): boolean {
  const [a, b] = [accepted.toLowerCase(), material.toLowerCase()];
  return a.includes(b) || b.includes(a);
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
  if (!site.hours) return null;
  const hours = site.hours[weekdayOf(day)];
  return hours ? spanOf(plan, day, { from: hours.opens, to: hours.closes }) : 'closed';
}

function openSpan(plan: Plan, day: string, site: PlanSiteRow | null): TimeSpan | null {
  const open = site && openingOf(plan, day, site);
  return open === 'closed' ? null : open;
}
