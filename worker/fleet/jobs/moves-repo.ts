import { countDistinct, type SQL, sql } from 'drizzle-orm';
import { movesByDay, type TruckMove } from '#domain/jobs/jobs.ts';
import type { Day } from '#domain/shared/days.ts';
import type { Db } from '#worker/base/db/client.ts';
import { jobs } from '#worker/base/db/schema/jobs.ts';

/** The truck moves of a checkout, and how many a day can have; null: no limit. */
export type MoveDemand = { checkoutId: string; moves: readonly TruckMove[]; maxMovesPerDay: number | null };

/**
 * True if the trucks have moves left on the days of `moves`. For the statement that takes the days. Moves that the same
 * checkout holds count as free, and a revision with the same moves always fits.
 */
export function hasMovesLeft({ checkoutId, moves, maxMovesPerDay }: MoveDemand): SQL {
  if (maxMovesPerDay === null) return sql`1`;
  const isOther = sql`checkout_id IS NOT ${checkoutId}`;
  return onEachDay(
    moves,
    (day, needed) => sql`(
      ${isWithin(maxMovesPerDay, { day, needed, isOther })}
      OR EXISTS (
        SELECT 1 FROM jobs WHERE checkout_id = ${checkoutId} AND due_day = ${day} AND ${IS_LIVE_JOB}
        GROUP BY revision HAVING count(*) >= ${needed}))`,
  );
}

/** True if the trucks have moves left when none of these checkouts has one. `checkoutIds`: an SQL list. */
export function hasMovesLeftBeside(
  checkoutIds: SQL,
  { moves, maxMovesPerDay }: Pick<MoveDemand, 'moves' | 'maxMovesPerDay'>,
): SQL {
  if (maxMovesPerDay === null) return sql`1`;
  const isOther = sql`(checkout_id IS NULL OR checkout_id NOT IN ${checkoutIds})`;
  return onEachDay(moves, (day, needed) => isWithin(maxMovesPerDay, { day, needed, isOther }));
}

/** True if the trucks have these moves left beside those of all bookings and checkouts. */
export function hasMovesLeftForNewBooking({
  moves,
  maxMovesPerDay,
}: Pick<MoveDemand, 'moves' | 'maxMovesPerDay'>): SQL {
  return hasMovesLeftBeside(sql`()`, { moves, maxMovesPerDay });
}

/** True if the trucks have these moves left beside those of all other bookings and checkouts. */
export function hasMovesLeftForBooking({
  bookingId,
  moves,
  maxMovesPerDay,
}: {
  bookingId: number;
  moves: readonly TruckMove[];
  maxMovesPerDay: number;
}): SQL {
  const isOther = sql`booking_id IS NOT ${bookingId}`;
  return onEachDay(moves, (day, needed) => isWithin(maxMovesPerDay, { day, needed, isOther }));
}

function onEachDay(moves: readonly TruckMove[], test: (day: Day, needed: number) => SQL): SQL {
  const tests = [...movesByDay(moves)].map(([day, needed]) => test(day, needed));
  return sql`(${sql.join(tests, sql` AND `)})`;
}

/** True if a day has moves left beside those of the others. `isOther`: a condition on a row of jobs. */
function isWithin(
  maxMovesPerDay: number,
  { day, needed, isOther }: { day: Day; needed: number; isOther: SQL },
) {
  return sql`(SELECT count(DISTINCT ${COUNTED_MOVE}) FROM jobs WHERE due_day = ${day} AND ${IS_LIVE_JOB} AND ${isOther})
    + ${needed} <= ${maxMovesPerDay}`;
}

/** While a revision replaces another one, both hold their moves, and only one of them can be paid: they count once. */
export const COUNTED_MOVE = sql`coalesce(checkout_id || ' ' || item || ' ' || type, id)`;

/** A condition on a row of jobs. */
export const IS_LIVE_JOB = sql`status <> 'cancelled'`;

/** True for a checkout that holds a truck move on a day of `moves`. */
export function holdsMovesOn(moves: readonly TruckMove[]): SQL {
  const days = JSON.stringify([...movesByDay(moves).keys()]);
  return sql`checkouts.id IN (
    SELECT checkout_id FROM jobs WHERE checkout_id IS NOT NULL AND due_day IN (SELECT value FROM json_each(${days})))`;
}

/** Counts the truck moves of each day of the window, both ends included. Days without a move have no row. */
export function listMovesTaken(db: Db, { from, to }: { from: Day; to: Day }) {
  return db
    .select({ day: jobs.dueDay, moves: countDistinct(COUNTED_MOVE) })
    .from(jobs)
    .where(sql`${jobs.dueDay} BETWEEN ${from} AND ${to} AND ${IS_LIVE_JOB}`)
    .groupBy(jobs.dueDay);
}

/**
 * Counts the truck moves of other bookings and checkouts on the days of `moves`; for a batch. Days without one have no
 * row.
 */
export function listMovesOfOthers(
  db: Db,
  { bookingId, moves }: { bookingId: number; moves: readonly TruckMove[] },
) {
  const days = JSON.stringify([...movesByDay(moves).keys()]);
  return db
    .select({ day: jobs.dueDay, moves: countDistinct(COUNTED_MOVE) })
    .from(jobs)
    .where(
      sql`${jobs.dueDay} IN (SELECT value FROM json_each(${days})) AND ${IS_LIVE_JOB} AND ${jobs.bookingId} IS NOT ${bookingId}`,
    )
    .groupBy(jobs.dueDay);
}

/** How many bookings have a truck move on each day of the window. */
export async function countBookingsByDay(
  db: Db,
  { from, to }: { from: Day; to: Day },
): Promise<Map<Day, number>> {
  const found = await db
    .select({ day: jobs.dueDay, bookings: countDistinct(jobs.bookingId) })
    .from(jobs)
    .where(sql`${jobs.dueDay} BETWEEN ${from} AND ${to} AND ${IS_LIVE_JOB}`)
    .groupBy(jobs.dueDay);
  return new Map(found.map(({ day, bookings }) => [day, bookings]));
}
