import type { Context } from '#worker/context.ts';
import { businessOf } from '#worker/mail/business.ts';
import { depositPaidLetter } from '#worker/mail/deposit-paid.ts';
import { type BookingNotice, noticedBooking } from './noticed.ts';

/** Tells a customer that the deposit has arrived, of the booking as it is now; nothing once it is cancelled. */
export async function confirmBooking(ctx: Context, notice: BookingNotice) {
  const booking = await noticedBooking(ctx, notice);
  if (booking.status === 'cancelled') return;
  const letter = depositPaidLetter({
    booking,
    hasUnit: booking.dumpsterId !== null,
    business: businessOf(ctx.settings),
    host: new URL(ctx.settings.publicUrl).hostname,
  });
  await ctx.mail.send({ ...letter, to: booking.email, cause: notice.noticeId });
}
