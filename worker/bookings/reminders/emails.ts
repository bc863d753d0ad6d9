import { type BookingStatus, isOver } from '#domain/rental/bookings.ts';
import { dayAt } from '#domain/shared/days.ts';
import type { Context } from '#worker/base/context.ts';
import { readAgreement } from '#worker/catalog/agreement.ts';
import { readEmailBusiness } from '#worker/notify/email/business.ts';
import { siteUrl } from '#worker/notify/email/layout.ts';
import {
  bookingReminderEmail,
  deliveryReminderEmail,
  rentalLateEmail,
  returnReminderEmail,
} from '#worker/notify/email/rental-reminders.ts';
import { newBookingEmail, overdueDigestEmail, stillPendingEmail } from '#worker/notify/email/staff-alerts.ts';
import type { OutboxRow } from '#worker/notify/outbox/repo.ts';
import {
  type BookingNotification,
  findBookingToEmail,
  getNotificationSubject,
  getNotifiedBooking,
  type NotifiedBooking,
} from '#worker/rental/notification-subject.ts';
import { listOrder } from '#worker/rental/order-repo.ts';
import { listOverdueRentals } from './repo.ts';

/**
 * Sent the day before a delivery. An e-mail can be sent late, so each uses the current booking; this one is not sent
 * once the delivery is on its way, over or past.
 */
export async function sendDeliveryReminderEmail(ctx: Context, notification: BookingNotification) {
  const booking = await findBookingToEmail(ctx, notification);
  const today = ctx.today();
  if (!booking) return;
  if (!AWAITS_DELIVERY.includes(booking.status) || booking.deliveryDate < today) return;
  const isScheduled = booking.status === 'confirmed' && booking.dumpsterId !== null;
  const email = deliveryReminderEmail({
    booking,
    today,
    isScheduled,
    business: await readEmailBusiness(ctx),
  });
  await ctx.mail.send({ ...email, to: booking.email, dedupeKey: notification.outboxId });
}

const AWAITS_DELIVERY: readonly BookingStatus[] = ['pending', 'confirmed'];

/** Sent the day before a rental ends; not sent once it is over or past. */
export async function sendReturnReminderEmail(ctx: Context, notification: BookingNotification) {
  const booking = await findBookingToEmail(ctx, notification);
  const today = ctx.today();
  if (!booking || isOver(booking.status) || booking.endDate < today) return;
  const email = returnReminderEmail({
    booking,
    today,
    agreement: await readAgreement(ctx, booking),
    business: await readEmailBusiness(ctx),
  });
  await ctx.mail.send({ ...email, to: booking.email, dedupeKey: notification.outboxId });
}

/** The reminder that staff request; not sent once the booking is over. */
export async function sendBookingReminderEmail(ctx: Context, notification: BookingNotification) {
  const booking = await findBookingToEmail(ctx, notification);
  if (!booking || isOver(booking.status)) return;
  const email = bookingReminderEmail({ booking, business: await readEmailBusiness(ctx) });
  await ctx.mail.send({ ...email, to: booking.email, dedupeKey: notification.outboxId });
}

/** E-mails the business about a new booking. */
export async function sendNewBookingEmail(ctx: Context, notification: BookingNotification) {
  const booking = await getNotifiedBooking(ctx, notification);
  const words = await staffWords(ctx, booking);
  const order = (await listOrder(ctx.db, booking)).map(({ id }) => id);
  const email = newBookingEmail({ ...words, order });
  await ctx.mail.send({ ...email, to: words.business.email, dedupeKey: notification.outboxId });
}

/** E-mails the business about a booking that is not confirmed yet. */
export async function sendStillPendingEmail(ctx: Context, notification: BookingNotification) {
  const booking = await getNotifiedBooking(ctx, notification);
  if (booking.status !== 'pending') return;
  const bookedOn = dayAt(booking.createdAt, ctx.settings.timeZone);
  const words = await staffWords(ctx, booking);
  const email = stillPendingEmail({ ...words, bookedOn });
  await ctx.mail.send({ ...email, to: words.business.email, dedupeKey: notification.outboxId });
}

/** A day has at most this many overdue rentals in its e-mail; the others are counted. */
const MAX_LISTED = 50;

/** E-mails the business the rentals that the list 'Overdue' has when the e-mail is sent. */
export async function sendOverdueDigest(ctx: Context, { id }: OutboxRow) {
  const today = ctx.today();
  const rentals = await listOverdueRentals(ctx.db, { today, limit: MAX_LISTED + 1 });
  if (rentals.length === 0) return;
  const business = await readEmailBusiness(ctx);
  const email = overdueDigestEmail({
    rentals: rentals.slice(0, MAX_LISTED),
    hasMore: rentals.length > MAX_LISTED,
    today,
    url: siteUrl(ctx.settings, '/admin/bookings?work=overdue'),
    business,
  });
  await ctx.mail.send({ ...email, to: business.email, dedupeKey: id });
}

/** E-mails a customer whose dumpster is still there after the agreed days; not sent once they are longer or it is gone. */
export async function sendRentalLateEmail(ctx: Context, notification: BookingNotification) {
  const booking = await findBookingToEmail(ctx, notification);
  if (!booking || isOver(booking.status) || booking.siteStatus !== 'on_site') return;
  if (booking.endDate !== getNotificationSubject(notification)) return;
  const email = rentalLateEmail({
    booking,
    agreement: await readAgreement(ctx, booking),
    business: await readEmailBusiness(ctx),
  });
  await ctx.mail.send({ ...email, to: booking.email, dedupeKey: notification.outboxId });
}

async function staffWords(ctx: Context, booking: NotifiedBooking) {
  const url = siteUrl(ctx.settings, `/admin/bookings/${booking.id}`);
  return { booking, url, today: ctx.today(), business: await readEmailBusiness(ctx) };
}
