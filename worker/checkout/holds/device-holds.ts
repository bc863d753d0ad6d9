import type { TooManyReason } from '#contract/checkout-refusals.ts';
import type { DayRefusal } from '#domain/rental/availability.ts';
import { heldUntilMs } from '#domain/rental/hold.ts';
import { isoInstant } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import {
  alreadyPaidError,
  busyError,
  type CheckoutRequest,
  listRequestedMoves,
  rentalOf,
} from '#worker/checkout/checkout-request.ts';
import { type Checkout, findById } from '#worker/checkout/repo.ts';
import { cancelPayment, isPaymentInProgress, syncCheckout, whileClaimed } from '#worker/checkout/sync.ts';
import type { Rental } from '#worker/fleet/units/free-units-repo.ts';
import {
  type Asking,
  findPaidRental,
  listHoldCounted,
  listHoldsInTheWay,
  listHoldsOfMoves,
  listHoldsOfRental,
} from './repo.ts';

/** A hold that was paid longer ago is not reported as the paid unfinished booking. */
const PAID_RECENTLY_MS = 60 * 60_000;

/** Takes the days, and ends the given checkouts in the same transaction. Throws sold_out or too_many. */
export type TakeDays = (endedIds: readonly string[]) => Promise<void>;

/**
 * Takes days for a checkout. If an unfinished booking of the same device holds them, throws own_hold; with continueHold
 * that booking ends and its days move to this checkout. At the limit of unfinished bookings, continueHold ends one of
 * the device in the same way; too_many then contains the time when its hold ends.
 */
export async function takeOrMoveDays(
  ctx: Context,
  request: CheckoutRequest,
  { checkoutId, take }: { checkoutId: string; take: TakeDays },
) {
  if (request.deviceId === null) return take([]);
  const asking = { deviceId: request.deviceId, checkoutId };
  const rental = rentalOf(request);
  if (request.continueHold) {
    const holds = await listHoldsOfRental(ctx.db, asking, { rental, nowMs: ctx.now() });
    if (holds.length > 0) return moveHolds(ctx, { holds, take });
    // The order matters: if a hold is paid between the two reads, the second read finds it.
    await assertNotPaid(ctx, rental, asking);
  }
  const refusal = await take([]).then(() => null, daysRefusal);
  if (!refusal) return;
  const holds = await listHoldsToOffer(ctx, request, { asking, refusal });
  if (request.continueHold && holds.length > 0) return moveHolds(ctx, { holds, take });
  if (request.continueHold) await assertNotPaid(ctx, rental, asking);
  throw holds.length > 0 ? offerOf(ctx, refusal, holds) : refusal;
}

/** Returns sold_out and too_many; throws any other error again. */
function daysRefusal(error: unknown): AppError {
  if (error instanceof AppError && (error.code === 'sold_out' || error.code === 'too_many')) return error;
  throw error;
}

async function listHoldsToOffer(
  ctx: Context,
  request: CheckoutRequest,
  { asking, refusal }: { asking: Asking; refusal: AppError },
): Promise<Checkout[]> {
  // Ending one unfinished booking need not make room for several dumpsters.
  if (request.quantity > 1) return [];
  const reason = refusal.extras.body?.reason;
  if (reason === ('full' satisfies DayRefusal) || reason === ('hold_moves' satisfies TooManyReason)) {
    return listHoldsOfMoves(ctx.db, asking, {
      rental: rentalOf(request),
      moves: listRequestedMoves(request),
      maxMovesPerDay: request.calendar.rules.maxTruckMovesPerDay,
      caller: request.caller,
      hasAddressLimits: ctx.settings.hasAddressLimits,
    });
  }
  if (refusal.code === 'sold_out') return listHoldsInTheWay(ctx.db, asking, rentalOf(request));
  if (reason !== ('holds' satisfies TooManyReason)) return [];
  return listHoldCounted(ctx.db, asking, { caller: request.caller, nowMs: ctx.now() });
}

/** Ends unfinished bookings and takes the days in one transaction, once their payments are cancelled. */
async function moveHolds(ctx: Context, { holds, take }: { holds: Checkout[]; take: TakeDays }) {
  const ids = holds.map(({ id }) => id);
  const moved = await whileAllClaimed(ctx, ids, async () => {
    await cancelPayments(ctx, ids);
    await take(ids);
    return true;
  });
  if (!moved) throw busyError();
  ctx.log.info('holds_moved', { checkoutIds: ids.join(' ') });
}

/** Cancels the payments at Stripe. Cancels none if one is paid or in progress. The days stay held. */
async function cancelPayments(ctx: Context, ids: readonly string[]) {
  const open = [];
  for (const id of ids) {
    const checkout = await findById(ctx.db, id);
    if (checkout?.state !== 'open') throw busyError();
    const synced = await syncCheckout(ctx, checkout);
    if (synced.status === 'paid') throw await alreadyPaidError(ctx, checkout);
    if (synced.status === 'open') open.push({ checkout, intent: synced.intent });
  }
  if (open.some(({ intent }) => isPaymentInProgress(intent))) throw paymentInProgress();
  for (const { checkout, intent } of open) {
    const cancelled = await cancelPayment(ctx, checkout, intent);
    if (cancelled.status === 'paid') throw await alreadyPaidError(ctx, checkout);
    if (cancelled.status === 'in_progress') throw paymentInProgress();
  }
}

/** Runs work as the only writer of all these checkouts; null when another call has claimed one of them. */
async function whileAllClaimed<T>(
  ctx: Context,
  [first, ...others]: readonly string[],
  work: () => Promise<T>,
): Promise<T | null> {
  if (first === undefined) return work();
  const claimed = await whileClaimed(ctx, first, () => whileAllClaimed(ctx, others, work));
  return claimed ? claimed.value : null;
}

/** The unfinished booking may have been paid after the page offered to continue it. */
async function assertNotPaid(ctx: Context, rental: Rental, asking: Asking) {
  const sinceMs = ctx.now() - PAID_RECENTLY_MS;
  const paid = await findPaidRental(ctx.db, asking, { rental, sinceMs });
  if (paid) throw await alreadyPaidError(ctx, paid);
}

function offerOf(ctx: Context, refusal: AppError, holds: readonly Checkout[]): AppError {
  const nowMs = ctx.now();
  const ends = holds.map(({ createdAt, expiresAt }) =>
    heldUntilMs({ createdAtMs: createdAt, expiresAtMs: expiresAt }, nowMs),
  );
  const expiresAt = isoInstant(Math.max(...ends));
  const now = isoInstant(nowMs);
  if (refusal.code === 'too_many') {
    const { body, ...extras } = refusal.extras;
    return new AppError(refusal.code, refusal.message, {
      ...extras,
      body: { ...body, ownHold: { expiresAt, now } },
    });
  }
  return new AppError(
    'own_hold',
    'You have an unfinished booking in this browser. Continue it here, or finish it where you started it.',
    { body: { expiresAt, now } },
  );
}

/** Has no Retry-After: the customer or the bank must end the payment first, which takes longer than seconds. */
function paymentInProgress(): AppError {
  return new AppError(
    'busy',
    'A payment for your unfinished booking is in progress in another tab. Finish it there, or try again when it has ended.',
  );
}
