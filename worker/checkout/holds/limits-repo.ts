import { and, gt, inArray, max, type SQL, sql } from 'drizzle-orm';
import { HOLD_DAYS, MAX_HOLDS, MAX_HOLDS_OF_CONTACT } from '#domain/rental/hold.ts';
import { type DumpsterType, HORIZON_DAYS } from '#domain/rental/rental.ts';
import { daysBetween } from '#domain/shared/days.ts';
import type { Db } from '#worker/base/db/client.ts';
import { readRows, type SelectedRow } from '#worker/base/db/rows.ts';
import { checkoutBlocks } from '#worker/base/db/schema/system.ts';
import { hasMovesLeft, type MoveDemand } from '#worker/fleet/jobs/moves-repo.ts';
import type { Rental } from '#worker/fleet/units/free-units-repo.ts';
import { freeUnitCount } from '#worker/fleet/units/schedule-repo.ts';
import type { CallerKeys } from './limits.ts';
import { isBelowHeldMoves } from './moves-limit-repo.ts';

/** The latest end of these blocks; null when none is active. */
export async function blockedUntil(db: Db, keys: readonly string[], nowMs: number): Promise<number | null> {
  const [row] = await db
    .select({ until: max(checkoutBlocks.blockedUntil) })
    .from(checkoutBlocks)
    .where(and(inArray(checkoutBlocks.key, [...keys]), gt(checkoutBlocks.blockedUntil, nowMs)));
  return row?.until ?? null;
}

export function insertBlock(db: Db, key: string, until: number) {
  return db.run(sql`
    INSERT INTO checkout_blocks (key, blocked_until) VALUES (${key}, ${until})
    ON CONFLICT (key) DO UPDATE SET blocked_until = max(blocked_until, excluded.blocked_until)`);
}

type CallerLimits = {
  caller: CallerKeys;
  deviceId: string | null;
  hasAddressLimits: boolean;
  nowMs: number;
};

type HoldDaysLimits = { checkoutId: string; rental: Rental; hasTurnstile: boolean };
/** `quantity`: how many dumpsters; `moves` are those of all. */
export type HoldLimits = CallerLimits & HoldDaysLimits & MoveDemand & { quantity: number };

/**
 * True if a new hold stays within the limits of its caller, its size and the fleet. For the statement that inserts it.
 */
export function isHoldAllowed(limits: HoldLimits): SQL {
  return sql`${isBelowCallerLimits(limits)} AND ${isRentalAllowed(limits)}`;
}

/** True if the dumpsters of an order stay within the limits of its caller. Those of the same checkout are replaced. */
export function isBelowCallerLimits(limits: HoldLimits): SQL {
  return sql`${isBelowNetworkLimits(limits)} AND ${isBelowContactLimits(limits)}`;
}

/**
 * True if the days and the truck moves of a rental fit under the limits of unpaid holds. For the statement that takes
 * them.
 */
export function isRentalAllowed(limits: HoldLimits): SQL {
  return sql`${isBelowHoldDays(limits)} AND ${isBelowHeldMoves(limits)}`;
}

/** Limits the live holds of the caller's networks. */
function isBelowNetworkLimits({ caller, hasAddressLimits, quantity, ...held }: HoldLimits): SQL {
  if (!hasAddressLimits || caller.homeNetwork === '') return sql`1`;
  const home = liveHolds(sql`home_network = ${caller.homeNetwork}`, held);
  const wide = liveHolds(sql`wide_network = ${caller.wideNetwork}`, held);
  return sql`${home} <= ${MAX_HOLDS.homeNetwork - quantity} AND ${wide} <= ${MAX_HOLDS.wideNetwork - quantity}`;
}

/**
 * Limits the live holds with the caller's e-mail or phone. Only holds of the caller's device or home network count, so
 * that others cannot block a customer. One order alone is not limited.
 */
