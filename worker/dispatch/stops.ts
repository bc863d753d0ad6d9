import { type arrangeStops as arrangeStopsCall, MAX_STOPS, type StopInput } from '#contract/dispatch.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { orderByJobs } from '#domain/dispatch/stop-order.ts';
import { formatDay } from '#domain/shared/days.ts';
import type { Context } from '#worker/base/context.ts';
import { findNames } from '#worker/base/history/repo.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { getRouteOf, nowOf } from './board.ts';
import { refusedPlacement, staleRoute } from './conflicts.ts';
import { makePlanGuard, type RouteOrder } from './day-units.ts';
import { withRouteDrives } from './drives.ts';
import { invalid, isEnded, NEW_STOP, resolveStop } from './listed-stops.ts';
import { loadPlan, type Plan } from './plan.ts';
import type { PlanRouteRow } from './plan-repo.ts';
import { newRefusal, type Refusal } from './route-checks.ts';
import { type CheckedDay, checkDay, type PlannedStop, storedStops, viewIn } from './route-view.ts';
import { findRouteOfJob } from './routes-repo.ts';
import { stopText } from './unit-problems.ts';
import { storedRoute, writeStops } from './write-stops.ts';

type ArrangeInput = {
  actor: Actor;
  id: number;
  version: number;
  stops?: readonly StopInput[] | undefined;
  jobIds?: readonly number[] | undefined;
  addYardStops?: boolean | undefined;
  preview?: boolean | undefined;
};
type Reply = ReplyOf<typeof arrangeStopsCall>;

/**
 * Sets the stops of a route. Throws invalid for a list that names nothing, not_found, stale for an older version, and
 * conflict when the order is impossible; the last two with the board as it is now.
 */
export async function arrangeStops(ctx: Context, input: ArrangeInput): Promise<Reply> {
  const { preview: isPreview = false } = input;
  const planned = await planStops(ctx, input);
  const { plan: stored, route, after, transfers, refusal } = planned;
  const nowMs = nowOf(ctx, route.day);
  const given = givingRoutes(planned);
  const checkWith = async (stops: readonly PlannedStop[]) => {
    const orders = [{ row: route, stops }, ...given];
    // The drives of both orders in one read: those of the stored one are needed if something is impossible.
    const plan = await withRouteDrives(ctx, stored, [...orders, ...storedOrders(stored, orders)]);
    return { plan, day: checkDay(plan, orders, nowMs) };
  };
  const stops = input.addYardStops ? await addYardStops(route, after, checkWith) : after;
  if (stops.length > MAX_STOPS) throw invalid('stops', `Must be at most ${MAX_STOPS} stops`);
  const { plan, day } = await checkWith(stops);
  const view = viewIn(day, route.id);
  const before = () => checkDay(plan, [], nowMs);
  const refused = refusal ?? newRefusal(stored, { before, after: day, routeId: route.id });
  if (isPreview) return { route: view.route, refused };
  if (refused) throw await refusedPlacement(ctx, route.day, refused);
  const change = { actor: input.actor, route, before: planned.before, stops, transfers, view };
  const guard = makePlanGuard(stored, { id: route.id, stops: [...planned.before, ...stops] });
  const written = await writeStops(ctx, change, guard);
  return { route: storedRoute(change, written), refused: null };
}

/** The routes of the day from which stops are taken, with what is left. */
function givingRoutes({ plan, transfers }: StopPlan): RouteOrder[] {
  const moved = new Set(transfers.map(({ id }) => id));
  const ids = new Set(transfers.map(({ routeId }) => routeId));
  return plan.routes
    .filter(({ id }) => ids.has(id))
    .map((row) => ({
      row,
      stops: storedStops(plan, row.id).filter(({ id }) => id === null || !moved.has(id)),
    }));
}

const storedOrders = (plan: Plan, orders: readonly RouteOrder[]): RouteOrder[] =>
  orders.map(({ row }) => ({ row, stops: storedStops(plan, row.id) }));

/** The stops before and after a change, and the stops that other routes give away. */
type StopPlan = {
  plan: Plan;
  route: PlanRouteRow;
  before: PlannedStop[];
  after: PlannedStop[];
  transfers: Plan['named'];
  refusal: Refusal | null;
};

async function planStops(ctx: Context, { id, version, stops, jobIds }: ArrangeInput): Promise<StopPlan> {
  if ((stops === undefined) === (jobIds === undefined)) throw invalid('stops', 'Send either stops or jobIds');
  const stopIds = (stops ?? []).flatMap((stop) => ('stopId' in stop ? [stop.stopId] : []));
  const named = (stops ?? []).flatMap((stop) => ('jobId' in stop ? [stop.jobId] : []));
  const plan = await loadPlan(ctx, { routeId: id, jobIds: [...named, ...(jobIds ?? [])], stopIds });
  const { route, stops: before } = getRouteOf(plan, id);
  if (route.version !== version) throw await staleRoute(ctx, route.day);
  const items = stops ?? itemsByJobs(before, jobIds ?? []);
  const transfers = plan.named.filter(({ routeId }) => routeId !== id);
  const listed = items.map((item) => resolveStop(plan, { item, before, transfers }));
  assertOnce(listed);
  const kept = before.filter(({ status }) => status !== 'pending');
  const after = [
    ...kept.filter(({ status }) => status !== 'in_transit'),
    ...listed.filter((stop) => !isEnded(stop)),
  ];
  const refusal = orderRefusal(kept, listed) ?? (await jobRefusal(ctx, { plan, route, after, transfers }));
  return {
    plan,
    route,
    before,
    after,
    transfers: transfers.filter((one) => listed.some(isMoveOf(one))),
    refusal,
  };
}

