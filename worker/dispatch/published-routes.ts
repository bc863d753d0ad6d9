import type { Context } from '#worker/base/context.ts';
import { nowOf } from './board.ts';
import { brokenRoutes, type NamedProblem } from './conflicts.ts';
import type { RouteOrder } from './day-units.ts';
import { withRouteDrives } from './drives.ts';
import type { Plan } from './plan.ts';
import { listRouteProblems, newProblems } from './route-checks.ts';
import { checkDay } from './route-view.ts';

/** A day as it would be: its plan, and routes in other orders or with another truck. */
type ChangedDay = { plan: Plan; orders?: readonly RouteOrder[] };

/** The stops of published routes that are possible before a change of the day and impossible after it. */
export async function listBrokenStops(
  ctx: Context,
  before: Plan,
  { plan, orders = [] }: ChangedDay,
): Promise<NamedProblem[]> {
  const changed = new Map(orders.map(({ row }) => [row.id, row]));
  const rows = plan.routes.map((row) => changed.get(row.id) ?? row);
  const published = new Map(rows.filter((row) => row.publishedAt !== null).map((row) => [row.id, row]));
  const [first] = published.values();
  if (!first) return [];
  const check = async (some: Plan, order: readonly RouteOrder[]) =>
    checkDay(await withRouteDrives(ctx, some, order), order, nowOf(ctx, first.day));
  const after = listRouteProblems(await check(plan, orders)).flatMap((problem) => {
    const row = published.get(problem.routeId);
    return row ? [{ ...problem, driver: row.driverName }] : [];
  });
  return after.length === 0 ? [] : newProblems(after, await check(before, []));
}

/** Throws conflict, with the stops, when a change makes one of a published route impossible. */
export async function assertPublishedPossible(ctx: Context, before: Plan, after: ChangedDay): Promise<void> {
  const broken = await listBrokenStops(ctx, before, after);
  const [route] = after.plan.routes;
  if (broken.length > 0 && route) throw await brokenRoutes(ctx, route.day, broken);
}

/** The day without the stops that are still to be made for these jobs. */
export function withoutJobs(plan: Plan, jobIds: ReadonlySet<number>): Plan {
  const isGone = ({ jobId, status }: Plan['stops'][number]) => status === 'pending' && jobIds.has(jobId ?? 0);
  return { ...plan, stops: plan.stops.filter((stop) => !isGone(stop)) };
}

/** The day without a route. */
export function withoutRoute(plan: Plan, id: number): Plan {
  return {
    ...plan,
    routes: plan.routes.filter((row) => row.id !== id),
    stops: plan.stops.filter(({ routeId }) => routeId !== id),
  };
}
