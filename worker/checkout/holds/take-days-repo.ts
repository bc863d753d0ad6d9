import { listItemNumbers } from '#domain/rental/orders.ts';
import type { Db } from '#worker/base/db/client.ts';
import { guardStatement, type Write } from '#worker/base/db/commit.ts';
import { hasMovesLeft } from '#worker/fleet/jobs/moves-repo.ts';
import { type HeldMove, insertHeldJobs } from '#worker/fleet/jobs/repo.ts';
import { type Holder, holdsUnits, takeUnitForCheckout } from '#worker/fleet/units/schedule-repo.ts';
import type { HoldLimits } from './limits-repo.ts';

type DaysToTake = { holder: Holder; limits: HoldLimits; moves: readonly HeldMove[] };

/**
 * For commit(): takes the days of every dumpster of a revision with their truck moves. Two guards stand between them:
 * 'moves_left' and 'units_left' (DAY_GUARDS).
 */
export function takeDaysStatements(db: Db, { holder, limits, moves }: DaysToTake): Write[] {
  const { rental, nowMs, quantity } = limits;
  return [
    guardStatement(db, 'moves_left', hasMovesLeft(limits)),
    ...listItemNumbers(quantity).map((item) => takeUnitForCheckout(db, { holder, item, rental, nowMs })),
    guardStatement(db, 'units_left', holdsUnits(holder, quantity)),
    insertHeldJobs(db, holder, { moves, nowMs }),
  ];
}

/** The guards that fail when the days were taken since they were read. */
export const DAY_GUARDS: readonly string[] = ['moves_left', 'units_left'];
