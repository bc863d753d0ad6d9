import type { Context } from '#worker/context.ts';
import { insertBookingEvent } from '#worker/history/events-repo.ts';
import { announce } from '#worker/notifications/outbox/announce.ts';
import { insertBookingNotice } from '#worker/notifications/outbox/repo.ts';
import { ownPayment } from '#worker/payments/events/apply-intent.ts';
import { settleMoney } from '#worker/payments/ledger/booking-sums-repo.ts';
import { ledgerRefund } from '#worker/payments/ledger/ledger.ts';
import { isNewStatusOf, isRefundInGoodHope, upsertRefund } from '#worker/payments/ledger/repo.ts';
import type { Refund } from '#worker/platform/stripe.ts';
import { finishRefund } from './finish.ts';
import { findPart, settlePart } from './repo.ts';

/** Reads a refund again and brings ledger and booking in line with it. False: it is of no payment of ours. */
export async function applyRefund(ctx: Context, refundId: string): Promise<boolean> {
  return keepRefund(ctx, await ctx.stripe.retrieveRefund(refundId));
}

/** All refunds of a charge, wherever they were made. False: it is no charge of ours. */
export async function applyRefundsOf(ctx: Context, chargeId: string): Promise<boolean> {
  const charge = await ctx.stripe.retrieveCharge(chargeId);
  const intentId = idOf(charge.payment_intent);
  if (intentId === null || !(await ownPayment(ctx, intentId))) return false;
  await applyRefundsOfPayment(ctx, intentId);
  return true;
}

/** The same of a payment that is known to be ours. */
export async function applyRefundsOfPayment(ctx: Context, intentId: string) {
  const { data } = await ctx.stripe.listRefunds(intentId);
  for (const refund of data) await keepRefund(ctx, refund);
}

/** A refund as Stripe has just told of it: ledger, booking and the part of ours that it is, in one transaction. */
export async function keepRefund(ctx: Context, refund: Refund): Promise<boolean> {
  const payment = await ownPayment(ctx, idOf(refund.payment_intent));
  if (!payment?.bookingId) return false;
  const { db } = ctx;
  const { bookingId } = payment;
  const nowMs = ctx.now();
  const part = await findPart(db, refund.metadata?.refund_part_id ?? '');
  const row = ledgerRefund(refund, payment, part?.reason || null);
  const alert = {
    id: ctx.newId(),
    kind: 'refund-failed' as const,
    bookingId,
    about: refund.id,
    createdAt: nowMs,
  };
  const [alerted] = await db.batch([
    // What failed at once is on the screen of whoever asked; what fails later, nobody is looking at.
    insertBookingNotice(db, { ...alert, isWanted: row.status === 'failed' }, isRefundInGoodHope(refund.id)),
    // Before the ledger is written: it shows whether this status is in the history already.
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
    ...settleMoney(db, bookingId),
    ...(part ? [settlePart(db, part.id, { state: row.status, refundId: refund.id, errorCode: null })] : []),
  ]);
  if (alerted.meta.changes > 0) await announce(ctx, alert.id);
  if (part) await finishRefund(ctx, part.operationId);
  return true;
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}
