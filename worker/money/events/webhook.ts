import * as z from 'zod/mini';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { verifiedEvent } from '#worker/base/platform/stripe.ts';
import { APPLIED_EVENTS } from '#worker/base/platform/stripe-api.ts';
import { findEvent, insertEvent } from './repo.ts';

const subject = z.object({ id: z.string() });

/**
 * POST /api/stripe/webhook: verifies, stores and queues an event. Only its ids are used: the consumer reads the object
 * again at Stripe. It is stored first, so that a failing queue loses no event.
 */
export async function receiveWebhook(
  ctx: Context,
  { text, signature }: { text: string; signature: string | null },
) {
  const keys = { secrets: ctx.settings.webhookSecrets, nowMs: ctx.now() };
  const event = signature ? await verifiedEvent(text, signature, keys) : null;
  if (!event) throw new AppError('invalid', 'The signature does not fit.');
  if (event.livemode !== ctx.settings.isLiveMode) {
    ctx.log.warn('stripe_event_of_other_mode', { eventId: event.id });
    return;
  }
  const isHandled = APPLIED_EVENTS.some((type) => type === event.type);
  const nowMs = ctx.now();
  await insertEvent(ctx.db, {
    id: event.id,
    type: event.type,
    objectId: subject.safeParse(event.data.object).data?.id ?? '',
    apiVersion: event.api_version,
    created: event.created * 1000,
    receivedAt: nowMs,
    processedAt: isHandled ? null : nowMs,
  });
  const recorded = await findEvent(ctx.db, event.id);
  if (recorded?.processedAt === null) await ctx.send({ type: 'stripe-event', eventId: event.id });
  ctx.log.info('stripe_event_received', { eventId: event.id, type: event.type });
}
