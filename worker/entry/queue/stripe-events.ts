import type { Context } from '#worker/base/context.ts';
import { describeError } from '#worker/base/platform/log.ts';
import { fetchMissedEvents } from '#worker/money/events/missed.ts';
import { findEvent, listUnprocessed, markFailed, markProcessed } from '#worker/money/events/repo.ts';
import { MissingBookingError } from '#worker/money/ledger/ledger.ts';
import { flagUnbookedPayment } from '#worker/money/reconciliation/unbooked.ts';
import { applyEvent } from './apply-event.ts';

/** The queue gets this much time for younger events. */
const MIN_AGE_MS = 2 * 60_000;
const BATCH_SIZE = 100;

/** Processes one stored event. Safe to repeat: the object is read again and applied. */
export async function handleStripeEvent(ctx: Context, eventId: string) {
  const event = await findEvent(ctx.db, eventId);
  if (!event || event.processedAt !== null) return;
  try {
    if (!(await applyOrFlag(ctx, event))) ctx.log.info('stripe_event_of_other_system', { eventId });
    await markProcessed(ctx.db, eventId, ctx.now());
  } catch (error) {
    await markFailed(ctx.db, eventId, String(describeError(error).error));
    throw error;
  }
}

/** A payment whose booking does not exist here can never be applied: staff decide about it. */
async function applyOrFlag(ctx: Context, event: { type: string; objectId: string }): Promise<boolean> {
  try {
    return await applyEvent(ctx, event);
  } catch (error) {
    if (!(error instanceof MissingBookingError)) throw error;
    await flagUnbookedPayment(ctx, error.intentId);
    return true;
  }
}

/** Processes stored events. With isForced, also reads missed events from Stripe and processes them at once. */
export async function handleEvents(ctx: Context, options: { isForced: boolean }) {
  const counts = await handleUnprocessedEvents(ctx, options);
  if (!options.isForced) return counts;
  const { missed } = await fetchMissedEvents(ctx);
  const late = missed > 0 ? await handleUnprocessedEvents(ctx, options) : NONE;
  return {
    examined: counts.examined + late.examined,
    processed: counts.processed + late.processed,
    failed: counts.failed + late.failed,
    missed,
  };
}

const NONE = { examined: 0, processed: 0, failed: 0 };

/** Processes events that the queue lost or gave up. With isForced, also those that were just received. */
export async function handleUnprocessedEvents(ctx: Context, { isForced }: { isForced: boolean }) {
  const events = await listUnprocessed(ctx.db, ctx.now() - (isForced ? 0 : MIN_AGE_MS), BATCH_SIZE);
  const counts = { examined: events.length, processed: 0, failed: 0 };
  for (const { id } of events) {
    try {
      await handleStripeEvent(ctx, id);
      counts.processed += 1;
    } catch (error) {
      counts.failed += 1;
      ctx.log.error('stripe_event_failed', { eventId: id, ...describeError(error) });
    }
  }
  return counts;
}
