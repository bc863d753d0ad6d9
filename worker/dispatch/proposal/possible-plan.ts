import type { UNPLACED_REASONS } from '#contract/dispatch-plan.ts';
import { planDay } from '#domain/dispatch/day-plan.ts';
import type { WalkStop } from '#domain/dispatch/plan-problem.ts';
import { NEW_STOP, newStop } from '../listed-stops.ts';
import { getJobView, type Plan, type PlannedJob } from '../plan.ts';
import { listRouteProblems, type RouteProblem } from '../route-checks.ts';
import { type PlannedStop, type RouteView, viewDay } from '../route-view.ts';
import { type DayProblem, makeDayProblem, type OpenRoute, withDrives } from './day-problem.ts';

type Reason = (typeof UNPLACED_REASONS)[number];
type Unplaced = { job: PlannedJob; reason: Reason; text: string };
export type FoundRoute = { route: OpenRoute; stops: PlannedStop[] };

/** `views`: of the whole day with these routes. */
export type PossiblePlan = {
  routes: FoundRoute[];
  views: Map<number, RouteView>;
  unplaced: Unplaced[];
};

type Input = {
  day: string;
  routes: readonly OpenRoute[];
  jobs: readonly PlannedJob[];
  nowMs: number | null;
  keepsRoutes?: boolean;
  /** The problem with all jobs, and the orders of a provider for it. */
  first: DayProblem;
  asked: number[][] | null;
};

/** Each search takes a fifth of a second. After the last one, stops are only taken off. */
const MAX_SEARCHES = 4;

/**
 * The best plan that the search finds in which every stop can be made. A job whose stop is impossible is left out with the
 * reason, also one that is on a route now, and the others are planned again.
 */
export function findPossiblePlan(plan: Plan, input: Input): PossiblePlan {
  const left = new Map<number, Unplaced>();
  for (let search = 1; ; search += 1) {
    const day = search === 1 ? input.first : problemWithout(plan, input, left);
    const seeds = [day.current, ...(search === 1 && input.asked ? [input.asked] : [])];
    const found = planDay(day.problem, { seeds });
    const routes = day.routes.map((route, index) => ({
      route,
      stops: [...route.kept, ...makePlannedStops(day, route, found.routes[index] ?? [])],
    }));
    const size = left.size;
    if (search === MAX_SEARCHES) takeOffImpossible(plan, input, { routes, left });
    const views = computeRouteViews(plan, input, routes);
    for (const problem of problemsIn(views, routes)) leaveOut(problem, { routes, left });
    if (left.size > size && search < MAX_SEARCHES) continue;
    return { routes, views, unplaced: [...unplacedOf(day, found.unplaced), ...left.values()] };
  }
}

function computeRouteViews(
  plan: Plan,
  { nowMs }: Input,
  routes: readonly FoundRoute[],
): Map<number, RouteView> {
  return viewDay(
    plan,
    routes.map(({ route, stops }) => ({ row: route.row, stops })),
    nowMs,
  );
}

function problemsIn(views: Map<number, RouteView>, routes: readonly FoundRoute[]): RouteProblem[] {
  const ids = new Set(routes.map(({ route }) => route.row.id));
  return listRouteProblems(views).filter(({ routeId }) => ids.has(routeId));
}

type Outcome = { routes: FoundRoute[]; left: Map<number, Unplaced> };

/** Leaves out the job of an impossible stop; of a stop without a job, the last one before it. */
function leaveOut({ routeId, index, text, code }: RouteProblem, { routes, left }: Outcome): void {
  const stops = routes.find(({ route }) => route.row.id === routeId)?.stops ?? [];
  const isMovable = ({ job, status }: PlannedStop) => job !== null && status === 'pending';
  const job = stops.slice(0, index + 1).findLast(isMovable)?.job;
  if (!job) return;
  const reason = REASONS[code] ?? 'unit_elsewhere';
  const sentence = text.endsWith('.') ? text : `${text}.`;
  left.set(job.row.id, { job, reason, text: `${sentence}${otherUnit(job, reason)}` });
}

