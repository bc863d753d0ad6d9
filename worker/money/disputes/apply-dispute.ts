import { isDisputeOpen, ledgerEffectOf } from '#domain/money/disputes.ts';
import { divideCents, shareIdOf } from '#domain/money/shares.ts';
import type { Context } from '#worker/base/context.ts';
import { commit, retryGuarded, type Write } from '#worker/base/db/commit.ts';
import type { Dispute } from '#worker/base/platform/stripe.ts';
import { findOrApplyPayment, lostDispute } from '#worker/money/ledger/ledger.ts';
import { type LedgerPaymentRow, listShares, updateBookingSums } from '#worker/money/ledger/repo.ts';
import { enqueueOutboxRow } from '#worker/notify/outbox/enqueue.ts';
import { insertBookingNotification } from '#worker/notify/outbox/repo.ts';
import {
  areDisputesAsRead,
  insertDisputeEvent,
  listKnownDisputes,
  reverseLoss,
  updateDispute,
  upsertLoss,
} from './repo.ts';

/**
 * Reads a dispute again at Stripe and applies it to payment, ledger and booking. While it is open, the payment cannot be
 * refunded; staff are e-mailed. A lost dispute counts as a refund; an appeal that is won reverses it.
 * Returns false when its payment is not this system's.
 */
export async function applyDispute(ctx: Context, disputeId: string): Promise<boolean> {
  // The statuses do not only move forward (lost, then appealed, then won), so the latest read wins.
  const readAtMs = ctx.now();
  const dispute = await ctx.stripe.retrieveDispute(disputeId);
  const payment = await disputedPayment(ctx, dispute);
  if (!payment?.bookingId) return false;
  const alert = { ...alertOf(ctx, payment.bookingId, disputeId), kind: 'dispute-opened' as const };
  const shares = await sharesOfDispute(ctx, payment, dispute);
  const isAlerted = await retryGuarded(() => storeDispute(ctx, { dispute, shares, alert, readAtMs }));
  if (isAlerted) await enqueueOutboxRow(ctx, alert.id);
  return true;
}

type StoredDispute = {
  dispute: Dispute;
  shares: Awaited<ReturnType<typeof sharesOfDispute>>;
  alert: Parameters<typeof insertBookingNotification>[1];
  readAtMs: number;
};

/** Whether the alert is new. */
async function storeDispute(ctx: Context, { dispute, shares, alert, readAtMs }: StoredDispute) {
  const { db } = ctx;
  const { id, status } = dispute;
  const known = await listKnownDisputes(
    db,
    shares.map(({ share }) => share.id),
    id,
  );
  const writes: Write[] = shares.flatMap(({ share, loss }) => {
    const stored = known.find(({ paymentId }) => paymentId === share.id);
    const isOwn = stored?.disputeId === id;
    // A read that began before the stored one changes nothing.
    const isLatest = !isOwn || (stored.readAtMs ?? 0) <= readAtMs;
    const isNew = isLatest && stored?.recordedStatus !== status && !(isOwn && stored.status === status);
    // Another dispute of the same payment replaces it once the stored one is closed.
    const isCurrent = isOwn ? isLatest : !stored?.disputeId || !isDisputeOpen(stored.status ?? '');
    const entry = { payment: share, dispute: { ...dispute, amount: loss.amount }, readAtMs };
    return [
      ...(isNew ? [insertDisputeEvent(db, entry)] : []),
      ...(isCurrent
        ? [updateDispute(db, share.id, { id, status, dueAtMs: dueAtMsOf(dispute), readAtMs })]
        : []),
      ...(isLatest ? lossStatements(ctx, { dispute, payment: share, loss, readAtMs }) : []),
      ...updateBookingSums(db, share.bookingId),
    ];
  });
  const isWanted = isDisputeOpen(status) || status === 'lost';
  const { alerted } = await commit(ctx, {
    guards: { as_read: areDisputesAsRead(known) },
    writes: { alerted: insertBookingNotification(db, { ...alert, isWanted }), writes },
  });
  return alerted.meta.changes > 0;
}

/** The payments of a disputed charge, one for each booking that it paid for, with what each loses of a lost dispute. */
async function sharesOfDispute(ctx: Context, payment: LedgerPaymentRow, { id, amount }: Dispute) {
  const shares = await listShares(ctx.db, payment.id);
  const amounts = divideCents(
    amount,
    shares.map((share) => share.amount),
  );
  return shares.flatMap(({ bookingId, ...share }, index) =>
    bookingId === null
      ? []
      : [
          {
            share: { ...share, bookingId },
            loss: { id: shareIdOf(id, index + 1), amount: amounts[index] ?? 0 },
          },
        ],
  );
}

/** Until when Stripe accepts evidence; null when it wants none any more. */
function dueAtMsOf({ evidence_details: details }: Dispute): number | null {
  return details?.due_by ? details.due_by * 1000 : null;
}

function lossStatements(
  { db }: Context,
  {
    dispute,
    payment,
    loss,
    readAtMs,
  }: {
    dispute: Dispute;
    payment: LedgerPaymentRow;
    loss: { id: string; amount: number };
    readAtMs: number;
  },
) {
  if (loss.amount === 0) return [];
  switch (ledgerEffectOf(dispute.status)) {
    case 'booked':
      return [upsertLoss(db, lostDispute(dispute, payment, loss), readAtMs)];
    case 'none':
      return [reverseLoss(db, { lossId: loss.id, readAtMs })];
    case 'unchanged':
      return [];
  }
}

function disputedPayment(ctx: Context, { payment_intent: intent, charge }: Dispute) {
  return findDisputedPayment(ctx, { intentId: idOf(intent), chargeId: idOf(charge) });
}

/** E-mails staff an early fraud warning, so that they can refund before a dispute. False: not this system's payment. */
export async function applyFraudWarning(ctx: Context, warningId: string): Promise<boolean> {
  const warning = await ctx.stripe.retrieveFraudWarning(warningId);
  const chargeId = idOf(warning.charge);
  const named = { intentId: idOf(warning.payment_intent ?? null), chargeId };
  const payment = await findDisputedPayment(ctx, named);
  if (!payment?.bookingId) return false;
  const alert = { ...alertOf(ctx, payment.bookingId, chargeId ?? ''), kind: 'fraud-warning' as const };
  const alerted = await insertBookingNotification(ctx.db, alert);
  if (alerted.meta.changes > 0) await enqueueOutboxRow(ctx, alert.id);
  return true;
}

/** The payment by its intent, or by its charge: Stripe omits the intent from some warnings and disputes. */
async function findDisputedPayment(
  ctx: Context,
  { intentId, chargeId }: { intentId: string | null; chargeId: string | null },
): Promise<LedgerPaymentRow | null> {
  if (intentId !== null || chargeId === null) return findOrApplyPayment(ctx, intentId);
  const charge = await ctx.stripe.retrieveCharge(chargeId);
  return findOrApplyPayment(ctx, idOf(charge.payment_intent));
}

function alertOf(ctx: Context, bookingId: number, subject: string) {
  return { id: ctx.newId(), bookingId, subject, createdAt: ctx.now() };
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}
