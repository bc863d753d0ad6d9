import { isJobBegun, JOB_LABELS, ROUTED_JOB_STATUSES } from '#domain/jobs/jobs.ts';
import { windowName } from '#domain/jobs/time-windows.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { insertEntry } from '#worker/base/history/repo.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { changeBooking } from '#worker/bookings/change.ts';
import { isJobAt, type JobRow, updateJobWindow } from '#worker/bookings/jobs/repo.ts';
import { getJob, staleJob } from '#worker/bookings/jobs/service.ts';
import { nowOf } from './board.ts';
import { brokenRoutes } from './conflicts.ts';
import { makePlanGuard } from './day-units.ts';
import { withRouteDrives } from './drives.ts';
import { loadPlan } from './plan.ts';
import { isUnchangedSince, type PlanGuard } from './plan-guard-repo.ts';
import type { PlanRouteRow } from './plan-repo.ts';
import { listBrokenStops } from './published-routes.ts';
import { storedStops, viewRoute } from './route-view.ts';
import { findRouteOfJob, type KeptStop, raiseRouteVersion, updateStops } from './routes-repo.ts';
import { makeStopRows } from './write-stops.ts';

type WindowInput = { id: number; version: number | null; window: string };
/** The route of a job, with the times that its stops have in the new window. */
type TimedRoute = { row: PlanRouteRow; stops: readonly KeptStop[]; guard: PlanGuard };

/**
 * Sets the time of day of a job and the times of the route that it is on. A job that has the window gets no change. Throws
 * not_found, 409 stale when the job has another version, and conflict with the reason.
 */
export async function setJobWindow(ctx: Context, actor: Actor, { id, version, window }: WindowInput) {
  const first = await getJob(ctx, id);
  const { record } = await changeBooking(ctx, actor, {
    id: first.bookingId,
    version: null,
    isDone: async () => {
      const job = await getJob(ctx, id);
      return job.timeWindow === window && reasonNotChanged(job) === null;
    },
    plan: async () => {
      const job = await getJob(ctx, id);
      if (version !== null && version !== job.version) throw staleJob(job);
      const reason = reasonNotChanged(job);
      if (reason) throw new AppError('conflict', reason);
      const route = await planRouteOf(ctx, job, window);
      return {
        action: 'job_window_changed',
        changes: {},
        before: null,
        after: { job: job.type, window, formerWindow: job.timeWindow },
        guards: { job_version: isJobAt(job), plan: route ? isUnchangedSince(route.guard) : undefined },
        writes: [
          updateJobWindow(ctx.db, id, window),
          ...(route ? routeStatements(ctx, { actor, job, route, window }) : []),
        ],
      };
    },
  });
  return { job: await getJob(ctx, id), record };
}

/** Why the window cannot change now; null when it can. */
function reasonNotChanged({ type, status, bookingId }: JobRow): string | null {
  const name = `${JOB_LABELS[type].toLowerCase()} of booking #${bookingId}`;
  if (status === 'cancelled') return `The ${name} was cancelled. It has no window any more.`;
  if (status === 'done') return `The ${name} is done. Undo it before you change its window.`;
  if (isJobBegun(status)) return `The driver is on the way to the ${name}. Call the driver instead.`;
  return null;
}

/** Null for a job on no route, or on one of a day that is over. */
async function planRouteOf(ctx: Context, job: JobRow, window: string): Promise<TimedRoute | null> {
  const at = ROUTED_JOB_STATUSES.includes(job.status) ? await findRouteOfJob(ctx.db, job.id) : null;
  if (!at || at.day < ctx.today()) return null;
  const stored = await loadPlan(ctx, { routeId: at.id, jobIds: [], stopIds: [] });
  const row = stored.routes.find(({ id }) => id === at.id);
  const planned = stored.jobs.get(job.id);
  if (!row || !planned) return null;
  const changed = { ...planned, row: { ...planned.row, timeWindow: window } };
  const plan = { ...stored, jobs: new Map(stored.jobs).set(job.id, changed) };
  const stops = storedStops(plan, row.id);
  const driven = await withRouteDrives(ctx, plan, [{ row, stops }]);
  const broken = await listBrokenStops(ctx, stored, { plan });
  if (broken.length > 0) throw await brokenRoutes(ctx, row.day, broken);
  const view = viewRoute(driven, row, { stops, nowMs: nowOf(ctx, row.day) });
  const isPublished = row.publishedAt !== null;
  const stopId = stops.find((stop) => stop.job?.row.id === job.id)?.id;
  const { kept } = makeStopRows({ before: stops, stops, isPublished }, view);
  const guard = makePlanGuard(stored, { id: row.id, stops });
  return {
    row,
    guard: {
      routes: [row, ...guard.routes],
      bookings: guard.bookings.filter(({ id }) => id !== job.bookingId),
    },
    stops: kept.map((stop) => ({ ...stop, isMoved: isPublished && stop.id === stopId })),
  };
}

type RouteChange = { actor: Actor; job: JobRow; route: TimedRoute; window: string };

/** The new times of the route; its driver sees the stop as changed if the route is published. */
function routeStatements(ctx: Context, { actor, job, route, window }: RouteChange) {
  const { db } = ctx;
  const { row, stops } = route;
  const nowMs = ctx.now();
  const text = `${JOB_LABELS[job.type].toLowerCase()} of booking #${job.bookingId}: ${windowName(window)}`;
  return [
    raiseRouteVersion(db, row, { nowMs }),
    insertEntry(
      db,
      { subject: 'route', subjectId: row.id, version: row.version + 1 },
      { action: 'stops_changed', actor, before: null, after: { windows: [text] }, nowMs },
    ),
    updateStops(db, row.id, { stops, nowMs }),
  ];
}
