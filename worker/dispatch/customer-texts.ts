import type { WindowKind } from '#domain/dispatch/arrival-windows.ts';
import { JOB_LABELS } from '#domain/jobs/jobs.ts';
import { isOver } from '#domain/rental/bookings.ts';
import { formatDay, formatTime, HOUR_MS } from '#domain/shared/days.ts';
import { textBody } from '#domain/shared/texts.ts';
import { getBusinessProfile } from '#worker/base/business/profile.ts';
import type { Context } from '#worker/base/context.ts';
import { findJob } from '#worker/bookings/jobs/repo.ts';
import { readFactSubject } from '#worker/notify/outbox/customer-facts.ts';
import type { TextDraft, UnsentText } from '#worker/notify/texts/send.ts';
import {
  type BookingNotification,
  getNotificationSubject,
  getNotifiedBooking,
} from '#worker/rental/notification-subject.ts';
import { findArrivalOnTheWay } from './customer-emails.ts';
import { isVisitPlanned, listWindowsOfJob } from './windows-repo.ts';

const CANCELLED: UnsentText = { dropReason: 'the booking is over' };
const PAST: UnsentText = { dropReason: 'the driver has arrived, or is no longer on the way' };
const UNPLANNED: UnsentText = { dropReason: 'the visit is no longer planned' };
const UNDONE: UnsentText = { dropReason: 'the job is open again' };
/** After a day the customer has seen the dumpster, so the text is dropped. */
const PLACED_HOURS = 24;

/** 'Your driver is on the way, about 10:40 AM.' Only until the arrival. */
export async function writeOnTheWayText(
  ctx: Context,
  notification: BookingNotification,
): Promise<TextDraft | UnsentText> {
  const booking = await getNotifiedBooking(ctx, notification);
  if (isOver(booking.status)) return CANCELLED;
  const arrival = await findArrivalOnTheWay(ctx, readFactSubject(getNotificationSubject(notification)).id);
  if (!arrival) return PAST;
  const { name, phone } = await getBusinessProfile(ctx);
  const about = formatTime(arrival.atMs, ctx.settings.timeZone);
  const words = `Your driver is on the way for your ${JOB_LABELS[arrival.job].toLowerCase()}, about ${about}.`;
  return { phone: booking.phone, body: textBody(name, words, `Call ${phone}.`), untilMs: arrival.atMs };
}

/** 'Your delivery: Nov 24, 2026, between 9:30 AM and 11:30 AM.' Until the window begins. */
export async function writeArrivalWindowText(
  ctx: Context,
  notification: BookingNotification,
  kind: WindowKind,
): Promise<TextDraft | UnsentText> {
  const booking = await getNotifiedBooking(ctx, notification);
  if (isOver(booking.status)) return CANCELLED;
  const { id: jobId, day } = readFactSubject(getNotificationSubject(notification));
  const windows = await listWindowsOfJob(ctx.db, { jobId, day });
  const window = windows.find((one) => one.kind === kind);
  const job = await findJob(ctx.db, jobId);
  if (!window || !job || !(await isVisitPlanned(ctx.db, { jobId, day }))) return UNPLANNED;
  const { name, phone } = await getBusinessProfile(ctx);
  const { timeZone } = ctx.settings;
  const between = `between ${formatTime(window.fromMs, timeZone)} and ${formatTime(window.toMs, timeZone)}`;
  const start = kind === 'changed' ? 'New time for your' : 'Your';
  const words = `${start} ${JOB_LABELS[job.type].toLowerCase()}: ${formatDay(day)}, ${between}.`;
  return { phone: booking.phone, body: textBody(name, words, `Call ${phone}.`), untilMs: window.fromMs };
}

/** 'Your dumpster is in place. Last rental day: Dec 1, 2026.' */
export async function writePlacedText(
  ctx: Context,
  notification: BookingNotification,
): Promise<TextDraft | UnsentText> {
  const booking = await getNotifiedBooking(ctx, notification);
  if (isOver(booking.status)) return CANCELLED;
  const job = await findJob(ctx.db, readFactSubject(getNotificationSubject(notification)).id);
  if (job?.status !== 'done' || job.doneAt === null) return UNDONE;
  const { name } = await getBusinessProfile(ctx);
  const words = job.type === 'exchange' ? 'Your dumpster was exchanged.' : 'Your dumpster is in place.';
  return {
    phone: booking.phone,
    body: textBody(name, words, `Last rental day: ${formatDay(booking.endDate)}.`),
    untilMs: job.doneAt + PLACED_HOURS * HOUR_MS,
  };
}