const isMoveOf =
  ({ jobId }: { jobId: number | null }) =>
  ({ id, job }: PlannedStop) =>
    id === null && job?.row.id === jobId;

/** The short form of the call: only the jobs in their order. */
function itemsByJobs(before: readonly PlannedStop[], jobIds: readonly number[]): StopInput[] {
  const stops = before.flatMap(({ id, job }) =>
    id === null ? [] : [{ stopId: id, jobId: job?.row.id ?? null }],
  );
  return orderByJobs(stops, jobIds).map((one) =>
    'stopId' in one ? { stopId: one.stopId } : { jobId: one.jobId },
  );
}

function assertOnce(stops: readonly PlannedStop[]): void {
  const keys = stops.flatMap(({ id, job }) => (job ? `job ${job.row.id}` : (id ?? [])));
  if (new Set(keys).size < keys.length) throw invalid('stops', 'A stop or job is listed twice');
}

/** A stop in progress stays, behind what is done and before what is still to do. */
function orderRefusal(kept: readonly PlannedStop[], listed: readonly PlannedStop[]): Refusal | null {
  const listedIds = new Set(listed.map(({ id }) => id));
  const underway = kept.find(({ id, status }) => status === 'in_transit' && !listedIds.has(id));
  const late = listed.find(
    (stop, index) =>
      stop.status !== 'pending' && listed.slice(0, index).some(({ status }) => status === 'pending'),
  );
  const stop = underway ?? late;
  if (!stop) return null;
  const text = isEnded(stop)
    ? `The ${stopText(stop)} is done: nothing can be placed before it.`
    : `The driver is on the way to the ${stopText(stop)}. It cannot be moved or taken off.`;
  return { code: 'stop_in_progress', text, jobId: stop.job?.row.id ?? null };
}

/** Why one of the new jobs cannot be on the route. */
async function jobRefusal(
  ctx: Context,
  {
    route,
    after,
    transfers,
  }: Pick<StopPlan, 'plan' | 'route' | 'after'> & { transfers: readonly { jobId: number | null }[] },
): Promise<Refusal | null> {
  for (const stop of after) {
    const { id, job } = stop;
    if (id !== null || !job) continue;
    const { id: jobId, status, dueDay, bookingId } = job.row;
    const name = stopText(stop);
    if (status === 'done' || status === 'cancelled') {
      return { code: 'job_closed', text: `The ${name} is ${status}.`, jobId };
    }
    if (dueDay > route.day) {
      const text = `The ${name} is due on ${formatDay(dueDay)}. Reschedule booking #${bookingId} to do it earlier.`;
      return { code: 'too_early', text, jobId };
    }
    if (status !== 'open' && !transfers.some((transfer) => transfer.jobId === jobId)) {
      const planned = await findRouteOfJob(ctx.db, jobId);
      const names = planned && (await findNames(ctx.db, planned.driverId));
      const where = names ? ` of ${names.name} on ${formatDay(planned.day)}` : '';
      return { code: 'job_planned', text: `The ${name} is on the route${where}.`, jobId };
    }
  }
  return null;
}

type CheckWith = (stops: readonly PlannedStop[]) => Promise<{ day: CheckedDay }>;

/**
 * With the yard stops that the load needs, at the yard where the route starts: each one before a stop without its unit or
 * without room. Before the first stop only if that helps: the truck begins with units of the day before.
 */
async function addYardStops(
  route: PlanRouteRow,
  after: readonly PlannedStop[],
  checkWith: CheckWith,
): Promise<PlannedStop[]> {
  const problemsWith = async (some: readonly PlannedStop[]) =>
    (await checkWith(some)).day.get(route.id)?.problems ?? [];
  const findLoadProblem = async (some: readonly PlannedStop[]) =>
    (await problemsWith(some)).find(
      ({ code, index, isPending }) => code === 'load' && isPending && some[index - 1]?.type !== 'yard',
    );
  let stops = [...after];
  while (stops.length <= MAX_STOPS) {
    const problem = await findLoadProblem(stops);
    if (!problem) break;
    const { index } = problem;
    const added = stops.toSpliced(index, 0, { ...NEW_STOP, type: 'yard', job: null, site: null });
    const isStillThere = (await problemsWith(added)).some(
      (one) => one.code === 'load' && one.index === index + 1,
    );
    if (index === 0 && isStillThere) break;
    stops = added;
  }
  return stops;
}
