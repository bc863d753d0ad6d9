import type { Job } from '#contract/jobs.ts';
import { isOverdue, JOB_LABELS } from '#domain/jobs/jobs.ts';
import { statusByJob } from '#domain/jobs/transitions.ts';
import { isOver, STATUS_EMAIL_DELAY_SECONDS } from '#domain/rental/bookings.ts';
import { type Day, formatDay, isoInstant } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { describeError } from '#worker/base/platform/log.ts';
import { phoneFacts } from '#worker/base/platform/phone-numbers.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { changeBooking } from '#worker/bookings/change.ts';
import { loadLabels } from '#worker/catalog/labels.ts';
import { updateJobsOfBooking } from '#worker/fleet/jobs/repo.ts';
import { recordJobLocations } from '#worker/fleet/locations/jobs-repo.ts';
import { assignFreeUnit, extendDays } from '#worker/fleet/units/booking-days-repo.ts';
import { deleteUnsentFacts, insertCustomerFact, placedFact } from '#worker/notify/outbox/customer-facts.ts';
import { enqueueOutboxRow } from '#worker/notify/outbox/enqueue.ts';
import { updateUnitAttention } from '#worker/rental/attention-repo.ts';
import type { BookingRecord } from '#worker/rental/repo.ts';
import { jobDoneWrites } from './done.ts';
import { flagUnitNotBack } from './overdue-repo.ts';
import {
  findJob,
  isJobAt,
  type JobRow,
  listJobsOfBooking,
  listJobsOfDay,
  updateJobOpen,
  updateStatusByJob,
} from './repo.ts';

const LIMIT = 500;

/** The jobs of a day, of a booking, or of a booking on a day; without either those of today. */
export async function listJobs(
  ctx: Context,
  { day, bookingId }: { day?: Day | undefined; bookingId?: number | undefined },
): Promise<Job[]> {
  if (bookingId === undefined) return toJobs(ctx, await listJobsOfDay(ctx.db, day ?? ctx.today(), LIMIT));
  const rows = await listJobsOfBooking(ctx.db, bookingId, LIMIT);
  return toJobs(ctx, day === undefined ? rows : rows.filter(({ dueDay }) => dueDay === day));
}

/** Jobs as the API returns them to staff. */
export async function toJobs(ctx: Context, rows: readonly JobRow[]): Promise<Job[]> {
  const labelsOf = await loadLabels(ctx, rows);
  const today = ctx.today();
  // One spread in the first position is twice as fast, and a board has hundreds of jobs.
  return rows.map((row) => ({
    ...row,
    phoneDisplay: phoneFacts(row.phone).phoneDisplay,
    secondPhoneDisplay: row.secondPhone && phoneFacts(row.secondPhone).phoneDisplay,
    sizeName: labelsOf(row).sizeName,
    doneAt: isoInstant(row.doneAt),
    unit: row.unitId === null ? null : { id: row.unitId, number: row.unitNumber ?? '' },
    collectedUnit:
      row.collectedId === null ? null : { id: row.collectedId, number: row.collectedNumber ?? '' },
    isOverdue: isOverdue(row, today),
    arrivalWindow: arrivalWindowOf(row),
  }));
}

function arrivalWindowOf({ windowDay: day, windowKind, windowFromMs: fromMs, windowToMs: toMs }: JobRow) {
  if (day === null || fromMs === null || toMs === null) return null;
  return { day, from: isoInstant(fromMs), to: isoInstant(toMs), isChanged: windowKind === 'changed' };
}

type JobInput = { id: number; version: number | null; isDone: boolean };

/**
 * Marks a job done, or open again. A job that already is gets no change. Throws not_found, 409 stale when the job has
 * another version, and conflict with the reason.
 */
