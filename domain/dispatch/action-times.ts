import type { ActionType } from './driver-actions.ts';

/** The order in which a stop is made. Other actions are recorded at any time. */
const STEPS: Partial<Record<ActionType, number>> = { on_my_way: 0, arrived: 1, done: 2, attempted: 2 };

type Timed = { type: ActionType; atMs: number };

/**
 * The time of an action, not before an earlier step of the stop and not after a later one: the clock of a phone can be
 * changed in the middle of a stop. `recorded`: the actions of the driver at the stop so far.
 */
export function timeInOrder({ type, atMs }: Timed, recorded: readonly Timed[]): number {
  const step = STEPS[type];
  if (step === undefined) return atMs;
  const timesOf = (isWanted: (other: number) => boolean) =>
    recorded.flatMap((action) => {
      const other = STEPS[action.type];
      return other !== undefined && isWanted(other) ? [action.atMs] : [];
    });
  const latest = Math.max(...timesOf((other) => other < step), Number.NEGATIVE_INFINITY);
  const earliest = Math.min(...timesOf((other) => other > step), Number.POSITIVE_INFINITY);
  return Math.max(Math.min(atMs, earliest), latest);
}
