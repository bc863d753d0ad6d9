import { LINK_HOURS } from '#domain/money/deposit-links.ts';
import { STATUS_EMAIL_DELAY_SECONDS } from '#domain/rental/bookings.ts';
import { dayAt } from '#domain/shared/days.ts';
import type { Context } from '#worker/base/context.ts';
import { commit, unlessGuarded } from '#worker/base/db/commit.ts';
import { insertBookingChange } from '#worker/base/history/events-repo.ts';
import { describeError } from '#worker/base/platform/log.ts';
import { daysFollowing } from '#worker/bookings/days.ts';
import { replaceStatusEmail } from '#worker/bookings/emails-repo.ts';
import { enqueueOutboxRow } from '#worker/notify/outbox/enqueue.ts';
import { insertBookingNotification } from '#worker/notify/outbox/repo.ts';
import { getBooking } from '#worker/rental/service.ts';
import { clearCancelsBooking, isReleasable, listEndedLinks, markReleased } from './release-repo.ts';

const BATCH_SIZE = 50;
/** A link that is sent late in the evening for the same day ends after midnight; an hour for the cron to find it. */
const AFTER_DAY_MS = (LINK_HOURS.min + 1) * 60 * 60_000;

/**
 * Cancels the bookings whose payment link was not paid until its end; their days are free again, and customer and
 * business get an e-mail. A link that ended before, for example because the price changed, counts until its end, too.
 * Call it after the links have ended at Stripe: until then the customer can pay.
 */
export async function releaseUnpaidBookings(ctx: Context) {
  const counts = { released: 0, notReleased: 0 };
  for (const link of await listEndedLinks(ctx.db, { nowMs: ctx.now(), limit: BATCH_SIZE })) {
    try {
      if (await release(ctx, link)) counts.released += 1;
    } catch (error) {
      counts.notReleased += 1;
      ctx.log.error('booking_not_released', { bookingId: link.bookingId, ...describeError(error) });
    }
  }
  return counts;
}

/** False: the booking stays, for example because it was paid in another way. */
async function release(
  ctx: Context,
  link: { id: string; bookingId: number; amount: number },
): Promise<boolean> {
  const { db } = ctx;
  const { bookingId } = link;
  const record = await getBooking(ctx, bookingId);
  const nowMs = ctx.now();
  const [emailId, alertId] = [ctx.newId(), ctx.newId()];
  const alert = {
    id: alertId,
    kind: 'booking-released' as const,
    bookingId,
    subject: link.id,
    createdAt: nowMs,
  };
  const released = commit(ctx, {
    guards: { releasable: isReleasable(link, dayAt(nowMs - AFTER_DAY_MS, ctx.settings.timeZone)) },
    writes: {
      change: insertBookingChange(db, {
        bookingId,
        nowMs,
        actor: { type: 'system' },
        action: 'unpaid_cancelled',
        details: { amount: link.amount },
      }),
      days: daysFollowing(ctx, record, { status: 'cancelled' }),
      emails: [
        ...replaceStatusEmail(ctx, record, { emailId, status: 'cancelled' }),
        insertBookingNotification(db, alert),
      ],
      booking: markReleased(db, { bookingId, nowMs }),
      link: clearCancelsBooking(db, link.id),
    },
  });
  if (!(await unlessGuarded(['releasable'], released))) {
    await clearCancelsBooking(db, link.id);
    return false;
  }
  ctx.log.info('booking_released', { bookingId });
  await enqueueOutboxRow(ctx, emailId, { delaySeconds: STATUS_EMAIL_DELAY_SECONDS });
  await enqueueOutboxRow(ctx, alertId);
  return true;
}
