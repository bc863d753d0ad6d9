import type { Context } from '#worker/context.ts';
import { businessOf, siteUrl } from '#worker/notifications/email/layout.ts';
import { unbookedPaymentEmail } from '#worker/notifications/email/unbooked-payment.ts';
import { enqueueOutboxRow } from '#worker/notifications/outbox/enqueue.ts';
import { insertUnbookedNotifications, upsertIssue } from './repo.ts';
import { compareWithStripe } from './sides.ts';

/**
 * Lists a payment whose booking does not exist here on the reconciliation page, and e-mails the business once. Safe to
 * repeat. Throws ProviderError when Stripe does not answer.
 */
export async function flagUnbookedPayment(ctx: Context, intentId: string) {
  const difference = await compareWithStripe(ctx, intentId);
  if (!difference) return;
  const nowMs = ctx.now();
  const [, notified] = await ctx.db.batch([
    upsertIssue(ctx.db, difference, nowMs),
    insertUnbookedNotifications(ctx.db, { nowMs, objectId: intentId }),
  ]);
  ctx.log.warn('payment_without_booking', { transactionId: intentId });
  if (notified.meta.changes > 0) await enqueueOutboxRow(ctx, `unbooked-${intentId}`);
}

/** Stores the e-mail to the business for each payment that the comparison found missing here. Returns their number. */
export async function notifyOfUnbookedPayments(ctx: Context): Promise<number> {
  const { meta } = await insertUnbookedNotifications(ctx.db, { nowMs: ctx.now() });
  return meta.changes;
}

/** E-mails the business about a payment without a booking, as Stripe shows the payment now. */
export async function sendUnbookedPaymentEmail(
  ctx: Context,
  { id, intentId }: { id: string; intentId: string },
) {
  const intent = await ctx.stripe.retrieveIntent(intentId);
  const email = unbookedPaymentEmail({
    amount: intent.amount,
    stripeId: intentId,
    bookingId: intent.metadata.booking_id ?? null,
    customerEmail: intent.receipt_email,
    url: siteUrl(ctx.settings, '/admin/reconciliation'),
    business: businessOf(ctx.settings),
  });
  await ctx.mail.send({ ...email, to: ctx.settings.businessEmail, dedupeKey: id });
}
