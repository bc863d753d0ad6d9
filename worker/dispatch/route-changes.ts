import type { BoardRoute } from '#contract/dispatch.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { unlessGuarded } from '#worker/base/db/commit.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { getRouteOf, nowOf, readRoute } from './board.ts';
import { staleRoute, writePlan } from './conflicts.ts';
import { readCrews } from './crews-repo.ts';
import { guardOfDay, makePlanGuard, type RouteVersion } from './day-units.ts';
import { withRouteDrives } from './drives.ts';
import { findCrewNames, insertRouteEntry } from './history-repo.ts';
import { assertWithinYear } from './listed-stops.ts';
import { loadPlan, type Plan, siteOf } from './plan.ts';
import { planGuards } from './plan-guard-repo.ts';
import type { PlanRouteRow } from './plan-repo.ts';
import { assertPublishedPossible, withoutRoute } from './published-routes.ts';
import { type PlannedStop, storedStops, viewRoute } from './route-view.ts';
import {
  findMissingCrew,
  findRemovedRoute,
  insertedId,
  insertPublications,
  isCrewThere,
  type RouteChanges,
  raiseRouteVersion,
  removeStops,
  restoreStops,
  routeInsertion,
  swapCrewOf,
  updateStops,
} from './routes-repo.ts';
import { makeStopRows } from './write-stops.ts';

/** Adds a route. Throws conflict, with the board, when the driver or the truck has one on the day. */
export async function createRoute(
  ctx: Context,
  actor: Actor,
  input: { day: string; driverId: number; truckId: number },
): Promise<BoardRoute> {
  assertWithinYear(ctx, input.day);
  const by = { actor, nowMs: ctx.now() };
  const crew = { ...input, siteIds: [] };
  const written = writePlan(ctx, input.day, {
    guards: { crew: isCrewThere(crew) },
    writes: routeInsertion(ctx.db, { ...input, ...by }),
  });
  const made = await unlessGuarded(['crew'], written);
  if (!made) throw await missingCrew(ctx, crew);
  return readRoute(ctx, insertedId(made.route));
}

async function missingCrew(ctx: Context, crew: Parameters<typeof findMissingCrew>[1]): Promise<AppError> {
  const missing = await findMissingCrew(ctx.db, crew);
  const { path, message } = MISSING[missing ?? 'truck'];
  return new AppError('invalid', message, { issues: [{ path, message }] });
}

const MISSING = {
  driver: { path: 'driverId', message: 'This account is not an active driver' },
  truck: { path: 'truckId', message: 'This truck is not in service' },
  site: { path: 'startSiteId', message: 'There is no such yard' },
};

/**
 * Gives a route another driver, truck or yard, or notes. The driver stays once a stop is in progress or done. Throws
 * conflict, with the stops, when a published route becomes impossible by it.
 */
export async function changeRoute(
  ctx: Context,
  actor: Actor,
  { id, version, changes }: RouteVersion & { changes: RouteChanges },
): Promise<BoardRoute> {
  const { plan, route, stops } = await readRouteAt(ctx, { id, version });
  const { driverId, truckId, startSiteId, endSiteId } = changes;
  const crew = {
    driverId,
    truckId: truckId ?? undefined,
    siteIds: [startSiteId, endSiteId].flatMap((site) => site ?? []),
  };
  if ((await findMissingCrew(ctx.db, crew)) !== null) throw await missingCrew(ctx, crew);
  if (driverId !== undefined && driverId !== route.driverId && stops.some(isBegun)) {
    throw new AppError(
      'conflict',
      `${route.driverName} has begun this route. Move the stops that are left to another one.`,
    );
  }
  const nowMs = ctx.now();
  const names = await readChangedNames(ctx, changes);
  const changed = withYards(await withTruck(ctx, route, truckId), changes);
  const times = startSiteId === undefined ? [] : await newTimes(ctx, plan, { route: changed, stops });
  await assertPublishedPossible(ctx, plan, { plan, orders: [{ row: changed, stops }] });
  await writePlan(ctx, route.day, {
    guards: planGuards([route], makePlanGuard(plan, { id, stops })),
    writes: {
      route: raiseRouteVersion(ctx.db, route, { nowMs, changes }),
      times,
      publications: driverId === undefined ? [] : [insertPublications(ctx.db, id, nowMs)],
      entry: insertRouteEntry(ctx.db, route, {
        action: 'changed',
        actor,
        nowMs,
        before: { ...crewOf(route), ...yardsOf(plan, route) },
        after: { ...crewOf(route), ...yardsOf(plan, changed), ...names },
      }),
    },
  });
  return readRoute(ctx, id);
}

