import type { SQL } from 'drizzle-orm';
import { itemsOf } from '#domain/orders.ts';
import { holdsDays } from '#worker/checkout/repo.ts';
import type { Db } from '#worker/db/client.ts';
import { deleteIncompleteDays, type Holder, takeUnitForCheckout } from '#worker/inventory/schedule-repo.ts';
import { hasMovesLeft } from '#worker/jobs/moves-repo.ts';
import { type HeldMove, insertHeldJobs } from '#worker/jobs/repo.ts';
import type { HoldLimits } from './limits-repo.ts';

type DaysToTake = { holder: Holder; limits: HoldLimits; moves: readonly HeldMove[]; condition: SQL };

/**
 * For a batch: takes the days of every dumpster of a revision with their truck moves, or none. In the results, the
 * statement of the last dumpster is at `lastTake`: it changes a row only if all days were taken.
 */
export function takeDaysStatements(db: Db, { holder, limits, moves, condition }: DaysToTake) {
  const { rental, nowMs, quantity } = limits;
  const conditions = [condition, hasMovesLeft(limits)];
  const takes = itemsOf(quantity).map((item) =>
    takeUnitForCheckout(db, { holder, item, rental, nowMs, conditions }),
  );
  const statements = [
    ...takes,
    deleteIncompleteDays(db, holder, quantity),
    insertHeldJobs(db, holder, { moves, nowMs, condition: holdsDays(holder) }),
  ];
  return { statements, lastTake: quantity - 1 };
}
