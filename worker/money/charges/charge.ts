import { remainingAmount } from '#domain/money/balance.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { type Intent, ProviderError } from '#worker/base/platform/stripe.ts';
import { customerDataError } from '#worker/money/ledger/customer-data.ts';
import { balanceMetadata } from '#worker/money/ledger/stripe-metadata.ts';
import {
  type ChargedCard,
  markUnknown,
  type NewOperation,
  type Operation,
  storeOperationIntent,
} from '#worker/money/operations/repo.ts';
import { startOperation } from '#worker/money/operations/start.ts';
import type { BookingRecord } from '#worker/rental/repo.ts';
import { applyBalance } from './apply-balance.ts';
import { removeCardIfGone } from './card.ts';
import { declineCharge } from './decline.ts';
import { endOpenLink } from './end-open-link.ts';
import { findChargeableCard } from './save-card.ts';
import { type ChargeResult, endWithoutCharge, settleCharge } from './settle-charge.ts';

type ChargeInput = Omit<NewOperation, 'kind' | 'reason' | 'notifyCustomer' | 'claimedUntil' | 'nowMs'>;

/**
 * Charges the card on file with part or all of the remaining balance. The operation is stored first, then the intent is
 * created and stored, and only then confirmed, so that a crash at any point can be resolved from the intent.
 */
export async function chargeCard(
  ctx: Context,
  booking: BookingRecord,
  input: ChargeInput,
): Promise<ChargeResult> {
  const card = await findChargeableCard(ctx, booking.id);
  if (!card) throw new AppError('conflict', 'This booking has no card on file. Send a payment link instead.');
  await endOpenLink(ctx, booking.id, { reason: 'charge', endedBy: input.createdBy });
  const operation = await startOperation(ctx, {
    ...input,
    kind: 'charge',
    reason: null,
    notifyCustomer: true,
  });
  let started = operation;
  try {
    const intent = await createIntent(ctx, { operation, booking, card });
    started = { ...operation, stripePaymentIntentId: intent.id };
    const isStored = await storeOperationIntent(ctx.db, operation.id, {
      intentId: intent.id,
      nowMs: ctx.now(),
    });
    // The operation ended since then as not charged, so the intent must be cancelled.
    if (!isStored) return await settleCharge(ctx, started);
    return await confirmIntent(ctx, started, intent.id);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const { outcome, message: reason } = error;
    ctx.log.warn('charge_failed', { operationId: operation.id, outcome, reason });
    return error.isCardError
      ? handleDecline(ctx, started, error)
      : handleRefusal(ctx, started, { card, error });
  }
}

/** Throws when the amount may not be charged: stale, nothing_due or conflict. */
export function assertChargeable(
  booking: BookingRecord,
  { chargeAmount, expectedRemaining }: { chargeAmount: number; expectedRemaining?: number | undefined },
) {
  const remaining = remainingAmount(booking);
  if (expectedRemaining !== undefined && expectedRemaining !== remaining) {
    throw new AppError('stale', 'The remaining balance has changed. Check the amount before you charge.');
  }
  if (remaining === 0) throw new AppError('nothing_due', 'Nothing is due on this booking.');
  if (chargeAmount > remaining) {
    throw new AppError('conflict', 'The amount is more than the remaining balance.');
  }
}

type Charge = { operation: Operation; booking: BookingRecord; card: ChargedCard };

/** Creates the intent without confirming it: nothing is charged yet. */
function createIntent(ctx: Context, { operation, booking, card }: Charge): Promise<Intent> {
  const params = {
    ...balanceParams(ctx, booking, { operation: operation.id, amount: operation.amount }),
    customer: card.customerId,
    payment_method: card.paymentMethodId,
  };
  return ctx.stripe.createIntent(params, `op:${operation.id}:${operation.createdAt}:create`);
}

async function confirmIntent(ctx: Context, operation: Operation, intentId: string): Promise<ChargeResult> {
  const key = `op:${operation.id}:${operation.createdAt}:confirm:1`;
  const confirmed = await ctx.stripe.confirmOffSession(intentId, key);
  await applyBalance(ctx, confirmed);
  if (confirmed.status === 'succeeded') return { status: 'succeeded', intentId };
  await markUnknown(ctx.db, operation.id, { nowMs: ctx.now() });
  return { status: 'unknown', operationId: operation.id };
}

/**
 * The result after an error that is not a decline: Stripe refused the call, or did not answer. A refusal can mean that
 * the card was removed.
 */
async function handleRefusal(
  ctx: Context,
  operation: Operation,
  { card, error }: { card: ChargedCard; error: ProviderError },
): Promise<ChargeResult> {
  const isRefused = error.outcome === 'refused';
  const hasNoIntent = isRefused && operation.stripePaymentIntentId === null;
  const charged = await (hasNoIntent ? endWithoutCharge(ctx, operation) : settleCharge(ctx, operation));
  if (!isRefused || charged.status !== 'canceled') return charged;
  const invalid = customerDataError(error);
  if (invalid) throw invalid;
  const isGone = await removeCardIfGone(ctx, operation.bookingId, card);
  return isGone ? { status: 'card_gone' } : charged;
}

/**
 * Stripe can report a decline for an intent that then succeeds, so the intent is read before the decline is recorded.
 */
async function handleDecline(
  ctx: Context,
  operation: Operation,
  error: ProviderError,
): Promise<ChargeResult> {
  const intent = await ctx.stripe
    .retrieveIntent(operation.stripePaymentIntentId ?? '')
    .catch(() => error.intent);
  const isOpen = intent !== null && intent.status !== 'succeeded' && intent.status !== 'canceled';
  return isOpen ? declineCharge(ctx, operation, { error, intent }) : settleCharge(ctx, operation);
}

/** The parameters that every intent of a remaining balance has. */
export function balanceParams(
  ctx: Context,
  booking: Pick<BookingRecord, 'id' | 'email'>,
  { operation, amount }: { operation: number | string; amount: number },
) {
  return {
    amount,
    currency: 'usd',
    allowed_payment_method_types: ['card' as const],
    ...(booking.email !== null && { receipt_email: booking.email }),
    description: `Remaining balance of booking #${booking.id}`,
    statement_descriptor_suffix: 'BALANCE',
    metadata: balanceMetadata(ctx, { bookingId: booking.id, operation: String(operation) }),
  };
}
