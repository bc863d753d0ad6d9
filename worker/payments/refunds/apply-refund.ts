import type { Context } from '#worker/context.ts';
import { insertBookingEvent } from '#worker/history/events-repo.ts';
import { enqueueOutboxRow } from '#worker/notifications/outbox/enqueue.ts';
import { insertBookingNotification } from '#worker/notifications/outbox/repo.ts';
import { type ApplyIntent, findOrApplyPayment, ledgerRefund } from '#worker/payments/ledger/ledger.ts';
import {
  findPayment,
  isNewStatusOf,
  isRefundNotFailed,
  type LedgerPaymentRow,
  updateBookingSums,
  upsertRefund,
} from '#worker/payments/ledger/repo.ts';
import type { Refund } from '#worker/platform/stripe.ts';
import { finishRefund } from './finish.ts';
import { findPart, updatePart } from './repo.ts';

/** Reads a refund again at Stripe and stores it. False: its payment does not belong to this product. */
export async function applyRefund(
  ctx: Context,
  refundId: string,
  applyIntent: ApplyIntent,
): Promise<boolean> {
  const refund = await ctx.stripe.retrieveRefund(refundId);
  const payment = await findOrApplyPayment(ctx, idOf(refund.payment_intent), applyIntent);
  if (!payment) return false;
  return storeRefundOf(ctx, payment, refund);
}

/**
 * Stores all refunds of a charge, including those made in Stripe's Dashboard. False: the charge does not belong to this
 * product.
 */
export async function applyRefundsOf(
  ctx: Context,
  chargeId: string,
  applyIntent: ApplyIntent,
): Promise<boolean> {
  const charge = await ctx.stripe.retrieveCharge(chargeId);
  const payment = await findOrApplyPayment(ctx, idOf(charge.payment_intent), applyIntent);
  if (!payment) return false;
  await applyRefundsOfPayment(ctx, payment.id);
  return true;
}

/** Stores all refunds of a payment that is in the ledger. */
export async function applyRefundsOfPayment(ctx: Context, intentId: string) {
  const { data } = await ctx.stripe.listRefunds(intentId);
  for (const refund of data) await storeRefund(ctx, refund);
}

/** Stores a refund that Stripe has just returned. Stores nothing if its payment is not in the ledger. */
export async function storeRefund(ctx: Context, refund: Refund) {
  const payment = await findPayment(ctx.db, idOf(refund.payment_intent) ?? '');
  if (payment) await storeRefundOf(ctx, payment, refund);
}

/** Writes the ledger, the booking and the part of the refund that staff started, in one transaction. */
async function storeRefundOf(ctx: Context, payment: LedgerPaymentRow, refund: Refund): Promise<boolean> {
  if (!payment.bookingId) return false;
  const { db } = ctx;
  const { bookingId } = payment;
  const nowMs = ctx.now();
  const part = await findPart(db, refund.metadata?.refund_part_id ?? '');
  const row = ledgerRefund(refund, payment, {
    reason: part?.reason || null,
    discountAmount: part?.discountAmount ?? 0,
  });
  const alert = {
    id: ctx.newId(),
    kind: 'refund-failed' as const,
    bookingId,
    subject: refund.id,
    createdAt: nowMs,
  };
  const [alerted] = await db.batch([
    // Only for a refund that fails later. If it fails at once, the page shows that to the staff member.
    insertBookingNotification(
      db,
      { ...alert, isWanted: row.status === 'failed' },
      isRefundNotFailed(refund.id),
    ),
    // Before the ledger is written: its status shows whether this refund is in the history already.
    insertBookingEvent(db, {
      bookingId,
      actor: { type: 'stripe' },
      action: `refund_${row.status}`,
      details: {
        amount: row.amount,
        ...(row.status === 'failed' && { reason: refund.failure_reason ?? null }),
        ...(!part && { isFromDashboard: true }),
      },
      startedBy: part?.createdBy ?? null,
      transactionId: row.id,
      nowMs,
      condition: isNewStatusOf(row),
    }),
    upsertRefund(db, row, nowMs),
    ...updateBookingSums(db, bookingId),
    ...(part ? [updatePart(db, part.id, { state: row.status, refundId: refund.id, errorCode: null })] : []),
  ]);
  if (alerted.meta.changes > 0) await enqueueOutboxRow(ctx, alert.id);
  if (part) await finishRefund(ctx, part.operationId);
  return true;
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}
