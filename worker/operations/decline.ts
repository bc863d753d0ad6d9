import type { Context } from '#worker/context.ts';
import { announce } from '#worker/outbox/announce.ts';
import { insertBookingNotice } from '#worker/outbox/repo.ts';
import { insertLink, isLinkOpen } from '#worker/pay-links/repo.ts';
import { ledgerPayment } from '#worker/payments/ledger.ts';
import { upsertPayment } from '#worker/payments/ledger-repo.ts';
import type { Intent, ProviderError } from '#worker/platform/stripe.ts';
import { endOperation, isOperationLive, isWithoutLink, type Operation, recordAct } from './repo.ts';
import type { Charged } from './settle-charge.ts';

/**
 * The card was refused: the intent stays open, and its customer is mailed a link to pay it. Ledger, history,
 * operation, link and mail, in one transaction.
 */
export async function declineCharge(
  ctx: Context,
  operation: Operation,
  { error, intent }: { error: ProviderError; intent: Intent },
): Promise<Charged> {
  const { db } = ctx;
  const { id, bookingId, amount } = operation;
  const nowMs = ctx.now();
  const errorCode = codeOf(error);
  const payment = ledgerPayment(intent, 'balance', null);
  const link = { id: ctx.newId(), bookingId, stripePaymentIntentId: intent.id, amount, nowMs };
  const notice = { id: ctx.newId(), kind: 'pay-link' as const, bookingId, about: link.id, createdAt: nowMs };
  await db.batch([
    ...recordAct(db, operation, {
      action: 'charge_declined',
      after: { notCharged: amount, reason: errorCode },
      nowMs,
      condition: isOperationLive(id),
    }),
    ...(payment ? [upsertPayment(db, payment, { bookingId, nowMs })] : []),
    endOperation(db, id, { state: 'failed', errorCode, nowMs }),
    insertLink(db, link, isWithoutLink(id, intent.id)),
    insertBookingNotice(db, notice, isLinkOpen(link.id)),
  ]);
  ctx.log.info('charge_declined', { bookingId, operationId: id, code: errorCode });
  await announce(ctx, notice.id);
  return { at: 'failed', errorCode };
}

/** 'authentication_required', or 'card_declined' with the bank's own reason behind a colon. */
function codeOf({ code, declineCode }: ProviderError): string {
  if (code === 'authentication_required') return code;
  return `card_declined:${declineCode ?? code ?? 'unknown'}`;
}
