import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Db } from '#worker/base/db/client.ts';
import { limitTo, readRows, readTogether, type SelectedRow } from '#worker/base/db/rows.ts';
import { checkoutRevisions, checkouts } from '#worker/base/db/schema/checkouts.ts';
import { dumpsterSchedule, dumpsters } from '#worker/base/db/schema/dumpsters.ts';
import type { Checkout } from '#worker/checkout/repo.ts';
import { hasMovesLeftBeside, holdsMovesOn } from '#worker/fleet/jobs/moves-repo.ts';
import type { Rental } from '#worker/fleet/units/free-units-repo.ts';
import type { CallerKeys } from './limits.ts';
import { type HeldMovesLimits, isBelowHeldMovesBeside } from './moves-limit-repo.ts';

const c = alias(checkouts, 'c');
const r = alias(checkoutRevisions, 'r');
const s = alias(dumpsterSchedule, 's');
const d = alias(dumpsters, 'd');

const HOLD_FIELDS = {
  id: c.id,
  firstName: r.firstName,
  lastName: r.lastName,
  dumpsterType: r.dumpsterType,
  /** The numbers of all units that the order holds. */
  dumpsterNumber: sql<string>`group_concat(${d.dumpsterNumber}, ', ')`,
  startDate: s.startDate,
  endDate: s.endDate,
  createdAt: c.createdAt,
  expiresAt: c.expiresAt,
  network: c.wideNetwork,
  isDeviceKnown: sql`${c.deviceId} IS NOT NULL`.mapWith(Boolean),
};
export type HoldRow = SelectedRow<typeof HOLD_FIELDS>;

/** Open checkouts with the days of their current revision, newest first. */
export function listOpenHolds(db: Db, limit: number): Promise<HoldRow[]> {
  return readRows(
    db,
    HOLD_FIELDS,
    (columns) => sql`
      SELECT ${columns}
      FROM checkouts c
      JOIN checkout_revisions r ON r.checkout_id = c.id AND r.revision = c.current_revision
      JOIN dumpster_schedule s ON s.checkout_id = c.id AND s.revision = c.current_revision
      JOIN dumpsters d ON d.id = s.dumpster_id
      WHERE c.state = 'open'
      GROUP BY c.id
      ORDER BY c.created_at DESC, c.id
      ${limitTo(limit)}`,
  );
}

export function countOpenHolds(db: Db): Promise<number> {
  return db.$count(checkouts, sql`state = 'open'`);
}

/** The calling device, and the checkout of the call, which is never listed. */
export type Asking = { deviceId: string; checkoutId: string };

const currentRevision = sql`${checkoutRevisions.checkoutId} = ${checkouts.id}
  AND ${checkoutRevisions.revision} = ${checkouts.currentRevision}`;

/** The live holds of the device for a size on at least one of the days, on any unit. */
export function listHoldsOfRental(
  db: Db,
  asking: Asking,
  { rental, nowMs }: { rental: Rental; nowMs: number },
): Promise<Checkout[]> {
  return db
    .select(getTableColumns(checkouts))
    .from(checkouts)
    .innerJoin(checkoutRevisions, currentRevision)
    .where(
      sql`${isOpenOnDevice(asking)} AND ${checkouts.expiresAt} > ${nowMs} AND ${isForSomeDaysOf(rental)}`,
    );
}

/**
 * The fewest open checkouts of the device that must end so that one unit is free on all days of the rental. Empty when
 * bookings or other customers occupy every unit.
 */
export function listHoldsInTheWay(db: Db, asking: Asking, rental: Rental): Promise<Checkout[]> {
  return db
    .select(getTableColumns(checkouts))
    .from(checkouts)
    .where(
      sql`${isOpenOnDevice(asking)} AND ${checkouts.id} IN (
        SELECT s.checkout_id FROM dumpster_schedule s
        WHERE s.dumpster_id = ${bestUnit(idsOf(asking), rental)} AND ${overlaps(sql`s`, rental)})`,
    );
}

/**
 * The device's open checkouts to end, so that the trucks have moves left for the rental: only the oldest one that frees
 * enough moves, otherwise all that hold moves on its days. Empty when even all of them free too few, or no unit is free.
 */
