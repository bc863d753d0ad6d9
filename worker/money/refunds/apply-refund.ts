import { allocateToShares } from '#domain/money/shares.ts';
import type { Context } from '#worker/base/context.ts';
import { commit, retryGuarded, type Write } from '#worker/base/db/commit.ts';
import { insertBookingEvent } from '#worker/base/history/events-repo.ts';
import type { Refund } from '#worker/base/platform/stripe.ts';
import { findOrApplyPayment, ledgerRefund } from '#worker/money/ledger/ledger.ts';
import {
  areSharesAsRead,
  findPayment,
  type LedgerPaymentRow,
  listShares,
  listSharesOfRefund,
  type RefundShareRow,
  updateBookingSums,
  upsertRefund,
} from '#worker/money/ledger/repo.ts';
import { enqueueOutboxRow } from '#worker/notify/outbox/enqueue.ts';
import { insertBookingNotification } from '#worker/notify/outbox/repo.ts';
import { finishRefund } from './finish.ts';
import { findPart, updatePart } from './repo.ts';

/** Reads a refund again at Stripe and stores it. False: its payment does not belong to this product. */
export async function applyRefund(ctx: Context, refundId: string): Promise<boolean> {
  const refund = await ctx.stripe.retrieveRefund(refundId);
  const payment = await findOrApplyPayment(ctx, idOf(refund.payment_intent));
  if (!payment) return false;
  return storeRefundOf(ctx, payment, refund);
}

/**
 * Stores all refunds of a charge, including those made in Stripe's Dashboard. False: the charge does not belong to this
 * product.
 */
export async function applyRefundsOf(ctx: Context, chargeId: string): Promise<boolean> {
  const charge = await ctx.stripe.retrieveCharge(chargeId);
  const payment = await findOrApplyPayment(ctx, idOf(charge.payment_intent));
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

/** Writes the ledger, the bookings and the part of the refund that staff started, in one transaction. */
async function storeRefundOf(ctx: Context, payment: LedgerPaymentRow, refund: Refund): Promise<boolean> {
  if (!payment.bookingId) return false;
  const part = await findPart(ctx.db, refund.metadata?.refund_part_id ?? '');
  const alertIds = await retryGuarded(() => storeShares(ctx, { payment, refund, part }));
  if (alertIds === null) return false;
  for (const id of alertIds) await enqueueOutboxRow(ctx, id);
  if (part) await finishRefund(ctx, part.operationId);
  return true;
}

type RefundOf = { payment: LedgerPaymentRow; refund: Refund; part: RefundOfPart };

/** The alerts that were stored; null when the refund takes nothing from a payment. */
async function storeShares(ctx: Context, { payment, refund, part }: RefundOf): Promise<string[] | null> {
  const known = await listSharesOfRefund(ctx.db, refund.id);
  const shares = await sharesOfRefund(ctx, { payment, refund, part, known });
  if (shares.length === 0) return null;
  const stored = shares.map((share) => shareStatements(ctx, { ...share, refund, part, known }));
  const { alerts } = await commit(ctx, {
    guards: { as_read: areSharesAsRead(refund.id, known) },
    writes: { alerts: stored.map(({ alert }) => alert), shares: stored.flatMap(({ writes }) => writes) },
  });
  return stored.flatMap(({ alertId }, index) => ((alerts[index]?.meta.changes ?? 0) > 0 ? alertId : []));
}

type RefundOfPart = Awaited<ReturnType<typeof findPart>>;
type RefundShare = { payment: LedgerPaymentRow; id: string; amount: number };

/**
 * What each payment bears of a refund: of one that staff made here, its own payment bears all. One that was made in
 * Stripe's Dashboard takes from the shares of the payment in their order; the first store decides how much, because later
 * refunds change what the shares have left.
 */
async function sharesOfRefund(
  ctx: Context,
  { payment, refund, part, known }: RefundOf & { known: readonly RefundShareRow[] },
): Promise<RefundShare[]> {
  const { id, amount } = refund;
  const ofPart = part && (await findPayment(ctx.db, part.paymentId));
  if (ofPart) return [{ payment: ofPart, id, amount }];
  const shares = await listShares(ctx.db, payment.id);
  if (shares.length <= 1) return [{ payment, id, amount }];
  if (known.length > 0) {
    return known.flatMap((row) =>
      shares.filter((share) => share.id === row.paymentId).map((share) => ({ ...row, payment: share })),
    );
  }
  const refundable = shares.map((share) => ({ ...share, refundable: share.amount - share.takenBack }));
  return allocateToShares(refundable, refund).map(({ share, ...taken }) => ({ ...taken, payment: share }));
}

type StoredShare = RefundShare & Omit<RefundOf, 'payment'> & { known: readonly RefundShareRow[] };

/** The alert and the other writes of one share, by what the ledger has of the refund. */
function shareStatements(ctx: Context, { payment, id, amount, refund, part, known }: StoredShare) {
  const { db } = ctx;
  const bookingId = payment.bookingId ?? 0;
  const nowMs = ctx.now();
  const reasons = { reason: part?.reason || null, discountAmount: part?.discountAmount ?? 0 };
  const row = ledgerRefund({ ...refund, id, amount }, payment, reasons);
  const stored = known.find((share) => share.id === id)?.status;
  const others = known.filter((share) => share.id !== id).reduce((sum, share) => sum + share.amount, 0);
  const isWithin = others + amount <= refund.amount;
  // Only for a refund that fails later. If it fails at once, the page shows that to the staff member.
  const isWanted = row.status === 'failed' && (stored === 'succeeded' || stored === 'pending');
  const alertId = ctx.newId();
  const alert = { id: alertId, kind: 'refund-failed' as const, bookingId, subject: id, createdAt: nowMs };
  const event = {
    bookingId,
    actor: { type: 'stripe' as const },
    action: `refund_${row.status}`,
    details: {
      amount: row.amount,
      ...(row.status === 'failed' && { reason: refund.failure_reason ?? null }),
      ...(!part && { isFromDashboard: true }),
    },
    startedBy: part?.createdBy ?? null,
    transactionId: row.id,
    nowMs,
  };
  const writes: Write[] = [
    ...(isWithin && isLater(stored, row.status) ? [insertBookingEvent(db, event)] : []),
    ...(isWithin ? [upsertRefund(db, row, nowMs)] : []),
    ...updateBookingSums(db, bookingId),
    ...(part ? [updatePart(db, part.id, { state: row.status, refundId: refund.id, errorCode: null })] : []),
  ];
  return { alertId, alert: insertBookingNotification(db, { ...alert, isWanted }), writes };
}

/** A refund goes from pending to succeeded to failed. */
function isLater(stored: string | undefined, status: string): boolean {
  return stored !== status && stored !== 'failed' && !(stored === 'succeeded' && status === 'pending');
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}
