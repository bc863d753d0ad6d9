import type { RefundPart } from '#contract/payments.ts';
import type { Context } from '#worker/base/context.ts';
import { commit, unlessGuarded } from '#worker/base/db/commit.ts';
import { insertBookingEvent } from '#worker/base/history/events-repo.ts';
import { staleError } from '#worker/base/history/version-conflict.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { withEndedLink } from '#worker/bookings/change.ts';
import { findLive, findOperation, LIVE, type Operation } from '#worker/money/operations/repo.ts';
import {
  busyBooking,
  enqueueOperation,
  findPaymentConstraintError,
  OPERATION_CLAIM_MS,
} from '#worker/money/operations/start.ts';
import { claimRefund } from '#worker/money/refunds/claim.ts';
import { insertParts, listParts } from '#worker/money/refunds/repo.ts';
import { getRefundShares, makeRefundParts, type PaidOut, toPart } from '#worker/money/refunds/service.ts';
import type { BookingRecord } from '#worker/rental/repo.ts';
import { findCancellingError } from '#worker/rental/service.ts';
import { type CancellationResult, runCancellation } from './operation.ts';
import { insertCancellation, isCancellable } from './repo.ts';

export type CancelInput = {
  /** The booking at the version that staff have previewed. */
  record: BookingRecord;
  /** Cents. */
  refundAmount: number;
  /** Cents that the agreed policy proposes. */
  proposed: number;
  reason: string | null;
  /** How staff pay out what was paid outside Stripe; null: in the way in which it was paid. */
  paidOut: PaidOut | null;
  notifyCustomer: boolean;
};

/** 'unknown': Stripe did not answer; the booking stays as it is until the operations cron has finished. */
type Cancellation = Exclude<CancellationResult, { status: 'failed' }> & { refunds: RefundPart[] };

/**
 * Cancels a booking and refunds `refundAmount`, as one operation. It is stored before anything is sent to Stripe; while
 * it lives, every other write on the booking is 409 busy. Throws the reason when it failed: then the booking has not
 * changed.
 */
export async function cancelBooking(ctx: Context, actor: Actor, input: CancelInput): Promise<Cancellation> {
  const operation = await startCancellation(ctx, actor, input);
  const result = await runCancellation(ctx, operation);
  if (result.status === 'failed') {
    const { error, endedPayLink } = result;
    throw endedPayLink ? withEndedLink(error, endedPayLink) : error;
  }
  if (result.status === 'unknown') await enqueueOperation(ctx, operation.id);
  const parts = await listParts(ctx.db, operation.id);
  return { ...result, refunds: parts.map(toPart) };
}

async function startCancellation(
  ctx: Context,
  { userId }: Actor,
  { record, refundAmount, proposed, reason, paidOut, notifyCustomer }: CancelInput,
): Promise<Operation> {
  const { db } = ctx;
  const { id: bookingId, version } = record;
  const shares = refundAmount === 0 ? [] : await getRefundShares(ctx, bookingId, refundAmount);
  if (await findLive(db, bookingId)) throw await liveError(ctx, bookingId);
  const nowMs = ctx.now();
  const parts = makeRefundParts(ctx, shares, paidOut);
  try {
    const started = commit(ctx, {
      guards: { cancellable: isCancellable(bookingId, version) },
      writes: {
        operation: insertCancellation(db, {
          bookingId,
          bookingVersion: version,
          amount: refundAmount,
          reason,
          notifyCustomer,
          nowMs,
          idempotencyKey: null,
          requestHash: null,
          createdBy: userId,
          claimedUntil: nowMs + OPERATION_CLAIM_MS,
        }),
        parts: insertParts(db, parts, { bookingId, nowMs }),
        event: insertBookingEvent(db, {
          bookingId,
          actor: { type: 'staff', userId },
          action: 'cancel_started',
          details: { amount: refundAmount, proposed, refundReason: reason },
          nowMs,
        }),
      },
    });
    const operation = (await unlessGuarded(['cancellable'], started)) && (await findLive(db, bookingId));
    if (operation) return operation;
  } catch (error) {
    const known = findPaymentConstraintError(error);
    throw known?.code === 'busy' ? await liveError(ctx, bookingId) : (known ?? error);
  }
  throw await staleError(ctx, { subject: 'booking', subjectId: bookingId }, version);
}

/** The operation that is running: another cancellation names its user. */
async function liveError(ctx: Context, bookingId: number) {
  return (await findCancellingError(ctx, bookingId)) ?? busyBooking();
}

/**
 * Continues a live cancellation, for the queue and the cron. Throws while its outcome is not known, so that the queue
 * delivers the message again.
 */
export async function settleCancellation(ctx: Context, id: number, { isForced = false } = {}) {
  const operation = await findOperation(ctx.db, id);
  if (operation?.kind !== 'cancel' || !LIVE.includes(operation.state)) return;
  const { status } = await runCancellation(ctx, await claimRefund(ctx, id, { isForced }));
  if (status === 'unknown') throw new Error(`Operation ${id} is still open`);
}
