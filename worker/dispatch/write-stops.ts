import type { BoardRoute, BoardStop } from '#contract/dispatch.ts';
import { movedStops } from '#domain/dispatch/stop-order.ts';
import { isoInstant } from '#domain/shared/days.ts';
import type { Context } from '#worker/base/context.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { writePlan } from './conflicts.ts';
import { entriesOfStops } from './history.ts';
import type { Plan } from './plan.ts';
import { type PlanGuard, planGuards } from './plan-guard-repo.ts';
import type { PlanRouteRow } from './plan-repo.ts';
import type { PlannedStop, RouteView } from './route-view.ts';
import {
  insertPublications,
  insertStops,
  isOneOf,
  type KeptStop,
  type NewStop,
  raiseRouteVersion,
  raiseVersionsOf,
  takeOff,
  updateStops,
} from './routes-repo.ts';

/** `transfers`: stops that leave another route for this one. `view`: the route with the new stops. */
type StopChange = {
  actor: Actor;
  route: PlanRouteRow;
  before: readonly PlannedStop[];
  stops: readonly PlannedStop[];
  transfers: Plan['named'];
  view: RouteView;
};
type WrittenStops = { addedIds: readonly number[]; movedIds: ReadonlySet<number>; nowMs: number };

/** The route as the database has it after the change. To read it again would take as long as the change. */
export function storedRoute(
  { route, stops, transfers, view }: StopChange,
  { addedIds, movedIds, nowMs }: WrittenStops,
): BoardRoute {
  const changedAt = route.publishedAt === null ? null : isoInstant(nowMs);
  const ids = addedIds.values();
  const stored = view.route.stops.map((stop, index): BoardStop => {
    const { id, job } = stops[index] ?? { id: null, job: null };
    if (id !== null) return movedIds.has(id) ? { ...stop, changedAt } : stop;
    // The job is planned, and that of another route is opened before.
    const changes = job && transfers.some(({ jobId }) => jobId === job.row.id) ? 2 : 1;
    const planned = stop.job && {
      ...stop.job,
      status: 'planned' as const,
      version: stop.job.version + changes,
    };
    return { ...stop, id: ids.next().value ?? null, changedAt, job: planned };
  });
  return { ...view.route, stops: stored, version: route.version + 1 };
}

/**
 * Stores the stops of a route. `guard`: what the check of the order depends on. Throws the 409 of writePlan.
 */
export async function writeStops(
  ctx: Context,
  { actor, route, before, stops, transfers, view }: StopChange,
  guard: PlanGuard,
): Promise<WrittenStops> {
  const { db } = ctx;
  const nowMs = ctx.now();
  const isPublished = route.publishedAt !== null;
  const { kept, added, movedIds } = makeStopRows({ before, stops, isPublished }, view);
  const keptIds = new Set(idsOf(stops));
  const removed = [...idsOf(before).filter((id) => !keptIds.has(id)), ...transfers.map(({ id }) => id)];
  const sourceRouteIds = [...new Set(transfers.map(({ routeId }) => routeId))];
  const { inserted } = await writePlan(ctx, route.day, {
    guards: planGuards([route], guard),
    writes: {
      route: raiseRouteVersion(db, route, { nowMs }),
      sources: sourceRouteIds.length > 0 ? [raiseVersionsOf(db, sourceRouteIds, nowMs)] : [],
      // Removed stops are deleted before their jobs get new ones.
      removed: removed.length > 0 ? takeOff(db, isOneOf(removed), nowMs) : [],
      kept: kept.length > 0 ? [updateStops(db, route.id, { stops: kept, nowMs })] : [],
      inserted:
        added.length > 0 ? insertStops(db, route.id, { stops: added, nowMs, isChange: isPublished }) : [],
      publications: isPublished ? [insertPublications(db, route.id, nowMs)] : [],
      entries: entriesOfStops(db, { actor, route, before, stops, transfers, nowMs }),
    },
  });
  const addedIds = ((inserted[0]?.results ?? []) as { id: number }[]).map(({ id }) => id);
  return { addedIds, movedIds, nowMs };
}

export const idsOf = (stops: readonly PlannedStop[]) => stops.flatMap(({ id }) => id ?? []);

type StopOrder = { before: readonly PlannedStop[]; stops: readonly PlannedStop[]; isPublished: boolean };

/** The rows of a route's stops, with the times of `view`. `movedIds`: those that its driver sees as moved. */
export function makeStopRows({ before, stops, isPublished }: StopOrder, { route }: RouteView) {
  const movedIds = isPublished ? movedStops(idsOf(before), idsOf(stops)) : new Set<number>();
  const kept: KeptStop[] = [];
  const added: NewStop[] = [];
  for (const [index, { id, type, job, site, isPinned, areMinutesSet }] of stops.entries()) {
    const { arrival, minutes, meters } = route.stops[index] ?? { arrival: '', minutes: 0, meters: null };
    const planned = {
      order: index + 1,
      arrivalMs: Date.parse(arrival),
      minutes,
      meters,
      isPinned,
      areMinutesSet,
    };
    if (id !== null) kept.push({ ...planned, id, isMoved: movedIds.has(id) });
    else {
      const { id: jobId, bookingId } = job?.row ?? { id: null, bookingId: null };
      added.push({ ...planned, type, jobId, bookingId, siteId: site?.id ?? null });
    }
  }
  return { kept, added, movedIds };
}
