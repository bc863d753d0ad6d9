import { sql } from 'drizzle-orm';
import type { Day } from '#domain/shared/days.ts';
import type { Db } from '#worker/base/db/client.ts';
import { doneBy } from '#worker/bookings/jobs/repo.ts';
import { changeJobs } from '#worker/fleet/jobs/transitions-repo.ts';
import type { Days } from '#worker/fleet/units/free-units-repo.ts';

/*
 * For the batch of a delivery that was made although its booking had been cancelled: a driver without coverage does not
 * get the cancellation.
 */

const liveJob = (bookingId: number, type: 'delivery' | 'final_pickup') => sql`EXISTS (
  SELECT 1 FROM jobs WHERE booking_id = ${bookingId} AND type = ${type} AND status <> 'cancelled')`;

/** The cancelled delivery is done, unless the booking has another one. */
export function restoreDeliveryDone(db: Db, { jobId, bookingId, userId, today, atMs, nowMs }: LateDelivery) {
  const done = doneBy({ userId, today, atMs });
  const where = sql`status = 'cancelled' AND NOT ${liveJob(bookingId, 'delivery')}`;
  return changeJobs(db, { jobId }, { ...done, where, nowMs });
}

type LateDelivery = {
  jobId: number;
  bookingId: number;
  userId: number;
  today: Day;
  atMs: number;
  nowMs: number;
};

/** The final pickup is due today: the latest one that was cancelled, or a new one. */
export function openPickupOfDelivered(
  db: Db,
  { bookingId, today, nowMs }: { bookingId: number; today: Day; nowMs: number },
) {
  const hasPickup = liveJob(bookingId, 'final_pickup');
  return [
    ...changeJobs(
      db,
      { bookingId },
      {
        status: 'open',
        dueDay: today,
        set: sql`done_at = NULL, done_by = NULL`,
        where: sql`NOT ${hasPickup}
          AND id = (SELECT max(id) FROM jobs WHERE booking_id = ${bookingId} AND type = 'final_pickup')`,
        nowMs,
      },
    ),
    db.run(sql`
      INSERT INTO jobs (booking_id, type, due_day, created_at)
      SELECT ${bookingId}, 'final_pickup', ${today}, ${nowMs} WHERE NOT ${hasPickup}`),
  ] as const;
}

/** Other bookings that have the unit on these days get 'unit_not_back'. */
export function flagBookingsOnUnit(
  db: Db,
  {
    bookingId,
    dumpsterId,
    days,
    nowMs,
  }: { bookingId: number; dumpsterId: number; days: Days; nowMs: number },
) {
  return db.run(sql`
    INSERT INTO attention (booking_id, reason, created_at)
    SELECT DISTINCT booking_id, 'unit_not_back', ${nowMs} FROM dumpster_schedule
    WHERE dumpster_id = ${dumpsterId} AND booking_id IS NOT NULL AND booking_id <> ${bookingId}
      AND start_date <= ${days.end} AND end_date >= ${days.start}
    ON CONFLICT DO NOTHING`);
}
