import type { CarriedJobs, carryOver as carryOverCall } from '#contract/carry-over.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Day } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import {
  type BatchGuard,
  commit,
  GuardFailed,
  type Guards,
  type Write,
  withPrefix,
} from '#worker/base/db/commit.ts';
import { databaseMessage } from '#worker/base/db/constraint-errors.ts';
import { insertBookingChange } from '#worker/base/history/events-repo.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { rentalChangeStatements } from '#worker/bookings/changes/rental-apply.ts';
import { type JobRow, listJobsByIds } from '#worker/bookings/jobs/repo.ts';
import { insertCustomerFact } from '#worker/notify/outbox/customer-facts.ts';
import { enqueueOutboxRow } from '#worker/notify/outbox/enqueue.ts';
import { type CarriedBooking, keptUnit, planCarryOver } from './carry-over-plan.ts';
import { areUnchanged, beginUnitOn, carryJob, keepUnitUntil, movePickupDay } from './carry-over-repo.ts';
import { brokenText } from './conflicts.ts';
import { assertWithinYear } from './listed-stops.ts';
import { loadPlan } from './plan.ts';
import { arePublishedAt } from './plan-guard-repo.ts';
import { listBrokenStops, withoutJobs } from './published-routes.ts';

type CarryInput = { day: Day; jobIds: readonly number[]; notify: boolean; preview?: boolean | undefined };
type Reply = ReplyOf<typeof carryOverCall>;

/**
 * Moves jobs to the next working day, all that can be moved in one transaction. Throws conflict when a job, its booking or
 * the days of its unit were changed since they were read.
 */
export async function carryOverJobs(ctx: Context, actor: Actor, input: CarryInput): Promise<Reply> {
  assertWithinYear(ctx, input.day);
  const ids = [...new Set(input.jobIds)];
  const jobs = await listJobsByIds(ctx.db, ids);
  const { toDay, bookings } = await planCarryOver(ctx, { day: input.day, jobs });
  const routes = await refuseBroken(ctx, input.day, bookings);
  const moving = bookings.filter(({ reason }) => reason === null);
  const reply = carriedView({ ids, jobs, bookings, toDay, notify: input.notify });
  if (input.preview || moving.length === 0) return reply;
  await write(ctx, actor, { moving, toDay, notify: input.notify, ...(routes && { routes }) });
  return reply;
}

type Carried = {
  ids: readonly number[];
  jobs: readonly JobRow[];
  bookings: readonly CarriedBooking[];
  toDay: Day;
  notify: boolean;
};

/** What moves, and what cannot, for staff. */
export function carriedView({ ids, jobs, bookings, toDay, notify }: Carried): CarriedJobs {
  const moving = bookings.filter(({ reason }) => reason === null);
  const mailed = moving.filter(({ record }) => isMailable(record));
  return {
    toDay,
    jobs: ids.map((id) => viewOf(id, jobs, bookings)),
    moved: moving.flatMap((one) => one.jobs).length,
    notified: notify ? mailed.length : 0,
  };
}

/**
 * Jobs stay on the day when a published route needs them: the unit of a delivery that stays comes with a pickup. What brings
 * a unit comes first in the list, so both can move together. Returns what must still be true when they move.
 */
async function refuseBroken(ctx: Context, day: Day, bookings: CarriedBooking[]): Promise<BatchGuard | null> {
  const today = ctx.today();
  if (day < today) return null;
  const plan = await loadPlan(ctx, { day, nextDay: day, today });
  let gone: ReadonlySet<number> = new Set();
  for (const booking of bookings) {
    if (booking.reason !== null) continue;
    const next = new Set([...gone, ...booking.jobs.map(({ id }) => id)]);
    const broken = await listBrokenStops(ctx, plan, { plan: withoutJobs(plan, next) });
    if (broken.length > 0) booking.reason = brokenText(broken);
    else gone = next;
  }
  const published = plan.routes.filter(({ publishedAt }) => publishedAt !== null);
  return arePublishedAt(published, { days: [day], bookingId: null, today });
}

const isMailable = ({ email, status }: CarriedBooking['record']) => email !== null && status !== 'cancelled';

