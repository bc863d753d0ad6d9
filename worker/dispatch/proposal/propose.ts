import type { DayProposal, ProposedRoute } from '#contract/dispatch-plan.ts';
import { isLoadType } from '#domain/dispatch/loads.ts';
import { isLiveStop } from '#domain/dispatch/stops.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import type { RoutingFailure } from '#worker/base/platform/routing-call.ts';
import { completeDrives } from '#worker/places/routing/drives.ts';
import { nowOf } from '../board.ts';
import { readCrews } from '../crews-repo.ts';
import { getJobView, loadPlan, type Plan, type PlannedJob, timeOn } from '../plan.ts';
import { newRefusal } from '../route-checks.ts';
import { checkDay, type PlannedStop, type RouteView, viewRoute } from '../route-view.ts';
import { type DayProblem, makeDayProblem, type OpenRoute, withDrives } from './day-problem.ts';
import { type FoundRoute, findPossiblePlan, type PossiblePlan } from './possible-plan.ts';
import { askProvider } from './provider.ts';
import { freshRoutes, plannableRoutes } from './vehicles.ts';

type Input = { day: string; routeId?: number | undefined };

/** Proposes routes for a day, or the order of one route. Writes nothing but drives. Throws invalid and not_found. */
export async function proposeDay(ctx: Context, { day, routeId }: Input): Promise<DayProposal> {
  const today = ctx.today();
  if (day < today) throw pastDay();
  const nowMs = nowOf(ctx, day);
  const [stored, [trucks, drivers]] = await Promise.all([
    loadPlan(ctx, { day, nextDay: day, today }),
    readCrews(ctx.db),
  ]);
  const routes = plannableRoutes(stored, routeId);
  if (routeId === undefined) routes.push(...freshRoutes(stored, { day, trucks, drivers }));
  else if (routes.length === 0) throw new AppError('not_found', 'This route was removed.');
  const jobs = routeId === undefined ? openJobs(stored, day) : [];
  return (await proposeRoutes(ctx, stored, { day, routes, jobs, nowMs, routeId })).proposal;
}

type Search = {
  day: string;
  routes: readonly OpenRoute[];
  jobs: readonly PlannedJob[];
  nowMs: number | null;
  routeId?: number | undefined;
  /** Stops that are on a route stay with its driver. */
  keepsRoutes?: boolean;
};

/** Searches for the routes of these jobs. Writes nothing but drives. `views`: the whole day with them. */
export async function proposeRoutes(
  ctx: Context,
  stored: Plan,
  search: Search,
): Promise<{ proposal: DayProposal; views: PossiblePlan['views'] }> {
  const { day, nowMs, routeId } = search;
  const made = makeDayProblem({ plan: stored, ...search });
  const { table, failure } = await completeDrives(
    ctx,
    made.points.flatMap((point) => point ?? []),
  );
  const plan = { ...stored, drives: table };
  const dayProblem = withDrives(plan, made, nowMs);
  const asked = failure ? { orders: null, failure } : await askProvider(ctx, dayProblem);
  const found = findPossiblePlan(plan, { ...search, first: dayProblem, asked: asked.orders });
  const views = found.routes.flatMap((route) => viewOf(plan, { ...route, found, nowMs, routeId }));
  const proposal = {
    day,
    attribution: ctx.routing && '© OpenStreetMap contributors, openrouteservice',
    ...estimateOf(ctx, dayProblem, { table, failure: asked.failure }),
    current: sumRoutes(views.flatMap(({ current }) => current ?? [])),
    proposed: sumRoutes(views.map(({ proposed }) => proposed)),
    routes: views,
    unplaced: found.unplaced.map(({ job, reason, text }) => ({ job: getJobView(job), reason, text })),
  };
  return { proposal, views: found.views };
}

export function pastDay(): AppError {
  const message = 'Choose today or a later day';
  return new AppError('invalid', message, { issues: [{ path: 'day', message }] });
}

function openJobs(plan: Plan, day: string): PlannedJob[] {
  return [...plan.jobs.values()].filter(({ row }) => row.status === 'open' && row.dueDay <= day);
}

type View = DayProposal['routes'][number];

type ViewInput = FoundRoute & { found: PossiblePlan; nowMs: number | null; routeId: number | undefined };

/** A new route without stops is left out. A single route stays as it is if no order is better. */
function viewOf(plan: Plan, { route, stops: placed, found, nowMs, routeId }: ViewInput): View[] {
  const { row, isNew, stored: before } = route;
  if (isNew && placed.length === 0) return [];
  const current = viewRoute(plan, row, { stops: before, nowMs });
  const proposed = found.views.get(row.id) ?? current;
  const dayBefore = () => checkDay(plan, [], nowMs);
  const harms = newRefusal(plan, { before: dayBefore, after: found.views, routeId: row.id });
  const isKept = routeId !== undefined && (harms !== null || !isBetter(plan, current, proposed));
  const stops = isKept ? before : placed;
  const isChanged =
    before.length !== stops.length || stops.some(({ id }, index) => id === null || id !== before[index]?.id);
  return [
    {
      current: isNew ? null : current.route,
      proposed: isKept ? current.route : proposed.route,
      isChanged,
      input: {
        route: isNew ? null : { id: row.id, version: row.version },
        driverId: row.driverId,
        truckId: row.truckId,
        stops: stops.flatMap(inputOf),
      },
    },
  ];
}

