import {
  type BookingNotice,
  noticedBooking,
  subjectOf,
} from '#worker/booking-records/notification-subject.ts';
import type { Context } from '#worker/context.ts';
import { listCountedFees } from '#worker/dump-fees/repo.ts';
import { balanceChargedLetter } from '#worker/notifications/email/balance-charged.ts';
import { businessOf, siteUrl } from '#worker/notifications/email/business.ts';
import { refundMadeLetter } from '#worker/notifications/email/refund-made.ts';
import { type MoneyAlert, moneyAlertLetter } from '#worker/notifications/email/staff-alerts.ts';
import { findAlertedAmount, findCharge, sumRefund } from './notification-repo.ts';

/** Tells a customer of a charge after the deposit; `about` is its intent. */
export async function tellOfCharge(ctx: Context, notice: BookingNotice) {
  const { bookingId, noticeId } = notice;
  const charge = await findCharge(ctx.db, { id: subjectOf(notice), bookingId });
  if (!charge) throw new Error(`Notice ${noticeId} is about no charge`);
  const booking = await noticedBooking(ctx, notice);
  const letter = balanceChargedLetter({
    booking,
    tickets: await listCountedFees(ctx.db, bookingId),
    ...charge,
    business: businessOf(ctx.settings),
  });
  await ctx.mail.send({ ...letter, to: booking.email, cause: noticeId });
}

/** Tells a customer what a refund has moved; nothing where all of it failed. `about` is the operation's number. */
export async function tellOfRefund(ctx: Context, notice: BookingNotice) {
  const { bookingId, noticeId } = notice;
  const refund = await sumRefund(ctx.db, { operationId: Number(subjectOf(notice)), bookingId });
  if (refund.succeeded + refund.pending === 0) return;
  const booking = await noticedBooking(ctx, notice);
  const letter = refundMadeLetter({ booking, refund, business: businessOf(ctx.settings) });
  await ctx.mail.send({ ...letter, to: booking.email, cause: noticeId });
}

/** Tells the business of money that does not do what it was told; `about` is Stripe's id of it. */
export async function alertOfMoney(ctx: Context, notice: BookingNotice, kind: MoneyAlert) {
  const { bookingId, noticeId } = notice;
  const stripeId = subjectOf(notice);
  const amount = await findAlertedAmount(ctx.db, { kind, id: stripeId, bookingId });
  const letter = moneyAlertLetter(kind, {
    booking: await noticedBooking(ctx, notice),
    amount,
    stripeId,
    url: siteUrl(ctx.settings, `/admin/bookings/${bookingId}`),
    business: businessOf(ctx.settings),
  });
  await ctx.mail.send({ ...letter, to: ctx.settings.businessEmail, cause: noticeId });
}
