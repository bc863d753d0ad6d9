import type { BodyOf } from '#contract/endpoint.ts';
import type { processRemainingPayment } from '#contract/payments.ts';
import { can } from '#domain/accounts/access.ts';
import { declineText } from '#domain/money/cards.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { sha256 } from '#worker/base/platform/digest.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { findLive, type Operation } from '#worker/money/operations/repo.ts';
import { busyBooking, enqueueOperation, isClaimed, onceForKey } from '#worker/money/operations/start.ts';
import type { Origin } from '#worker/people/auth/attempts.ts';
import { verifyOwnPassword } from '#worker/people/auth/service.ts';
import type { BookingRecord } from '#worker/rental/repo.ts';
import { getBookingAt } from '#worker/rental/service.ts';
import { cardRemovedError } from './card.ts';
import { assertChargeable, chargeCard } from './charge.ts';
import { sumCardBalance } from './repo.ts';
import { type ChargeResult, settleCharge } from './settle-charge.ts';

type ChargeRemainingInput = BodyOf<typeof processRemainingPayment> & {
  key: string;
  /** The booking's version that the caller has seen; null accepts any version. */
  version: number | null;
  origin: Origin;
};

/** 'running': the first call with the key has not finished. */
type ChargeState = ChargeResult | { status: 'running' };

/**
 * Charges part or all of the remaining balance. A repeated call with the same Idempotency-Key gets the result of the
 * first. Throws 402 when the customer has to act, 409 when the amount cannot be charged, 502 when nothing was charged.
 */
export async function chargeRemaining(
  ctx: Context,
  actor: Actor,
  input: ChargeRemainingInput,
): Promise<ChargeState> {
  const { bookingId, chargeAmount, expectedRemaining, key } = input;
  const requestHash = await sha256(JSON.stringify(['charge', bookingId, chargeAmount, expectedRemaining]));
  return onceForKey(ctx, key, {
    requestHash,
    repeat: async (earlier) => resultOrError(ctx, await repeatCharge(ctx, earlier)),
    start: async () => {
      const booking = await getBookingAt(ctx, { id: bookingId, version: input.version });
      assertChargeable(booking, input);
      await assertMayCharge(ctx, actor, { booking, input });
      if (await findLive(ctx.db, bookingId)) throw busyBooking();
      const charged = await chargeCard(ctx, booking, {
        bookingId,
        amount: chargeAmount,
        idempotencyKey: key,
        requestHash,
        createdBy: actor.userId,
      });
      return resultOrError(ctx, charged);
    },
  });
}

/**
 * The result of an earlier call with the same key, or its state so far while that call runs. An open operation that no
 * call works on is read again from Stripe.
 */
async function repeatCharge(ctx: Context, earlier: Operation): Promise<ChargeState> {
  if (earlier.state === 'succeeded')
    return { status: 'succeeded', intentId: earlier.stripePaymentIntentId ?? '' };
  if (earlier.state === 'failed') return { status: 'failed', errorCode: earlier.errorCode ?? '' };
  if (earlier.state === 'canceled') return { status: 'canceled' };
  if (isClaimed(ctx, earlier)) return { status: 'running' };
  return settleCharge(ctx, earlier);
}

/** Returns a charge that succeeded or is open; throws the error of any other. An open charge is sent to the queue. */
async function resultOrError(ctx: Context, charged: ChargeState): Promise<ChargeState> {
  if (charged.status === 'failed') throw declineError(charged.errorCode);
  if (charged.status === 'card_gone') throw cardRemovedError();
  if (charged.status === 'canceled') {
    throw new AppError(
      'provider_unavailable',
      'Our payment provider could not make the charge. Nothing was charged. Please try again.',
    );
  }
  if (charged.status === 'unknown') await enqueueOperation(ctx, charged.operationId);
  return charged;
}

/** Above the limit (MAX_BALANCE) the password of a super administrator is required. */
async function assertMayCharge(
  ctx: Context,
  actor: Actor,
  { booking, input }: { booking: BookingRecord; input: ChargeRemainingInput },
) {
  if (input.chargeAmount <= (await chargeableWithoutPassword(ctx, booking.id))) return;
  if (!can(actor.role, 'payments:exceed-limit')) {
    throw new AppError('forbidden', 'Only a super administrator may charge so much on one booking.');
  }
  if (input.password === undefined || input.password === '') {
    const issues = [{ path: 'password', message: 'Confirm with your own password.' }];
    throw new AppError('forbidden', 'So much on one booking needs your own password.', { issues });
  }
  await verifyOwnPassword(ctx, actor, { currentPassword: input.password, origin: input.origin });
}

/** MAX_BALANCE less what cards paid after the deposit, in cents. Payments outside Stripe do not count. */
export async function chargeableWithoutPassword(ctx: Context, bookingId: number): Promise<number> {
  return Math.max(0, ctx.settings.maxBalance - (await sumCardBalance(ctx.db, bookingId)));
}

/** The error for staff, with the reason. The customer's e-mail with the payment link does not contain the reason. */
function declineError(errorCode: string): AppError {
  const code = errorCode === 'authentication_required' ? errorCode : 'card_declined';
  return new AppError(code, `${declineText(errorCode)}. The customer is sent a link to pay.`);
}
