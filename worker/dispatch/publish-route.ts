import type { BoardRoute } from '#contract/dispatch.ts';
import { can } from '#domain/accounts/access.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { nowOf, readRoute } from './board.ts';
import { blockedRoute, writePlan } from './conflicts.ts';
import { guardOfDay, type RouteOrder, type RouteVersion } from './day-units.ts';
import { withRouteDrives } from './drives.ts';
import { insertRouteEntry } from './history-repo.ts';
import type { Plan } from './plan.ts';
import { planGuards } from './plan-guard-repo.ts';
import { listBrokenStops } from './published-routes.ts';
import { readRouteAt } from './route-changes.ts';
import { listRouteProblems, type RouteProblem } from './route-checks.ts';
import { checkDay } from './route-view.ts';
import { insertPublications, raiseRouteVersion } from './routes-repo.ts';

type Override = { reason: string; stopIds?: readonly number[] | undefined };
type Publishing = RouteVersion & { override?: Override | undefined };

/**
 * Shows a route to its driver. A published route stays as it is. Throws conflict, with the stops, while one of them is
 * impossible; with an override, forbidden for staff without dispatch:override.
 */
export async function publishRoute(
  ctx: Context,
  actor: Actor,
  { id, version, override }: Publishing,
): Promise<BoardRoute> {
  const { plan, route, stops } = await readRouteAt(ctx, { id, version });
  if (route.publishedAt !== null) return readRoute(ctx, id);
  const nowMs = ctx.now();
  const problems = await listBlocking(ctx, plan, { row: { ...route, publishedAt: nowMs }, stops });
  const known = override?.stopIds;
  const isNew = known && problems.some(({ stopId }) => stopId !== null && !known.includes(stopId));
  if (problems.length > 0 && (!override || isNew)) throw await blockedRoute(ctx, route.day, problems);
  if (problems.length > 0 && !can(actor.role, 'dispatch:override')) {
    throw new AppError(
      'forbidden',
      'Ask an administrator to publish a route with stops that cannot be made.',
    );
  }
  const after =
    problems.length > 0 && override
      ? { reason: override.reason, impossible: problems.map(({ stop }) => stop) }
      : null;
  await writePlan(ctx, route.day, {
    guards: planGuards([route], guardOfDay(plan, { ids: [id] })),
    writes: {
      route: raiseRouteVersion(ctx.db, route, { nowMs, changes: { publishedAt: nowMs } }),
      publications: insertPublications(ctx.db, id, nowMs),
      entry: insertRouteEntry(ctx.db, route, { action: 'published', actor, nowMs, after }),
    },
  });
  return readRoute(ctx, id);
}

/** The stops that are impossible when this route is published: its own, and those of published routes that it makes so. */
async function listBlocking(ctx: Context, plan: Plan, order: RouteOrder): Promise<RouteProblem[]> {
  const { id, day } = order.row;
  const checked = checkDay(await withRouteDrives(ctx, plan, [order]), [order], nowOf(ctx, day));
  const own = listRouteProblems(checked).filter(({ routeId }) => routeId === id);
  const broken = await listBrokenStops(ctx, plan, { plan, orders: [order] });
  const ofOthers = broken.filter(({ routeId }) => routeId !== id);
  return [...own, ...ofOthers.map((one) => ({ ...one, stop: `${one.stop} on the route of ${one.driver}` }))];
}