/** Whether an order becomes possible, empties a unit that stays full now, is less late, or has less driving. */
function isBetter(plan: Plan, before: RouteView, after: RouteView): boolean {
  const isPossible = after.problems.length === 0;
  if (isPossible !== (before.problems.length === 0)) return isPossible;
  const was = computeMeasures(plan, before);
  const changes = computeMeasures(plan, after).map((measure, index) => measure - (was[index] ?? 0));
  return (changes.find((change) => change !== 0) ?? 0) < 0;
}

/** What is named first counts more: units that stay full, minutes of lateness and overtime, minutes of driving. */
function computeMeasures(plan: Plan, { route }: RouteView): number[] {
  const { stops } = route;
  const lateness = stops.reduce((sum, { latenessMinutes }) => sum + latenessMinutes, 0);
  const dayEndMs = timeOn(plan, route.day, plan.times.dayEnd);
  const overtime = Math.max(0, Math.ceil((Date.parse(route.endsAt) - dayEndMs) / 60_000));
  const returned = stops.filter(
    ({ type, status }, index) =>
      type === 'dump_and_return' && isLiveStop(status) && stops[index + 1]?.type !== 'disposal',
  );
  const full = (stops.at(-1)?.loadAfter?.full ?? 0) + returned.length;
  return [full, lateness + overtime, route.driveMinutes];
}

function inputOf({
  id,
  type,
  job,
  site,
  plannedMinutes,
  areMinutesSet,
}: PlannedStop): ProposedRoute['stops'] {
  const stay = plannedMinutes === null || !areMinutesSet ? {} : { minutes: plannedMinutes };
  if (id !== null) return [{ stopId: id, ...stay }];
  if (job) return [{ jobId: job.row.id, ...stay }];
  return type === 'disposal' || type === 'yard' ? [{ type, siteId: site?.id ?? null }] : [];
}

export function sumRoutes(routes: readonly View['proposed'][]): DayProposal['current'] {
  const sum = (of: (route: View['proposed']) => number) =>
    routes.reduce((total, route) => total + of(route), 0);
  return {
    jobs: sum(({ stops }) => stops.filter(({ job }) => job !== null).length),
    minutes: sum(({ minutes }) => minutes),
    driveMinutes: sum(({ driveMinutes }) => driveMinutes),
    meters: sum(({ meters }) => meters ?? 0),
    late: sum(({ stops }) => stops.filter(({ latenessMinutes }) => latenessMinutes > 0).length),
  };
}

const NOTICES: Readonly<Record<RoutingFailure, string>> = {
  quota:
    'The routing service has reached its limit. Drives that are not stored yet are estimates. Try again later.',
  unavailable: 'The routing service did not answer. Drives that are not stored yet are estimates.',
  refused:
    'The routing service refused the request, so drives are estimates. Ask your administrator to check its key.',
  wrong_answer: 'The answer of the routing service could not be used, so this plan was made without it.',
};

function estimateOf(
  ctx: Context,
  day: DayProblem,
  { table, failure }: { table: Plan['drives']; failure: RoutingFailure | null },
): Pick<DayProposal, 'isEstimate' | 'notice'> {
  const known = day.points.flatMap((point) => point ?? []);
  const unknown = day.points.length - known.length;
  const isEstimate = unknown > 0 || known.some((from) => known.some((to) => !table.isKnown(from, to)));
  const notices = [drivesNotice(ctx, unknown, failure), wasteNotice(day)].filter((notice) => notice !== null);
  return { isEstimate, notice: notices.length > 0 ? notices.join(' ') : null };
}

function drivesNotice(ctx: Context, unknown: number, failure: RoutingFailure | null): string | null {
  if (!ctx.routing) return 'Drives are estimated from straight lines.';
  if (failure) return NOTICES[failure];
  if (unknown === 0) return null;
  const addresses = unknown === 1 ? '1 address is' : `${unknown} addresses are`;
  return `${addresses} not on the map yet: each drive there counts as 20 minutes.`;
}

/** Which full dumpsters stay on the truck until the yard. */
function wasteNotice({ problem, stops }: DayProblem): string | null {
  const refused = stops.filter(
    ({ type }, index) => isLoadType(type) && problem.items[index]?.sites.length === 0,
  );
  if (refused.length === 0) return null;
  if (problem.disposals.length === 0) {
    return 'No disposal site is entered in the settings: full units are brought to the yard.';
  }
  const materials = [...new Set(refused.flatMap(({ job }) => job?.material ?? []))];
  return `No disposal site lists ${materials.join(', ')} as accepted waste: those units are brought to the yard. Add it to a site in Settings.`;
}
