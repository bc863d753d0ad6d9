import { isDisputeInquiry } from '#domain/disputes.ts';
import { settleMoney } from '#worker/bookings/money-repo.ts';
import type { Context } from '#worker/context.ts';
import { announce } from '#worker/outbox/announce.ts';
import { insertBookingNotice } from '#worker/outbox/repo.ts';
import { ownPayment } from './apply-intent.ts';
import { lostDispute } from './ledger.ts';
import { markDispute, upsertRefund } from './ledger-repo.ts';

/**
 * Reads a dispute again: while it is open its payment is not refunded, and staff are told; once it is lost the money
 * counts as refunded. False: it is of no payment of ours.
 */
export async function applyDispute(ctx: Context, disputeId: string): Promise<boolean> {
  const dispute = await ctx.stripe.retrieveDispute(disputeId);
  const payment = await ownPayment(ctx, idOf(dispute.payment_intent));
  if (!payment?.bookingId) return false;
  const { db } = ctx;
  const { bookingId } = payment;
  const nowMs = ctx.now();
  const alert = { ...alertOf(ctx, bookingId, disputeId), kind: 'dispute-opened' as const };
  const isLost = dispute.status === 'lost';
  const [alerted] = await db.batch([
    insertBookingNotice(db, { ...alert, isWanted: !isDisputeInquiry(dispute.status) }),
    markDispute(db, payment.id, { id: dispute.id, status: dispute.status, nowMs }),
    ...(isLost ? [upsertRefund(db, lostDispute(dispute, payment), nowMs)] : []),
    ...settleMoney(db, bookingId),
  ]);
  if (alerted.meta.changes > 0) await announce(ctx, alert.id);
  return true;
}

/** A bank expects fraud: staff may refund before it becomes a dispute. False: it is of no payment of ours. */
export async function applyFraudWarning(ctx: Context, warningId: string): Promise<boolean> {
  const warning = await ctx.stripe.retrieveFraudWarning(warningId);
  const payment = await ownPayment(ctx, idOf(warning.payment_intent ?? null));
  if (!payment?.bookingId) return false;
  const alert = {
    ...alertOf(ctx, payment.bookingId, idOf(warning.charge) ?? ''),
    kind: 'fraud-warning' as const,
  };
  const alerted = await insertBookingNotice(ctx.db, alert);
  if (alerted.meta.changes > 0) await announce(ctx, alert.id);
  return true;
}

function alertOf(ctx: Context, bookingId: number, about: string) {
  return { id: ctx.newId(), bookingId, about, createdAt: ctx.now() };
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}
