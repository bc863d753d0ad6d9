import { type BookingStatus, isOver } from '#domain/bookings.ts';
import { type Day, dayAt } from '#domain/days.ts';
import { rentalEnd } from '#domain/rental.ts';
import {
  type BookingNotification,
  findBookingToEmail,
  getNotifiedBooking,
} from '#worker/booking-records/notification-subject.ts';
import type { BookingRecord } from '#worker/booking-records/repo.ts';
import type { Context } from '#worker/context.ts';
import { businessOf, siteUrl } from '#worker/notifications/email/layout.ts';
import {
  bookingReminderEmail,
  deliveryReminderEmail,
  returnReminderEmail,
} from '#worker/notifications/email/rental-reminders.ts';
import { rentalOverdueEmail, stillPendingEmail } from '#worker/notifications/email/staff-alerts.ts';

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
  const email = deliveryReminderEmail({ booking, today, isScheduled, business: businessOf(ctx.settings) });
  await ctx.mail.send({ ...email, to: booking.email, dedupeKey: notification.outboxId });
}

const AWAITS_DELIVERY: readonly BookingStatus[] = ['pending', 'confirmed'];

/** Sent the day before a rental ends; not sent once it is over or past. */
export async function sendReturnReminderEmail(ctx: Context, notification: BookingNotification) {
  const booking = await findBookingToEmail(ctx, notification);
  const today = ctx.today();
  if (!booking || isOver(booking.status) || lastDayOf(booking) < today) return;
  const email = returnReminderEmail({ booking, today, business: businessOf(ctx.settings) });
  await ctx.mail.send({ ...email, to: booking.email, dedupeKey: notification.outboxId });
}

/** The reminder that staff request; not sent once the booking is over. */
export async function sendBookingReminderEmail(ctx: Context, notification: BookingNotification) {
  const booking = await findBookingToEmail(ctx, notification);
  if (!booking || isOver(booking.status)) return;
  const email = bookingReminderEmail({ booking, business: businessOf(ctx.settings) });
  await ctx.mail.send({ ...email, to: booking.email, dedupeKey: notification.outboxId });
}

/** E-mails the business about a booking that is not confirmed yet. */
export async function sendStillPendingEmail(ctx: Context, notification: BookingNotification) {
  const booking = await getNotifiedBooking(ctx, notification);
  if (booking.status !== 'pending') return;
  const bookedOn = dayAt(booking.createdAt, ctx.settings.timeZone);
  const email = stillPendingEmail({ ...staffWords(ctx, booking), bookedOn });
  await ctx.mail.send({ ...email, to: ctx.settings.businessEmail, dedupeKey: notification.outboxId });
}

/** E-mails the business about a rental past its end. */
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
