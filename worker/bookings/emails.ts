import { expectedTotalOf } from '#domain/catalog/quote.ts';
import type { Context } from '#worker/base/context.ts';
import { findEntry } from '#worker/base/history/repo.ts';
import { createRepeatLink } from '#worker/bookings/repeat-links/service.ts';
import { readAgreement } from '#worker/catalog/agreement.ts';
import { findPickupDue } from '#worker/fleet/jobs/repo.ts';
import { hasSentEndedLink } from '#worker/money/charges/repo.ts';
import { findCardOf } from '#worker/money/notification-repo.ts';
import { bookingChangedEmail } from '#worker/notify/email/booking-changed.ts';
import { bookingCancelledEmail, bookingConfirmedEmail } from '#worker/notify/email/booking-status.ts';
import { readEmailBusiness } from '#worker/notify/email/business.ts';
import { depositPaidEmail } from '#worker/notify/email/deposit-paid.ts';
import { finalPriceEmail } from '#worker/notify/email/final-price.ts';
import { siteHost, siteUrl } from '#worker/notify/email/layout.ts';
import { findOutboxRow } from '#worker/notify/outbox/repo.ts';
import { readCurrentQuote } from '#worker/rental/current-quote.ts';
import { readBilledPrice } from '#worker/rental/dump-tickets/billed-price.ts';
import { readTicketPhotos } from '#worker/rental/dump-tickets/ticket-photos.ts';
import {
  type BookingNotification,
  findBookingToEmail,
  getNotificationSubject,
  type NotifiedBooking,
} from '#worker/rental/notification-subject.ts';
import { listOrder } from '#worker/rental/order-repo.ts';
import { getBooking } from '#worker/rental/service.ts';
import { sumCancellationRefund } from './cancel/repo.ts';
import {
  findConfirmedEmailAt,
  hasUnsentCancelledEmail,
  storeConfirmedEmail,
  takeCalendarSequence,
} from './emails-repo.ts';

/** The e-mail about a cancellation fails for reasons that end within minutes. */
const CANCELLED_FIRST_MS = 60_000;

/**
 * E-mails the customer that the booking is confirmed. Sent once until it is cancelled, and only if its status is
 * confirmed. The e-mail about an earlier cancellation is sent first: until then this one waits.
 */
export async function sendBookingConfirmedEmail(
  ctx: Context,
  notification: BookingNotification,
  postpone: (until: { dueAt: number }) => void,
) {
  if (await hasUnsentCancelledEmail(ctx.db, notification.bookingId)) {
    postpone({ dueAt: ctx.now() + CANCELLED_FIRST_MS });
    return;
  }
  const sequence = await takeCalendarSequence(ctx.db, notification.bookingId);
  const booking = await findBookingToEmail(ctx, notification);
  if (booking?.status !== 'confirmed') return;
  if ((await findConfirmedEmailAt(ctx.db, booking.id)) !== null) return;
  const email = bookingConfirmedEmail({ booking, sequence, ...(await readFacts(ctx)) });
  await ctx.mail.send({ ...email, to: booking.email, dedupeKey: notification.outboxId });
  await storeConfirmedEmail(ctx.db, booking.id, ctx.now());
}

/**
 * E-mails the customer that the booking is cancelled, with a calendar file that removes the entry. Sent also if it was
 * reopened since then, but not by a retry of staff.
 */
export async function sendBookingCancelledEmail(ctx: Context, notification: BookingNotification) {
  const sequence = await takeCalendarSequence(ctx.db, notification.bookingId);
  const booking = await findBookingToEmail(ctx, notification);
  if (!booking) return;
  const isRetried = (await findOutboxRow(ctx.db, notification.outboxId))?.replayedAt != null;
  if (booking.status !== 'cancelled' && isRetried) return;
  const hasEndedLink = await hasSentEndedLink(ctx.db, booking.id);
  const agreement = await readAgreement(ctx, booking);
  const version = Number(getNotificationSubject(notification));
  const refund = await sumCancellationRefund(ctx.db, { bookingId: booking.id, version });
  const email = bookingCancelledEmail({
    booking,
    sequence,
    agreement,
    hasEndedLink,
    refund,
    pickupDay: booking.siteStatus === 'on_site' ? await findPickupDue(ctx.db, booking.id) : null,
    ...(await readFacts(ctx)),
  });
  await ctx.mail.send({ ...email, to: booking.email, dedupeKey: notification.outboxId });
}

