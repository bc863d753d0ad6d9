import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { CONFLICT_KINDS, type ConflictKind, UNIT_CONFLICT_KINDS } from '#domain/dispatch/conflicts.ts';
import type { UnitDirection } from '#domain/dispatch/driver-actions.ts';
import type { Db } from '#worker/base/db/client.ts';
import { readRows, type SelectedRow } from '#worker/base/db/rows.ts';
import { driverConflicts } from '#worker/base/db/schema/drivers.ts';
import { nameOf } from '#worker/base/history/repo.ts';

/** Conflicts with the action or the photo that each belongs to. */
const RECORDED = sql`driver_conflicts c LEFT JOIN driver_actions a ON a.id = c.action_id
  LEFT JOIN delivery_photos f ON f.upload_id = c.photo_id`;
const DRIVER_ID = sql`coalesce(a.driver_id, f.driver_id)`;

export type NewConflict = {
  actionId: string;
  kind: ConflictKind;
  stopId: number;
  bookingId: number | null;
  message: string;
  nowMs: number;
};

/** For the batch that stores the action. An action has one conflict of a kind. */
export function insertConflict(db: Db, { actionId, kind, stopId, bookingId, message, nowMs }: NewConflict) {
  return db.run(sql`
    INSERT INTO driver_conflicts (action_id, kind, stop_id, booking_id, message, created_at)
    VALUES (${actionId}, ${kind}, ${stopId}, ${bookingId}, ${message}, ${nowMs}) ON CONFLICT DO NOTHING`);
}

/**
 * For the batch that stores a photo, behind its row: a photo is not an action. Adds nothing if the driver has a conflict
 * of the kind at the stop already, open or resolved.
 */
export function insertConflictOfPhoto(
  db: Db,
  conflict: Omit<NewConflict, 'actionId'> & { photoId: string; driverId: number },
) {
  const { photoId, driverId, kind, stopId, bookingId, message, nowMs } = conflict;
  // The card of a dry run shows the photos of the stop.
  return db.run(sql`
    INSERT INTO driver_conflicts (photo_id, kind, stop_id, booking_id, message, created_at)
    SELECT ${photoId}, ${kind}, ${stopId}, ${bookingId}, ${message}, ${nowMs}
    WHERE NOT EXISTS (
      SELECT 1 FROM ${RECORDED}
      WHERE c.stop_id = ${stopId} AND c.kind IN (${kind}, 'dry_run') AND ${DRIVER_ID} = ${driverId})
    ON CONFLICT DO NOTHING`);
}

/** For a batch. Fails, and the batch with it, when the conflict is resolved already (isConflictResolved). */
export function markConflictResolved(
  db: Db,
  { id, userId, nowMs }: { id: number; userId: number | null; nowMs: number },
) {
  return db.run(
    sql`UPDATE driver_conflicts SET decided_at = ${nowMs}, decided_by = ${userId} WHERE id = ${id}`,
  );
}

export function isConflictResolved(message: string): boolean {
  return message.includes('driver_conflict_kept');
}

/** For the batch that applies an action which was refused before: its conflicts no longer exist. */
export function markConflictsOfActionResolved(
  db: Db,
  { actionId, nowMs }: { actionId: string; nowMs: number },
) {
  return db.run(
    sql`UPDATE driver_conflicts SET decided_at = ${nowMs} WHERE action_id = ${actionId} AND decided_at IS NULL`,
  );
}

/**
 * The message begins with the number of the unit, which the screen links to the inventory. A number that a driver typed
 * and no unit has stays as it is.
 */
export function insertDamageConflict(
  db: Db,
  conflict: Omit<NewConflict, 'kind' | 'message'> & {
    unit: { dumpsterId: number } | { number: string };
    note: string;
  },
) {
  const { actionId, stopId, bookingId, unit, note, nowMs } = conflict;
  const message = `. Take it out of service if it cannot be used.${note === '' ? '' : ` The driver wrote: ${note}`}`;
  const number =
    'number' in unit
      ? sql`coalesce((SELECT dumpster_number FROM dumpsters
          WHERE lower(dumpster_number) = lower(${unit.number}) AND deleted_at IS NULL), ${unit.number})`
      : sql`(SELECT dumpster_number FROM dumpsters WHERE id = ${unit.dumpsterId})`;
  return db.run(sql`
    INSERT INTO driver_conflicts (action_id, kind, stop_id, booking_id, message, created_at)
    VALUES (${actionId}, 'unit_damaged', ${stopId}, ${bookingId}, 'Unit ' || ${number} || ' is damaged' || ${message}, ${nowMs})
    ON CONFLICT DO NOTHING`);
}

/** For the batch of a dry run: one conflict stands for all that the driver recorded at a stop that the office removed. */
export function markGoneStopResolved(db: Db, at: { stopId: number; driverId: number; nowMs: number }) {
  const { stopId, driverId, nowMs } = at;
  return db.run(sql`
    UPDATE driver_conflicts SET decided_at = ${nowMs} WHERE decided_at IS NULL AND id IN (
      SELECT c.id FROM ${RECORDED} WHERE c.stop_id = ${stopId} AND ${DRIVER_ID} = ${driverId}
        AND c.kind IN ('stop_removed', 'route_removed', 'job_cancelled'))`);
}

