import type { Board, BoardRoute } from '#contract/dispatch.ts';
import type { RateCard } from '#domain/catalog/rate-card.ts';
import { isWorkingDay } from '#domain/catalog/rental-days.ts';
import { addDays, type Day, isoInstant } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { getCardOf } from '#worker/catalog/rate-cards.ts';
import { isEstimated, withRouteDrives } from './drives.ts';
import { getJobView, loadPlan, makePlan, type Plan, timeOn } from './plan.ts';
import { readBoardRows, readPlanRows } from './plan-repo.ts';
import { storedStops, viewDay, viewRoute } from './route-view.ts';

/** The plan of a day: its routes, and the jobs without a route. */
export async function readBoard(ctx: Context, day: Day): Promise<Board> {
  const today = ctx.today();
  const { nextDay, planRows, trucks, drivers } = await readDay(ctx, { day, today });
  const stored = await makePlan(ctx, planRows);
  const routes = stored.routes.map((row) => ({ row, stops: storedStops(stored, row.id) }));
  const plan = await withRouteDrives(ctx, stored, routes);
  const jobs = [...plan.jobs.values()]
    .map(getJobView)
    .filter(({ status, leftOn }) => status === 'open' || leftOn !== null);
  const nowMs = ctx.now();
  return {
    day,
    today,
    nextDay,
    now: isoInstant(nowMs),
    timeZone: plan.timeZone,
    dayStart: isoInstant(timeOn(plan, day, plan.times.dayStart)),
    dayEnd: isoInstant(timeOn(plan, day, plan.times.dayEnd)),
    isEstimate: isEstimated(ctx, plan, routes),
    jobs: jobs.filter(({ dueDay }) => dueDay <= day),
    nextJobs: jobs.filter(({ dueDay }) => dueDay > day),
    routes: [...viewDay(plan, routes, day === today ? nowMs : null).values()].map(({ route }) => route),
    drivers,
    trucks,
    absences: plan.absences.map(({ id, truckId, driverId, fromTime }) => ({
      id,
      truckId,
      driverId,
      fromTime,
    })),
    sites: [...plan.sites.values()].flatMap(({ id, kind, name, lat, lng, isDeleted }) =>
      isDeleted ? [] : [{ id, kind, name, lat, lng }],
    ),
  };
}

/** The next working days that this instance found last. */
const nextDays = new Map<Day, Day>();
const MAX_NEXT_DAYS = 100;

/** The next working day depends on rows of the same read. So it is guessed, and read again if the guess is wrong. */
async function readDay(ctx: Context, { day, today }: { day: Day; today: Day }) {
  const guess = nextDays.get(day) ?? addDays(day, 1);
  const read = await readBoardRows(ctx.db, { day, nextDay: guess, today });
  const { card } = await getCardOf(ctx, read.version);
  const nextDay = findNextDay(card, day, new Set(read.closed.map((row) => row.day)));
  if (nextDay === guess) return { ...read, nextDay };
  if (nextDays.size >= MAX_NEXT_DAYS) nextDays.clear();
  nextDays.set(day, nextDay);
  return { ...read, nextDay, planRows: await readPlanRows(ctx.db, { day, nextDay, today }) };
}

/** The first day after `day` on which trucks drive; the day after it if none is within two weeks. */
function findNextDay({ calendar }: RateCard, day: Day, closedDays: ReadonlySet<Day>): Day {
  const days = Array.from({ length: 14 }, (_, index) => addDays(day, index + 1));
  return days.find((one) => isWorkingDay(calendar, closedDays, one)) ?? addDays(day, 1);
}

/** One route as the API returns it. Throws not_found. */
export async function readRoute(ctx: Context, id: number): Promise<BoardRoute> {
  const stored = await loadPlan(ctx, { routeId: id, jobIds: [], stopIds: [] });
  const { route, stops } = getRouteOf(stored, id);
  const plan = await withRouteDrives(ctx, stored, [{ row: route, stops }]);
  return viewRoute(plan, route, { stops, nowMs: nowOf(ctx, route.day) }).route;
}

export function getRouteOf(plan: Plan, id: number) {
  const route = plan.routes.find((one) => one.id === id);
  if (!route) throw new AppError('not_found', 'This route was removed.');
  return { route, stops: storedStops(plan, id) };
}

/** The current time for a route of today; null for any other day. */
export function nowOf(ctx: Context, day: Day): number | null {
  return day === ctx.today() ? ctx.now() : null;
}
