import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { JobType } from '#domain/jobs/jobs.ts';
import type { DaySpan } from '#domain/rental/changes/units.ts';
import type { Day } from '#domain/shared/days.ts';
import type { Db } from '#worker/base/db/client.ts';
import { dumpsterSchedule, dumpsters } from '#worker/base/db/schema/dumpsters.ts';
import { jobs } from '#worker/base/db/schema/jobs.ts';
import { changeJobs } from '#worker/fleet/jobs/transitions-repo.ts';

const s = alias(dumpsterSchedule, 's');
const d = alias(dumpsters, 'd');

/** Days of a unit that are reserved for a booking; `role` tells its units apart. */
export type UnitRow = { role: string; dumpsterId: number; number: string; start: Day; end: Day };

/** The units of a booking in the order of their days; for a batch. */
export function selectUnitRows(db: Db, bookingId: number) {
  return db
    .select({
      role: s.role,
      dumpsterId: s.dumpsterId,
      number: d.dumpsterNumber,
      start: s.startDate,
      end: s.endDate,
    })
    .from(s)
    .innerJoin(d, sql`d.id = s.dumpster_id`)
    .where(sql`s.booking_id = ${bookingId}`)
    .orderBy(sql`s.start_date, s.id`);
}

/** The truck jobs of a booking that are not cancelled; for a batch. */
export function selectLiveJobs(db: Db, bookingId: number) {
  return db
    .select({
      id: jobs.id,
      type: jobs.type,
      status: jobs.status,
      dueDay: jobs.dueDay,
      version: jobs.version,
    })
    .from(jobs)
    .where(sql`${jobs.bookingId} = ${bookingId} AND ${jobs.status} <> 'cancelled'`)
    .orderBy(jobs.dueDay, jobs.id);
}

/** Units of a size, and those with these ids; null: every unit. */
export type UnitFilter = { dumpsterType: string; ids: readonly number[] } | null;

/** The units that are not deleted; for a batch. */
export function selectPlannedUnits(db: Db, filter: UnitFilter) {
  return db
    .select({
      id: d.id,
      number: d.dumpsterNumber,
      dumpsterType: d.dumpsterType,
      isAvailable: d.isAvailable,
    })
    .from(d)
    .where(sql`d.deleted_at IS NULL ${matching(filter)}`)
    .orderBy(d.id);
}

/**
 * The days of these units that are reserved for other bookings or held by customers; for a batch. CROSS JOIN, so that
 * days before the window are never read.
 */
export function selectReservations(
  db: Db,
  { bookingId, filter, window }: { bookingId: number; filter: UnitFilter; window: DaySpan },
) {
  return db
    .select({ dumpsterId: s.dumpsterId, bookingId: s.bookingId, start: s.startDate, end: s.endDate })
    .from(d)
    .crossJoin(s)
    .where(
      sql`s.dumpster_id = d.id AND d.deleted_at IS NULL ${matching(filter)} AND s.end_date >= ${window.start}
        AND s.start_date <= ${window.end} AND s.booking_id IS NOT ${bookingId}`,
    );
}

const matching = (filter: UnitFilter) =>
  filter === null
    ? sql``
    : sql`AND (d.dumpster_type = ${filter.dumpsterType} OR d.id IN (SELECT value FROM json_each(${JSON.stringify(filter.ids)})))`;

/**
 * True if no other booking or hold has the days of the unit; days of the two bookings count as free. `isTaken`: the unit
 * is new for the booking, so it must be in service.
 */
export function isUnitFreeFor(
  { dumpsterId, start, end }: DaySpan & { dumpsterId: number },
  { bookingIds, isTaken }: { bookingIds: readonly number[]; isTaken: boolean },
): SQL {
  const inService = sql`EXISTS (
    SELECT 1 FROM dumpsters WHERE id = ${dumpsterId} AND is_available = 1 AND deleted_at IS NULL)`;
  return sql`${isTaken ? inService : sql`1`} AND NOT EXISTS (
    SELECT 1 FROM dumpster_schedule taken
    WHERE taken.dumpster_id = ${dumpsterId} AND taken.end_date >= ${start} AND taken.start_date <= ${end}
      AND (taken.booking_id IS NULL OR taken.booking_id NOT IN (SELECT value FROM json_each(${JSON.stringify(bookingIds)}))))`;
}

/** For the batch of a change: another booking changes with it. */
export function raiseVersion(db: Db, bookingId: number) {
  return db.run(sql`UPDATE bookings SET version = version + 1 WHERE id = ${bookingId}`);
}

/** For the batch of a change: the job that is not done is due on the day, and no longer planned for another one. */
export function moveJob(
  db: Db,
  { bookingId, nowMs }: { bookingId: number; nowMs: number },
  { type, dueDay }: { type: JobType; dueDay: Day },
) {
  const where = sql`type = ${type} AND status NOT IN ('done', 'cancelled') AND due_day <> ${dueDay}`;
  return changeJobs(db, { bookingId }, { status: 'open', dueDay, where, nowMs });
}

/** For the batch of a change: gives back the days of a unit that an exchange no longer brings. */
export function releaseUnit(db: Db, { bookingId }: { bookingId: number }, role: string) {
  return db.run(sql`
    DELETE FROM dumpster_schedule WHERE booking_id = ${bookingId} AND role = ${role}`);
}

/** For the batch of a change: a truck job of the booking. */
export function insertBookingJob(
  db: Db,
  { bookingId, nowMs }: { bookingId: number; nowMs: number },
  { type, dueDay, window = 'any' }: { type: JobType; dueDay: Day; window?: string },
) {
  return db.run(sql`
    INSERT INTO jobs (booking_id, type, due_day, time_window, created_at)
    VALUES (${bookingId}, ${type}, ${dueDay}, ${window}, ${nowMs})`);
}
