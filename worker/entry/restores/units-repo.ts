import { type SQL, sql } from 'drizzle-orm';
import { ATTENTION_REASONS, type BookingStatus, firstFreedDay } from '#domain/rental/bookings.ts';
import { addDays, type Day } from '#domain/shared/days.ts';
import type { Db } from '#worker/base/db/client.ts';
import { commit } from '#worker/base/db/commit.ts';
import { readRows } from '#worker/base/db/rows.ts';
import {
  openJobsWithoutStop,
  ROUTED_STATUSES,
  stopsFollowJobs,
} from '#worker/fleet/jobs/transitions-repo.ts';
import { type BookingRecord, RECORDS } from '#worker/rental/repo.ts';

/**
 * Corrects the schedule of a restored backup, which was read before checkouts and bookings: their later state counts.
 * Days of an ended checkout move to its booking or become free, a booking that is over releases its days to come, and
 * of two bookings on one unit the earlier row stays. Safe to repeat.
 */
export async function correctSchedule(db: Db, today: Day) {
  await commit(
    { db },
    {
      writes: [
        // First the days that do not move: a trigger refuses days that overlap those of a booking.
        db.run(sql`
      DELETE FROM dumpster_schedule
      WHERE checkout_id IN (SELECT id FROM checkouts WHERE state <> 'open') AND NOT ${isMovable}`),
        db.run(sql`
      UPDATE dumpster_schedule SET booking_id = ${paidBooking(sql`booking_id`)}, checkout_id = NULL, revision = NULL
      WHERE ${isMovable}`),
        ...releaseDaysOfOver(db, 'cancelled', today),
        ...releaseDaysOfOver(db, 'completed', today),
        db.run(sql`
      DELETE FROM dumpster_schedule
      WHERE end_date >= ${today} AND EXISTS (SELECT 1 FROM dumpster_schedule other WHERE ${overlapsOther} AND other.id < dumpster_schedule.id)`),
      ],
    },
  );
}

const overlapsOther = sql`other.dumpster_id = dumpster_schedule.dumpster_id
  AND other.end_date >= dumpster_schedule.start_date AND other.start_date <= dumpster_schedule.end_date
  AND (other.checkout_id IS NULL OR other.checkout_id IS NOT dumpster_schedule.checkout_id)`;

/** A column of the paid checkout whose current revision holds the days. */
function paidBooking(column: SQL): SQL {
  return sql`(
    SELECT ${column} FROM checkouts
    WHERE id = dumpster_schedule.checkout_id AND state = 'paid' AND current_revision = dumpster_schedule.revision)`;
}

/**
 * Corrects jobs and reasons for attention of a restored backup, which was read before checkouts and bookings: their
 * later state counts. A job that is done before its day is done today, as in updateJobsOfBooking. Safe to repeat.
 */
export async function correctJobsAndAttention(db: Db, { today, nowMs }: { today: Day; nowMs: number }) {
  const laterReasons = await listLaterReasons(db);
  await commit(
    { db },
    {
      writes: [
        db.run(sql`
      DELETE FROM jobs WHERE checkout_id IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM dumpster_schedule s WHERE s.checkout_id = jobs.checkout_id AND s.revision = jobs.revision)`),
        ...insertMissingJobs(db, today),
        db.run(sql`
      UPDATE jobs SET
        status = ${statusOfJob(today)},
        due_day = CASE b.status WHEN 'completed' THEN min(due_day, ${today}) ELSE due_day END
      FROM bookings b WHERE b.id = jobs.booking_id AND jobs.status <> ${statusOfJob(today)}
        AND (jobs.status <> 'cancelled' OR NOT EXISTS (
          SELECT 1 FROM jobs other WHERE other.booking_id = b.id AND other.type = jobs.type AND other.id <> jobs.id
            AND (other.status <> 'cancelled' OR other.id > jobs.id)))`),
        // The permit was entered after the reasons were read.
        db.run(sql`
      DELETE FROM attention WHERE reason = 'permit' AND booking_id IN (
        SELECT id FROM bookings WHERE permit_number IS NOT NULL AND permit_expires >= pickup_day)`),
        ...stopsFollowJobs(db, 'all', nowMs),
        openJobsWithoutStop(db),
        ...takeReasonsFromBookings(db, laterReasons),
      ],
    },
  );
}

const mostUrgent = sql`(
  SELECT reason FROM attention WHERE booking_id = b.id
  ORDER BY (SELECT key FROM json_each(${JSON.stringify(ATTENTION_REASONS)}) WHERE value = reason) LIMIT 1)`;

/** As JSON, the bookings whose most urgent reason, which was read later, differs from the rows of attention. */
async function listLaterReasons(db: Db): Promise<string> {
  return JSON.stringify(
    await db.all(sql`
      SELECT b.id, b.needs_attention AS reason FROM bookings b WHERE b.needs_attention IS NOT ${mostUrgent}`),
  );
}

