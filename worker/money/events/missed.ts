import * as z from 'zod/mini';
import { DAY_MS, HOUR_MS } from '#domain/shared/days.ts';
import type { Context } from '#worker/base/context.ts';
import { findCursor, saveCursor } from '#worker/base/db/cursors-repo.ts';
import { describeError } from '#worker/base/platform/log.ts';
import { APPLIED_EVENTS } from '#worker/base/platform/stripe-api.ts';
import { readPages } from '#worker/base/platform/stripe-pages.ts';
import { insertMissing, type MissedEvent } from './repo.ts';

const CURSOR = 'stripe-events';
/** Stripe can list an event later than its `created` time. */
const OVERLAP_MS = HOUR_MS;
const FIRST_MS = DAY_MS;
/** Stripe deletes older events. */
const KEPT_MS = 30 * DAY_MS;
/** Pages of a hundred events each. The next run reads the rest. */
const MAX_PAGES = 10;

/** A time range that is being read, from its end to its beginning, in milliseconds. */
const stretch = z.object({
  from: z.number(),
  /** Later events have been read; null before the first page. */
  until: z.nullable(z.number()),
  /** When the range is done, all events up to this time have been read. */
  reaching: z.number(),
});
type Stretch = z.output<typeof stretch>;

/**
 * Reads from Stripe the events since the last run, and stores those that the webhook did not deliver, in the same form.
 * Throws ProviderError when Stripe does not answer; then the next run begins at the same time.
 */
export async function fetchMissedEvents(ctx: Context) {
  const reading = await nextStretch(ctx);
  const { found, oldest } = await readPages({
    fetch: (after) =>
      ctx.stripe.pageOfEvents({ types: [...APPLIED_EVENTS], created: rangeOf(reading), ...after }),
    keep: (event) => ({ event: asMissed(event), isOurMode: event.livemode === ctx.settings.isLiveMode }),
    maxPages: MAX_PAGES,
  });
  const events = found.filter(({ isOurMode }) => isOurMode).map(({ event }) => event);
  const missed = await insertMissing(ctx.db, events, ctx.now());
  await queue(ctx, missed);
  const isDone = oldest === null;
  await saveCursor(ctx.db, {
    name: CURSOR,
    reachedAt: isDone ? reading.reaching : reading.from,
    result: isDone ? null : { ...reading, until: oldest * 1000 },
  });
  if (missed.length > 0) ctx.log.warn('stripe_events_missed', { count: missed.length });
  return { read: events.length, missed: missed.length };
}

/** Moves the position of fetchMissedEvents back, so that all events since `toMs` are read again. */
export async function rewindMissedEvents(ctx: Context, toMs: number) {
  const cursor = await findCursor(ctx.db, CURSOR);
  const reachedAt = Math.min(cursor?.reachedAt ?? toMs, toMs);
  await saveCursor(ctx.db, { name: CURSOR, reachedAt, result: null });
}

/** Whether all events up to an instant have been read. */
export async function hasReadEventsUntil(ctx: Context, untilMs: number): Promise<boolean> {
  const cursor = await findCursor(ctx.db, CURSOR);
  return cursor !== null && cursor.reachedAt >= untilMs;
}

async function nextStretch(ctx: Context): Promise<Stretch> {
  const nowMs = ctx.now();
  const cursor = await findCursor(ctx.db, CURSOR);
  const unfinished = stretch.safeParse(cursor?.result).data;
  const from = unfinished?.from ?? (cursor ? cursor.reachedAt - OVERLAP_MS : nowMs - FIRST_MS);
  return {
    from: Math.max(from, nowMs - KEPT_MS),
    until: unfinished?.until ?? null,
    reaching: unfinished?.reaching ?? nowMs,
  };
}

function rangeOf({ from, until }: Stretch) {
  const gte = Math.floor(from / 1000);
  // Includes that second again: it can continue on the next page.
  return until === null ? { gte } : { gte, lte: Math.floor(until / 1000) };
}

const subject = z.object({ id: z.string() });

type ListedEvent = {
  id: string;
  type: string;
  api_version: string | null;
  created: number;
  data: { object: unknown };
};

function asMissed({ id, type, api_version, created, data }: ListedEvent): MissedEvent {
  const objectId = subject.safeParse(data.object).data?.id ?? '';
  return { id, type, objectId, apiVersion: api_version, created: created * 1000 };
}

/** The events are stored, so the cron processes those that the queue does not take. */
async function queue(ctx: Context, ids: string[]) {
  for (const eventId of ids) {
    try {
      await ctx.send({ type: 'stripe-event', eventId });
    } catch (error) {
      ctx.log.warn('stripe_events_not_queued', describeError(error));
      return;
    }
  }
}