export async function markJob(ctx: Context, actor: Actor, { id, version, isDone }: JobInput) {
  const first = await getJob(ctx, id);
  const outboxIds: string[] = [];
  const { record } = await changeBooking(ctx, actor, {
    id: first.bookingId,
    version: null,
    isDone: async () => hasState(await getJob(ctx, id), isDone),
    plan: async (record) => {
      const job = await getJob(ctx, id);
      if (version !== null && version !== job.version) throw staleJob(job);
      const reason = isDone ? reasonNotDone(record, job, ctx.today()) : reasonNotUndone(record, job);
      if (reason) throw new AppError('conflict', reason);
      const exchanges = await listExchanges(ctx, job.bookingId);
      return {
        action: isDone ? 'job_done' : 'job_undone',
        changes: {},
        before: null,
        after: { job: job.type },
        guards: { job_version: isJobAt(job) },
        writes: isDone
          ? [
              ...doneStatements(ctx, job, { actor, record, exchanges }),
              ...placedMessages(ctx, job, outboxIds),
            ]
          : [
              ...openStatements(ctx, job, { actor, record, exchanges }),
              ...deleteUnsentFacts(ctx, { ...job, jobId: job.id }),
            ],
      };
    },
  });
  for (const outboxId of outboxIds)
    await enqueueOutboxRow(ctx, outboxId, { delaySeconds: STATUS_EMAIL_DELAY_SECONDS });
  if (isDone && first.status !== 'done') await enqueueConflictCheck(ctx);
  return { job: await getJob(ctx, id), record };
}

/** The messages that a driver's report sends, in time for an undo. `outboxIds` gets those of the latest attempt. */
function placedMessages(ctx: Context, { id: jobId, bookingId, type: jobType }: JobRow, outboxIds: string[]) {
  const type = placedFact(jobType);
  if (!type) return [];
  const delayMs = STATUS_EMAIL_DELAY_SECONDS * 1000;
  const fact = { type, bookingId, jobId, atMs: ctx.now(), delayMs };
  const messages = insertCustomerFact(ctx, fact);
  outboxIds.splice(0, outboxIds.length, ...messages.outboxIds);
  return messages.statements;
}

/** A ticket that a driver recorded before staff marked its pickup done gets its fee now. The cron finds a lost message. */
async function enqueueConflictCheck(ctx: Context) {
  await ctx.behindReply(
    () => ctx.send({ type: 'driver-conflicts' }),
    (error) => ctx.log.warn('driver_conflicts_not_enqueued', describeError(error)),
  );
}

/** Throws not_found. */
export async function getJob(ctx: Context, id: number): Promise<JobRow> {
  const job = await findJob(ctx.db, id);
  if (!job) throw new AppError('not_found', 'There is no such job.');
  return job;
}

const hasState = ({ status }: JobRow, isDone: boolean) =>
  (status === 'done') === isDone && status !== 'cancelled';

/** The error for a change that names an older version of the job. */
export function staleJob({ type, status, doneBy }: JobRow): AppError {
  const by = doneBy === null ? '' : ` by ${doneBy}`;
  const state = status === 'done' ? `was marked done${by}` : 'was changed';
  return new AppError(
    'stale',
    `This ${JOB_LABELS[type].toLowerCase()} ${state}. Load it again before you change it.`,
  );
}

/** Why the job cannot be done now; null when it can. */
function reasonNotDone(
  { id, siteStatus }: BookingRecord,
  { type, status, dueDay }: JobRow,
  today: Day,
): string | null {
  const name = JOB_LABELS[type];
  if (status === 'cancelled') return `This ${name.toLowerCase()} was cancelled with booking #${id}.`;
  if (type === 'delivery') {
    if (dueDay <= today) return null;
    return `The delivery of booking #${id} is planned for ${formatDay(dueDay)}. Move the booking to today first.`;
  }
  if (siteStatus === 'not_delivered') return `Mark the delivery of booking #${id} as done first.`;
  if (type === 'final_pickup') return null;
  if (siteStatus === 'picked_up') return `The unit of booking #${id} has been picked up.`;
  return dueDay <= today
    ? null
    : `The ${name.toLowerCase()} of booking #${id} is planned for ${formatDay(dueDay)}.`;
}

