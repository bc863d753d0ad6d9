import { type SQL, sql } from 'drizzle-orm';
import type { Day } from '#domain/shared/days.ts';
import type { Db } from '#worker/base/db/client.ts';
import { currentLocationId } from './repo.ts';
import { isOtherUnitTyped } from './typed-units-repo.ts';

type Write = {
  bookingId: number;
  /** The user who marked a job; null if the status of the booking did. */
  userId: number | null;
  /** Today in the business's time zone. A unit that was taken away today is on its truck. */
  today: Day;
  nowMs: number;
};

/**
 * For the batch of a change, after its jobs and days: records where the units of the booking are by its jobs that are
 * done, and voids what jobs recorded that are no longer done. A delivery brings the first unit; an exchange brings its
 * unit and takes the former one away; a final pickup takes the unit away. A unit that is taken away is on the truck of
 * the job's route, else in the yard. What a driver's action has recorded for a job stays, and the plan does not replace a
 * unit that a driver typed against the records. Safe to repeat.
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
  const { bookingId, nowMs } = write;
  return [
    db.run(sql`
      UPDATE unit_locations SET voided_at = ${nowMs}
      WHERE booking_id = ${bookingId} AND dumpster_id = ${formerId} AND voided_at IS NULL`),
    ...recordJobLocations(db, write),
    // Staff say which unit is there, also against what the driver typed.
    recordUnitOnSite(db, write),
  ] as const;
}

/**
 * For the batch that reopens a booking, after its jobs and days: its unit can be with another booking by now, so the
 * unit that it has instead is on site. Also for the batch that settles which unit a driver brought. Does nothing when the booking is not on site or a unit is recorded there.
 */
export function recordUnitOnSite(db: Db, { bookingId, userId, nowMs }: Omit<Write, 'today'>) {
  return db.run(sql`
    INSERT INTO unit_locations (dumpster_id, place, booking_id, since, job_id, user_id, created_at)
    SELECT s.dumpster_id, 'booking', j.booking_id, ${nowMs}, j.id, ${userId}, ${nowMs}
    FROM jobs j JOIN dumpster_schedule s ON s.booking_id = j.booking_id AND s.role = ${ROLE}
    WHERE j.booking_id = ${bookingId} AND j.type IN ('delivery', 'exchange') AND j.status = 'done'
      AND EXISTS (SELECT 1 FROM bookings WHERE id = ${bookingId} AND site_status = 'on_site')
      AND NOT EXISTS (
        SELECT 1 FROM unit_locations l WHERE l.booking_id = ${bookingId} AND l.voided_at IS NULL
          AND l.id = ${currentLocationId(sql`l.dumpster_id`)})
    ORDER BY j.type = 'exchange' DESC, j.due_day DESC, j.id DESC LIMIT 1`);
}

/** Of jobs that are not done any more, and of the disposal and yard stops that unloaded what they took away. */
function voidUndone(db: Db, { bookingId, nowMs }: Pick<Write, 'bookingId' | 'nowMs'>) {
  const isUndone = sql`job_id IN (SELECT id FROM jobs WHERE booking_id = ${bookingId} AND status <> 'done')`;
  const moved = sql`SELECT 1 FROM unit_locations m WHERE m.dumpster_id = t.dumpster_id AND m.voided_at IS NULL
    AND m.id <> t.id AND (m.since, m.id) > (t.since, t.id) AND (m.since, m.id) < (u.since, u.id)
    AND m.place NOT IN ('disposal', 'yard')`;
  return db.run(sql`
    UPDATE unit_locations SET voided_at = ${nowMs}
    WHERE voided_at IS NULL AND id IN (
      SELECT id FROM unit_locations WHERE ${isUndone}
      UNION ALL
      SELECT u.id FROM unit_locations t JOIN unit_locations u ON u.dumpster_id = t.dumpster_id AND u.voided_at IS NULL
      WHERE t.${isUndone} AND t.place = 'truck' AND t.voided_at IS NULL AND (u.since, u.id) > (t.since, t.id)
        AND u.place IN ('disposal', 'yard') AND u.action_id IS NOT NULL AND u.job_id IS NULL AND NOT EXISTS (${moved}))`);
}

