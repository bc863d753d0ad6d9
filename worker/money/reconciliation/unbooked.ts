import type { Context } from '#worker/base/context.ts';
import { commit } from '#worker/base/db/commit.ts';
import { readEmailBusiness } from '#worker/notify/email/business.ts';
import { siteUrl } from '#worker/notify/email/layout.ts';
import { unbookedPaymentEmail, unbookedPaymentsEmail } from '#worker/notify/email/unbooked-payment.ts';
import { enqueueOutboxRow } from '#worker/notify/outbox/enqueue.ts';
import {
  countUnbookedPayments,
  insertUnbookedNotifications,
  insertUnbookedSummary,
  UNBOOKED_OF_RESTORE,
  upsertIssue,
} from './repo.ts';
import { compareWithStripe } from './sides.ts';

/**
 * Lists a payment whose booking does not exist here on the reconciliation page, and e-mails the business once. Safe to
 * repeat. Throws ProviderError when Stripe does not answer.
 */
export async function flagUnbookedPayment(ctx: Context, intentId: string) {
  const difference = await compareWithStripe(ctx, intentId);
  if (!difference) return;
  const nowMs = ctx.now();
  const [, notified] = await commit(ctx, {
    writes: [
      upsertIssue(ctx.db, difference, nowMs),
      insertUnbookedNotifications(ctx.db, { nowMs, objectId: intentId }),
    ],
  });
  ctx.log.warn('payment_without_booking', { transactionId: intentId });
  if (notified.meta.changes > 0) await enqueueOutboxRow(ctx, `unbooked-${intentId}`);
}

/** With more, the business gets one e-mail about all of them: the mail service refuses hundreds at once. */
const MAX_SINGLE_EMAILS = 10;

/**
 * Stores the e-mail to the business for each payment that a restore left without a booking, or one about all of them.
 * Returns their number. Safe to repeat.
 */
export async function notifyOfUnbookedPayments(ctx: Context, restoreId: number): Promise<number> {
  const count = await countUnbookedPayments(ctx.db, { isNew: true });
  if (count > MAX_SINGLE_EMAILS) await insertUnbookedSummary(ctx.db, restoreId, ctx.now());
  else await insertUnbookedNotifications(ctx.db, { nowMs: ctx.now() });
  return count;
}

/** E-mails the business about a payment without a booking, as Stripe shows it now, or about all of a restore. */
export async function sendUnbookedPaymentEmail(
  ctx: Context,
  { id, intentId }: { id: string; intentId: string },
) {
  const shared = {
    url: siteUrl(ctx.settings, '/admin/reconciliation'),
    business: await readEmailBusiness(ctx),
  };
  if (intentId === UNBOOKED_OF_RESTORE) {
    const count = await countUnbookedPayments(ctx.db, { isNew: false });
    const summary = unbookedPaymentsEmail({ count, ...shared });
    await ctx.mail.send({ ...summary, to: shared.business.email, dedupeKey: id });
    return;
  }
  const intent = await ctx.stripe.retrieveIntent(intentId);
  const email = unbookedPaymentEmail({
    amount: intent.amount,
    stripeId: intentId,
    bookingId: intent.metadata.booking_id ?? null,
    customerEmail: intent.receipt_email,
    ...shared,
  });
  await ctx.mail.send({ ...email, to: shared.business.email, dedupeKey: id });
}
