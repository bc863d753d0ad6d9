import type { Board } from '#contract/dispatch.ts';
import type { ProposedRoute } from '#contract/dispatch-plan.ts';
import { isJobBeforeStart } from '#domain/jobs/jobs.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import type { Guards, Write } from '#worker/base/db/commit.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { nowOf, readBoard } from '../board.ts';
import { refusedPlacement, staleRoute, writePlan } from '../conflicts.ts';
import { guardOfDay } from '../day-units.ts';
import { withRouteDrives } from '../drives.ts';
import { entriesOfStops } from '../history.ts';
import { NEW_STOP, newStop } from '../listed-stops.ts';
import { loadPlan, type Plan } from '../plan.ts';
import { planGuards } from '../plan-guard-repo.ts';
import type { PlanRouteRow } from '../plan-repo.ts';
import { createRoute } from '../route-changes.ts';
import { listRouteProblems, newRefusal } from '../route-checks.ts';
import { checkDay, type PlannedStop, type RouteView, storedStops, viewDay } from '../route-view.ts';
import {
  deleteRoute,
  insertPublications,
  insertStops,
  isOneOf,
  raiseRouteVersion,
  takeOff,
  updateStops,
} from '../routes-repo.ts';
import { idsOf, makeStopRows } from '../write-stops.ts';
import { pastDay } from './propose.ts';

type Input = { day: string; routes: readonly ProposedRoute[] };

/** A route whose crew is out: its stops that are left go to the other routes of the plan. */
export type OutChange = {
  routeId: number;
  /** The plan as it is with the absence. */
  adjust: (plan: Plan) => Plan;
  guards: Guards;
  /** Before the stops are taken off. */
  writes: readonly Write[];
  /** What the history of the route says, beside its stops. */
  details: Readonly<Record<string, unknown>>;
};

/**
 * Stores all routes of a proposal, or none. Throws stale when a route or job changed since, conflict when an order has
 * become impossible; both with the board as it is now.
 */
export async function acceptDay(
  ctx: Context,
  actor: Actor,
  { day, routes, out = null }: Input & { out?: OutChange | null },
): Promise<Board> {
  if (day < ctx.today()) throw pastDay();
  assertOnce(routes);
  const scope = { day, nextDay: day, today: ctx.today() };
  await resolveRoutes(ctx, await loadPlan(ctx, scope), { day, routes });
  const created: number[] = [];
  try {
    const stored = await createMissing(ctx, actor, { day, routes, created });
    const read = await loadPlan(ctx, scope);
    const plan = out ? out.adjust(read) : read;
    await write(ctx, plan, { actor, out, routes: await resolveRoutes(ctx, plan, { day, routes: stored }) });
  } catch (error) {
    // The plan was not stored: remove the empty routes that were made for it.
    await Promise.all(created.map((id) => deleteRoute(ctx.db, id)));
    throw error;
  }
  return readBoard(ctx, day);
}

/** The routes with ids: a route that is new is created first, without stops. */
async function createMissing(
  ctx: Context,
  actor: Actor,
  { day, routes, created }: Input & { created: number[] },
): Promise<ProposedRoute[]> {
  const stored: ProposedRoute[] = [];
  for (const one of routes) {
    if (one.route) {
      stored.push(one);
      continue;
    }
    if (one.truckId === null) throw invalid('A new route needs a truck');
    const { id, version } = await createRoute(ctx, actor, {
      day,
      driverId: one.driverId,
      truckId: one.truckId,
    });
    created.push(id);
    stored.push({ ...one, route: { id, version } });
  }
  return stored;
}

type ResolvedRoute = { row: PlanRouteRow; before: PlannedStop[]; stops: PlannedStop[] };

/** Finds the stops of a proposal in the plan as it is now. Routes that are not created yet are left out. */
async function resolveRoutes(ctx: Context, plan: Plan, { day, routes }: Input): Promise<ResolvedRoute[]> {
  const ids = new Set(routes.flatMap(({ route }) => route?.id ?? []));
  const givenAway = new Set(
    plan.stops.flatMap(({ routeId, jobId }) => (ids.has(routeId) ? (jobId ?? []) : [])),
  );
  const resolved: ResolvedRoute[] = [];
  for (const { route, driverId, truckId, stops } of routes) {
    if (!route) continue;
    const row = plan.routes.find(({ id }) => id === route.id);
    const isSame = row?.version === route.version && row.driverId === driverId && row.truckId === truckId;
    if (!row || !isSame) throw await staleRoute(ctx, day);
    const before = storedStops(plan, row.id);
    const listed = stops.map((stop) => resolveStop(plan, { stop, before, givenAway }));
    if (listed.includes(null)) throw await staleRoute(ctx, day);
    const found = listed.flatMap((stop) => stop ?? []);
    const kept = before.filter(({ status }) => status !== 'pending');
    if (kept.some((stop, index) => found[index]?.id !== stop.id)) throw await staleRoute(ctx, day);
    resolved.push({ row, before, stops: found });
  }
  return resolved;
}