function isBelowContactLimits({ caller, deviceId, quantity, ...held }: HoldLimits): SQL {
  const isOwn = isOwnHold({ caller, deviceId });
  const most = Math.max(0, MAX_HOLDS_OF_CONTACT - quantity);
  const isBelow = (contact: SQL) => sql`${liveHolds(sql`${contact} AND ${isOwn}`, held)} <= ${most}`;
  return sql`${isBelow(sql`email_key = ${caller.emailKey}`)} AND ${isBelow(sql`phone_key = ${caller.phoneKey}`)}`;
}

/**
 * True for a hold from the caller's device or home network. E-mail and phone are not verified, so they are not enough.
 */
function isOwnHold({ caller, deviceId }: Pick<CallerLimits, 'caller' | 'deviceId'>): SQL {
  return sql`(home_network = ${caller.homeNetwork} OR device_id = ${deviceId})`;
}

/** The dumpsters of the live holds of other checkouts. */
function liveHolds(condition: SQL, { checkoutId, nowMs }: Pick<HoldLimits, 'checkoutId' | 'nowMs'>): SQL {
  const quantity = sql`coalesce((SELECT quantity FROM checkout_revisions
    WHERE checkout_id = checkouts.id AND revision = checkouts.current_revision), 1)`;
  return sql`(SELECT coalesce(sum(${quantity}), 0) FROM checkouts
    WHERE state = 'open' AND expires_at > ${nowMs} AND id <> ${checkoutId} AND ${condition})`;
}

/**
 * True if the days of a rental fit under the limits of its size and of the fleet. For the statement that inserts them.
 * Days that the same checkout holds are replaced, and a change to the same number of days or fewer always fits. Only
 * days of checkouts count; days that staff assign belong to a booking.
 */
function isBelowHoldDays({ checkoutId, rental, hasTurnstile, quantity }: HoldLimits): SQL {
  const days = (daysBetween(rental.start, rental.end) + 1) * quantity;
  const limit = (units: SQL) => holdDaysLimit(units, hasTurnstile);
  return sql`(
    SELECT fleet - own + ${days} <= max(fleet, ${limit(sql`units`)})
      AND of_size - own_of_size + ${days} <= max(of_size, ${limit(sql`units_of_size`)})
    FROM (
      SELECT total(days) AS fleet, total(days * is_own) AS own,
        total(days * is_size) AS of_size, total(days * is_own * is_size) AS own_of_size
      FROM (
        SELECT ${HELD_DAYS} AS days, s.checkout_id = ${checkoutId} AS is_own, d.dumpster_type = ${rental.dumpsterType} AS is_size
        FROM ${HELD}
      )
    ), (
      SELECT count(*) AS units, count(CASE WHEN dumpster_type = ${rental.dumpsterType} THEN 1 END) AS units_of_size
      FROM dumpsters WHERE ${IN_SERVICE}
    ))`;
}

/** The unpaid hold-days with their units, of live holds and of expired holds that are not released yet. */
const HELD = sql`dumpster_schedule s CROSS JOIN dumpsters d ON d.id = s.dumpster_id AND s.checkout_id IS NOT NULL`;
const HELD_DAYS = sql`(julianday(s.end_date) - julianday(s.start_date) + 1)`;
const IN_SERVICE = sql`is_available = 1 AND deleted_at IS NULL`;

function holdDaysLimit(units: SQL, hasTurnstile: boolean): SQL {
  const percent = hasTurnstile ? HOLD_DAYS.percentWithTurnstile : HOLD_DAYS.percent;
  return sql`max(${HOLD_DAYS.minimum}, ${units} * ${percent * (HORIZON_DAYS + 1)} / 100)`;
}

const USAGE_FIELDS = {
  dumpsterType: sql<DumpsterType | null>`size`,
  heldDays: sql<number>`held_days`,
  maxDays: sql<number>`max_days`,
};
export type HoldUsageRow = SelectedRow<typeof USAGE_FIELDS>;

