import { remainingAmount } from '#domain/balance.ts';
import { AppError } from '#domain/errors.ts';
import type { BookingRecord } from '#worker/booking-records/repo.ts';
import type { Context } from '#worker/context.ts';
import { customerDataError } from '#worker/payments/ledger/customer-data.ts';
import { balanceMetadata } from '#worker/payments/ledger/stripe-metadata.ts';
import { begin } from '#worker/payments/operations/begin.ts';
import {
  type ChargedCard,
  findCard,
  leaveOpen,
  type NewOperation,
  type Operation,
  storeIntent,
} from '#worker/payments/operations/repo.ts';
import { type Intent, ProviderError } from '#worker/platform/stripe.ts';
import { applyBalance } from './apply-balance.ts';
import { forgetCardIfGone } from './card.ts';
import { declineCharge } from './decline.ts';
import { endOpenLink } from './end-open-link.ts';
import { type Charged, endWithoutCharge, settleCharge } from './settle-charge.ts';

type Wanted = Omit<NewOperation, 'kind' | 'reason' | 'notifyCustomer' | 'claimedUntil' | 'nowMs'>;

/** Charges the card on file with part or all of what remains: an operation, an intent, and only then the charge. */
export async function chargeCard(ctx: Context, booking: BookingRecord, wanted: Wanted): Promise<Charged> {
  const card = await findCard(ctx.db, booking.id);
  if (!card) throw new AppError('conflict', 'This booking has no card on file. Send a pay link instead.');
  await endOpenLink(ctx, booking.id, { reason: 'charge', endedBy: wanted.createdBy });
  const operation = await begin(ctx, { ...wanted, kind: 'charge', reason: null, notifyCustomer: true });
  let started = operation;
  try {
    const intent = await createIntent(ctx, { operation, booking, card });
    started = { ...operation, stripePaymentIntentId: intent.id };
    const isStored = await storeIntent(ctx.db, operation.id, { intentId: intent.id, nowMs: ctx.now() });
    // Ended in the meantime: staff were told that nothing was charged, so the intent is cancelled.
    if (!isStored) return await settleCharge(ctx, started);
    return await confirm(ctx, started, intent.id);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const { outcome, message: reason } = error;
    ctx.log.warn('charge_refused', { operationId: operation.id, outcome, reason });
    return error.isCardError ? declined(ctx, started, error) : notCharged(ctx, started, { card, error });
  }
}

/** What a call may charge; a refusal says why not. */
export function assertChargeable(
  booking: BookingRecord,
  { chargeAmount, expectedRemaining }: { chargeAmount: number; expectedRemaining?: number | undefined },
) {
  const remaining = remainingAmount(booking);
  if (expectedRemaining !== undefined && expectedRemaining !== remaining) {
    throw new AppError(
      'stale',
      'The remaining balance has changed meanwhile. Look at it again before you charge.',
    );
  }
  if (remaining === 0) throw new AppError('nothing_due', 'Nothing is due on this booking.');
  if (chargeAmount > remaining) {
    throw new AppError('conflict', 'The amount is more than the remaining balance.');
  }
}

type Charge = { operation: Operation; booking: BookingRecord; card: ChargedCard };

/** Charges nothing yet. */
function createIntent(ctx: Context, { operation, booking, card }: Charge): Promise<Intent> {
  const params = {
    ...balanceParams(ctx, booking, { operation: operation.id, amount: operation.amount }),
    customer: card.customerId,
    payment_method: card.paymentMethodId,
  };
  return ctx.stripe.createIntent(params, `op:${operation.id}:${operation.createdAt}:create`);
}

async function confirm(ctx: Context, operation: Operation, intentId: string): Promise<Charged> {
  const key = `op:${operation.id}:${operation.createdAt}:confirm:1`;
  const confirmed = await ctx.stripe.confirmAway(intentId, key);
  await applyBalance(ctx, confirmed);
  if (confirmed.status === 'succeeded') return { at: 'succeeded', intentId };
  await leaveOpen(ctx.db, operation.id, { nowMs: ctx.now() });
  return { at: 'unknown', operationId: operation.id };
}

/** Stripe refused the call, or did not answer. After a refusal the card is read: it can be gone. */
async function notCharged(
  ctx: Context,
  operation: Operation,
  { card, error }: { card: ChargedCard; error: ProviderError },
): Promise<Charged> {
  const isRefused = error.outcome === 'refused';
  const isNeverMade = isRefused && operation.stripePaymentIntentId === null;
  const charged = await (isNeverMade ? endWithoutCharge(ctx, operation) : settleCharge(ctx, operation));
  if (!isRefused || charged.at !== 'canceled') return charged;
  const invalid = customerDataError(error);
  if (invalid) throw invalid;
  const isGone = await forgetCardIfGone(ctx, operation.bookingId, card);
  return isGone ? { at: 'card_gone' } : charged;
}

/** A refusal is believed once the intent says the same: it is what the customer will be asked to pay. */
async function declined(ctx: Context, operation: Operation, error: ProviderError): Promise<Charged> {
  const intent = await ctx.stripe
    .retrieveIntent(operation.stripePaymentIntentId ?? '')
    .catch(() => error.intent);
  const isOpen = intent !== null && intent.status !== 'succeeded' && intent.status !== 'canceled';
  return isOpen ? declineCharge(ctx, operation, { error, intent }) : settleCharge(ctx, operation);
}

/** What every intent of a remaining balance is made with. */
export function balanceParams(
  ctx: Context,
  booking: Pick<BookingRecord, 'id' | 'email'>,
  { operation, amount }: { operation: number | string; amount: number },
) {
  return {
    amount,
    currency: 'usd',
    allowed_payment_method_types: ['card' as const],
    receipt_email: booking.email,
    description: `Remaining balance of booking #${booking.id}`,
    statement_descriptor_suffix: 'BALANCE',
    metadata: balanceMetadata(ctx, { bookingId: booking.id, operation: String(operation) }),
  };
}
