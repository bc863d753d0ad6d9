import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#worker/db/client.ts';
import { currentLocationId } from './repo.ts';

type Write = {
  bookingId: number;
  /** The user who marked a job; null if the status of the booking did. */
  userId: number | null;
  nowMs: number;
  condition: SQL;
};

/**
 * For the batch of a change, after its jobs and days: records where the units of the booking are by its jobs that are
 * done, and voids what jobs recorded that are no longer done. A delivery brings the first unit; an exchange brings its
 * unit and puts the former one into the yard; a final pickup puts the unit into the yard. What a driver's action has
 * recorded for a job stays. Safe to repeat.
 */
export function recordJobLocations(db: Db, write: Write) {
  return [
    voidUndone(db, write),
    insertBrought(db, write, sql`j.type = 'delivery'`),
    // Before the unit that it brings.
    insertCollected(db, write, sql`j.type = 'exchange'`),
    insertBrought(db, write, sql`j.type = 'exchange'`),
    insertCollected(db, write, sql`j.type = 'final_pickup'`),
  ] as const;
}

/**
 * For the batch that gives a booking another unit in place of the one on site, after its days: the former one was never
 * brought, and the new one is there from now on.
 */
export function replaceUnitOnSite(db: Db, { formerId, ...write }: Write & { formerId: number | null }) {
  const { bookingId, nowMs, condition } = write;
  return [
    db.run(sql`
      UPDATE unit_locations SET voided_at = ${nowMs}
      WHERE booking_id = ${bookingId} AND dumpster_id = ${formerId} AND voided_at IS NULL AND ${condition}`),
    ...recordJobLocations(db, write),
  ] as const;
}

/**
 * For the batch that reopens a booking, after its jobs and days: its unit can be with another booking by now, so the
 * unit that it has instead is on site. Does nothing when the booking is not on site or a unit is recorded there.
 */
export function recordUnitOnSite(db: Db, { bookingId, userId, nowMs, condition }: Write) {
  return db.run(sql`
    INSERT INTO unit_locations (dumpster_id, place, booking_id, since, job_id, user_id, created_at)
    SELECT s.dumpster_id, 'booking', j.booking_id, ${nowMs}, j.id, ${userId}, ${nowMs}
    FROM jobs j JOIN dumpster_schedule s ON s.booking_id = j.booking_id AND s.role = ${ROLE}
    WHERE j.booking_id = ${bookingId} AND j.type IN ('delivery', 'exchange') AND j.status = 'done' AND ${condition}
      AND EXISTS (SELECT 1 FROM bookings WHERE id = ${bookingId} AND site_status = 'on_site')
      AND NOT EXISTS (
        SELECT 1 FROM unit_locations l WHERE l.booking_id = ${bookingId} AND l.voided_at IS NULL
          AND l.id = ${currentLocationId(sql`l.dumpster_id`)})
    ORDER BY j.type = 'exchange' DESC, j.due_day DESC, j.id DESC LIMIT 1`);
}

function voidUndone(db: Db, { bookingId, nowMs, condition }: Write) {
  return db.run(sql`
    UPDATE unit_locations SET voided_at = ${nowMs}
    WHERE job_id IN (SELECT id FROM jobs WHERE booking_id = ${bookingId} AND status <> 'done')
      AND voided_at IS NULL AND ${condition}`);
}

/** The role of the unit that a delivery or an exchange brings: 'exchange n' for the n-th exchange that is done. */
const ROLE = sql`CASE j.type WHEN 'delivery' THEN 'first' ELSE 'exchange ' || (
  SELECT count(*) FROM jobs e WHERE e.booking_id = j.booking_id AND e.type = 'exchange' AND e.status = 'done'
    AND (e.due_day, e.id) <= (j.due_day, j.id)) END`;

/** The unit of each job that is done and has not brought one yet. */
function insertBrought(db: Db, { bookingId, userId, nowMs, condition }: Write, isType: SQL) {
  return db.run(sql`
    INSERT INTO unit_locations (dumpster_id, place, booking_id, since, job_id, user_id, created_at)
    SELECT coalesce(j.dumpster_id, s.dumpster_id), 'booking', j.booking_id, ${nowMs}, j.id, ${userId}, ${nowMs}
    FROM jobs j LEFT JOIN dumpster_schedule s ON s.booking_id = j.booking_id AND s.role = ${ROLE}
    WHERE j.booking_id = ${bookingId} AND ${isType} AND j.status = 'done'
      AND coalesce(j.dumpster_id, s.dumpster_id) IS NOT NULL
      AND NOT EXISTS (${recordedBy(sql`place = 'booking'`)}) AND ${condition}
    ORDER BY j.due_day, j.id`);
}

/** The units that are at the booking when a job is done that takes them away. */
function insertCollected(db: Db, { bookingId, userId, nowMs, condition }: Write, isType: SQL) {
  return db.run(sql`
    INSERT INTO unit_locations (dumpster_id, place, since, job_id, user_id, created_at)
    SELECT brought.dumpster_id, 'yard', ${nowMs}, j.id, ${userId}, ${nowMs}
    FROM jobs j JOIN unit_locations brought ON brought.booking_id = j.booking_id AND brought.voided_at IS NULL
    WHERE j.booking_id = ${bookingId} AND ${isType} AND j.status = 'done'
      AND brought.id = ${currentLocationId(sql`brought.dumpster_id`)}
      AND NOT EXISTS (${recordedBy(sql`1`)}) AND ${condition}
    ORDER BY j.due_day, j.id`);
}

function recordedBy(which: SQL): SQL {
  return sql`SELECT 1 FROM unit_locations WHERE job_id = j.id AND voided_at IS NULL AND ${which}`;
}
