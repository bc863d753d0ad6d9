import {
  type BookingNotification,
  findBookingToEmail,
} from '#worker/booking-records/notification-subject.ts';
import { getBusinessProfile } from '#worker/business/profile.ts';
import { readAgreement } from '#worker/catalog/agreement.ts';
import type { Context } from '#worker/context.ts';
import { bookingCancelledEmail, bookingConfirmedEmail } from '#worker/notifications/email/booking-status.ts';
import { depositPaidEmail } from '#worker/notifications/email/deposit-paid.ts';
import { siteHost, siteUrl } from '#worker/notifications/email/layout.ts';
import { hasSentEndedLink } from '#worker/payments/charges/repo.ts';
import { findCardOf } from '#worker/payments/notification-repo.ts';
import { findConfirmedEmailAt, storeConfirmedEmail } from './emails-repo.ts';

/** E-mails the customer that the booking is confirmed. Sent once a booking, and only if its status is confirmed. */
export async function sendBookingConfirmedEmail(ctx: Context, notification: BookingNotification) {
  const booking = await findBookingToEmail(ctx, notification);
  if (booking?.status !== 'confirmed') return;
  if ((await findConfirmedEmailAt(ctx.db, booking.id)) !== null) return;
  const email = bookingConfirmedEmail({ booking, ...(await readFacts(ctx)) });
  await ctx.mail.send({ ...email, to: booking.email, dedupeKey: notification.outboxId });
  await storeConfirmedEmail(ctx.db, booking.id, ctx.now());
}

/** E-mails the customer that the booking is cancelled, with a calendar file that removes the entry. */
export async function sendBookingCancelledEmail(ctx: Context, notification: BookingNotification) {
  const booking = await findBookingToEmail(ctx, notification);
  if (booking?.status !== 'cancelled') return;
  const hasEndedLink = await hasSentEndedLink(ctx.db, booking.id);
  const agreement = await readAgreement(ctx, booking);
  const email = bookingCancelledEmail({ booking, agreement, hasEndedLink, ...(await readFacts(ctx)) });
  await ctx.mail.send({ ...email, to: booking.email, dedupeKey: notification.outboxId });
}

async function readFacts(ctx: Context) {
  return {
    business: await getBusinessProfile(ctx),
    host: siteHost(ctx.settings),
    nowMs: ctx.now(),
    today: ctx.today(),
  };
}

/** E-mails the customer that the deposit or the whole price was paid. Sends nothing once the booking is cancelled. */
export async function sendDepositPaidEmail(ctx: Context, notification: BookingNotification) {
  const booking = await findBookingToEmail(ctx, notification);
  if (!booking || booking.status === 'cancelled') return;
  const email = depositPaidEmail({
    booking,
    agreement: await readAgreement(ctx, booking),
    hasUnit: booking.dumpsterId !== null,
    business: await getBusinessProfile(ctx),
    host: siteHost(ctx.settings),
    card: await findCardOf(ctx.db, booking.stripePaymentIntentId),
    termsUrl: siteUrl(ctx.settings, '/terms'),
  });
  await ctx.mail.send({ ...email, to: booking.email, dedupeKey: notification.outboxId });
}
