import { ATTEMPT_REASON_LABELS, ATTEMPT_REASONS } from '#domain/dispatch/driver-actions.ts';
import { JOB_LABELS, JOB_TYPES } from '#domain/jobs/jobs.ts';
import type { Context } from '#worker/base/context.ts';
import { findNames } from '#worker/base/history/repo.ts';
import { readEmailBusiness } from '#worker/notify/email/business.ts';
import { siteUrl } from '#worker/notify/email/layout.ts';
import { stopAttemptedEmail } from '#worker/notify/email/staff-alerts.ts';
import {
  type BookingNotification,
  getNotificationSubject,
  getNotifiedBooking,
} from '#worker/rental/notification-subject.ts';
import { findLogRow, findStopType } from './actions/log-repo.ts';

/** E-mails the business that a driver could not complete a stop. The subject of the notification is the action. */
export async function sendStopAttemptedEmail(ctx: Context, notification: BookingNotification) {
  const booking = await getNotifiedBooking(ctx, notification);
  const actionId = getNotificationSubject(notification);
  const action = await findLogRow(ctx.db, actionId);
  if (!action) throw new Error(`Outbox row ${notification.outboxId} names an action that is not stored`);
  const [stopType, names, business] = await Promise.all([
    findStopType(ctx.db, action.stopId),
    findNames(ctx.db, action.driverId),
    readEmailBusiness(ctx),
  ]);
  const jobType = JOB_TYPES.find((type) => type === stopType);
  // A removal of personal data empties the payload.
  const reason = ATTEMPT_REASONS.find((one) => one === action.payload.reason) ?? 'other';
  const email = stopAttemptedEmail({
    booking,
    job: jobType ? JOB_LABELS[jobType] : 'Stop',
    driver: names?.name ?? 'The driver',
    reason: ATTEMPT_REASON_LABELS[reason],
    notes: typeof action.payload.note === 'string' ? action.payload.note : '',
    url: siteUrl(ctx.settings, `/admin/bookings/${booking.id}`),
    business,
  });
  await ctx.mail.send({ ...email, to: business.email, dedupeKey: notification.outboxId });
}
