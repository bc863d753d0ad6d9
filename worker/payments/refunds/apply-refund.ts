import { allocateToShares } from '#domain/payments/shares.ts';
import type { Context } from '#worker/context.ts';
import { insertBookingEvent } from '#worker/history/events-repo.ts';
import { enqueueOutboxRow } from '#worker/notifications/outbox/enqueue.ts';
import { insertBookingNotification } from '#worker/notifications/outbox/repo.ts';
import { type ApplyIntent, findOrApplyPayment, ledgerRefund } from '#worker/payments/ledger/ledger.ts';
import {
  findPayment,
  isNewShare,
  isRefundNotFailed,
  isWithinRefund,
  type LedgerPaymentRow,
  listShares,
  listSharesOfRefund,
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

/** Writes the ledger, the bookings and the part of the refund that staff started, in one transaction. */
async function storeRefundOf(ctx: Context, payment: LedgerPaymentRow, refund: Refund): Promise<boolean> {
  if (!payment.bookingId) return false;
  const part = await findPart(ctx.db, refund.metadata?.refund_part_id ?? '');
  const shares = await sharesOfRefund(ctx, { payment, refund, part });
  const stored = shares.map((share) => shareStatements(ctx, { ...share, refund, part }));
  const [first, ...others] = stored.flatMap(({ statements }) => statements);
  if (!first) return false;
  const results = await ctx.db.batch([first, ...others]);
  let at = 0;
  for (const { alertId, statements } of stored) {
    if ((results[at]?.meta.changes ?? 0) > 0) await enqueueOutboxRow(ctx, alertId);
    at += statements.length;
  }
  if (part) await finishRefund(ctx, part.operationId);
  return true;
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
  { payment, refund, part }: { payment: LedgerPaymentRow; refund: Refund; part: RefundOfPart },
): Promise<RefundShare[]> {
  const { id, amount } = refund;
  const ofPart = part && (await findPayment(ctx.db, part.paymentId));
  if (ofPart) return [{ payment: ofPart, id, amount }];
  const shares = await listShares(ctx.db, payment.id);
  if (shares.length <= 1) return [{ payment, id, amount }];
  const known = await listSharesOfRefund(ctx.db, id);
  if (known.length > 0) {
    return known.flatMap((row) =>
      shares.filter((share) => share.id === row.paymentId).map((share) => ({ ...row, payment: share })),
    );
  }
  const refundable = shares.map((share) => ({ ...share, refundable: share.amount - share.takenBack }));
  return allocateToShares(refundable, refund).map(({ share, ...taken }) => ({ ...taken, payment: share }));
}

/** The statements of one share. The first one inserts the alert with `alertId`. */
function shareStatements(
  ctx: Context,
  { payment, id, amount, refund, part }: RefundShare & { refund: Refund; part: RefundOfPart },
) {
  const { db } = ctx;
  const bookingId = payment.bookingId ?? 0;
  const nowMs = ctx.now();
  const reasons = { reason: part?.reason || null, discountAmount: part?.discountAmount ?? 0 };
  const row = ledgerRefund({ ...refund, id, amount }, payment, reasons);
  const alertId = ctx.newId();
  const alert = { id: alertId, kind: 'refund-failed' as const, bookingId, subject: id, createdAt: nowMs };
  const statements = [
    // Only for a refund that fails later. If it fails at once, the page shows that to the staff member.
    insertBookingNotification(db, { ...alert, isWanted: row.status === 'failed' }, isRefundNotFailed(id)),
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
      condition: isNewShare(row, refund),
    }),
    upsertRefund(db, row, { nowMs, condition: isWithinRefund(row, refund) }),
    ...updateBookingSums(db, bookingId),
    ...(part ? [updatePart(db, part.id, { state: row.status, refundId: refund.id, errorCode: null })] : []),
  ];
  return { alertId, statements };
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}
