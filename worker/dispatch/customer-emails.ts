import type { WindowKind } from '#domain/dispatch/arrival-windows.ts';
import { JOB_TYPES } from '#domain/jobs/jobs.ts';
import { isOver } from '#domain/rental/bookings.ts';
import { formatTime, MINUTE_MS } from '#domain/shared/days.ts';
import type { Context } from '#worker/base/context.ts';
import type { InlineImage } from '#worker/base/platform/mail.ts';
import { findJob, type JobRow } from '#worker/bookings/jobs/repo.ts';
import { readEmailBusiness } from '#worker/notify/email/business.ts';
import {
  arrivalWindowEmail,
  onTheWayEmail,
  unitPickedUpEmail,
  unitPlacedEmail,
  visitMovedEmail,
} from '#worker/notify/email/route-visits.ts';
import { readFactSubject } from '#worker/notify/outbox/customer-facts.ts';
import { readEmailPhotos } from '#worker/rental/email-photos.ts';
import {
  type BookingNotification,
  findBookingToEmail,
  getNotificationSubject,
} from '#worker/rental/notification-subject.ts';
import { readRoute } from './board.ts';
import {
  findPlacementPhoto,
  findUnsettledUnits,
  findVisit,
  isReportedByDriver,
  listUnitNumbers,
} from './customer-repo.ts';
import { isVisitPlanned, listWindowsOfJob } from './windows-repo.ts';

/**
 * E-mails the customer that the driver is on the way, with the arrival as the board computes it. Not sent once the driver
 * has arrived or should have arrived, and not for a stop that was taken off its route.
 */
export async function sendOnTheWayEmail(ctx: Context, notification: BookingNotification) {
  const booking = await findBookingToEmail(ctx, notification);
  if (!booking || isOver(booking.status)) return;
  const arrival = await findArrivalOnTheWay(ctx, readFactSubject(getNotificationSubject(notification)).id);
  if (!arrival) return;
  const email = onTheWayEmail({
    booking,
    job: arrival.job,
    about: formatTime(arrival.atMs, ctx.settings.timeZone),
    business: await readEmailBusiness(ctx),
  });
  await ctx.mail.send({ ...email, to: booking.email, dedupeKey: notification.outboxId });
}

const FIVE_MINUTES_MS = 5 * MINUTE_MS;

/** The job of a stop to which a driver is on the way, and the arrival to five minutes; null when it is past. */
export async function findArrivalOnTheWay(ctx: Context, stopId: number) {
  const visit = await findVisit(ctx.db, stopId);
  const job = JOB_TYPES.find((type) => type === visit?.type);
  if (!job || visit?.status !== 'in_transit' || visit.actualArrival !== null) return null;
  const { stops } = await readRoute(ctx, visit.routeId);
  const arrivalMs = Date.parse(stops.find(({ id }) => id === stopId)?.arrival ?? '');
  if (!(arrivalMs > ctx.now())) return null;
  return { job, atMs: Math.round(arrivalMs / FIVE_MINUTES_MS) * FIVE_MINUTES_MS };
}

/**
 * E-mails the customer the arrival window of a job on a day, or its change. Not sent when it is past, and not when no
 * published route of that day visits the customer any more.
 */
export async function sendArrivalWindowEmail(
  ctx: Context,
  notification: BookingNotification,
  kind: WindowKind,
) {
  const booking = await findBookingToEmail(ctx, notification);
  if (!booking || isOver(booking.status)) return;
  const { id: jobId, day } = readFactSubject(getNotificationSubject(notification));
  const windows = await listWindowsOfJob(ctx.db, { jobId, day });
  const window = windows.find((one) => one.kind === kind);
  const job = await findJob(ctx.db, jobId);
  if (!window || !job || window.toMs <= ctx.now() || !(await isVisitPlanned(ctx.db, { jobId, day }))) return;
  const email = arrivalWindowEmail({
    booking,
    job: job.type,
    day,
    today: ctx.today(),
    window,
    former: kind === 'changed' ? (windows[0] ?? null) : null,
    timeZone: ctx.settings.timeZone,
    business: await readEmailBusiness(ctx),
  });
  await ctx.mail.send({ ...email, to: booking.email, dedupeKey: notification.outboxId });
}

