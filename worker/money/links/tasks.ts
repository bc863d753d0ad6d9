import { dayAt, formatMoment, formatWeekday } from '#domain/shared/days.ts';
import type { Context } from '#worker/base/context.ts';
import { describeError } from '#worker/base/platform/log.ts';
import { isMissing } from '#worker/base/platform/stripe.ts';
import { endOpenLink } from '#worker/money/charges/end-open-link.ts';
import { listExpiredLinks, listOpenLinks } from '#worker/money/charges/repo.ts';
import { applyIntent } from '#worker/money/ledger/intents.ts';
import { readEmailBusiness } from '#worker/notify/email/business.ts';
import { payLinkEmail } from '#worker/notify/email/pay-link.ts';
import { readBilledPrice } from '#worker/rental/dump-tickets/billed-price.ts';
import {
  type BookingNotification,
  findBookingToEmail,
  getNotificationSubject,
} from '#worker/rental/notification-subject.ts';
import { findPayable } from './repo.ts';
import { newPayUrl } from './service.ts';

/**
 * E-mails a customer a payment URL. The URL is created only now, because queue and outbox must not contain one. Sends
 * nothing once the link is paid, withdrawn or expired.
 */
export async function sendPayLinkEmail(
  ctx: Context,
  notification: BookingNotification,
  { isReminder }: { isReminder: boolean },
) {
  const { bookingId, outboxId } = notification;
  const link = await findPayable(ctx.db, {
    id: getNotificationSubject(notification),
    bookingId,
    nowMs: ctx.now(),
  });
  if (!link) return;
  const booking = await findBookingToEmail(ctx, notification);
  if (!booking) return;
  const email = payLinkEmail({
    booking,
    price: await readBilledPrice(ctx, booking),
    amount: link.amount,
    isDeclined: link.isDeclined,
    until: untilText(link, ctx.settings.timeZone),
    deposit: link.kind === 'deposit' ? { cancelsBooking: link.cancelsBooking } : null,
    url: await newPayUrl(ctx, link.id),
    isReminder,
    business: await readEmailBusiness(ctx),
  });
  await ctx.mail.send({ ...email, to: booking.email, dedupeKey: outboxId });
}

/** A link that frees the dumpster ends at a time, the others are open for days. */
function untilText(
  { expiresAt, cancelsBooking }: { expiresAt: number; cancelsBooking: boolean },
  zone: string,
) {
  return cancelsBooking ? formatMoment(expiresAt, zone) : formatWeekday(dayAt(expiresAt, zone));
}

const BATCH_SIZE = 50;

/**
 * Reads the intents of the open links after `afterId` at Stripe: paid links are entered, cancelled ones end. Returns the
 * last id, or null after the last link. Throws ProviderError when Stripe does not answer.
 */
export async function settleOpenLinks(ctx: Context, afterId: string): Promise<string | null> {
  const links = await listOpenLinks(ctx.db, afterId, BATCH_SIZE);
  for (const { bookingId, stripePaymentIntentId } of links) {
    try {
      await applyIntent(ctx, stripePaymentIntentId);
    } catch (error) {
      if (!isMissing(error)) throw error;
      await endOpenLink(ctx, bookingId, { reason: 'expired', endedBy: null });
    }
  }
  return links.length === BATCH_SIZE ? (links.at(-1)?.id ?? null) : null;
}

/** Ends expired links. Cancels their intents at Stripe first, because an open page could still pay them otherwise. */
export async function endExpiredLinks(ctx: Context) {
  const expired = await listExpiredLinks(ctx.db, ctx.now(), BATCH_SIZE);
  const counts = { expired: 0, notExpired: 0 };
  for (const { bookingId } of expired) {
    try {
      await endOpenLink(ctx, bookingId, { reason: 'expired', endedBy: null });
      counts.expired += 1;
    } catch (error) {
      counts.notExpired += 1;
      ctx.log.warn('pay_link_not_expired', { bookingId, ...describeError(error) });
    }
  }
  return counts;
}
