import { type BookingNotice, noticedBooking } from '#worker/booking-records/notification-subject.ts';
import type { Context } from '#worker/context.ts';
import { businessOf, siteHost, siteUrl } from '#worker/notifications/email/business.ts';
import { depositPaidLetter } from '#worker/notifications/email/deposit-paid.ts';
import { findCardOf } from '#worker/payments/notification-repo.ts';

/** Tells a customer that the deposit has arrived, of the booking as it is now; nothing once it is cancelled. */
export async function confirmBooking(ctx: Context, notice: BookingNotice) {
  const booking = await noticedBooking(ctx, notice);
  if (booking.status === 'cancelled') return;
  const letter = depositPaidLetter({
    booking,
    hasUnit: booking.dumpsterId !== null,
    business: businessOf(ctx.settings),
    host: siteHost(ctx.settings),
    card: await findCardOf(ctx.db, booking.stripePaymentIntentId),
    termsUrl: siteUrl(ctx.settings, '/terms'),
  });
  await ctx.mail.send({ ...letter, to: booking.email, cause: notice.noticeId });
}