/** The role of the unit that a delivery or an exchange brings: 'exchange n' for the n-th exchange that is done. */
const ROLE = sql`CASE j.type WHEN 'delivery' THEN 'first' ELSE 'exchange ' || (
  SELECT count(*) FROM jobs e WHERE e.booking_id = j.booking_id AND e.type = 'exchange' AND e.status = 'done'
    AND (e.due_day, e.id) <= (j.due_day, j.id)) END`;

/** The unit of each job that is done and has not brought one yet. */
function insertBrought(db: Db, { bookingId, userId, nowMs }: Write, isType: SQL) {
  return db.run(sql`
    INSERT INTO unit_locations (dumpster_id, place, booking_id, since, job_id, user_id, created_at)
    SELECT coalesce(j.dumpster_id, s.dumpster_id), 'booking', j.booking_id, ${nowMs}, j.id, ${userId}, ${nowMs}
    FROM jobs j LEFT JOIN dumpster_schedule s ON s.booking_id = j.booking_id AND s.role = ${ROLE}
    WHERE j.booking_id = ${bookingId} AND ${isType} AND j.status = 'done'
      AND coalesce(j.dumpster_id, s.dumpster_id) IS NOT NULL
      AND NOT ${isOtherUnitTyped(sql`j.id`, 'brought', sql`coalesce(j.dumpster_id, s.dumpster_id)`)}
      AND NOT EXISTS (${recordedBy(sql`place = 'booking'`)})
    ORDER BY j.due_day, j.id`);
}

/** The units that are at the booking when a job is done that takes them away. */
function insertCollected(db: Db, { bookingId, userId, today, nowMs }: Write, isType: SQL) {
  const truckId = truckOf(today);
  return db.run(sql`
    INSERT INTO unit_locations (dumpster_id, place, truck_id, since, job_id, user_id, created_at)
    SELECT brought.dumpster_id, CASE WHEN ${truckId} IS NULL THEN 'yard' ELSE 'truck' END, ${truckId}, ${nowMs}, j.id,
      ${userId}, ${nowMs}
    FROM jobs j JOIN unit_locations brought ON brought.booking_id = j.booking_id AND brought.voided_at IS NULL
    WHERE j.booking_id = ${bookingId} AND ${isType} AND j.status = 'done'
      AND brought.id = ${currentLocationId(sql`brought.dumpster_id`)}
      AND NOT ${isOtherUnitTyped(sql`j.id`, 'collected', sql`brought.dumpster_id`)}
      AND NOT EXISTS (${recordedBy(sql`1`)})
    ORDER BY j.due_day, j.id`);
}

/**
 * The truck that makes job j today: its route is published and has the stop, which is done with the job. Null without
 * one, and when the truck was at the yard behind that stop, or made its last disposal stop: then the unit is off it.
 */
function truckOf(today: Day): SQL {
  const later = (isStop: SQL) => sql`EXISTS (
    SELECT 1 FROM driver_route_stops u
    WHERE u.route_id = s.route_id AND u.stop_order > s.stop_order AND u.removed_at IS NULL AND ${isStop})`;
  const isUnloaded = sql`${later(sql`u.stop_type = 'yard' AND u.status = 'completed'`)} OR (
    ${later(sql`u.stop_type = 'disposal' AND u.status = 'completed'`)} AND NOT
    ${later(sql`u.stop_type IN ('disposal', 'yard') AND u.status IN ('pending', 'in_transit')`)})`;
  return sql`(
    SELECT r.truck_id FROM driver_route_stops s JOIN driver_routes r ON r.id = s.route_id
    WHERE s.job_id = j.id AND s.removed_at IS NULL AND s.status IN ('delivered', 'completed')
      AND r.date = ${today} AND r.published_at IS NOT NULL AND r.removed_at IS NULL AND NOT (${isUnloaded})
    ORDER BY s.id DESC LIMIT 1)`;
}

function recordedBy(which: SQL): SQL {
  return sql`SELECT 1 FROM unit_locations WHERE job_id = j.id AND voided_at IS NULL AND ${which}`;
}
