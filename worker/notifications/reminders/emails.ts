import { type BookingStatus, isOver } from '#domain/bookings.ts';
import { type Day, dayAt } from '#domain/days.ts';
import { rentalEnd } from '#domain/rental.ts';
import {
  type BookingNotification,
  getNotifiedBooking,
} from '#worker/booking-records/notification-subject.ts';
import type { BookingRecord } from '#worker/booking-records/repo.ts';
import type { Context } from '#worker/context.ts';
import { businessOf, siteUrl } from '#worker/notifications/email/business.ts';
import {
  bookingReminderEmail,
  deliveryReminderEmail,
  returnReminderEmail,
} from '#worker/notifications/email/rental-reminders.ts';
import { rentalOverdueEmail, stillPendingEmail } from '#worker/notifications/email/staff-alerts.ts';

/** A mail may go out long after it was asked for: each is written of the booking as it is now, or not at all. */

/** The day before a delivery; nothing once it is on its way, over or past. */
export async function sendDeliveryReminderEmail(ctx: Context, notification: BookingNotification) {
  const booking = await getNotifiedBooking(ctx, notification);
  const today = ctx.today();
  if (!AWAITS_DELIVERY.includes(booking.status) || booking.deliveryDate < today) return;
  const isSettled = booking.status === 'confirmed' && booking.dumpsterId !== null;
  const email = deliveryReminderEmail({ booking, today, isSettled, business: businessOf(ctx.settings) });
  await ctx.mail.send({ ...email, to: booking.email, dedupeKey: notification.outboxId });
}

const AWAITS_DELIVERY: readonly BookingStatus[] = ['pending', 'confirmed'];

/** The day before a rental ends; nothing once it is over or past. */
export async function sendReturnReminderEmail(ctx: Context, notification: BookingNotification) {
  const booking = await getNotifiedBooking(ctx, notification);
  const today = ctx.today();
  if (isOver(booking.status) || lastDayOf(booking) < today) return;
  const email = returnReminderEmail({ booking, today, business: businessOf(ctx.settings) });
  await ctx.mail.send({ ...email, to: booking.email, dedupeKey: notification.outboxId });
}

/** What staff sent by hand; nothing once the booking is over. */
export async function sendBookingReminderEmail(ctx: Context, notification: BookingNotification) {
  const booking = await getNotifiedBooking(ctx, notification);
  if (isOver(booking.status)) return;
  const email = bookingReminderEmail({ booking, business: businessOf(ctx.settings) });
  await ctx.mail.send({ ...email, to: booking.email, dedupeKey: notification.outboxId });
}

/** To the business: a booking that is not confirmed yet. */
export async function sendStillPendingEmail(ctx: Context, notification: BookingNotification) {
  const booking = await getNotifiedBooking(ctx, notification);
  if (booking.status !== 'pending') return;
  const bookedOn = dayAt(booking.createdAt, ctx.settings.timeZone);
  const email = stillPendingEmail({ ...staffWords(ctx, booking), bookedOn });
  await ctx.mail.send({ ...email, to: ctx.settings.businessEmail, dedupeKey: notification.outboxId });
}

/** To the business: a rental past its end. */
export async function sendRentalOverdueEmail(ctx: Context, notification: BookingNotification) {
  const booking = await getNotifiedBooking(ctx, notification);
  if (isOver(booking.status)) return;
  const email = rentalOverdueEmail(staffWords(ctx, booking));
  await ctx.mail.send({ ...email, to: ctx.settings.businessEmail, dedupeKey: notification.outboxId });
}

function staffWords(ctx: Context, booking: BookingRecord) {
  const url = siteUrl(ctx.settings, `/admin/bookings/${booking.id}`);
  return { booking, url, today: ctx.today(), business: businessOf(ctx.settings) };
}

function lastDayOf({ rentalType, deliveryDate }: BookingRecord): Day {
  return rentalEnd(rentalType, deliveryDate);
}