export async function listHoldsOfMoves(
  db: Db,
  asking: Asking,
  { rental, ...limits }: Omit<HeldMovesLimits, 'checkoutId'> & { rental: Rental },
): Promise<Checkout[]> {
  const isCandidate = sql`${isOpenOnDevice(asking)} AND ${holdsMovesOn(limits.moves)}`;
  const makesRoom = (ended: SQL) =>
    sql`${bestUnit(ended, rental)} IS NOT NULL AND ${hasMovesLeftBeside(ended, limits)}
      AND ${isBelowHeldMovesBeside(ended, limits)}`;
  const select = (condition: SQL) =>
    db.select().from(checkouts).where(condition).orderBy(checkouts.createdAt, checkouts.id);
  const own = asking.checkoutId;
  const [one, all] = await readTogether(db, [
    select(sql`${isCandidate} AND ${makesRoom(sql`(checkouts.id, ${own})`)}`).limit(1),
    select(
      sql`${isCandidate} AND ${makesRoom(sql`(SELECT id FROM checkouts WHERE id = ${own} OR (${isCandidate}))`)}`,
    ),
  ]);
  return one.length > 0 ? one : all;
}

/** The open checkouts of the device, with the calling one. */
function idsOf({ deviceId, checkoutId }: Asking): SQL {
  return sql`(SELECT id FROM checkouts WHERE (device_id = ${deviceId} OR id = ${checkoutId}) AND state = 'open')`;
}

/**
 * The unit on which the fewest of these checkouts prevent the rental, and no one else; null without one. `checkoutIds`: an
 * SQL list.
 */
function bestUnit(checkoutIds: SQL, rental: Rental): SQL {
  return sql`(
    SELECT d.id FROM dumpsters d
    WHERE d.dumpster_type = ${rental.dumpsterType} AND d.is_available = 1 AND d.deleted_at IS NULL
      AND NOT EXISTS (
        SELECT 1 FROM dumpster_schedule taken WHERE taken.dumpster_id = d.id AND ${overlaps(sql`taken`, rental)}
          AND (taken.checkout_id IS NULL OR taken.checkout_id NOT IN ${checkoutIds}))
    ORDER BY (
      SELECT count(DISTINCT held.checkout_id) FROM dumpster_schedule held
      WHERE held.dumpster_id = d.id AND ${overlaps(sql`held`, rental)}), d.id
    LIMIT 1)`;
}

function overlaps(table: SQL, { start, end }: Rental): SQL {
  return sql`${table}.end_date >= ${start} AND ${table}.start_date <= ${end}`;
}

/** The live hold of the device that counts in most of the caller's limits; the oldest of several. */
export function listHoldCounted(
  db: Db,
  asking: Asking,
  { caller, nowMs }: { caller: CallerKeys; nowMs: number },
): Promise<Checkout[]> {
  const matches = sql`(${checkouts.emailKey} = ${caller.emailKey}) + (${checkouts.phoneKey} = ${caller.phoneKey})
    + (${checkouts.homeNetwork} = ${caller.homeNetwork}) + (${checkouts.wideNetwork} = ${caller.wideNetwork})`;
  return db
    .select()
    .from(checkouts)
    .where(sql`${isOpenOnDevice(asking)} AND ${checkouts.expiresAt} > ${nowMs} AND ${matches} > 0`)
    .orderBy(sql`${matches} DESC, ${checkouts.createdAt}`)
    .limit(1);
}

/** A rental of the same size on at least one of the same days that the device has paid for since `sinceMs`. */
export async function findPaidRental(
  db: Db,
  asking: Asking,
  { rental, sinceMs }: { rental: Rental; sinceMs: number },
): Promise<Checkout | null> {
  const rows = await db
    .select(getTableColumns(checkouts))
    .from(checkouts)
    .innerJoin(checkoutRevisions, currentRevision)
    .where(
      sql`${checkouts.deviceId} = ${asking.deviceId} AND ${checkouts.state} = 'paid'
        AND ${checkouts.createdAt} > ${sinceMs}
        AND ${isForSomeDaysOf(rental)}`,
    )
    .limit(1);
  return rows[0] ?? null;
}

function isForSomeDaysOf(rental: Rental): SQL {
  return sql`${checkoutRevisions.dumpsterType} = ${rental.dumpsterType}
    AND ${checkoutRevisions.pickupDay} >= ${rental.start} AND ${checkoutRevisions.deliveryDate} <= ${rental.end}`;
}

function isOpenOnDevice({ deviceId, checkoutId }: Asking): SQL {
  return sql`${checkouts.deviceId} = ${deviceId} AND ${checkouts.state} = 'open' AND ${checkouts.id} <> ${checkoutId}`;
}
