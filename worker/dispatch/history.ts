import type { RouteHistoryEntry } from '#contract/dispatch-routes.ts';
import { routeHistoryLines, type StopChanges } from '#domain/dispatch/route-history.ts';
import { movedStops } from '#domain/dispatch/stop-order.ts';
import { isoInstant } from '#domain/shared/days.ts';
import type { Context } from '#worker/base/context.ts';
import type { Db } from '#worker/base/db/client.ts';
import { listHistoryEntries } from '#worker/base/history/repo.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { insertRouteEntry, insertRouteFact, type RouteAt } from './history-repo.ts';
import type { Plan } from './plan.ts';
import type { PlannedStop } from './route-view.ts';
import { stopText } from './unit-problems.ts';

const MAX_ENTRIES = 200;

/** The changes of a route by staff, newest first. */
export async function routeHistory(ctx: Context, id: number): Promise<RouteHistoryEntry[]> {
  const entries = await listHistoryEntries(ctx.db, { subject: 'route', subjectId: id }, MAX_ENTRIES);
  return entries.map(({ action, actorName, createdAt, before, after, ...entry }) => ({
    id: entry.id,
    changedBy: actorName,
    changedAt: isoInstant(createdAt),
    lines: routeHistoryLines({ action, before: before ?? null, after: after ?? null }),
  }));
}

type StopsInput = {
  actor: Actor;
  route: RouteAt & { driverName: string };
  before: readonly PlannedStop[];
  stops: readonly PlannedStop[];
  transfers: Plan['named'];
  nowMs: number;
  /** Its crew is out: what the history says of it. */
  out?: Readonly<Record<string, unknown>>;
};

/** For the batch of a drop: what it changed on the route, and on those from which it took stops. */
export function entriesOfStops(db: Db, { actor, route, before, stops, transfers, nowMs, out }: StopsInput) {
  const by = { action: 'stops_changed', actor, before: null, nowMs };
  const takenFrom = [...new Set(transfers.map(({ routeId }) => routeId))].map((routeId) => {
    const jobIds = new Set(
      transfers.flatMap((transfer) => (transfer.routeId === routeId ? (transfer.jobId ?? []) : [])),
    );
    const removed = stops.filter(({ job }) => job && jobIds.has(job.row.id)).map(stopText);
    const after = { removed: removed.map((text) => `${text}, to the route of ${route.driverName}`) };
    return insertRouteFact(db, routeId, { ...by, after });
  });
  const own = {
    ...by,
    ...(out && { action: 'out' }),
    after: { ...out, ...computeStopChanges(before, stops) },
  };
  return [insertRouteEntry(db, route, own), ...takenFrom];
}

function computeStopChanges(before: readonly PlannedStop[], stops: readonly PlannedStop[]): StopChanges {
  const earlier = new Map(before.flatMap((stop) => (stop.id === null ? [] : [[stop.id, stop] as const])));
  const kept = stops.filter(({ id }) => id !== null);
  const keptIds = new Set(kept.map(({ id }) => id));
  const moved = movedStops(
    [...earlier.keys()].filter((id) => keptIds.has(id)),
    kept.map(({ id }) => id ?? 0),
  );
  const changed = (isChanged: (now: PlannedStop, was: PlannedStop) => boolean) =>
    kept.filter((stop) => {
      const was = earlier.get(stop.id ?? 0);
      return was !== undefined && isChanged(stop, was);
    });
  return {
    added: stops.filter(({ id }) => id === null).map(stopText),
    removed: before.filter(({ id }) => !keptIds.has(id)).map(stopText),
    moved: kept.filter(({ id }) => id !== null && moved.has(id)).map(stopText),
    pinned: changed((now, was) => now.isPinned && !was.isPinned).map(stopText),
    unpinned: changed((now, was) => !now.isPinned && was.isPinned).map(stopText),
    minutes: changed((now, was) => now.plannedMinutes !== was.plannedMinutes).map(
      (stop) => `${stopText(stop)}: ${stop.plannedMinutes} min`,
    ),
  };
}