/** The free unit of its size with which the job can be planned; empty when there is none. */
function otherUnit(job: PlannedJob, reason: Reason): string {
  const unit = reason === 'unit_elsewhere' ? getJobView(job).proposedUnit : null;
  return unit ? ` ${unit.number} is free in the yard: give the booking that one, and plan again.` : '';
}

const REASONS: Readonly<Partial<Record<RouteProblem['code'], Reason>>> = {
  site_closed: 'site_closed',
  load: 'day_full',
  not_delivered: 'not_delivered',
};

/** Takes off what is impossible until nothing is. */
function takeOffImpossible(plan: Plan, input: Input, { routes, left }: Outcome): void {
  for (;;) {
    const problems = problemsIn(computeRouteViews(plan, input, routes), routes);
    const size = left.size;
    for (const problem of problems) leaveOut(problem, { routes, left });
    if (left.size === size) return;
    for (const route of routes) {
      route.stops = route.stops.filter(
        ({ job, status }) => status !== 'pending' || !job || !left.has(job.row.id),
      );
    }
  }
}

function problemWithout(plan: Plan, input: Input, left: ReadonlyMap<number, Unplaced>): DayProblem {
  const isIn = (job: PlannedJob | null) => !job || !left.has(job.row.id);
  const made = makeDayProblem({
    plan,
    day: input.day,
    nowMs: input.nowMs,
    keepsRoutes: input.keepsRoutes ?? false,
    routes: input.routes.map((route) => ({
      ...route,
      movable: route.movable.filter(({ job }) => isIn(job)),
    })),
    jobs: input.jobs.filter(isIn),
  });
  return withDrives(plan, made, input.nowMs);
}

/** The stops as found. Those of the route, and its disposal and yard stops, keep their rows. */
function makePlannedStops(
  { stops, sites }: DayProblem,
  route: OpenRoute,
  walked: readonly WalkStop[],
): PlannedStop[] {
  const left = [...route.replaced];
  const place = (type: 'disposal' | 'yard', site: PlannedStop['site']): PlannedStop => {
    const index = left.findIndex(
      (one) => one.type === type && (type === 'yard' || one.site?.id === site?.id),
    );
    const [stored] = index < 0 ? [] : left.splice(index, 1);
    return stored ?? { ...NEW_STOP, type, job: null, site };
  };
  return walked.flatMap((stop): PlannedStop[] => {
    if (stop.kind === 'yard') return [place('yard', null)];
    if (stop.kind === 'disposal') return [place('disposal', sites[stop.site] ?? null)];
    const planned = stops[stop.item];
    if (!planned) return [];
    if (!planned.job || route.movable.includes(planned)) return [planned];
    const { plannedMinutes, areMinutesSet } = planned;
    return [{ ...newStop(planned.job), plannedMinutes, areMinutesSet }];
  });
}

function unplacedOf(
  { problem, stops }: DayProblem,
  unplaced: readonly { item: number; reason: Exclude<Reason, 'unit_elsewhere' | 'not_delivered'> }[],
): Unplaced[] {
  const left = new Set(unplaced.map(({ item }) => item));
  return unplaced.flatMap(({ item, reason }): Unplaced[] => {
    const job = stops[item]?.job;
    if (!job) return [];
    const from = problem.items[item]?.unitFrom ?? null;
    if (from === null || !left.has(from)) return [{ job, reason, text: TEXTS[reason] }];
    const text = `Unit ${job.row.unitNumber} is at booking #${job.unit?.bookingId}, and its pickup has no place on a route.`;
    const other = otherUnit(job, 'unit_elsewhere') || ' Choose another unit first.';
    return [{ job, reason: 'unit_elsewhere', text: `${text}${other}` }];
  });
}

const TEXTS = {
  no_vehicle: 'No driver and truck are free on this day.',
  window: 'No truck can be there in its window.',
  site_closed: 'No disposal site is open in time.',
  day_full: 'No route has time left for it.',
} as const;
