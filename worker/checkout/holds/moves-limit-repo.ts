import { type SQL, sql } from 'drizzle-orm';
import { movesByDay } from '#domain/jobs/jobs.ts';
import { maxHeldMoves } from '#domain/rental/hold.ts';
import type { Day } from '#domain/shared/days.ts';
import type { Db } from '#worker/base/db/client.ts';
import { readRows } from '#worker/base/db/rows.ts';
import { COUNTED_MOVE, IS_LIVE_JOB, type MoveDemand } from '#worker/fleet/jobs/moves-repo.ts';
import type { CallerKeys } from './limits.ts';

/** The truck moves of a rental, and the caller whose networks are limited. */
export type HeldMovesLimits = MoveDemand & { caller: CallerKeys; hasAddressLimits: boolean };

/**
 * True if unpaid holds take no more than their share of the truck moves on the days of a rental, from the caller's
 * networks and in all. For the statement that takes the days. Moves of the same checkout are replaced, and a revision
 * with the same moves always fits.
 */
export function isBelowHeldMoves({ checkoutId, ...limits }: HeldMovesLimits): SQL {
  const isReplaced = (day: Day, needed: number) => sql`EXISTS (
    SELECT 1 FROM jobs WHERE checkout_id = ${checkoutId} AND due_day = ${day} AND ${IS_LIVE_JOB}
    GROUP BY revision HAVING count(*) >= ${needed})`;
  return onEachDay(
    limits,
    (day, needed) => sql`(${isShareKept(limits, { day, needed, ended: sql`(${checkoutId})` })}
      OR ${isReplaced(day, needed)})`,
  );
}

/** As isBelowHeldMoves, when none of these checkouts has a move. `ended`: an SQL list. */
export function isBelowHeldMovesBeside(ended: SQL, limits: Omit<HeldMovesLimits, 'checkoutId'>): SQL {
  return onEachDay(limits, (day, needed) => isShareKept(limits, { day, needed, ended }));
}

type DayDemand = { day: Day; needed: number };

function onEachDay(
  { moves, maxMovesPerDay }: Pick<MoveDemand, 'moves' | 'maxMovesPerDay'>,
  test: (day: Day, needed: number) => SQL,
): SQL {
  if (maxMovesPerDay === null) return sql`1`;
  const tests = [...movesByDay(moves)].map(([day, needed]) => test(day, needed));
  return sql`(${sql.join(tests, sql` AND `)})`;
}

/**
 * A network without another hold on the day is not limited: one customer never meets the limit of the own network.
 */
function isShareKept(
  { caller, hasAddressLimits, maxMovesPerDay }: Omit<HeldMovesLimits, 'checkoutId' | 'moves'>,
  { day, needed, ended }: DayDemand & { ended: SQL },
): SQL {
  if (maxMovesPerDay === null) return sql`1`;
  const isLimited = hasAddressLimits && caller.homeNetwork !== '';
  const most = (from: Parameters<typeof maxHeldMoves>[0]) => maxHeldMoves(from, maxMovesPerDay);
  const heldFrom = (network: SQL) => sql`count(DISTINCT CASE WHEN ${network} THEN move END)`;
  return sql`(
    SELECT held + ${needed} <= ${most('all')}
      AND (home = 0 OR home + ${needed} <= ${most('homeNetwork')})
      AND (wide = 0 OR wide + ${needed} <= ${most('wideNetwork')})
    FROM (
      SELECT count(DISTINCT move) AS held,
        ${isLimited ? heldFrom(sql`home_network = ${caller.homeNetwork}`) : sql`0`} AS home,
        ${isLimited ? heldFrom(sql`wide_network = ${caller.wideNetwork}`) : sql`0`} AS wide
      FROM (
        SELECT ${COUNTED_MOVE} AS move, checkout_id FROM jobs
        WHERE due_day = ${day} AND ${IS_LIVE_JOB} AND checkout_id IS NOT NULL AND checkout_id NOT IN ${ended}
      ) CROSS JOIN checkouts ON checkouts.id = checkout_id
    ))`;
}

/** The days with truck moves of unpaid holds, those with the most first. */
export type HeldMovesRow = { day: Day; heldMoves: number; holds: number };
/** More days than live holds can take at the limit of hold-days of a large fleet; the rest is not shown. */
const MAX_DAYS = 60;

export function listHeldMoves(db: Db): Promise<HeldMovesRow[]> {
  const fields = {
    day: sql<Day>`due_day`,
    heldMoves: sql<number>`count(DISTINCT ${COUNTED_MOVE})`,
    holds: sql<number>`count(DISTINCT checkout_id)`,
  };
  return readRows(
    db,
    fields,
    (columns) => sql`
      SELECT ${columns} FROM jobs WHERE checkout_id IS NOT NULL AND ${IS_LIVE_JOB}
      GROUP BY due_day ORDER BY count(DISTINCT ${COUNTED_MOVE}) DESC, due_day LIMIT ${MAX_DAYS}`,
  );
}