/** Null: the stop or the job changed since the proposal. */
function resolveStop(
  plan: Plan,
  {
    stop,
    before,
    givenAway,
  }: { stop: ProposedRoute['stops'][number]; before: readonly PlannedStop[]; givenAway: ReadonlySet<number> },
): PlannedStop | null {
  if ('stopId' in stop) {
    const own = before.find(({ id }) => id === stop.stopId);
    return own ? withMinutes(own, stop.minutes) : null;
  }
  if ('jobId' in stop) {
    const job = plan.jobs.get(stop.jobId);
    const isFree =
      job?.row.status === 'open' || (job && isJobBeforeStart(job.row.status) && givenAway.has(stop.jobId));
    return job && isFree ? withMinutes(newStop(job), stop.minutes) : null;
  }
  const site = stop.siteId === null ? null : (plan.sites.get(stop.siteId) ?? null);
  // A yard stop needs no site, as on the board.
  const isMissing = site === null ? stop.type === 'disposal' || stop.siteId !== null : site.isDeleted;
  if (isMissing || (site && site.kind !== stop.type)) return null;
  return { ...NEW_STOP, type: stop.type, job: null, site };
}

function withMinutes(stop: PlannedStop, minutes: number | undefined): PlannedStop {
  return minutes === undefined ? stop : { ...stop, plannedMinutes: minutes, areMinutesSet: true };
}

/** Stores all routes in one batch. */
async function write(
  ctx: Context,
  stored: Plan,
  { actor, routes, out }: { actor: Actor; routes: readonly ResolvedRoute[]; out: OutChange | null },
): Promise<void> {
  const { db } = ctx;
  const nowMs = ctx.now();
  const day = routes[0]?.row.day ?? '';
  const plan = await withRouteDrives(ctx, stored, routes);
  const views = viewDay(plan, routes, nowOf(ctx, day));
  await assertPossible(ctx, plan, { day, routes, views, outId: out?.routeId ?? null });
  const keptIds = new Set(routes.flatMap(({ stops }) => idsOf(stops)));
  const removed = routes.flatMap(({ before }) => idsOf(before)).filter((id) => !keptIds.has(id));
  const updates: Write[] = [];
  for (const { row, before, stops } of routes) {
    const view = views.get(row.id);
    if (!view) throw new Error('viewDay left out a route');
    const isPublished = row.publishedAt !== null;
    const { kept, added } = makeStopRows({ before, stops, isPublished }, view);
    if (kept.length > 0) updates.push(updateStops(db, row.id, { stops: kept, nowMs }));
    if (added.length > 0)
      updates.push(...insertStops(db, row.id, { stops: added, nowMs, isChange: isPublished }));
    if (isPublished) updates.push(insertPublications(db, row.id, nowMs));
    const entry = { actor, route: row, before, stops, transfers: [], nowMs };
    updates.push(...entriesOfStops(db, { ...entry, ...(row.id === out?.routeId && { out: out.details }) }));
  }
  if (routes.length === 0) return;
  const ids = routes.map(({ row }) => row.id);
  const checked = guardOfDay(plan, { ids, stops: routes.flatMap(({ stops }) => stops) });
  await writePlan(ctx, day, {
    guards: {
      ...planGuards(
        routes.map(({ row }) => row),
        checked,
      ),
      ...out?.guards,
    },
    writes: {
      routes: routes.map(({ row }) => raiseRouteVersion(db, row, { nowMs })),
      out: out?.writes ?? [],
      // Removed stops are deleted before their jobs get new ones.
      removed: removed.length > 0 ? takeOff(db, isOneOf(removed), nowMs) : [],
      updates,
    },
  });
}

type Possible = {
  day: string;
  routes: readonly ResolvedRoute[];
  views: ReadonlyMap<number, RouteView>;
  /** The route that is out: what stays on it is not planned again. */
  outId: number | null;
};

/** Throws conflict for a stop of the plan that is impossible, and for one of another route that becomes so. */
async function assertPossible(
  ctx: Context,
  plan: Plan,
  { day, routes, views, outId }: Possible,
): Promise<void> {
  const ids = new Set(routes.flatMap(({ row }) => (row.id === outId ? [] : row.id)));
  // Without another route nothing is planned: its preview names what becomes impossible.
  if (outId !== null && ids.size === 0) return;
  const own = listRouteProblems(views).find(({ routeId }) => ids.has(routeId));
  const before = () => checkDay(plan, [], nowOf(ctx, day));
  const refused = own ?? newRefusal(plan, { before, after: views, routeId: 0 });
  if (!refused) return;
  const { code, text, jobId } = refused;
  throw await refusedPlacement(ctx, day, { code, text, jobId });
}

function assertOnce(routes: readonly ProposedRoute[]): void {
  const stops = routes.flatMap((one) => one.stops);
  const keys = stops.flatMap((stop) => {
    if ('stopId' in stop) return [`stop ${stop.stopId}`];
    return 'jobId' in stop ? [`job ${stop.jobId}`] : [];
  });
  if (new Set(keys).size < keys.length) throw invalid('A stop or job is listed twice');
  const ids = routes.flatMap(({ route }) => route?.id ?? []);
  if (new Set(ids).size < ids.length) throw invalid('A route is listed twice');
}

function invalid(message: string): AppError {
  return new AppError('invalid', message, { issues: [{ path: 'routes', message }] });
}