/** E-mails the customer that a visit moved to another day. Not sent when it moved again, is over, or the day is past. */
export async function sendVisitMovedEmail(ctx: Context, notification: BookingNotification) {
  const booking = await findBookingToEmail(ctx, notification);
  if (!booking || isOver(booking.status)) return;
  const { id, day } = readFactSubject(getNotificationSubject(notification));
  const job = await findJob(ctx.db, id);
  if (job?.dueDay !== day || day < ctx.today() || job.status === 'done' || job.status === 'cancelled') return;
  const business = await readEmailBusiness(ctx);
  const email = visitMovedEmail({ booking, job: job.type, day, business });
  await ctx.mail.send({ ...email, to: booking.email, dedupeKey: notification.outboxId });
}

/**
 * E-mails the customer that the unit is placed, or exchanged, with the driver's photo of it and the last day. Not sent
 * when the job is open again, or the unit was picked up by then.
 */
export async function sendUnitPlacedEmail(ctx: Context, notification: BookingNotification) {
  const booking = await findBookingToEmail(ctx, notification);
  if (!booking || isOver(booking.status)) return;
  const job = await findJob(ctx.db, readFactSubject(getNotificationSubject(notification)).id);
  if (job?.status !== 'done' || job.doneAt === null) return;
  const isExchange = job.type === 'exchange';
  const photo = await readPlacementPhoto(ctx, job.id);
  const email = unitPlacedEmail({
    booking,
    isExchange,
    units: await unitsOfVisit(ctx, { ...job, isExchange }),
    placedAtMs: (await isReportedByDriver(ctx.db, job.id)) ? job.doneAt : null,
    photo,
    timeZone: ctx.settings.timeZone,
    business: await readEmailBusiness(ctx),
  });
  await ctx.mail.send({
    ...email,
    to: booking.email,
    dedupeKey: notification.outboxId,
    ...(photo && { images: [photo] }),
  });
}

/** E-mails the customer that the unit was picked up. Not sent when the job is open again, or the booking is cancelled. */
export async function sendUnitPickedUpEmail(ctx: Context, notification: BookingNotification) {
  const booking = await findBookingToEmail(ctx, notification);
  if (!booking || booking.status === 'cancelled') return;
  const job = await findJob(ctx.db, readFactSubject(getNotificationSubject(notification)).id);
  if (job?.status !== 'done' || job.doneAt === null) return;
  const email = unitPickedUpEmail({
    booking,
    doneAtMs: (await isReportedByDriver(ctx.db, job.id)) ? job.doneAt : null,
    timeZone: ctx.settings.timeZone,
    business: await readEmailBusiness(ctx),
  });
  await ctx.mail.send({ ...email, to: booking.email, dedupeKey: notification.outboxId });
}

type UnitsOfVisit = { brought: string | null; takenAway: string | null };

/**
 * The unit that was brought; after an exchange also the one that was taken away. Null for one that the office has not
 * settled.
 */
async function unitsOfVisit(
  ctx: Context,
  {
    id,
    bookingId,
    isExchange,
    unitNumber,
  }: Pick<JobRow, 'id' | 'bookingId' | 'unitNumber'> & { isExchange: boolean },
): Promise<UnitsOfVisit> {
  const unsettled = await findUnsettledUnits(ctx.db, id);
  const brought = unsettled.isBroughtUnsettled ? null : unitNumber;
  if (!isExchange || unitNumber === null || unsettled.isCollectedUnsettled)
    return { brought, takenAway: null };
  const numbers = await listUnitNumbers(ctx.db, bookingId);
  const index = numbers.lastIndexOf(unitNumber);
  return { brought, takenAway: index > 0 ? (numbers[index - 1] ?? null) : null };
}

/** For an e-mail; null without a photo, or when it is too large or was deleted. */
async function readPlacementPhoto(ctx: Context, jobId: number): Promise<InlineImage | null> {
  const row = await findPlacementPhoto(ctx.db, jobId);
  const [photo = null] = row ? await readEmailPhotos(ctx, [row], 'placement') : [];
  return photo;
}
