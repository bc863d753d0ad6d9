import type { Context } from '#worker/base/context.ts';
import { commit, unlessGuarded } from '#worker/base/db/commit.ts';
import { type Intent, isMissing, ProviderError } from '#worker/base/platform/stripe.ts';
import {
  cancelOperation,
  findCard,
  isOperationLive,
  markUnknown,
  type Operation,
  recordChargeCanceled,
} from '#worker/money/operations/repo.ts';
import { applyBalance } from './apply-balance.ts';

/**
 * The outcome of a charge. 'canceled': nothing was charged. 'card_gone': nothing was charged, and this card cannot be
 * charged again. 'unknown': Stripe did not answer, or the bank has not decided.
 */
export type ChargeResult =
  | { status: 'succeeded'; intentId: string }
  | { status: 'failed'; errorCode: string }
  | { status: 'canceled' }
  | { status: 'card_gone' }
  | { status: 'unknown'; operationId: number };

/** Reads the outcome of a charge. If Stripe does not answer, the operation stays open for the queue and the cron. */
export async function settleCharge(ctx: Context, operation: Operation): Promise<ChargeResult> {
  try {
    return await resolveCharge(ctx, operation);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    ctx.log.warn('charge_not_settled', { operationId: operation.id, reason: error.message });
    return markUnresolved(ctx, operation);
  }
}

/**
 * Reads the outcome of a charge from its intent; never charges again. A paid intent is stored as a payment. Any other
 * intent is cancelled first; only a cancelled intent counts as not charged. An intent that the bank still processes
 * stays open. Throws ProviderError when Stripe does not answer.
 */
export async function resolveCharge(ctx: Context, operation: Operation): Promise<ChargeResult> {
  const intentId = operation.stripePaymentIntentId ?? (await findUnstoredIntent(ctx, operation));
  if (!intentId) return endWithoutCharge(ctx, operation);
  const intent = await cancelUnlessPaid(ctx, intentId);
  await applyBalance(ctx, intent);
  if (intent.status === 'succeeded') return { status: 'succeeded', intentId };
  if (intent.status === 'canceled') return endWithoutCharge(ctx, operation);
  return markUnresolved(ctx, operation);
}

async function markUnresolved(ctx: Context, { id }: Operation): Promise<ChargeResult> {
  await markUnknown(ctx.db, id, { nowMs: ctx.now() });
  return { status: 'unknown', operationId: id };
}

/** Ends an operation that charged nothing, unless its intent has ended it already. */
export async function endWithoutCharge(ctx: Context, operation: Operation): Promise<ChargeResult> {
  const nowMs = ctx.now();
  const ended = commit(ctx, {
    guards: { live: isOperationLive(operation.id) },
    writes: {
      event: recordChargeCanceled(ctx.db, operation, nowMs),
      operation: cancelOperation(ctx.db, operation.id, nowMs),
    },
  });
  await unlessGuarded(['live'], ended);
  return { status: 'canceled' };
}

/** Cancels an intent that can still be cancelled, and returns it. A paid or processing intent is returned as it is. */
export async function cancelUnlessPaid(ctx: Context, intentId: string): Promise<Intent> {
  const intent = await ctx.stripe.retrieveIntent(intentId);
  if (['succeeded', 'canceled', 'processing'].includes(intent.status)) return intent;
  try {
    return await ctx.stripe.cancelIntent(intentId);
  } catch (error) {
    // It was paid or cancelled between the two calls.
    if (error instanceof ProviderError && error.code === 'payment_intent_unexpected_state') {
      return ctx.stripe.retrieveIntent(intentId);
    }
    throw error;
  }
}

/**
 * The intent of an operation whose creation succeeded at Stripe, but whose answer was lost. It cannot have been paid,
 * because no one received its id and secret. It is searched among the customer's intents; the caller cancels it.
 */
async function findUnstoredIntent(ctx: Context, operation: Operation): Promise<string | null> {
  const card = await findCard(ctx.db, operation.bookingId);
  if (!card) return null;
  const data = await listIntents(ctx, card.customerId);
  const operationId = String(operation.id);
  const made = data.find(
    ({ metadata, created }) =>
      metadata.kind === 'balance' &&
      metadata.operation_id === operationId &&
      metadata.booking_id === String(operation.bookingId) &&
      // `created` is in seconds. Stripe's clock may be behind the Worker's.
      created * 1000 > operation.createdAt - 60 * 60_000,
  );
  return made?.id ?? null;
}

/** The intents of a customer; empty if the customer was deleted at Stripe. */
async function listIntents(ctx: Context, customerId: string): Promise<Intent[]> {
  try {
    return (await ctx.stripe.listIntentsOf(customerId)).data;
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