/** Triggers keep the reasons about units that are not back or out of service, and the permit has a statement of its own. */
function takeReasonsFromBookings(db: Db, laterReasons: string) {
  const later = sql`(SELECT value ->> 'id' AS id, value ->> 'reason' AS reason FROM json_each(${laterReasons}))`;
  return [
    db.run(sql`
      DELETE FROM attention WHERE EXISTS (
        SELECT 1 FROM ${later} later WHERE later.id = booking_id AND (
          attention.reason = 'payment_mismatch' AND later.reason IS NOT 'payment_mismatch'
          OR attention.reason = 'no_unit' AND coalesce(later.reason, '') NOT IN ('no_unit', 'payment_mismatch')))`),
    db.run(sql`
      INSERT INTO attention (booking_id, reason, created_at)
      SELECT b.id, later.reason,
        coalesce((SELECT max(created_at) FROM history WHERE subject = 'booking' AND subject_id = b.id), b.created_at)
      FROM ${later} later JOIN bookings b ON b.id = later.id WHERE later.reason IS NOT NULL
      ON CONFLICT DO NOTHING`),
    db.run(sql`
      UPDATE bookings AS b SET needs_attention = ${mostUrgent} WHERE id IN (SELECT id FROM ${later})`),
  ] as const;
}

/**
 * What the later state of the booking says about a job: where its unit is comes before its status. A job that staff added
 * and that was cancelled stays cancelled: its charge is not in the price.
 */
const statusOfJob = (today: Day) => sql`CASE
  WHEN jobs.type NOT IN ('delivery', 'final_pickup') AND (jobs.status = 'cancelled'
    OR b.status = 'completed' AND jobs.status <> 'done' AND due_day > ${today}) THEN 'cancelled'
  WHEN b.site_status = 'picked_up' AND jobs.type IN ('delivery', 'final_pickup') THEN 'done'
  WHEN b.site_status = 'on_site' AND jobs.type = 'delivery' THEN 'done'
  WHEN b.site_status = 'on_site' AND jobs.type = 'final_pickup' THEN
    CASE WHEN jobs.status IN ${ROUTED_STATUSES} THEN jobs.status ELSE 'open' END
  WHEN b.status = 'cancelled' THEN 'cancelled'
  WHEN b.status = 'completed' THEN 'done'
  WHEN jobs.status = 'cancelled' THEN CASE WHEN due_day < ${today} THEN 'done' ELSE 'open' END
  ELSE jobs.status END`;

function insertMissingJobs(db: Db, today: Day) {
  return TRUCK_MOVES.map(({ type, day }) =>
    db.run(sql`
      INSERT INTO jobs (booking_id, type, due_day, status, created_at)
      SELECT id, ${type}, CASE status WHEN 'completed' THEN min(${day}, ${today}) ELSE ${day} END,
        CASE WHEN status = 'completed' OR ${day} < ${today} THEN 'done' ELSE 'open' END,
        created_at
      FROM bookings WHERE status <> 'cancelled'
        AND NOT EXISTS (SELECT 1 FROM jobs WHERE booking_id = bookings.id AND type = ${type})`),
  );
}

const TRUCK_MOVES = [
  { type: 'delivery', day: sql`delivery_date` },
  { type: 'final_pickup', day: sql`pickup_day` },
];

/** Held days that their paid checkout's booking takes over: it has no days, and no other row has these. */
const isMovable = sql`(
  EXISTS ${paidBooking(sql`1`)}
  AND NOT EXISTS (SELECT 1 FROM dumpster_schedule held WHERE held.booking_id = ${paidBooking(sql`booking_id`)})
  AND NOT EXISTS (SELECT 1 FROM dumpster_schedule other WHERE ${overlapsOther}))`;

function releaseDaysOfOver(db: Db, status: BookingStatus, today: Day) {
  const from = firstFreedDay(status, today) ?? today;
  // A unit on site keeps its days until its final pickup is done.
  const isOfOver = sql`booking_id IN (
    SELECT id FROM bookings WHERE status = ${status} AND site_status <> 'on_site')`;
  return [
    db.run(sql`DELETE FROM dumpster_schedule WHERE start_date >= ${from} AND ${isOfOver}`),
    db.run(sql`
      UPDATE dumpster_schedule SET end_date = ${addDays(from, -1)} WHERE end_date >= ${from} AND ${isOfOver}`),
  ] as const;
}

/** Active bookings whose rental ends today or later and that have no unit until its end, in the order of their ids. */
export function listBookingsWithoutUnit(
  db: Db,
  { today, after, limit }: { today: Day; after: number; limit: number },
): Promise<BookingRecord[]> {
  return readRows(
    db,
    RECORDS.fields,
    (columns) => sql`
      SELECT ${columns} FROM ${RECORDS.from}
      WHERE b.id > ${after} AND b.status NOT IN ('completed', 'cancelled') AND b.site_status <> 'picked_up' AND b.pickup_day >= ${today}
        AND NOT EXISTS (
          SELECT 1 FROM dumpster_schedule s WHERE s.booking_id = b.id AND s.end_date >= b.pickup_day)
      ORDER BY b.id LIMIT ${limit}`,
  );
}
