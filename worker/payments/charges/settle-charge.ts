import type { Context } from '#worker/context.ts';
import {
  cancelOperation,
  findCard,
  isOperationLive,
  leaveOpen,
  type Operation,
  recordNoCharge,
} from '#worker/payments/operations/repo.ts';
import { type Intent, isMissing, ProviderError } from '#worker/platform/stripe.ts';
import { applyBalance } from './apply-balance.ts';

/**
 * What a charge came to. 'canceled': certainly nothing was charged. 'card_gone': nor can this card be charged later.
 * 'unknown': Stripe could not be asked.
 */
export type Charged =
  | { at: 'succeeded'; intentId: string }
  | { at: 'failed'; errorCode: string }
  | { at: 'canceled' }
  | { at: 'card_gone' }
  | { at: 'unknown'; operationId: number };

/** What became of a charge; what cannot be asked now stays open for the queue and the cron. */
export async function settleCharge(ctx: Context, operation: Operation): Promise<Charged> {
  try {
    return await askAboutCharge(ctx, operation);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    ctx.log.warn('charge_not_settled', { operationId: operation.id, reason: error.message });
    return leftOpen(ctx, operation);
  }
}

/**
 * Finds out what became of a charge, by its intent and never by charging again: paid is booked; anything else is
 * cancelled, and only then counts as not charged; what the bank still decides on stays open. Throws ProviderError when
 * Stripe cannot be asked.
 */
export async function askAboutCharge(ctx: Context, operation: Operation): Promise<Charged> {
  const intentId = operation.stripePaymentIntentId ?? (await lostIntent(ctx, operation));
  if (!intentId) return endWithoutCharge(ctx, operation);
  const intent = await paidOrCancelled(ctx, intentId);
  await applyBalance(ctx, intent);
  if (intent.status === 'succeeded') return { at: 'succeeded', intentId };
  if (intent.status === 'canceled') return endWithoutCharge(ctx, operation);
  return leftOpen(ctx, operation);
}

async function leftOpen(ctx: Context, { id }: Operation): Promise<Charged> {
  await leaveOpen(ctx.db, id, { nowMs: ctx.now() });
  return { at: 'unknown', operationId: id };
}

/** Ends what had no effect, unless the news of its intent has ended it. */
export async function endWithoutCharge(ctx: Context, operation: Operation): Promise<Charged> {
  const nowMs = ctx.now();
  await ctx.db.batch([
    ...recordNoCharge(ctx.db, operation, { nowMs, condition: isOperationLive(operation.id) }),
    cancelOperation(ctx.db, operation.id, nowMs),
  ]);
  return { at: 'canceled' };
}

/** The intent as it now is: paid, cancelled just now, or at the bank, where it cannot be stopped. */
export async function paidOrCancelled(ctx: Context, intentId: string): Promise<Intent> {
  const intent = await ctx.stripe.retrieveIntent(intentId);
  if (['succeeded', 'canceled', 'processing'].includes(intent.status)) return intent;
  try {
    return await ctx.stripe.cancelIntent(intentId);
  } catch (error) {
    // Paid or cancelled by somebody else between the two calls.
    if (error instanceof ProviderError && error.code === 'payment_intent_unexpected_state') {
      return ctx.stripe.retrieveIntent(intentId);
    }
    throw error;
  }
}

/**
 * An intent that was made though nobody told us: nobody can have paid it, since its id and secret were never known
 * here. It is found among the customer's, to be cancelled.
 */
async function lostIntent(ctx: Context, operation: Operation): Promise<string | null> {
  const card = await findCard(ctx.db, operation.bookingId);
  if (!card) return null;
  const data = await listIntents(ctx, card.customerId);
  const mark = String(operation.id);
  const made = data.find(
    ({ metadata, created }) =>
      metadata.kind === 'balance' &&
      metadata.operation_id === mark &&
      metadata.booking_id === String(operation.bookingId) &&
      // Seconds: Stripe's clock may be a little behind ours.
      created * 1000 > operation.createdAt - 60 * 60_000,
  );
  return made?.id ?? null;
}

/** Of a customer who was deleted at Stripe nothing is listed. */
async function listIntents(ctx: Context, customerId: string): Promise<Intent[]> {
  try {
    return (await ctx.stripe.listIntentsOf(customerId)).data;
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
