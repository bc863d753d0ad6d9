import { and, asc, eq, gte, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { addDays, type Day } from '#domain/days.ts';
import type { DumpsterType } from '#domain/rental.ts';
import type { Db } from '#worker/db/client.ts';
import { readRows, type SelectedRow } from '#worker/db/rows.ts';
import { dumpsterSchedule, dumpsters } from '#worker/db/schema/dumpsters.ts';

/** A range of days, both included; null is an open end. */
export type OpenWindow = { from: Day | null; to: Day | null };

const s = alias(dumpsterSchedule, 's');
const DAYS_FIELDS = { id: s.id, bookingId: s.bookingId, startDate: s.startDate, endDate: s.endDate };
/** `bookingId`: null for a hold. */
export type UnitDays = SelectedRow<typeof DAYS_FIELDS>;

/** The days for which a unit is booked, in their order; with `hasHolds` also the holds of customers who are paying. */
export function listUnitDays(
  db: Db,
  dumpsterId: number,
  { hasHolds, ...window }: OpenWindow & { hasHolds: boolean },
): Promise<UnitDays[]> {
  const booked = hasHolds ? sql`` : sql`AND s.booking_id IS NOT NULL`;
  return db
    .select(DAYS_FIELDS)
    .from(s)
    .where(sql`s.dumpster_id = ${dumpsterId} ${booked} ${touching(window)}`)
    .orderBy(s.endDate);
}

const BOOKED_FIELDS = {
  ...DAYS_FIELDS,
  bookingId: sql<number>`s.booking_id`,
  dumpsterId: s.dumpsterId,
};

/** The days for which the fleet is booked, unit by unit. CROSS JOIN, so that days before `from` are never read. */
export function listFleetDays(db: Db, window: { from: Day; to: Day }) {
  return readRows(
    db,
    BOOKED_FIELDS,
    (columns) => sql`
      SELECT ${columns}
      FROM dumpsters d CROSS JOIN dumpster_schedule s
      WHERE s.dumpster_id = d.id AND d.deleted_at IS NULL AND s.booking_id IS NOT NULL ${touching(window)}
      ORDER BY d.id, s.end_date`,
  );
}

/** The days of one unit never overlap, so ordering by their ends also orders them by their starts. */
function touching({ from, to }: OpenWindow): SQL {
  const since = from ? sql`AND s.end_date >= ${from}` : sql``;
  const until = to ? sql`AND s.start_date <= ${to}` : sql``;
  return sql`${since} ${until}`;
}

/** A revision of a checkout that holds days. */
export type Holder = { checkoutId: string; revision: number };
/** The days for which a unit of a size is needed: from the delivery to the pickup. */
export type Rental = { dumpsterType: string; start: Day; end: Day };

const inFleet = isNull(dumpsters.deletedAt);

/** The units that are not deleted, in service or not. */
export function listUnits(db: Db) {
  return db
    .select({
      id: dumpsters.id,
      dumpsterType: dumpsters.dumpsterType,
      isAvailable: dumpsters.isAvailable,
    })
    .from(dumpsters)
    .where(inFleet)
    .orderBy(asc(dumpsters.id));
}

/**
 * The days on which the units of a size (null: of all), in service or not, are occupied between `from` and `to`. Days
 * before `from` are never read: CROSS JOIN keeps SQLite from reading the schedule first.
 */
export function listOccupied(db: Db, window: { dumpsterType: DumpsterType | null; from: Day; to: Day }) {
  const ofType = window.dumpsterType ? eq(dumpsters.dumpsterType, window.dumpsterType) : undefined;
  return db
    .select({
      dumpsterId: dumpsterSchedule.dumpsterId,
      start: dumpsterSchedule.startDate,
      end: dumpsterSchedule.endDate,
    })
    .from(dumpsters)
    .crossJoin(dumpsterSchedule)
    .where(
      and(
        eq(dumpsterSchedule.dumpsterId, dumpsters.id),
        inFleet,
        ofType,
        gte(dumpsterSchedule.endDate, window.from),
        lte(dumpsterSchedule.startDate, window.to),
      ),
    );
}

/**
 * Picks a free unit in service and takes it, in one statement. Writes no row when none is free or a condition does not
 * hold. Days that the same checkout already holds count as free.
 */
export function takeUnitForCheckout(
  db: Db,
  {
    holder,
    rental,
    nowMs,
    conditions,
  }: { holder: Holder; rental: Rental; nowMs: number; conditions: readonly SQL[] },
) {
  return db.run(sql`
    INSERT INTO dumpster_schedule (dumpster_id, checkout_id, revision, start_date, end_date, created_at)
    SELECT d.id, ${holder.checkoutId}, ${holder.revision}, ${rental.start}, ${rental.end}, ${nowMs}
    FROM dumpsters d
    WHERE ${sql.join([...conditions], sql` AND `)} AND ${isFree(rental, sql`taken.checkout_id IS NOT ${holder.checkoutId}`)}
    ORDER BY EXISTS (
      SELECT 1 FROM dumpster_schedule own WHERE own.dumpster_id = d.id AND own.checkout_id = ${holder.checkoutId}
    ) DESC, d.id
    LIMIT 1`);
}

/** Takes a free unit for the booking of a payment, if the booking has no days yet. */
export function takeUnitForBooking(
  db: Db,
  { bookingId, rental, nowMs, condition }: { bookingId: SQL; rental: Rental; nowMs: number; condition: SQL },
) {
  return db.run(sql`
    INSERT INTO dumpster_schedule (dumpster_id, booking_id, start_date, end_date, created_at)
    SELECT d.id, ${bookingId}, ${rental.start}, ${rental.end}, ${nowMs}
    FROM dumpsters d
    WHERE ${condition} AND ${isFree(rental, sql`1`)}
      AND NOT EXISTS (SELECT 1 FROM dumpster_schedule own WHERE own.booking_id = ${bookingId})
    ORDER BY d.id
    LIMIT 1`);
}

/** True if a unit in service is free for the rental; days that the checkout holds count as free. */
export function isAnyUnitFree(rental: Rental, checkoutId: string): SQL {
  return sql`EXISTS (
    SELECT 1 FROM dumpsters d WHERE ${isFree(rental, sql`taken.checkout_id IS NOT ${checkoutId}`)})`;
}

function isFree(rental: Rental, counts: SQL): SQL {
  return sql`d.dumpster_type = ${rental.dumpsterType} AND d.is_available = 1 AND d.deleted_at IS NULL
    AND NOT EXISTS (
      SELECT 1 FROM dumpster_schedule taken
      WHERE taken.dumpster_id = d.id AND taken.end_date >= ${rental.start}
        AND taken.start_date <= ${rental.end} AND ${counts}
    )`;
}

const taken = alias(dumpsterSchedule, 'taken');

/** The days of a booking for which a unit is needed, both included. */
export type Days = { start: Day; end: Day };
type Change = { bookingId: number; condition: SQL };

/** Releases the booking's days from `from` on; earlier days stay on record. */
export function releaseDays(db: Db, { bookingId, from, condition }: Change & { from: Day }) {
  return [
    db.run(sql`
      DELETE FROM dumpster_schedule WHERE booking_id = ${bookingId} AND start_date >= ${from} AND ${condition}`),
    db.run(sql`
      UPDATE dumpster_schedule SET end_date = ${addDays(from, -1)}
      WHERE booking_id = ${bookingId} AND end_date >= ${from} AND ${condition}`),
  ] as const;
}

/**
 * Takes a unit of the size again for a booking that released its days: its latest unit if that is free, else another.
 * `days` are the remaining days. Changes nothing when no unit is free.
 */
export function reassignUnit(
  db: Db,
  input: Change & { days: Days; dumpsterType: DumpsterType; nowMs: number },
) {
  const { bookingId, days, condition } = input;
  const isSize = sql`d.dumpster_type = ${input.dumpsterType}`;
  const free = freeUnits(days, bookingId, isSize);
  const { start, end } = days;
  return [
    db.run(sql`
      UPDATE dumpster_schedule SET end_date = ${end}
      WHERE id = ${latestDaysOf(bookingId)} AND end_date < ${end} AND ${condition}
        AND EXISTS (SELECT 1 FROM dumpsters d WHERE d.id = dumpster_id AND d.is_available = 1 AND d.deleted_at IS NULL)
        AND NOT EXISTS (
          SELECT 1 FROM dumpster_schedule taken
          WHERE taken.dumpster_id = dumpster_schedule.dumpster_id AND taken.id <> dumpster_schedule.id
            AND taken.end_date >= dumpster_schedule.start_date AND taken.start_date <= ${end})`),
    db.run(sql`
      UPDATE dumpster_schedule SET dumpster_id = (${free} LIMIT 1), start_date = ${start}, end_date = ${end}
      WHERE id = ${latestDaysOf(bookingId)} AND end_date < ${end} AND ${condition} AND EXISTS (${free})`),
    db.run(sql`
      INSERT INTO dumpster_schedule (dumpster_id, booking_id, start_date, end_date, created_at)
      SELECT id, ${bookingId}, ${start}, ${end}, ${input.nowMs} FROM (${free} LIMIT 1)
      WHERE ${condition} AND NOT EXISTS (SELECT 1 FROM dumpster_schedule WHERE booking_id = ${bookingId})`),
  ] as const;
}

/** Extends the latest days of a booking on the same unit to `end`, unless others have the unit on one of the new days. */
export function extendDays(db: Db, { bookingId, end, condition }: Change & { end: Day }) {
  return db.run(sql`
    UPDATE dumpster_schedule SET end_date = ${end}
    WHERE id = ${latestDaysOf(bookingId)} AND end_date < ${end} AND ${condition} AND NOT EXISTS (
      SELECT 1 FROM dumpster_schedule taken
      WHERE taken.dumpster_id = dumpster_schedule.dumpster_id AND taken.id <> dumpster_schedule.id
        AND taken.end_date > dumpster_schedule.end_date AND taken.start_date <= ${end})`);
}

/** The row of a booking that has its unit now: after an exchange the latest one. */
export function latestDaysOf(bookingId: number): SQL {
  return sql`(SELECT id FROM dumpster_schedule WHERE booking_id = ${bookingId} ORDER BY end_date DESC, id DESC LIMIT 1)`;
}

/** Assigns a unit to a role of a booking for the remaining days, even if the booking has none now. */
export function assignUnit(
  db: Db,
  {
    bookingId,
    role,
    dumpsterId,
    days,
    nowMs,
    condition,
  }: Change & { role: string; dumpsterId: number; days: Days; nowMs: number },
) {
  const isRole = sql`booking_id = ${bookingId} AND role = ${role}`;
  return [
    db.run(sql`
      UPDATE dumpster_schedule
      SET dumpster_id = ${dumpsterId}, start_date = ${days.start}, end_date = ${days.end}
      WHERE ${isRole} AND ${condition}`),
    // No upsert: the trigger that refuses overlaps runs before an INSERT is found to be an update.
    db.run(sql`
      INSERT INTO dumpster_schedule (dumpster_id, booking_id, role, start_date, end_date, created_at)
      SELECT ${dumpsterId}, ${bookingId}, ${role}, ${days.start}, ${days.end}, ${nowMs}
      WHERE ${condition} AND NOT EXISTS (SELECT 1 FROM dumpster_schedule WHERE ${isRole})`),
  ] as const;
}

/** True if the unit is in service and free on these days; days of this booking count as free. */
export function unitIsFreeCondition(dumpsterId: number, days: Days, bookingId: number): SQL {
  return sql`EXISTS (${freeUnits(days, bookingId, sql`d.id = ${dumpsterId}`)})`;
}

const UNIT_FIELDS = {
  id: dumpsters.id,
  dumpsterNumber: dumpsters.dumpsterNumber,
  dumpsterType: dumpsters.dumpsterType,
  isAvailable: dumpsters.isAvailable,
  notes: dumpsters.notes,
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
export type TakenDays = SelectedRow<typeof TAKEN_FIELDS>;

/** The first days on which another booking or a hold occupies the unit; null for a hold's bookingId. */
export async function findTakenDays(
  db: Db,
  { dumpsterId, days, bookingId }: { dumpsterId: number; days: Days; bookingId: number },
): Promise<TakenDays | null> {
  const [row] = await db
    .select(TAKEN_FIELDS)
    .from(taken)
    .where(sql`${taken.dumpsterId} = ${dumpsterId} AND ${overlaps(days, bookingId)}`)
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
  return sql`
    SELECT d.id FROM dumpsters d
    WHERE ${which} AND d.is_available = 1 AND d.deleted_at IS NULL AND NOT EXISTS (
      SELECT 1 FROM dumpster_schedule taken WHERE taken.dumpster_id = d.id AND ${overlaps(days, bookingId)})`;
}

function overlaps({ start, end }: Days, bookingId: number): SQL {
  return sql`taken.end_date >= ${start} AND taken.start_date <= ${end} AND taken.booking_id IS NOT ${bookingId}`;
}
