import {
  type BookingNotification,
  getNotifiedBooking,
} from '#worker/booking-records/notification-subject.ts';
import type { Context } from '#worker/context.ts';
import { businessOf, siteHost, siteUrl } from '#worker/notifications/email/business.ts';
import { depositPaidEmail } from '#worker/notifications/email/deposit-paid.ts';
import { findCardOf } from '#worker/payments/notification-repo.ts';

/** Tells a customer that the deposit has arrived, of the booking as it is now; nothing once it is cancelled. */
export async function sendDepositPaidEmail(ctx: Context, notification: BookingNotification) {
  const booking = await getNotifiedBooking(ctx, notification);
  if (booking.status === 'cancelled') return;
  const email = depositPaidEmail({
    booking,
    hasUnit: booking.dumpsterId !== null,
    business: businessOf(ctx.settings),
    host: siteHost(ctx.settings),
    card: await findCardOf(ctx.db, booking.stripePaymentIntentId),
    termsUrl: siteUrl(ctx.settings, '/terms'),
  });
  await ctx.mail.send({ ...email, to: booking.email, dedupeKey: notification.outboxId });
}
