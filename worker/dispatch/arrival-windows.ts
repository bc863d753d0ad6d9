import type { Board, BoardRoute, BoardStop } from '#contract/dispatch.ts';
import { addDays, clockAt, type Day, hourAt, instantOn, MINUTE_MS } from '#domain/days.ts';
import { arrivalWindow, isOutside, type WindowKind } from '#domain/dispatch/arrival-windows.ts';
import { isCustomerHour } from '#domain/dispatch/customer-hours.ts';
import { type TimeSpan, timesOfWindow } from '#domain/dispatch/route-times.ts';
import type { Context } from '#worker/context.ts';
import { enqueueOutboxRow } from '#worker/notifications/outbox/enqueue.ts';
import { readBoard } from './board.ts';
import { insertCustomerFact } from './customer-facts.ts';
import { insertWindow, isWindowMissing, listWindows } from './windows-repo.ts';

/** The evening on which customers of the next day's published routes get their windows, from 6 PM. */
const EVENING_HOUR = 18;
/** Dispatchers often make several changes in a row: customers get only the time after the last one. */
const RECENT_CHANGE_MS = 10 * MINUTE_MS;

/**
 * From 6 PM until 8 PM: sends each customer of tomorrow's published routes a window. From 8 AM until 8 PM: sends a
 * customer of today or tomorrow a second one, once, when the driver is now expected outside of the first. isForced: at
 * any hour. Returns how many of each were sent.
 */
export async function sendArrivalWindows(ctx: Context, { isForced }: { isForced: boolean }) {
  const counts = { first: 0, changed: 0 };
  const { timeZone } = ctx.settings;
  if (!isForced && !isCustomerHour(ctx.now(), timeZone)) return counts;
  const today = ctx.today();
  const tomorrow = addDays(today, 1);
  counts.changed += await sendOfDay(ctx, today, 'changed');
  counts.changed += await sendOfDay(ctx, tomorrow, 'changed');
  const isEvening = hourAt(ctx.now(), timeZone) >= EVENING_HOUR;
  if (isForced || isEvening) counts.first = await sendOfDay(ctx, tomorrow, 'first');
  return counts;
}

type Visit = { route: BoardRoute; stop: BoardStop; jobId: number; bookingId: number; window: TimeSpan };

async function sendOfDay(ctx: Context, day: Day, kind: WindowKind): Promise<number> {
  const given = await listWindows(ctx.db, day);
  if (kind === 'changed' && given.length === 0) return 0;
  const board = await readBoard(ctx, day);
  const lastOf = new Map(given.map((window) => [window.jobId, window]));
  let sent = 0;
  for (const visit of visitsOf(board)) {
    const last = lastOf.get(visit.jobId);
    const isDue = kind === 'first' ? !last : last?.kind === 'first' && isMoved(ctx, visit, last);
    if (isDue && (await sendWindow(ctx, visit, { day, kind }))) sent += 1;
  }
  return sent;
}

/** The customers' stops of published routes to which no driver is on the way yet. */
function visitsOf(board: Board): Visit[] {
  return board.routes
    .filter(({ publishedAt }) => publishedAt !== null)
    .flatMap((route) =>
      route.stops.flatMap((stop) => {
        const { job, status } = stop;
        if (!job || status !== 'pending') return [];
        const window = arrivalWindow(Date.parse(stop.arrival), {
          booked: bookedWindow(board, job.timeWindow),
          dayStartMs: Date.parse(board.dayStart),
        });
        return [{ route, stop, jobId: job.id, bookingId: job.bookingId, window }];
      }),
    );
}

/** The window that the customer booked; null: any time. */
function bookedWindow({ day, timeZone, dayStart, dayEnd }: Board, timeWindow: string): TimeSpan | null {
  const hours = {
    start: clockAt(Date.parse(dayStart), timeZone),
    end: clockAt(Date.parse(dayEnd), timeZone),
  };
  const times = timesOfWindow(timeWindow, hours);
  return times && { fromMs: instantOn(day, times.from, timeZone), toMs: instantOn(day, times.to, timeZone) };
}

/** The driver is expected outside of the window, and no dispatcher is changing the route now. */
function isMoved(ctx: Context, { route, stop }: Visit, given: TimeSpan): boolean {
  const nowMs = ctx.now();
  const hasRecentChange = route.stops.some(
    ({ changedAt }) => changedAt !== null && Date.parse(changedAt) > nowMs - RECENT_CHANGE_MS,
  );
  const arrivalMs = Date.parse(stop.arrival);
  return (
    !hasRecentChange && arrivalMs > nowMs && isOutside(arrivalMs + stop.waitingMinutes * MINUTE_MS, given)
  );
}

/** False when the customer got no message: another call was first, or there is no address. */
async function sendWindow(
  ctx: Context,
  { route, stop, jobId, bookingId, window }: Visit,
  { day, kind }: { day: Day; kind: WindowKind },
): Promise<boolean> {
  if (stop.id === null) return false;
  const type = kind === 'first' ? 'arrival_window' : 'arrival_changed';
  const condition = isWindowMissing({ stopId: stop.id, jobId, day, kind });
  const { statements, outboxIds } = insertCustomerFact(ctx, { type, bookingId, jobId, day }, condition);
  const stored = insertWindow(ctx.db, {
    ...{ jobId, day, kind, window, outboxIds },
    driverId: route.driver.id,
    nowMs: ctx.now(),
  });
  const [first, ...others] = [...statements, stored];
  const results = await ctx.db.batch([first ?? stored, ...others]);
  for (const id of outboxIds) await enqueueOutboxRow(ctx, id);
  return (results.at(-1)?.meta.changes ?? 0) > 0;
}
