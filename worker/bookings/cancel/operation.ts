import { STATUS_EMAIL_DELAY_SECONDS } from '#domain/rental/bookings.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { commit, unlessGuarded } from '#worker/base/db/commit.ts';
import { type BookingEvent, insertBookingEvent } from '#worker/base/history/events-repo.ts';
import { findNames } from '#worker/base/history/repo.ts';
import { replaceStatusEmail } from '#worker/bookings/emails-repo.ts';
import { endOpenLink, LinkStaysOpen } from '#worker/money/charges/end-open-link.ts';
import { updateReopenedPaymentStatus } from '#worker/money/ledger/repo.ts';
import { endOperation, isOperationLive, type Operation } from '#worker/money/operations/repo.ts';
import { endAttempt, type RefundAttempt } from '#worker/money/refunds/claim.ts';
import { listParts } from '#worker/money/refunds/repo.ts';
import { makeOpenParts, stopOpenParts } from '#worker/money/refunds/settle.ts';
import { enqueueOutboxRow } from '#worker/notify/outbox/enqueue.ts';
import { updatePermitAttention } from '#worker/rental/attention-repo.ts';
import { getBooking } from '#worker/rental/service.ts';
import { earlyPickupDay, releaseCancelled } from './days.ts';
import { beginEnd, finishEnd, insertCancelledEntry, isCancellationClaimed, setCancelled } from './repo.ts';

/** The payment link that the cancellation ended, with its amount in cents. */
type EndedPayLink = { amount: number } | null;

/** 'failed': nothing changed but the link, if one ended. 'unknown': Stripe did not answer; the booking stays as it is. */
export type CancellationResult =
  | { status: 'cancelled' | 'unknown'; endedPayLink: EndedPayLink }
  | { status: 'failed'; endedPayLink: EndedPayLink; error: AppError };

/**
 * Continues a claimed cancellation from wherever an earlier attempt left it: ends the open payment link, makes the
 * refund parts, then cancels the booking in one transaction. Safe to repeat. Releases the claim.
 */
export function runCancellation(ctx: Context, operation: Operation): Promise<CancellationResult> {
  return inAttempt(ctx, operation, async (attempt) => {
    let link: EndedPayLink;
    try {
      const ended = await endOpenLink(ctx, operation.bookingId, {
        reason: 'status',
        endedBy: operation.createdBy,
      });
      link = ended && { amount: ended.amount };
    } catch (error) {
      if (!(error instanceof LinkStaysOpen)) throw error;
      if (error.outcome === 'unknown') return { status: 'unknown', endedPayLink: null };
      await failCancellation(ctx, operation, `link_${error.outcome}`);
      return { status: 'failed', endedPayLink: null, error };
    }
    await makeOpenParts(ctx, attempt);
    return endCancellation(ctx, attempt, link);
  });
}

/**
 * Ends a claimed cancellation without making more of its refund: the booking is cancelled only if a part was made.
 * Throws ProviderError when Stripe does not answer. Releases the claim. Returns how many parts were ended as not made.
 */
export async function stopCancellation(
  ctx: Context,
  operation: Operation,
  actor: BookingEvent['actor'],
): Promise<number> {
  let stopped = 0;
  await inAttempt(ctx, operation, async (attempt) => {
    stopped = await stopOpenParts(ctx, attempt, actor);
    if ((await listParts(ctx.db, operation.id)).length === 0) {
      await failCancellation(ctx, operation, 'stopped');
      return { status: 'unknown', endedPayLink: null };
    }
    return endCancellation(ctx, attempt, null);
  });
  return stopped;
}

async function inAttempt(
  ctx: Context,
  operation: Operation,
  work: (attempt: RefundAttempt) => Promise<CancellationResult>,
): Promise<CancellationResult> {
  const attempt: RefundAttempt = { operation, claimedUntil: operation.claimedUntil ?? 0 };
  try {
    return await work(attempt);
  } finally {
    await endAttempt(ctx, attempt);
  }
}

const NONE_MADE =
  'Our payment provider refused the refund. Nothing was refunded, and the booking was not cancelled.';

/** Cancels the booking once the outcome of every refund part is known. A pending refund counts as made. */
async function endCancellation(
  ctx: Context,
  attempt: RefundAttempt,
  endedPayLink: EndedPayLink,
): Promise<CancellationResult> {
  const { operation } = attempt;
  const parts = await listParts(ctx.db, operation.id);
  if (parts.some(({ state }) => state === 'open')) return { status: 'unknown', endedPayLink };
  if (parts.length > 0 && parts.every(({ state }) => state === 'failed')) {
    const code = parts.find(({ errorCode }) => errorCode)?.errorCode ?? 'refused';
    await failCancellation(ctx, operation, code);
    return { status: 'failed', endedPayLink, error: new AppError('provider_unavailable', NONE_MADE) };
  }
  const isDone = await cancelInOneBatch(ctx, attempt);
  return { status: isDone ? 'cancelled' : 'unknown', endedPayLink };
}

/** False when another attempt has the claim. */
async function cancelInOneBatch(ctx: Context, { operation, claimedUntil }: RefundAttempt): Promise<boolean> {
  const { db } = ctx;
  const { id, bookingId, createdBy, notifyCustomer } = operation;
  const record = await getBooking(ctx, bookingId);
  const pickupDue = earlyPickupDay(ctx, record);
  const names = await findNames(db, createdBy);
  const nowMs = ctx.now();
  const emailId = notifyCustomer ? ctx.newId() : null;
  const ended = commit(ctx, {
    guards: { claimed: isCancellationClaimed(id, claimedUntil) },
    writes: {
      begun: beginEnd(db, id),
      booking: setCancelled(db, bookingId),
      entry: insertCancelledEntry(db, bookingId, {
        actor: { userId: createdBy, username: names?.username ?? '' },
        before: { status: record.status },
        after: { status: 'cancelled', ...(pickupDue && { pickupDue }) },
        nowMs,
      }),
      released: releaseCancelled(ctx, record, { pickupDay: pickupDue, nowMs }),
      permit: updatePermitAttention(db, bookingId, { isMissing: false, nowMs }),
      email: replaceStatusEmail(ctx, record, { emailId, status: 'cancelled' }),
      paymentStatus: updateReopenedPaymentStatus(db, bookingId),
      finished: finishEnd(db, id, nowMs),
    },
  });
  if (!(await unlessGuarded(['claimed'], ended))) return false;
  ctx.log.info('booking_cancelled', { bookingId, operationId: id });
  if (emailId) await enqueueOutboxRow(ctx, emailId, { delaySeconds: STATUS_EMAIL_DELAY_SECONDS });
  return true;
}

/** Ends a cancellation that did not cancel the booking. The same request can be made again. */
async function failCancellation(ctx: Context, { id, bookingId, createdBy }: Operation, errorCode: string) {
  const nowMs = ctx.now();
  const ended = commit(ctx, {
    guards: { live: isOperationLive(id) },
    writes: {
      event: insertBookingEvent(ctx.db, {
        bookingId,
        actor: { type: errorCode === 'stopped' ? 'system' : 'stripe' },
        action: 'cancel_failed',
        details: { reason: errorCode },
        startedBy: createdBy,
        nowMs,
      }),
      operation: endOperation(ctx.db, id, { state: 'failed', errorCode, nowMs, freesKey: true }),
    },
  });
  // Another attempt ended it.
  if (!(await unlessGuarded(['live'], ended))) return;
  ctx.log.warn('booking_not_cancelled', { bookingId, operationId: id, reason: errorCode });
}
