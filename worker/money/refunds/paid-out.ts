import { recordedRefundId } from '#domain/money/recorded.ts';
import type { Context } from '#worker/base/context.ts';
import { commit, unlessGuarded } from '#worker/base/db/commit.ts';
import { insertBookingEvent } from '#worker/base/history/events-repo.ts';
import { findPayment, updateBookingSums } from '#worker/money/ledger/repo.ts';
import { extendAttempt, type RefundAttempt } from './claim.ts';
import { insertPaidOutRefund, isPartOpen, type Part, updatePart } from './repo.ts';

/**
 * Records the part of a refund whose payment was made outside Stripe: staff pay it out themselves. Written once, in one
 * transaction, however often it is repeated.
 */
export async function recordPaidOutPart(ctx: Context, attempt: RefundAttempt, part: Part) {
  if (!(await extendAttempt(ctx, attempt, part.id))) return;
  const { db } = ctx;
  const { bookingId, createdBy, reason } = attempt.operation;
  const payment = await findPayment(db, part.paymentId);
  const method = part.paidOutMethod ?? payment?.paymentMethod ?? 'cash';
  const reference = part.paidOutReference;
  const id = recordedRefundId(part.id);
  const nowMs = ctx.now();
  const recorded = commit(ctx, {
    guards: { part_open: isPartOpen(part.id) },
    writes: {
      event: insertBookingEvent(db, {
        bookingId,
        actor: { type: 'staff', userId: createdBy },
        action: 'refund_paid_out',
        details: { amount: part.amount, method, reference },
        transactionId: id,
        nowMs,
      }),
      refund: insertPaidOutRefund(db, part, {
        id,
        bookingId,
        method,
        reference,
        reason,
        userId: createdBy,
        day: ctx.today(),
        nowMs,
      }),
      sums: updateBookingSums(db, bookingId),
      part: updatePart(db, part.id, { state: 'succeeded', refundId: id, errorCode: null }),
    },
  });
  await unlessGuarded(['part_open'], recorded);
}
