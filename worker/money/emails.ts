import type { Context } from '#worker/base/context.ts';
import { balanceChargedEmail } from '#worker/notify/email/balance-charged.ts';
import { readEmailBusiness } from '#worker/notify/email/business.ts';
import { siteUrl } from '#worker/notify/email/layout.ts';
import { refundMadeEmail } from '#worker/notify/email/refund-made.ts';
import { type MoneyAlert, moneyAlertEmail } from '#worker/notify/email/staff-alerts.ts';
import { readBilledPrice } from '#worker/rental/dump-tickets/billed-price.ts';
import { readTicketPhotos } from '#worker/rental/dump-tickets/ticket-photos.ts';
import {
  type BookingNotification,
  findBookingToEmail,
  getNotificationSubject,
  getNotifiedBooking,
} from '#worker/rental/notification-subject.ts';
import { findAlertedAmount, findCharge, sumRefund } from './notification-repo.ts';

/** E-mails the customer about a charge after the deposit; the `subject` is its intent. */
export async function sendBalanceChargedEmail(ctx: Context, notification: BookingNotification) {
  const { bookingId, outboxId } = notification;
  const charge = await findCharge(ctx.db, { id: getNotificationSubject(notification), bookingId });
  if (!charge) throw new Error(`Outbox row ${outboxId} names a charge that is not in the ledger`);
  const booking = await findBookingToEmail(ctx, notification);
  if (!booking) return;
  const photos = await readTicketPhotos(ctx, bookingId);
  const email = balanceChargedEmail({
    booking,
    photos,
    price: await readBilledPrice(ctx, booking),
    ...charge,
    business: await readEmailBusiness(ctx),
  });
  await ctx.mail.send({ ...email, to: booking.email, dedupeKey: outboxId, images: photos });
}

/** E-mails the customer about a refund; sends nothing if all of it failed. The `subject` is the id of the operation. */
export async function sendRefundMadeEmail(ctx: Context, notification: BookingNotification) {
  const { bookingId, outboxId } = notification;
  const refund = await sumRefund(ctx.db, {
    operationId: Number(getNotificationSubject(notification)),
    bookingId,
  });
  if (refund.succeeded + refund.pending === 0) return;
  const booking = await findBookingToEmail(ctx, notification);
  if (!booking) return;
  const email = refundMadeEmail({ booking, refund, business: await readEmailBusiness(ctx) });
  await ctx.mail.send({ ...email, to: booking.email, dedupeKey: outboxId });
}

/** E-mails the business about a dispute, a failed refund or a fraud warning; `subject` is its Stripe id. */
export async function sendMoneyAlertEmail(ctx: Context, notification: BookingNotification, kind: MoneyAlert) {
  const { bookingId, outboxId } = notification;
  const stripeId = getNotificationSubject(notification);
  const amount = await findAlertedAmount(ctx.db, { kind, id: stripeId, bookingId });
  const business = await readEmailBusiness(ctx);
  const email = moneyAlertEmail(kind, {
    booking: await getNotifiedBooking(ctx, notification),
    amount,
    stripeId,
    url: siteUrl(ctx.settings, `/admin/bookings/${bookingId}`),
    business,
  });
  await ctx.mail.send({ ...email, to: business.email, dedupeKey: outboxId });
}
