import type { Context } from '#worker/context.ts';
import { depositPaidLetter } from '#worker/mail/deposit-paid.ts';
import { findRecord } from './records-repo.ts';

/** Tells a customer that the deposit has arrived, of the booking as it is now; nothing once it is cancelled. */
export async function confirmBooking(
  ctx: Context,
  { bookingId, noticeId }: { bookingId: number; noticeId: string },
) {
  const booking = await findRecord(ctx.db, bookingId);
  if (!booking) throw new Error(`Notice ${noticeId} is about no booking`);
  if (booking.status === 'cancelled') return;
  const { publicUrl, businessName: name, businessPhone: phone, businessEmail: email } = ctx.settings;
  const letter = depositPaidLetter({
    booking,
    hasUnit: booking.dumpsterId !== null,
    business: { name, phone, email },
    host: new URL(publicUrl).hostname,
  });
  await ctx.mail.send({ ...letter, to: booking.email, cause: noticeId });
}