/**
 * Removes a route; its jobs are open again. Its rows stay for what its driver records, and to bring it back. Throws
 * conflict, with the stops, when a published route depends on it.
 */
export async function removeRoute(ctx: Context, actor: Actor, at: RouteVersion): Promise<void> {
  const { plan, route, stops } = await readRouteAt(ctx, at);
  if (stops.some(isBegun)) {
    throw new AppError(
      'conflict',
      `${route.driverName} has begun this route. Take off the stops that are left instead.`,
    );
  }
  const nowMs = ctx.now();
  await assertPublishedPossible(ctx, plan, { plan: withoutRoute(plan, at.id) });
  await writePlan(ctx, route.day, {
    guards: planGuards([route], makePlanGuard(plan, { id: at.id, stops })),
    writes: {
      route: raiseRouteVersion(ctx.db, route, { nowMs, changes: { removedAt: nowMs } }),
      stops: removeStops(ctx.db, at.id, nowMs),
      entry: insertRouteEntry(ctx.db, route, { action: 'deleted', actor, nowMs }),
    },
  });
}

/**
 * Brings a removed route back with its stops: all of them or none. Throws conflict when something of it is taken by now, and,
 * with the stops, when a published route becomes impossible by it: that one itself if it was published.
 */
export async function restoreRoute(ctx: Context, actor: Actor, at: RouteVersion): Promise<BoardRoute> {
  const route = await findRemovedRoute(ctx.db, at.id);
  if (!route) throw new AppError('not_found', 'This route was not removed.');
  if (route.version !== at.version) throw await staleRoute(ctx, route.day);
  const crew = { driverId: route.driverId, truckId: route.truckId ?? undefined, siteIds: [] };
  if ((await findMissingCrew(ctx.db, crew)) !== null) throw await missingCrew(ctx, crew);
  const nowMs = ctx.now();
  const { id, removedAt } = route;
  const plan = await loadPlan(ctx, { routeId: id, jobIds: [], stopIds: [], removedAt });
  await assertPublishedPossible(ctx, withoutRoute(plan, id), { plan });
  await writePlan(ctx, route.day, {
    guards: planGuards([route], makePlanGuard(plan, { id, stops: storedStops(plan, id) })),
    writes: {
      route: raiseRouteVersion(ctx.db, route, { nowMs, changes: { removedAt: null } }),
      stops: restoreStops(ctx.db, route, nowMs),
      entry: insertRouteEntry(ctx.db, route, { action: 'restored', actor, nowMs }),
    },
  });
  return readRoute(ctx, at.id);
}

type Swap = { one: RouteVersion; other: RouteVersion; what: 'driver' | 'truck' };

