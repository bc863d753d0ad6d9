import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { ActionType } from '#domain/dispatch/driver-actions.ts';
import type { StopType } from '#domain/dispatch/stops.ts';
import type { Db } from '#worker/base/db/client.ts';
import { GuardFailed } from '#worker/base/db/commit.ts';
import { databaseMessage } from '#worker/base/db/constraint-errors.ts';
import { driverActions, driverRouteStops } from '#worker/base/db/schema/drivers.ts';
import { nameOf } from '#worker/base/history/repo.ts';

export type LogRow = typeof driverActions.$inferSelect;

/** Null for a stop that does not exist. */
export async function findStopType(db: Db, stopId: number) {
  const [stop] = await db
    .select({ type: driverRouteStops.stopType })
    .from(driverRouteStops)
    .where(eq(driverRouteStops.id, stopId));
  return stop?.type ?? null;
}

/** An action as it is stored. Times in milliseconds. */
export type LogEntry = {
  id: string;
  driverId: number;
  stopId: number;
  type: ActionType;
  payload: Record<string, unknown>;
  deviceTime: number;
  correctedTime: number;
  receivedAt: number;
  /** The corrected time is not what the clocks say: it keeps the order of the stop. */
  isTimeClamped: boolean;
};

export async function findLogRow(db: Db, id: string): Promise<LogRow | null> {
  const [row] = await db.select().from(driverActions).where(eq(driverActions.id, id));
  return row ?? null;
}

/** The rows of those ids that have one, by id. */
export async function listLogRows(db: Db, ids: readonly string[]): Promise<Map<string, LogRow>> {
  const found = await db
    .select()
    .from(driverActions)
    .where(inArray(driverActions.id, [...ids]));
  return new Map(found.map((row) => [row.id, row]));
}

type Outcome = {
  result: LogRow['result'];
  reason: string | null;
  /** 'waiting': its effects wait for a dispatcher. */
  approval?: LogRow['approval'];
};

/** The first write of a batch. Fails when another call stored the action (isLogConflict). */
export function insertLogRow(db: Db, entry: LogEntry, { result, reason, approval }: Outcome) {
  const { id, driverId, stopId, type, payload, deviceTime, correctedTime, receivedAt } = entry;
  const isTimeClamped = Number(entry.isTimeClamped);
  return db.run(sql`
    INSERT INTO driver_actions (id, driver_id, stop_id, type, payload, device_time, corrected_time, received_at,
      is_time_clamped, result, reason, approval)
    VALUES (${id}, ${driverId}, ${stopId}, ${type}, ${JSON.stringify(payload)}, ${deviceTime}, ${correctedTime},
      ${receivedAt}, ${isTimeClamped}, ${result}, ${reason}, ${approval ?? null})`);
}

/**
 * As insertLogRow, for an action that was refused before (isRefusedStill): it is planned again, and can need an approval
 * now.
 */
export function updateLogRow(
  db: Db,
  { id, payload }: Pick<LogEntry, 'id' | 'payload'>,
  { result, reason, approval }: Outcome,
) {
  return db.run(sql`
    UPDATE driver_actions SET
      result = ${result}, reason = ${reason}, approval = ${approval ?? null}, payload = ${unitOr(payload)}
    WHERE id = ${id}`);
}

/** No other call stored the action as applied. */
export function isRefusedStill(id: string): SQL {
  return sql`EXISTS (SELECT 1 FROM driver_actions WHERE id = ${id} AND result = 'refused')`;
}

/** The action waits for a decision. */
export function isWaiting(id: string): SQL {
  return sql`EXISTS (SELECT 1 FROM driver_actions WHERE id = ${id} AND approval = 'waiting')`;
}

/** The first write of the batch of a decision. */
export function decideLogRow(
  db: Db,
  input: {
    id: string;
    approval: 'approved' | 'rejected';
    userId: number;
    nowMs: number;
    payload: LogEntry['payload'] | undefined;
  },
) {
  const { id, approval, userId, nowMs, payload } = input;
  return db.run(sql`
    UPDATE driver_actions SET
      approval = ${approval}, approved_by = ${userId}, approved_at = ${nowMs},
      payload = ${unitOr(payload)}
    WHERE id = ${id}`);
}

/** The plan of a unit action replaces the typed number by the painted one and adds which unit of the stop it is. */
const unitOr = (payload: LogEntry['payload'] = {}) =>
  sql`CASE WHEN type = 'unit' AND ${payload.number ?? null} IS NOT NULL THEN ${JSON.stringify(payload)} ELSE payload END`;

/** The actions that wait for a decision. */
export function listWaitingRows(db: Db, limit: number) {
  const { id, stopId, type, payload, correctedTime, receivedAt } = driverActions;
  return db
    .select({
      id,
      stopId,
      type,
      payload,
      doneAtMs: correctedTime,
      receivedAtMs: receivedAt,
      driver: sql<string>`${nameOf(sql`driver_id`)}`,
      bookingId: sql<number | null>`(SELECT booking_id FROM driver_route_stops WHERE id = stop_id)`,
      stopType: sql<StopType>`(SELECT stop_type FROM driver_route_stops WHERE id = stop_id)`,
      site: sql<
        string | null
      >`(SELECT sites.name FROM driver_route_stops s JOIN sites ON sites.id = s.site_id WHERE s.id = stop_id)`,
    })
    .from(driverActions)
    .where(sql`approval = 'waiting'`)
    .orderBy(correctedTime, receivedAt, sql`rowid`)
    .limit(limit);
}

/** The first action at the same stop that was done earlier and waits for approval; null without one. */
export async function findEarlierWaiting(db: Db, { id, stopId }: Pick<LogRow, 'id' | 'stopId'>) {
  const [earlier] = await db
    .select({ type: driverActions.type })
    .from(driverActions)
    .where(
      sql`stop_id = ${stopId} AND approval = 'waiting' AND (corrected_time, received_at, rowid) < (
        SELECT corrected_time, received_at, rowid FROM driver_actions WHERE id = ${id})`,
    )
    .orderBy(driverActions.correctedTime, driverActions.receivedAt, sql`rowid`)
    .limit(1);
  return earlier ?? null;
}

/** True if another call was faster: it stored the action, or changed the stop, the booking, or the fee of the load. */
export function isLogConflict(error: unknown): boolean {
  if (error instanceof GuardFailed) return true;
  return /driver_actions\.id|dump_fees\.(?:action_id|load_stop_id)|driver_conflict_kept/.test(
    databaseMessage(error),
  );
}

/** True if a constraint or a trigger refused the effects of an action. */
export function isConstraintFailure(error: unknown): boolean {
  return databaseMessage(error).includes('SQLITE_CONSTRAINT');
}
