import { declineCode } from '#domain/payments/cards.ts';
import type { Context } from '#worker/context.ts';
import { insertBookingChange, insertBookingEvent } from '#worker/history/events-repo.ts';
import { enqueueOutboxRow } from '#worker/notifications/outbox/enqueue.ts';
import { insertBookingNotification } from '#worker/notifications/outbox/repo.ts';
import { ledgerPayment } from '#worker/payments/ledger/ledger.ts';
import { upsertPayment } from '#worker/payments/ledger/repo.ts';
import {
  endOperation,
  isDeclinedWithoutLink,
  isOperationLive,
  type Operation,
} from '#worker/payments/operations/repo.ts';
import type { Intent, ProviderError } from '#worker/platform/stripe.ts';
import { insertLink, isLinkOpen } from './repo.ts';
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
  await db.batch([
    ...insertBookingChange(db, {
      bookingId,
      actor: { type: 'stripe' },
      action: 'charge_declined',
      details: { notCharged: amount, reason: errorCode },
      startedBy: operation.createdBy,
      transactionId: payment?.id ?? null,
      nowMs,
      condition: isOperationLive(id),
    }),
    ...(payment ? [upsertPayment(db, payment, { bookingId, nowMs })] : []),
    endOperation(db, id, { state: 'failed', errorCode, nowMs }),
    insertLink(db, link, isDeclinedWithoutLink(id, intent.id)),
    insertBookingNotification(db, notification, isLinkOpen(link.id)),
    insertBookingEvent(db, {
      bookingId,
      actor: { type: 'system' },
      action: 'pay_link_sent',
      details: { payLink: amount },
      isToCustomer: true,
      nowMs,
      condition: isLinkOpen(link.id),
    }),
  ]);
  ctx.log.info('charge_declined', { bookingId, operationId: id, code: errorCode });
  await enqueueOutboxRow(ctx, notification.id);
  return { status: 'failed', errorCode };
}
