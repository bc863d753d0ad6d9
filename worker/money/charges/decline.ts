import { declineCode } from '#domain/money/cards.ts';
import type { Context } from '#worker/base/context.ts';
import { commit, unlessGuarded } from '#worker/base/db/commit.ts';
import { insertBookingChange, insertBookingEvent } from '#worker/base/history/events-repo.ts';
import type { Intent, ProviderError } from '#worker/base/platform/stripe.ts';
import { ledgerPayment } from '#worker/money/ledger/ledger.ts';
import { upsertPayment } from '#worker/money/ledger/repo.ts';
import { endOperation, isUndecided, type Operation } from '#worker/money/operations/repo.ts';
import { enqueueOutboxRow } from '#worker/notify/outbox/enqueue.ts';
import { insertBookingNotification } from '#worker/notify/outbox/repo.ts';
import { insertLink } from './repo.ts';
import type { ChargeResult } from './settle-charge.ts';

/**
 * Records a declined charge. The intent stays open, and the customer is e-mailed a payment link for it. Ledger,
 * history, operation, link and e-mail are written in one transaction.
 */
export async function declineCharge(
  ctx: Context,
  operation: Operation,
  { error, intent }: { error: ProviderError; intent: Intent },
): Promise<ChargeResult> {
  const { db } = ctx;
  const { id, bookingId, amount } = operation;
  const nowMs = ctx.now();
  const errorCode = declineCode(error);
  const payment = ledgerPayment(intent, null);
  const link = { id: ctx.newId(), bookingId, stripePaymentIntentId: intent.id, amount, nowMs };
  const notification = {
    id: ctx.newId(),
    kind: 'pay-link' as const,
    bookingId,
    subject: link.id,
    createdAt: nowMs,
  };
  const stored = payment ? [upsertPayment(db, payment, { bookingId, nowMs })] : [];
  const declined = commit(ctx, {
    guards: { undecided: isUndecided(id, intent.id) },
    writes: {
      change: insertBookingChange(db, {
        bookingId,
        actor: { type: 'stripe' },
        action: 'charge_declined',
        details: { notCharged: amount, reason: errorCode },
        startedBy: operation.createdBy,
        transactionId: payment?.id ?? null,
        nowMs,
      }),
      stored,
      operation: endOperation(db, id, { state: 'failed', errorCode, nowMs }),
      link: insertLink(db, link),
      notification: insertBookingNotification(db, notification),
      event: insertBookingEvent(db, {
        bookingId,
        actor: { type: 'system' },
        action: 'pay_link_sent',
        details: { payLink: amount },
        isToCustomer: true,
        nowMs,
      }),
    },
  });
  if (!(await unlessGuarded(['undecided'], declined))) {
    // Another call has ended the charge: the ledger takes over what Stripe says now.
    if (stored.length > 0) await commit(ctx, { writes: stored });
    return { status: 'failed', errorCode };
  }
  ctx.log.info('charge_declined', { bookingId, operationId: id, code: errorCode });
  await enqueueOutboxRow(ctx, notification.id);
  return { status: 'failed', errorCode };
}
