import type { JobType } from '#domain/jobs/jobs.ts';
import { statusByJob } from '#domain/jobs/transitions.ts';
import { addDays } from '#domain/shared/days.ts';
import type { Context } from '#worker/base/context.ts';
import type { Write } from '#worker/base/db/commit.ts';
import { daysFollowing } from '#worker/bookings/days.ts';
import { replaceStatusEmail } from '#worker/bookings/emails-repo.ts';
import { releaseDays } from '#worker/fleet/units/booking-days-repo.ts';
import { updateUnitAttention } from '#worker/rental/attention-repo.ts';
import type { BookingRecord } from '#worker/rental/repo.ts';
import { updateJobDone, updateStatusByJob } from './repo.ts';

type DoneJob = {
  id: number;
  type: JobType;
  /** The booking has an exchange that is neither done nor cancelled. */
  hasOpenExchange: boolean;
  /** The user who made it, and when. */
  userId: number;
  atMs: number;
  nowMs: number;
};

/**
 * For the batch of a change of a booking: one of its jobs is done, for staff and for drivers. The final pickup completes
 * the booking; while an exchange is planned it only gives the days of the unit back. `locations`: where the units are
 * now.
 */
export function jobDoneWrites(
  ctx: Context,
  record: BookingRecord,
  { job, locations }: { job: DoneJob; locations: readonly Write[] },
): Write[] {
  const { db } = ctx;
  const { id: bookingId } = record;
  const { id, type, hasOpenExchange, userId, atMs, nowMs } = job;
  const today = ctx.today();
  const status = statusByJob(record.status, { type, event: 'done', hasOpenExchange });
  const writes = [
    ...updateJobDone(db, id, { userId, today, atMs, nowMs }),
    ...updateStatusByJob(db, bookingId, status),
    ...locations,
  ];
  if (type !== 'final_pickup') return writes;
  if (status === 'completed') {
    const emails = replaceStatusEmail(ctx, record, { emailId: null, status });
    return [...writes, ...emails, ...daysFollowing(ctx, record, { status })];
  }
  return [
    ...writes,
    ...releaseDays(db, { bookingId, from: addDays(today, 1) }),
    ...updateUnitAttention(db, bookingId, { neededUntil: null, nowMs }),
  ];
}