/** Why a done job cannot be opened again; null when it can. */
function reasonNotUndone({ id, status, siteStatus }: BookingRecord, job: JobRow): string | null {
  const name = JOB_LABELS[job.type].toLowerCase();
  if (job.status === 'cancelled') return `This ${name} was cancelled with booking #${id}.`;
  if (job.type === 'final_pickup') return null;
  if (siteStatus === 'picked_up') return `Undo the pickup of booking #${id} first.`;
  return isOver(status) ? `Booking #${id} is ${status}. Change its status first.` : null;
}

function doneStatements(ctx: Context, { id, type }: JobRow, { actor, record, exchanges }: Marked) {
  const nowMs = ctx.now();
  const { userId } = actor;
  const hasOpenExchange = exchanges.some(({ status }) => status !== 'done');
  const located = { bookingId: record.id, userId, today: ctx.today(), nowMs };
  return jobDoneWrites(ctx, record, {
    job: { id, type, hasOpenExchange, userId, atMs: nowMs, nowMs },
    locations: recordJobLocations(ctx.db, located),
  });
}

/** The exchanges of a booking that were not cancelled, in the order of their days. */
async function listExchanges(ctx: Context, bookingId: number): Promise<JobRow[]> {
  const jobs = await listJobsOfBooking(ctx.db, bookingId, LIMIT);
  return jobs.filter(({ type }) => type === 'exchange');
}

type Marked = { actor: Actor; record: BookingRecord; exchanges: readonly JobRow[] };

/** A cancelled booking is picked up as soon as possible. */
function openStatements(ctx: Context, job: JobRow, undo: Marked) {
  const { db } = ctx;
  const { actor, record } = undo;
  const today = ctx.today();
  const nowMs = ctx.now();
  const located = { userId: actor.userId, today, nowMs };
  const { deliveryDate, pickupDay, id: bookingId } = record;
  const pickupDue = record.status === 'cancelled' ? today : pickupDay;
  const dueDay = { delivery: deliveryDate, final_pickup: pickupDue }[job.type as string] ?? job.dueDay;
  const to = statusByJob(record.status, { type: job.type, event: 'undone', hasOpenExchange: false });
  const isReopened = to !== null && job.type === 'final_pickup';
  const reopened = isReopened && { bookingId, status: to, isOnSite: true, isPickedUp: false, today, nowMs };
  const open = [
    ...updateJobOpen(db, job.id, { dueDay, nowMs }),
    ...updateStatusByJob(db, bookingId, to),
    // A planned exchange ended when the booking was completed.
    ...(reopened ? updateJobsOfBooking(db, reopened) : []),
    ...recordJobLocations(db, { bookingId, ...located }),
  ];
  const isPast = pickupDay < today;
  return job.type !== 'final_pickup' || isPast ? open : [...open, ...daysOfUndonePickup(ctx, undo)];
}

/**
 * The days that a pickup released. The unit on site is at the customer: only the same unit can get them, until the next
 * planned exchange. The unit of each planned exchange gets the days from then on, or another one that is free.
 */
function daysOfUndonePickup(ctx: Context, { record, exchanges }: Marked) {
  const { db } = ctx;
  const nowMs = ctx.now();
  const { id: bookingId, pickupDay, dumpsterType } = record;
  const planned = exchanges.filter(({ status }) => status !== 'done').map(({ dueDay }) => dueDay);
  const done = exchanges.length - planned.length;
  const until = planned[0] ?? pickupDay;
  const site = [
    extendDays(db, { bookingId, role: roleOf(done), end: until }),
    flagUnitNotBack(db, { bookingId, until, nowMs }),
  ];
  if (planned.length === 0) return site;
  const units = planned.flatMap((start, index) => {
    const role = roleOf(done + index + 1);
    const end = planned[index + 1] ?? pickupDay;
    const days = { start, end };
    return [
      extendDays(db, { bookingId, role, end }),
      assignFreeUnit(db, { bookingId, role, days, dumpsterType, nowMs }),
    ];
  });
  return [...site, ...units, ...updateUnitAttention(db, bookingId, { neededUntil: pickupDay, nowMs })];
}

/** The role of the unit that the n-th exchange brings; 0: the delivery. */
const roleOf = (exchange: number) => (exchange === 0 ? 'first' : `exchange ${exchange}`);
