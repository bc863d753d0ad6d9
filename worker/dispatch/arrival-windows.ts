import type { Board, BoardRoute, BoardStop } from '#contract/dispatch.ts';
import { arrivalWindow, isOutside, WINDOW_KINDS, type WindowKind } from '#domain/dispatch/arrival-windows.ts';
import { isCustomerHour } from '#domain/dispatch/customer-hours.ts';
import { type TimeSpan, timesOfWindow } from '#domain/dispatch/route-times.ts';
import { addDays, clockAt, type Day, hourAt, instantOn, MINUTE_MS } from '#domain/shared/days.ts';
import type { Context } from '#worker/base/context.ts';
import { commit, unlessGuarded } from '#worker/base/db/commit.ts';
import { insertCustomerFact } from '#worker/notify/outbox/customer-facts.ts';
import { enqueueOutboxRow } from '#worker/notify/outbox/enqueue.ts';
import { readBoard } from './board.ts';
import { hasPendingVisits, insertWindow, isWindowMissing, listWindows } from './windows-repo.ts';

/** Customers of the next day's published routes get their windows from 6 PM on. */
const EVENING_HOUR = 18;
/** Dispatchers often make several changes in a row: customers get only the time after the last one. */
const RECENT_CHANGE_MS = 10 * MINUTE_MS;
/** A customer whose driver arrives sooner gets 'on the way' only. */
const MIN_NOTICE_MS = 30 * MINUTE_MS;

type WindowCount = Record<WindowKind, number>;

/**
 * From 8 AM until 8 PM: sends each customer of today's published routes a window, from 6 PM also of tomorrow's, and a
 * second one, once, when the driver is now expected outside of the first. So the customers of a route that is published
 * in the night or on its day get theirs at the next run. isForced: at any hour. Returns how many of each were sent.
 */
export async function sendArrivalWindows(
  ctx: Context,
  { isForced }: { isForced: boolean },
): Promise<WindowCount> {
  const { timeZone } = ctx.settings;
  if (!isForced && !isCustomerHour(ctx.now(), timeZone)) return { first: 0, changed: 0 };
  const today = ctx.today();
  const isEvening = hourAt(ctx.now(), timeZone) >= EVENING_HOUR;
  const ofToday = await sendOfDay(ctx, today, WINDOW_KINDS);
  const ofTomorrow = await sendOfDay(
    ctx,
    addDays(today, 1),
    isForced || isEvening ? WINDOW_KINDS : ['changed'],
  );
  return { first: ofToday.first + ofTomorrow.first, changed: ofToday.changed + ofTomorrow.changed };
}

export type Visit = {
  route: BoardRoute;
  stop: BoardStop;
  jobId: number;
  bookingId: number;
  window: TimeSpan;
  /** No driver has begun the route, and its working day has: it is expected to start now. */
  isOverdue: boolean;
};
/** `createdAtMs`: when the customer got it. */
type GivenWindow = TimeSpan & { kind: WindowKind; createdAtMs: number };

async function sendOfDay(ctx: Context, day: Day, kinds: readonly WindowKind[]): Promise<WindowCount> {
  const sent = { first: 0, changed: 0 };
  const given = await listWindows(ctx.db, day);
  const hasWork = kinds.includes('first') ? await hasPendingVisits(ctx.db, day) : given.length > 0;
  if (!hasWork) return sent;
  const board = await readBoard(ctx, day);
  const lastOf = new Map(given.map((window) => [window.jobId, window]));
  for (const visit of listVisits(board)) {
    const kind = findDueKind(ctx, visit, lastOf.get(visit.jobId) ?? null);
    if (kind && kinds.includes(kind) && (await sendWindow(ctx, visit, { day, kind }))) sent[kind] += 1;
  }
  return sent;
}

/** The window that the customer is to be sent now; null: none. */
function findDueKind(ctx: Context, visit: Visit, last: GivenWindow | null): WindowKind | null {
  if (last) return last.kind === 'first' && isMoved(ctx, visit, last) ? 'changed' : null;
  return isAhead(ctx, visit) ? 'first' : null;
}

