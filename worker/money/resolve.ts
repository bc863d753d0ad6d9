import type { BookingPayments } from '#contract/payments.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { isMissing, ProviderError } from '#worker/base/platform/stripe.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { endWithoutCharge, resolveCharge } from '#worker/money/charges/settle-charge.ts';
import { findLive, type Operation } from '#worker/money/operations/repo.ts';
import { isClaimed, requestInProgress } from '#worker/money/operations/start.ts';
import { claimRefund } from '#worker/money/refunds/claim.ts';
import { stopParts } from '#worker/money/refunds/settle.ts';
import { type BookingVersion, getBookingVersion } from '#worker/rental/service.ts';
import { bookingPayments, isStoppable } from './overview.ts';
import { settle } from './tasks.ts';

/** How bookings continue and stop a cancellation that this attempt has claimed. */
export type CancellationSteps = {
  run(ctx: Context, claimed: Operation): Promise<unknown>;
  stop: typeof stopParts;
};

/**
 * Reads the outcome of a booking's live operation from Stripe, and returns the booking's payments after it. `stop`:
 * ends what Stripe has not made yet. Throws conflict when it cannot be stopped yet, and provider_unavailable when
 * Stripe does not answer; then nothing has changed.
 */
export async function resolveOperation(
  ctx: Context,
  actor: Actor,
  { stop, cancellation, ...asked }: BookingVersion & { stop: boolean; cancellation: CancellationSteps },
): Promise<BookingPayments> {
  const { id: bookingId } = await getBookingVersion(ctx, asked);
  const operation = await findLive(ctx.db, bookingId);
  if (operation) {
    if (isClaimed(ctx, operation)) throw requestInProgress();
    if (stop) await stopOperation(ctx, actor, { operation, cancellation });
    else if (operation.kind === 'cancel') await cancellation.run(ctx, await claimRefund(ctx, operation.id));
    else await settle(ctx, operation);
  }
  return bookingPayments(ctx, bookingId);
}

async function stopOperation(
  ctx: Context,
  actor: Actor,
  { operation, cancellation }: { operation: Operation; cancellation: CancellationSteps },
) {
  if (!isStoppable(ctx, operation)) {
    throw new AppError('conflict', 'This can be stopped ten minutes after it was started, not earlier.');
  }
  ctx.log.warn('operation_stopped', { operationId: operation.id, userId: actor.userId });
  try {
    if (operation.kind === 'charge') await stopCharge(ctx, operation);
    // Claimed, so that no other attempt makes a part of the refund after the stop.
    else {
      const claimed = await claimRefund(ctx, operation.id);
      const stopOne = operation.kind === 'cancel' ? cancellation.stop : stopParts;
      await stopOne(ctx, claimed, { type: 'staff', userId: actor.userId });
    }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw new AppError('provider_unavailable', 'Stripe could not be asked just now. Nothing was changed.');
  }
}

/** Resolving a charge cancels an intent that is not paid. A charge that Stripe does not know was never made. */
async function stopCharge(ctx: Context, operation: Operation) {
  const charged = await resolveCharge(ctx, operation).catch((error) => {
    if (isMissing(error)) return endWithoutCharge(ctx, operation);
    throw error;
  });
  if (charged.status === 'unknown') {
    throw new AppError('conflict', 'The bank has not decided about this charge yet. It cannot be stopped.');
  }
}
