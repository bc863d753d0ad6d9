import { declineCode } from '#domain/cards.ts';
import type { Context } from '#worker/context.ts';
import { enqueueOutboxRow } from '#worker/notifications/outbox/enqueue.ts';
import { insertBookingNotification } from '#worker/notifications/outbox/repo.ts';
import { settleMoney } from '#worker/payments/ledger/booking-sums-repo.ts';
import { ledgerPayment } from '#worker/payments/ledger/ledger.ts';
import { type LedgerPayment, markCanceled, upsertPayment } from '#worker/payments/ledger/repo.ts';
import { endChargeOf, findByIntent, isChargeLive, recordNoCharge } from '#worker/payments/operations/repo.ts';
import type { Intent } from '#worker/platform/stripe.ts';
import { recordLinkDecline, recordPayment } from './history-repo.ts';
import { endLinkOf, recordLinkEnd } from './links-repo.ts';

/**
 * News of a remaining balance's intent, which was read again just now: ledger, booking, the operation and the pay
 * link of it, in one transaction. Whoever notices first does it all; whoever comes later changes nothing.
 */
export async function applyBalance(ctx: Context, intent: Intent) {
  const bookingId = bookingOf(intent);
  const nowMs = ctx.now();
  if (intent.status === 'canceled') {
    const operation = await findByIntent(ctx.db, intent.id);
    await ctx.db.batch([
      markCanceled(ctx.db, intent.id, nowMs),
      recordLinkEnd(ctx.db, intent.id, nowMs),
      endLinkOf(ctx.db, intent.id, { state: 'withdrawn', nowMs }),
      ...(operation ? recordNoCharge(ctx.db, operation, { nowMs, condition: isChargeLive(intent.id) }) : []),
      endChargeOf(ctx.db, intent.id, { state: 'canceled', nowMs }),
    ]);
    return;
  }
  const payment = ledgerPayment(intent, 'balance', null);
  if (!payment) return;
  if (payment.status === 'succeeded') await bookPayment(ctx, { payment, bookingId, nowMs });
  else {
    await ctx.db.batch([
      recordLinkDecline(ctx.db, { payment, bookingId, nowMs, reason: declineReason(intent) }),
      upsertPayment(ctx.db, payment, { bookingId, nowMs }),
    ]);
  }
}

type Booked = { payment: LedgerPayment; bookingId: number; nowMs: number };

async function bookPayment(ctx: Context, { payment, bookingId, nowMs }: Booked) {
  const { db } = ctx;
  const notification = {
    id: ctx.newId(),
    kind: 'balance-charged' as const,
    bookingId,
    subject: payment.id,
    createdAt: nowMs,
  };
  const [stored] = await db.batch([
    insertBookingNotification(db, notification),
    // Before the ledger is written: it shows whether this payment is in the history already.
    ...recordPayment(db, await findByIntent(db, payment.id), { payment, bookingId, nowMs }),
    upsertPayment(db, payment, { bookingId, nowMs }),
    ...settleMoney(db, bookingId),
    endLinkOf(db, payment.id, { state: 'paid', nowMs }),
    endChargeOf(db, payment.id, { state: 'succeeded', nowMs }),
  ]);
  if (stored.meta.changes === 0) return;
  ctx.log.info('balance_paid', { bookingId, transactionId: payment.id });
  await enqueueOutboxRow(ctx, notification.id);
}

function declineReason({ last_payment_error: error }: Intent): string {
  return declineCode({ code: error?.code ?? null, declineCode: error?.decline_code ?? null });
}

function bookingOf(intent: Intent): number {
  const bookingId = Number(intent.metadata.booking_id);
  if (Number.isSafeInteger(bookingId)) return bookingId;
  throw new Error(`Intent ${intent.id} names no booking`);
}
