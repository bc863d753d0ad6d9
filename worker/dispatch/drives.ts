import type { Point } from '#domain/dispatch/travel.ts';
import type { Context } from '#worker/base/context.ts';
import {
  completeDrives,
  type DriveEnds,
  type DriveTable,
  readDrives,
} from '#worker/places/routing/drives.ts';
import type { RouteOrder } from './day-units.ts';
import { loadPlan, type Plan } from './plan.ts';
import {
  computeDrivenTimes,
  routePaths,
  routePoints,
  type TimedRoute,
  type TimedStop,
  type TimesPlan,
} from './route-timing.ts';
import { ordersOfDay, storedStops } from './route-view.ts';

/**
 * The plan with the drives of the day that the provider answered before. A task reads
 * those that are missing, so that no drop waits for the provider.
 */
export async function withRouteDrives(
  ctx: Context,
  plan: Plan,
  orders: readonly RouteOrder[],
): Promise<Plan> {
  if (!ctx.routing) return plan;
  return { ...plan, drives: await readRouteDrives(ctx, plan, ordersOfDay(plan, orders)) };
}

type Timed = { row: TimedRoute; stops: readonly TimedStop[] };

/** When the driver comes to each stop of a route of today, by the time it is now. Milliseconds since 1970. */
export async function readPresentArrivals(
  ctx: Context,
  plan: Omit<TimesPlan, 'drives'>,
  { row, stops }: Timed,
): Promise<number[]> {
  const drives = await readRouteDrives(ctx, plan, [{ row, stops }]);
  const { times } = computeDrivenTimes({ ...plan, drives }, row, { stops, nowMs: ctx.now() });
  return times.stops.map(({ arrivalMs }) => arrivalMs);
}

/** The drives of these routes, which are of one day. */
async function readRouteDrives(
  ctx: Context,
  plan: Pick<Plan, 'sites'>,
  routes: readonly Timed[],
): Promise<DriveTable> {
  const ends = routes.flatMap(({ row, stops }) => routeDrives(plan, row, stops));
  const drives = await readDrives(ctx, ends);
  const isMissing = ends.some(({ from, to }) => from && to && !drives.isAnswered(from, to));
  const [first] = routes;
  if (ctx.routing && isMissing && first) askLater(ctx, first.row.day);
  return drives;
}

/** Times are estimates while one of these drives is. */
export function isEstimated(ctx: Context, plan: Plan, routes: readonly RouteOrder[]): boolean {
  if (!ctx.routing) return true;
  return routes.some(
    ({ row, stops }) =>
      stops.length > 0 &&
      routeDrives(plan, row, stops).some(({ from, to }) => !from || !to || !plan.drives.isKnown(from, to)),
  );
}

function routeDrives(plan: Pick<Plan, 'sites'>, row: TimedRoute, stops: readonly TimedStop[]): DriveEnds[] {
  return routePaths(plan, row, stops).flatMap((path) =>
    path.slice(1).map((to, index) => ({ from: path[index] ?? null, to })),
  );
}

/** Each instance sends the task of a day at most once a minute. */
const MIN_PAUSE_MS = 60_000;
const askedAtMs = new Map<string, number>();

function askLater(ctx: Context, day: string): void {
  const nowMs = ctx.now();
  if (nowMs - (askedAtMs.get(day) ?? 0) < MIN_PAUSE_MS) return;
  if (askedAtMs.size > 100) askedAtMs.clear();
  askedAtMs.set(day, nowMs);
  ctx.afterReply(() => ctx.send({ type: 'drives', day }));
}

/** Asks the provider for the drives between all points of a day, and shows the new times on open boards. */
export async function fetchDrivesOfDay(ctx: Context, day: string): Promise<void> {
  const plan = await loadPlan(ctx, { day, nextDay: day, today: ctx.today() });
  const ofRoutes = plan.routes.flatMap((row) => routePoints(plan, row, storedStops(plan, row.id)));
  const ofJobs = [...plan.jobs.values()].map(({ point }) => point);
  const points = [...ofRoutes, ...ofJobs].filter((point): point is Point => point !== null);
  const { isChanged } = await completeDrives(ctx, points.slice(0, MAX_POINTS));
  const [route] = plan.routes;
  if (isChanged && route) ctx.live.publish([{ entity: 'route', id: route.id, version: null, actorId: null }]);
}

/** Of one matrix; the drives of further points are read when their routes are planned. */
const MAX_POINTS = 200;