/** E-mails the customer what a change of the booking changed. Sends nothing once the booking is cancelled. */
export async function sendBookingChangedEmail(ctx: Context, notification: BookingNotification) {
  const sequence = await takeCalendarSequence(ctx.db, notification.bookingId);
  const booking = await findBookingToEmail(ctx, notification);
  if (!booking || booking.status === 'cancelled') return;
  const version = Number(getNotificationSubject(notification));
  const entry = await findEntry(ctx.db, { subject: 'booking', subjectId: booking.id, version });
  const change = { before: entry?.before ?? {}, after: entry?.after ?? {} };
  const quote = await readCurrentQuote(ctx, await getBooking(ctx, booking.id));
  const price = { expectedTotal: expectedTotalOf(quote) };
  const email = bookingChangedEmail({ booking, sequence, change, ...price, ...(await readFacts(ctx)) });
  await ctx.mail.send({ ...email, to: booking.email, dedupeKey: notification.outboxId });
}

/** E-mails the customer the final price that staff set. Sends nothing once the booking is cancelled. */
export async function sendFinalPriceEmail(ctx: Context, notification: BookingNotification) {
  const booking = await findBookingToEmail(ctx, notification);
  if (!booking || booking.status === 'cancelled' || booking.finalPrice === null) return;
  const photos = await readTicketPhotos(ctx, booking.id);
  const email = finalPriceEmail({
    booking: { ...booking, finalPrice: booking.finalPrice },
    price: await readBilledPrice(ctx, booking),
    photos,
    business: await readEmailBusiness(ctx),
  });
  await ctx.mail.send({ ...email, to: booking.email, dedupeKey: notification.outboxId, images: photos });
}

async function readFacts(ctx: Context) {
  return {
    business: await readEmailBusiness(ctx),
    host: siteHost(ctx.settings),
    nowMs: ctx.now(),
    today: ctx.today(),
    timeZone: ctx.settings.timeZone,
  };
}

/**
 * E-mails the customer that the deposit or the whole price was paid, for all bookings of an order at once. Leaves out
 * bookings that are cancelled, and sends nothing once all are.
 */
export async function sendDepositPaidEmail(ctx: Context, notification: BookingNotification) {
  const named = await getBooking(ctx, notification.bookingId);
  const live = (await listOrder(ctx.db, named)).filter(({ isCancelled }) => !isCancelled);
  const order = await Promise.all(
    live.map(async (one) => ({ ...one, sequence: await takeCalendarSequence(ctx.db, one.id) })),
  );
  const [first] = order;
  if (!first) return;
  const booking = await findBookingToEmail(ctx, { ...notification, bookingId: first.id });
  if (!booking) return;
  const email = depositPaidEmail({
    booking,
    order,
    agreement: await readAgreement(ctx, booking),
    ...(await readFacts(ctx)),
    card: await findCardOf(ctx.db, booking.stripePaymentIntentId),
    termsUrl: siteUrl(ctx.settings, acceptedTermsPath(booking)),
    repeat: await createRepeatLink(ctx, booking),
  });
  await ctx.mail.send({ ...email, to: booking.email, dedupeKey: notification.outboxId });
}

/** The terms as the customer accepted them: the version, with the deposits of the booking's rate card. */
export function acceptedTermsPath({ termsVersion, rateCardId }: NotifiedBooking): string {
  if (termsVersion === null) return '/terms';
  return `/terms?${new URLSearchParams({ version: termsVersion, rateCardId: String(rateCardId) })}`;
}
