import type { Context } from '#worker/base/context.ts';
import { acceptedTermsPath } from '#worker/bookings/emails.ts';
import { takeCalendarSequence } from '#worker/bookings/emails-repo.ts';
import { createRepeatLink } from '#worker/bookings/repeat-links/service.ts';
import { readAgreement } from '#worker/catalog/agreement.ts';
import { bookingMadeEmail, bookingReleasedEmail } from '#worker/notify/email/booking-made.ts';
import { readEmailBusiness } from '#worker/notify/email/business.ts';
import { siteHost, siteUrl } from '#worker/notify/email/layout.ts';
import {
  type BookingNotification,
  findBookingToEmail,
  getNotifiedBooking,
} from '#worker/rental/notification-subject.ts';

/** Reads a version of the terms; 'current' is the newest. */
export type ReadTerms = (
  ctx: Context,
  asked: { type: 'terms'; version: string; rateCardId: number },
) => Promise<{ title: string; html: string }>;

/** E-mails the customer of a booking by phone what was booked, with the terms. Sends nothing once it is cancelled. */
export async function sendBookingMadeEmail(
  ctx: Context,
  notification: BookingNotification,
  readTerms: ReadTerms,
) {
  const sequence = await takeCalendarSequence(ctx.db, notification.bookingId);
  const booking = await findBookingToEmail(ctx, notification);
  if (!booking || booking.status === 'cancelled') return;
  const version = booking.termsVersion ?? 'current';
  const email = bookingMadeEmail({
    booking,
    sequence,
    agreement: await readAgreement(ctx, booking),
    hasUnit: booking.dumpsterId !== null,
    business: await readEmailBusiness(ctx),
    host: siteHost(ctx.settings),
    timeZone: ctx.settings.timeZone,
    nowMs: ctx.now(),
    terms: await readTerms(ctx, { type: 'terms', version, rateCardId: booking.rateCardId }),
    termsUrl: siteUrl(ctx.settings, acceptedTermsPath(booking)),
    repeat: await createRepeatLink(ctx, booking),
  });
  await ctx.mail.send({ ...email, to: booking.email, dedupeKey: notification.outboxId });
}

/** E-mails the business that a booking was cancelled because its deposit was not paid in time. */
export async function sendBookingReleasedEmail(ctx: Context, notification: BookingNotification) {
  const booking = await getNotifiedBooking(ctx, notification);
  const business = await readEmailBusiness(ctx);
  const email = bookingReleasedEmail({
    booking,
    url: siteUrl(ctx.settings, `/admin/bookings/${booking.id}`),
    amount: booking.finalPrice ?? booking.depositAmount,
    business,
  });
  await ctx.mail.send({ ...email, to: business.email, dedupeKey: notification.outboxId });
}