/** For the batch of a unit action, before its conflict: what the driver typed before in the same direction is replaced. */
export function markReplacedUnitsResolved(
  db: Db,
  unit: {
    actionId: string;
    stopId: number;
    driverId: number;
    direction: UnitDirection;
    atMs: number;
    nowMs: number;
  },
) {
  const { actionId, stopId, driverId, direction, atMs, nowMs } = unit;
  return db.run(sql`
    UPDATE driver_conflicts SET decided_at = ${nowMs}
    WHERE stop_id = ${stopId} AND kind IN (SELECT value FROM json_each(${JSON.stringify(UNIT_CONFLICT_KINDS)}))
      AND decided_at IS NULL AND action_id IN (
        SELECT id FROM driver_actions WHERE stop_id = ${stopId} AND driver_id = ${driverId} AND type = 'unit'
          AND id <> ${actionId} AND corrected_time <= ${atMs}
          AND (json_extract(payload, '$.direction') IS 'collected') = ${direction === 'collected' ? 1 : 0})`);
}

const c = alias(driverConflicts, 'c');
/** insertDamageConflict() begins the message with it. */
const DAMAGED_NUMBER = sql`substr(c.message, 6, instr(c.message, ' is damaged') - 6)`;
const FIELDS = {
  id: c.id,
  actionId: c.actionId,
  photoId: c.photoId,
  kind: c.kind,
  stopId: c.stopId,
  bookingId: c.bookingId,
  message: c.message,
  createdAt: c.createdAt,
  resolvedAt: c.resolvedAt,
  resolvedBy: sql<
    string | null
  >`CASE WHEN c.decided_by IS NULL THEN NULL ELSE ${nameOf(sql`c.decided_by`)} END`,
  driver: sql<string>`${nameOf(DRIVER_ID)}`,
  unit: sql<string | null>`CASE WHEN a.type = 'unit' THEN json_extract(a.payload, '$.number')
    WHEN c.kind = 'unit_damaged' THEN ${DAMAGED_NUMBER} END`,
  damagedUnitId: sql<number | null>`CASE WHEN c.kind = 'unit_damaged' THEN
    (SELECT id FROM dumpsters WHERE lower(dumpster_number) = lower(${DAMAGED_NUMBER}) AND deleted_at IS NULL) END`,
  doneAtMs: sql<number>`coalesce(a.corrected_time, f.taken_at, f.created_at)`,
};
export type ConflictRow = SelectedRow<typeof FIELDS>;

export async function findConflict(db: Db, id: number): Promise<ConflictRow | null> {
  const [row] = await conflictsWhere(db, sql`c.id = ${id}`, 1);
  return row ?? null;
}

/** Oldest first. */
export function listOpenConflicts(db: Db, limit: number): Promise<ConflictRow[]> {
  return conflictsWhere(db, sql`c.decided_at IS NULL`, limit);
}

/**
 * The open conflicts that a later record can resolve (a load, a delivery), oldest first. `stopIds`: only those of the
 * bookings, routes and trucks of these stops.
 */
export function listPendingConflicts(
  db: Db,
  { limit, stopIds }: { limit: number; stopIds?: readonly number[] | undefined },
): Promise<ConflictRow[]> {
  const kinds = sql`c.kind IN ('ticket_without_load', 'second_ticket', 'undelivered')`;
  const near = sql`EXISTS (
    SELECT 1 FROM driver_route_stops near CROSS JOIN driver_routes n ON n.id = near.route_id
      CROSS JOIN driver_route_stops s ON s.id = c.stop_id CROSS JOIN driver_routes r ON r.id = s.route_id
    WHERE near.id IN (SELECT value FROM json_each(${JSON.stringify(stopIds ?? [])}))
      AND (near.booking_id = c.booking_id OR n.id = r.id OR n.truck_id = r.truck_id))`;
  return conflictsWhere(db, sql`c.decided_at IS NULL AND ${kinds} AND ${stopIds ? near : sql`1`}`, limit);
}

/** The open conflicts of an action, oldest first. */
export function listConflictsOfAction(db: Db, actionId: string): Promise<ConflictRow[]> {
  return conflictsWhere(db, sql`c.action_id = ${actionId} AND c.decided_at IS NULL`, MAX_OF_ACTION);
}

/** An action has one conflict of a kind. */
const MAX_OF_ACTION = CONFLICT_KINDS.length;

function conflictsWhere(db: Db, where: SQL, limit: number): Promise<ConflictRow[]> {
  return readRows(
    db,
    FIELDS,
    (columns) => sql`
      SELECT ${columns} FROM ${RECORDED}
      WHERE ${where} ORDER BY c.created_at, c.id LIMIT ${limit}`,
  );
}
