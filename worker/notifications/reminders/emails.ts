import { type BookingStatus, isOver } from '#domain/bookings.ts';
import { type Day, dayAt } from '#domain/days.ts';
import { rentalEnd } from '#domain/rental.ts';
import { type BookingNotice, noticedBooking } from '#worker/booking-records/notification-subject.ts';
import type { BookingRecord } from '#worker/booking-records/repo.ts';
import type { Context } from '#worker/context.ts';
import { businessOf, siteUrl } from '#worker/notifications/email/business.ts';
import {
  bookingReminderLetter,
  deliveryReminderLetter,
  returnReminderLetter,
} from '#worker/notifications/email/rental-reminders.ts';
import { rentalOverdueLetter, stillPendingLetter } from '#worker/notifications/email/staff-alerts.ts';

/** A mail may go out long after it was asked for: each is written of the booking as it is now, or not at all. */

/** The day before a delivery; nothing once it is on its way, over or past. */
export async function remindOfDelivery(ctx: Context, notice: BookingNotice) {
  const booking = await noticedBooking(ctx, notice);
  const today = ctx.today();
  if (!AWAITS_DELIVERY.includes(booking.status) || booking.deliveryDate < today) return;
  const isSettled = booking.status === 'confirmed' && booking.dumpsterId !== null;
  const letter = deliveryReminderLetter({ booking, today, isSettled, business: businessOf(ctx.settings) });
  await ctx.mail.send({ ...letter, to: booking.email, cause: notice.noticeId });
}

const AWAITS_DELIVERY: readonly BookingStatus[] = ['pending', 'confirmed'];

/** The day before a rental ends; nothing once it is over or past. */
export async function remindOfReturn(ctx: Context, notice: BookingNotice) {
  const booking = await noticedBooking(ctx, notice);
  const today = ctx.today();
  if (isOver(booking.status) || lastDayOf(booking) < today) return;
  const letter = returnReminderLetter({ booking, today, business: businessOf(ctx.settings) });
  await ctx.mail.send({ ...letter, to: booking.email, cause: notice.noticeId });
}

/** What staff sent by hand; nothing once the booking is over. */
export async function remindOfBooking(ctx: Context, notice: BookingNotice) {
  const booking = await noticedBooking(ctx, notice);
  if (isOver(booking.status)) return;
  const letter = bookingReminderLetter({ booking, business: businessOf(ctx.settings) });
  await ctx.mail.send({ ...letter, to: booking.email, cause: notice.noticeId });
}

/** To the business: a booking that nobody has confirmed. */
export async function remindOfPending(ctx: Context, notice: BookingNotice) {
  const booking = await noticedBooking(ctx, notice);
  if (booking.status !== 'pending') return;
  const bookedOn = dayAt(booking.createdAt, ctx.settings.timeZone);
  const letter = stillPendingLetter({ ...staffWords(ctx, booking), bookedOn });
  await ctx.mail.send({ ...letter, to: ctx.settings.businessEmail, cause: notice.noticeId });
}

/** To the business: a rental past its end. */
export async function remindOfOverdue(ctx: Context, notice: BookingNotice) {
  const booking = await noticedBooking(ctx, notice);
  if (isOver(booking.status)) return;
  const letter = rentalOverdueLetter(staffWords(ctx, booking));
  await ctx.mail.send({ ...letter, to: ctx.settings.businessEmail, cause: notice.noticeId });
}

function staffWords(ctx: Context, booking: BookingRecord) {
  const url = siteUrl(ctx.settings, `/admin/bookings/${booking.id}`);
  return { booking, url, today: ctx.today(), business: businessOf(ctx.settings) };
}

function lastDayOf({ rentalType, deliveryDate }: BookingRecord): Day {
  return rentalEnd(rentalType, deliveryDate);
}