/** The unpaid hold-days of each size and of the fleet (null), and their limits. */
export function listHoldUsage(db: Db, { hasTurnstile }: { hasTurnstile: boolean }): Promise<HoldUsageRow[]> {
  const limit = (units: SQL) => holdDaysLimit(units, hasTurnstile);
  return readRows(
    db,
    USAGE_FIELDS,
    (columns) => sql`
      WITH held AS (SELECT d.dumpster_type AS size, ${HELD_DAYS} AS days FROM ${HELD}),
        fleet AS (SELECT dumpster_type AS size, count(*) AS units FROM dumpsters WHERE ${IN_SERVICE} GROUP BY size)
      SELECT ${columns} FROM (
        SELECT NULL AS size, CAST(total(days) AS INTEGER) AS held_days,
          CAST(${limit(sql`(SELECT coalesce(sum(units), 0) FROM fleet)`)} AS INTEGER) AS max_days
        FROM held
        UNION ALL
        SELECT size, CAST((SELECT total(days) FROM held WHERE held.size = fleet.size) AS INTEGER),
          CAST(${limit(sql`units`)} AS INTEGER)
        FROM fleet)`,
  );
}

export type HoldRefusal = {
  isKeyTaken: boolean;
  isBelowNetworkLimits: boolean;
  isBelowContactLimits: boolean;
  isUnitFree: boolean;
  hasMovesLeft: boolean;
  isBelowHeldMoves: boolean;
  /**
   * The end of the first live hold of the caller's device or home network; null without one. At the limit of a contact,
   * only holds with the same e-mail or phone count, because only their end lets the caller continue.
   */
  nextOwnEnd: number | null;
};

/** How many dumpsters of a refused order could be held now, within the limits of days and moves: less than all. */
export async function countPossible(db: Db, limits: HoldLimits): Promise<number> {
  for (let quantity = limits.quantity - 1; quantity > 0; quantity -= 1) {
    const moves = limits.moves.slice(0, (limits.moves.length / limits.quantity) * quantity);
    const fewer = { ...limits, quantity, moves };
    const isFree = sql`${freeUnitCount(limits.rental, limits.checkoutId)} >= ${quantity}`;
    const fits = sql`(${isFree} AND ${hasMovesLeft(fewer)} AND ${isRentalAllowed(fewer)})`.mapWith(Boolean);
    const [row] = await readRows(db, { fits }, (columns) => sql`SELECT ${columns}`);
    if (row?.fits) return quantity;
  }
  return 0;
}

/** The reason why a hold was not taken. Read after the attempt, so the state can have changed. */
export async function findHoldRefusal(
  db: Db,
  { key, ...limits }: HoldLimits & { key: string },
): Promise<HoldRefusal> {
  const isContact = sql`(email_key = ${limits.caller.emailKey} OR phone_key = ${limits.caller.phoneKey})`;
  const isInTheWay = sql`${isOwnHold(limits)} AND (${isContact} OR ${isBelowContactLimits(limits)})`;
  const isOwnAndLive = sql`state = 'open' AND expires_at > ${limits.nowMs} AND ${isInTheWay}`;
  const fields = {
    isKeyTaken: sql`EXISTS (SELECT 1 FROM checkouts WHERE key = ${key} AND state <> 'expired')`.mapWith(
      Boolean,
    ),
    isBelowNetworkLimits: isBelowNetworkLimits(limits).mapWith(Boolean),
    isBelowContactLimits: isBelowContactLimits(limits).mapWith(Boolean),
    isUnitFree: sql`${freeUnitCount(limits.rental, limits.checkoutId)} >= ${limits.quantity}`.mapWith(
      Boolean,
    ),
    hasMovesLeft: hasMovesLeft(limits).mapWith(Boolean),
    isBelowHeldMoves: isBelowHeldMoves(limits).mapWith(Boolean),
    nextOwnEnd: sql<number | null>`(SELECT min(expires_at) FROM checkouts WHERE ${isOwnAndLive})`,
  };
  const [row] = await readRows(db, fields, (columns) => sql`SELECT ${columns}`);
  if (!row) throw new Error('The limits of a hold could not be read');
  return row;
}
