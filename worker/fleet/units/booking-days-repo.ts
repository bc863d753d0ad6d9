import { eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { DumpsterType } from '#domain/rental/rental.ts';
import { addDays, type Day } from '#domain/shared/days.ts';
import type { Db } from '#worker/base/db/client.ts';
import type { SelectedRow } from '#worker/base/db/rows.ts';
import { dumpsterSchedule, dumpsters } from '#worker/base/db/schema/dumpsters.ts';
import { type Days, isFreeUnit } from './free-units-repo.ts';
import { UNIT_LOCATION } from './repo.ts';

const taken = alias(dumpsterSchedule, 'taken');

type Change = { bookingId: number };

/** Releases the booking's days from `from` on; earlier days stay on record. */
export function releaseDays(db: Db, { bookingId, from }: Change & { from: Day }) {
  return [
    db.run(sql`
      DELETE FROM dumpster_schedule WHERE booking_id = ${bookingId} AND start_date >= ${from}`),
    db.run(sql`
      UPDATE dumpster_schedule SET end_date = ${addDays(from, -1)}
      WHERE booking_id = ${bookingId} AND end_date >= ${from}`),
  ] as const;
}

/**
 * Takes a unit of the size again for a booking that released its days: its latest unit if that is free, else another.
 * `days` are the remaining days. Changes nothing when no unit is free, and after the pickup.
 */
export function reassignUnit(
  db: Db,
  input: Change & { days: Days; dumpsterType: DumpsterType; nowMs: number },
) {
  const { bookingId, days } = input;
  const isNeeded = sql`EXISTS (SELECT 1 FROM bookings WHERE id = ${bookingId} AND site_status <> 'picked_up')`;
  const isSize = sql`d.dumpster_type = ${input.dumpsterType}`;
  const free = freeUnits(days, bookingId, isSize);
  const { start, end } = days;
  return [
    db.run(sql`
      UPDATE dumpster_schedule SET end_date = ${end}
      WHERE id = ${latestDaysOf(bookingId)} AND end_date < ${end} AND ${isNeeded}
        AND EXISTS (SELECT 1 FROM dumpsters d WHERE d.id = dumpster_id AND d.is_available = 1 AND d.deleted_at IS NULL)
        AND NOT EXISTS (
          SELECT 1 FROM dumpster_schedule taken
          WHERE taken.dumpster_id = dumpster_schedule.dumpster_id AND taken.id <> dumpster_schedule.id
            AND taken.end_date >= dumpster_schedule.start_date AND taken.start_date <= ${end})`),
    db.run(sql`
      UPDATE dumpster_schedule SET dumpster_id = (${free} LIMIT 1), start_date = ${start}, end_date = ${end}
      WHERE id = ${latestDaysOf(bookingId)} AND end_date < ${end} AND ${isNeeded} AND EXISTS (${free})`),
    db.run(sql`
      INSERT INTO dumpster_schedule (dumpster_id, booking_id, start_date, end_date, created_at)
      SELECT id, ${bookingId}, ${start}, ${end}, ${input.nowMs} FROM (${free} LIMIT 1)
      WHERE ${isNeeded} AND NOT EXISTS (SELECT 1 FROM dumpster_schedule WHERE booking_id = ${bookingId})`),
  ] as const;
}

/** Extends the days of a booking in a role to `end`, unless others have their unit on one of the new days. */
export function extendDays(db: Db, { bookingId, role, end }: Change & { role: string; end: Day }) {
  return db.run(sql`
    UPDATE dumpster_schedule SET end_date = ${end}
    WHERE booking_id = ${bookingId} AND role = ${role} AND end_date < ${end} AND NOT EXISTS (
      SELECT 1 FROM dumpster_schedule taken
      WHERE taken.dumpster_id = dumpster_schedule.dumpster_id AND taken.id <> dumpster_schedule.id
        AND taken.end_date > dumpster_schedule.end_date AND taken.start_date <= ${end})`);
}

/** The unit of a booking in a role came on `start`, before its days. Changes nothing when others have it until then. */
export function startDaysEarlier(db: Db, { bookingId, role, start }: Change & { role: string; start: Day }) {
  return db.run(sql`
    UPDATE dumpster_schedule SET start_date = ${start}
    WHERE booking_id = ${bookingId} AND role = ${role} AND start_date > ${start} AND NOT EXISTS (
      SELECT 1 FROM dumpster_schedule taken
      WHERE taken.dumpster_id = dumpster_schedule.dumpster_id AND taken.id <> dumpster_schedule.id
        AND taken.end_date >= ${start} AND taken.start_date < dumpster_schedule.start_date)`);
}

/** Gives a booking any free unit of the size in a role that has no days now. Changes nothing when no unit is free. */
export function assignFreeUnit(
  db: Db,
  input: Change & { role: string; days: Days; dumpsterType: DumpsterType; nowMs: number },
) {
  const { bookingId, role, days } = input;
  const isSize = sql`d.dumpster_type = ${input.dumpsterType} AND NOT EXISTS (
    SELECT 1 FROM dumpster_schedule own WHERE own.booking_id = ${bookingId} AND own.dumpster_id = d.id)`;
  return db.run(sql`
    INSERT INTO dumpster_schedule (dumpster_id, booking_id, role, start_date, end_date, created_at)
    SELECT id, ${bookingId}, ${role}, ${days.start}, ${days.end}, ${input.nowMs}
    FROM (${freeUnits(days, bookingId, isSize)} LIMIT 1)
    WHERE NOT EXISTS (SELECT 1 FROM dumpster_schedule WHERE booking_id = ${bookingId} AND role = ${role})`);
}

/** The row of a booking that has its unit now: after an exchange the latest one. */
function latestDaysOf(bookingId: number): SQL {
  return sql`(SELECT id FROM dumpster_schedule WHERE booking_id = ${bookingId} ORDER BY end_date DESC, id DESC LIMIT 1)`;
}

/**
 * Assigns a unit to a role of a booking for the remaining days, even if the booking has none now. `isKeptByOthers`: changes
 * nothing while others have the unit on one of the days.
 */
export function assignUnit(
  db: Db,
  {
    bookingId,
    role,
    dumpsterId,
    days,
    nowMs,
    isKeptByOthers = false,
  }: Change & { role: string; dumpsterId: number; days: Days; nowMs: number; isKeptByOthers?: boolean },
) {
  const isRole = sql`booking_id = ${bookingId} AND role = ${role}`;
  const isFree = isKeptByOthers ? isUnitFreeForBooking(dumpsterId, days, bookingId) : sql`1`;
  return [
    db.run(sql`
      UPDATE dumpster_schedule
      SET dumpster_id = ${dumpsterId}, start_date = ${days.start}, end_date = ${days.end}
      WHERE ${isRole} AND ${isFree}`),
    // No upsert: the trigger that refuses overlaps runs before an INSERT is found to be an update.
    db.run(sql`
      INSERT INTO dumpster_schedule (dumpster_id, booking_id, role, start_date, end_date, created_at)
      SELECT ${dumpsterId}, ${bookingId}, ${role}, ${days.start}, ${days.end}, ${nowMs}
      WHERE ${isFree} AND NOT EXISTS (SELECT 1 FROM dumpster_schedule WHERE ${isRole})`),
  ] as const;
}

/** True if the unit is in service and free on these days; days of this booking count as free. */
export function isUnitFreeForBooking(dumpsterId: number, days: Days, bookingId: number): SQL {
  return sql`EXISTS (${freeUnits(days, bookingId, sql`d.id = ${dumpsterId}`)})`;
}

const UNIT_FIELDS = {
  id: dumpsters.id,
  dumpsterNumber: dumpsters.dumpsterNumber,
  dumpsterType: dumpsters.dumpsterType,
  isAvailable: dumpsters.isAvailable,
  notes: dumpsters.notes,
  location: UNIT_LOCATION,
};

/** The units in service that are free on these days, units of the booking's size first. */
export function listFreeUnits(db: Db, days: Days, booking: { id: number; dumpsterType: DumpsterType }) {
  return db
    .select(UNIT_FIELDS)
    .from(dumpsters)
    .where(sql`${dumpsters.id} IN (${freeUnits(days, booking.id, sql`1`)})`)
    .orderBy(sql`${dumpsters.dumpsterType} <> ${booking.dumpsterType}`, dumpsters.dumpsterType, dumpsters.id);
}

const TAKEN_FIELDS = { bookingId: taken.bookingId, startDate: taken.startDate, endDate: taken.endDate };
type TakenDays = SelectedRow<typeof TAKEN_FIELDS>;

/** The first days on which another booking or a hold occupies the unit; null for a hold's bookingId. */
export async function findTakenDays(
  db: Db,
  { dumpsterId, days, bookingId }: { dumpsterId: number; days: Days; bookingId: number },
): Promise<TakenDays | null> {
  const [row] = await db
    .select(TAKEN_FIELDS)
    .from(taken)
    .where(
      sql`taken.dumpster_id = ${dumpsterId} AND taken.end_date >= ${days.start} AND taken.start_date <= ${days.end}
        AND ${isOfOthers(bookingId)}`,
    )
    .orderBy(taken.startDate)
    .limit(1);
  return row ?? null;
}

/** The state of any unit, in service or not. Includes deleted ones, because old bookings still refer to them. */
export async function findUnitState(db: Db, id: number) {
  const [row] = await db
    .select({
      dumpsterNumber: dumpsters.dumpsterNumber,
      isAvailable: dumpsters.isAvailable,
      isDeleted: sql`${dumpsters.deletedAt} IS NOT NULL`.mapWith(Boolean),
    })
    .from(dumpsters)
    .where(eq(dumpsters.id, id));
  return row ?? null;
}

function freeUnits(days: Days, bookingId: number, which: SQL): SQL {
  return sql`SELECT d.id FROM dumpsters d WHERE ${which} AND ${isFreeUnit(days, isOfOthers(bookingId))}`;
}

function isOfOthers(bookingId: number): SQL {
  return sql`taken.booking_id IS NOT ${bookingId}`;
}