function viewOf(jobId: number, jobs: readonly JobRow[], bookings: readonly CarriedBooking[]) {
  const job = jobs.find(({ id }) => id === jobId);
  if (!job) {
    const reason = 'This job does not exist.';
    return { jobId, bookingId: null, customer: '', type: null, reason, hasEmail: false };
  }
  const booking = bookings.find(({ record }) => record.id === job.bookingId);
  return {
    jobId,
    bookingId: job.bookingId,
    type: job.type,
    customer: `${job.firstName} ${job.lastName}`.trim(),
    reason: booking?.reason ?? null,
    hasEmail: booking !== undefined && isMailable(booking.record),
  };
}

type Writing = {
  moving: readonly CarriedBooking[];
  toDay: Day;
  notify: boolean;
  /** The published routes are those that were checked; absent when none were. */
  routes?: BatchGuard;
};

async function write(ctx: Context, actor: Actor, writing: Writing): Promise<void> {
  const { guards, writes, outboxIds } = await carryStatements(ctx, actor, writing);
  await withCarryConflicts(() => commit(ctx, { guards, writes }));
  for (const id of outboxIds) await enqueueOutboxRow(ctx, id);
}

/** For commit(): moves the jobs. See withCarryConflicts. */
export async function carryStatements(
  ctx: Context,
  actor: Actor,
  { moving, toDay, notify, routes }: Writing,
): Promise<Carry> {
  const rentals = await Promise.all(
    moving.flatMap(({ record, rental }) =>
      rental ? [rentalChangeStatements(ctx, actor, { record, plan: rental.plan })] : [],
    ),
  );
  const messages = moving.flatMap(({ record, jobs }) => {
    const [job] = jobs;
    const fact = { type: 'visit_moved' as const, bookingId: record.id, jobId: job?.id ?? 0, day: toDay };
    return notify && job ? [insertCustomerFact(ctx, fact)] : [];
  });
  const jobs = moving.flatMap((one) => one.jobs.map(({ id, version }) => ({ id, version })));
  const bookings = moving.map(({ record: { id, version } }) => ({ id, version }));
  return {
    guards: {
      job_versions: areUnchanged('jobs', jobs),
      booking_versions: areUnchanged('bookings', bookings),
      ...Object.assign({}, ...rentals.map(({ guards }, index) => withPrefix(`rental_${index + 1}`, guards))),
      routes,
    },
    writes: [
      // First the rentals: they free days that the other units need.
      ...rentals.flatMap(({ writes }) => writes),
      ...moving.flatMap((booking) =>
        booking.rental ? [] : makeCarryOverStatements(ctx, actor, { booking, toDay }),
      ),
      ...messages.flatMap(({ statements }) => statements),
    ],
    outboxIds: messages.flatMap((message) => message.outboxIds),
  };
}

type Carry = { guards: Guards; writes: readonly Write[]; outboxIds: readonly string[] };

/** Throws conflict for what changed since the jobs were read. */
export async function withCarryConflicts<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const isConflict = error instanceof GuardFailed || databaseMessage(error).includes('dumpster_overlap');
    if (!isConflict) throw error;
    throw new AppError(
      'conflict',
      'One of these jobs was changed by someone else. Check the list and try again.',
    );
  }
}

function makeCarryOverStatements(
  ctx: Context,
  actor: Actor,
  { booking, toDay }: { booking: CarriedBooking; toDay: Day },
): Write[] {
  const { db } = ctx;
  const { record, jobs, units } = booking;
  return jobs.flatMap((job) => {
    const kept = keptUnit(job, units);
    const brought = kept && job.type === 'exchange' ? units[units.indexOf(kept) + 1] : undefined;
    return [
      ...insertBookingChange(db, {
        bookingId: record.id,
        actor: { type: 'staff', userId: actor.userId },
        action: 'job_carried_over',
        details: { job: job.type, day: toDay },
        nowMs: ctx.now(),
      }),
      ...(brought ? [beginUnitOn(db, brought.id, toDay)] : []),
      ...(kept ? [keepUnitUntil(db, kept.id, toDay)] : []),
      ...(job.type === 'final_pickup' ? [movePickupDay(db, record.id, toDay)] : []),
      ...carryJob(db, job.id, { toDay, nowMs: ctx.now() }),
    ];
  });
}