/** Two routes of a day swap drivers or trucks. Throws conflict when one of the drivers has begun. Returns both. */
export async function swapCrew(
  ctx: Context,
  actor: Actor,
  { one, other, what }: Swap,
): Promise<BoardRoute[]> {
  const [first, second] = [await readRouteAt(ctx, one), await readRouteAt(ctx, other)];
  if (first.route.day !== second.route.day || one.id === other.id) {
    const message = 'Choose another route of the same day';
    throw new AppError('invalid', message, { issues: [{ path: 'routeId', message }] });
  }
  const begun = [first, second].find(({ stops }) => stops.some(isBegun));
  if (what === 'driver' && begun) {
    throw new AppError('conflict', `${begun.route.driverName} has begun the route. Move stops instead.`);
  }
  const nowMs = ctx.now();
  const swapped = [first.route, second.route] as const;
  const orders = [
    { row: withCrewOf(first.route, second.route, what), stops: first.stops },
    { row: withCrewOf(second.route, first.route, what), stops: second.stops },
  ];
  await assertPublishedPossible(ctx, second.plan, { plan: second.plan, orders });
  const entry = (route: PlanRouteRow, from: PlanRouteRow) =>
    insertRouteEntry(ctx.db, route, {
      action: 'changed',
      actor,
      nowMs,
      before: { [what]: crewOf(route)[what] },
      after: { [what]: crewOf(from)[what] },
    });
  await writePlan(ctx, first.route.day, {
    guards: planGuards(swapped, guardOfDay(second.plan, { ids: [one.id, other.id] })),
    writes: {
      routes: swapCrewOf(ctx.db, swapped, { what, nowMs }),
      publications: swapped.map(({ id }) => insertPublications(ctx.db, id, nowMs)),
      entries: [entry(first.route, second.route), entry(second.route, first.route)],
    },
  });
  return [await readRoute(ctx, one.id), await readRoute(ctx, other.id)];
}

/** A route with the driver or the truck of another one. */
function withCrewOf(row: PlanRouteRow, from: PlanRouteRow, what: Swap['what']): PlanRouteRow {
  if (what === 'driver') return { ...row, driverId: from.driverId, driverName: from.driverName };
  const { truckId, truckName, capacity } = from;
  return { ...row, truckId, truckName, capacity };
}

const crewOf = ({ driverName, truckName, notes }: PlanRouteRow) => ({
  driver: driverName,
  truck: truckName,
  notes,
});

async function withTruck(
  ctx: Context,
  route: PlanRouteRow,
  truckId: number | null | undefined,
): Promise<PlanRouteRow> {
  if (truckId == null) return route;
  const [trucks] = await readCrews(ctx.db);
  const truck = trucks.find(({ id }) => id === truckId);
  return truck ? { ...route, truckId, truckName: truck.name, capacity: truck.capacity } : route;
}

function withYards(route: PlanRouteRow, { startSiteId, endSiteId }: RouteChanges): PlanRouteRow {
  return {
    ...route,
    ...(startSiteId !== undefined && { startSiteId }),
    ...(endSiteId !== undefined && { endSiteId }),
  };
}

/** The yards of a route by name. A route without one has the first yard. */
const yardsOf = (plan: Plan, { startSiteId, endSiteId }: PlanRouteRow) => ({
  start: siteOf(plan, startSiteId)?.name ?? null,
  end: siteOf(plan, endSiteId)?.name ?? null,
});

/** For a batch: the arrivals of a route that starts at another yard, which its driver's phone shows. */
async function newTimes(
  ctx: Context,
  stored: Plan,
  { route, stops }: { route: PlanRouteRow; stops: readonly PlannedStop[] },
) {
  const plan = await withRouteDrives(ctx, stored, [{ row: route, stops }]);
  const view = viewRoute(plan, route, { stops, nowMs: nowOf(ctx, route.day) });
  const { kept } = makeStopRows({ before: stops, stops, isPublished: false }, view);
  return [updateStops(ctx.db, route.id, { stops: kept, nowMs: ctx.now() })] as const;
}

/** What a change gives a route, by name. */
async function readChangedNames(ctx: Context, { driverId, truckId, notes }: RouteChanges) {
  const names = await findCrewNames(ctx.db, { driverId, truckId });
  return {
    ...(driverId !== undefined && { driver: names?.driver }),
    ...(truckId !== undefined && { truck: names?.truck }),
    ...(notes !== undefined && { notes }),
  };
}

const isBegun = ({ status }: PlannedStop) => status !== 'pending';

/** A route at a version, with the plan of its day. Throws not_found and stale. */
export async function readRouteAt(ctx: Context, { id, version }: RouteVersion) {
  const plan = await loadPlan(ctx, { routeId: id, jobIds: [], stopIds: [] });
  const found = getRouteOf(plan, id);
  if (found.route.version !== version) throw await staleRoute(ctx, found.route.day);
  return { ...found, plan };
}