type VisitBoard = Pick<Board, 'day' | 'timeZone' | 'dayStart' | 'dayEnd' | 'routes'>;

/** The customers' stops of published routes to which no driver is on the way yet. */
export function listVisits(board: VisitBoard): Visit[] {
  return board.routes
    .filter(({ publishedAt }) => publishedAt !== null)
    .flatMap((route) => {
      const startMs = Date.parse(route.startsAt);
      const isBegun = route.stops.some(({ status }) => status !== 'pending');
      const isOverdue = !isBegun && startMs > Date.parse(board.dayStart);
      return route.stops.flatMap((stop) => {
        const { job, status } = stop;
        if (!job || status !== 'pending') return [];
        const booked = bookedWindow(board, job.timeWindow);
        const window = arrivalWindow(Date.parse(stop.arrival), { booked, dayStartMs: startMs });
        return [{ route, stop, jobId: job.id, bookingId: job.bookingId, window, isOverdue }];
      });
    });
}

/** The window that the customer booked. Null: the customer booked none. */
function bookedWindow({ day, timeZone, dayStart, dayEnd }: VisitBoard, timeWindow: string): TimeSpan | null {
  const hours = {
    start: clockAt(Date.parse(dayStart), timeZone),
    end: clockAt(Date.parse(dayEnd), timeZone),
  };
  const times = timesOfWindow(timeWindow, hours);
  return times && { fromMs: instantOn(day, times.from, timeZone), toMs: instantOn(day, times.to, timeZone) };
}

/** The driver is expected outside of the window, and no dispatcher is changing the route now. */
function isMoved(ctx: Context, visit: Visit, given: GivenWindow): boolean {
  const atMs = expectedMs(visit);
  if (hasRecentChange(ctx, visit) || atMs <= ctx.now() || !isOutside(atMs, given)) return false;
  return !isLateByClock(visit, given);
}

/**
 * Only the clock makes the visit later: no dispatcher changed the route since the customer got the window. The driver may
 * have left with a phone that is offline, and a customer gets a second window only once.
 */
function isLateByClock(visit: Visit, given: GivenWindow): boolean {
  return visit.isOverdue && expectedMs(visit) > given.toMs && !hasChangeSince(visit, given.createdAtMs);
}

/** The visit is not too soon for a window, and on its day, when another run follows, no dispatcher is changing the route. */
function isAhead(ctx: Context, visit: Visit): boolean {
  const isToday = visit.route.day === ctx.today();
  return expectedMs(visit) >= ctx.now() + MIN_NOTICE_MS && !(isToday && hasRecentChange(ctx, visit));
}

/** When the driver begins: one who is early waits for the window that the customer booked. */
export const expectedMs = ({ stop }: Visit) => Date.parse(stop.arrival) + stop.waitingMinutes * MINUTE_MS;

function hasRecentChange(ctx: Context, visit: Visit): boolean {
  return hasChangeSince(visit, ctx.now() - RECENT_CHANGE_MS);
}

function hasChangeSince({ route }: Visit, sinceMs: number): boolean {
  return route.stops.some(({ changedAt }) => changedAt !== null && Date.parse(changedAt) > sinceMs);
}

/** False when the customer got no message: another call was first, or there is no address. */
async function sendWindow(
  ctx: Context,
  { route, stop, jobId, bookingId, window }: Visit,
  { day, kind }: { day: Day; kind: WindowKind },
): Promise<boolean> {
  if (stop.id === null) return false;
  const type = kind === 'first' ? 'arrival_window' : 'arrival_changed';
  const { statements, outboxIds } = insertCustomerFact(ctx, { type, bookingId, jobId, day });
  const stored = insertWindow(ctx.db, {
    jobId,
    day,
    kind,
    window,
    outboxIds,
    driverId: route.driver.id,
    nowMs: ctx.now(),
  });
  const sent = commit(ctx, {
    guards: { missing: isWindowMissing({ stopId: stop.id, jobId, day, kind }) },
    writes: { statements, stored },
  });
  const results = await unlessGuarded(['missing'], sent);
  if (!results) return false;
  for (const id of outboxIds) await enqueueOutboxRow(ctx, id);
  return results.stored.meta.changes > 0;
}
