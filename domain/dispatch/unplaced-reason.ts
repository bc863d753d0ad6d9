import type { PlanItem, PlanProblem } from './plan-problem.ts';
import { walkRoute } from './route-walk.ts';

/** Why an item is on no route. */
export type UnplacedReason = 'no_vehicle' | 'window' | 'site_closed' | 'day_full';

const withoutSource = (item: PlanItem | undefined) => item && { ...item, unitFrom: null };

/** Why the item does not fit even a route without other stops. */
export function explainUnplacedItem(problem: PlanProblem, index: number): UnplacedReason {
  // The unit of a stop that collects it first: that stop is another reason.
  const item = withoutSource(problem.items[index]);
  const vehicles = [...problem.vehicles.keys()].filter(
    (one) => item?.vehicle === null || item?.vehicle === one,
  );
  if (!item || vehicles.length === 0) return 'no_vehicle';
  const isPossible = (items: readonly PlanItem[], changes: Partial<PlanProblem> = {}) =>
    vehicles.some(
      (vehicle) => walkRoute({ ...problem, ...changes, items }, vehicle, { order: [0] }).harm === 0,
    );
  if (isPossible([item])) return 'day_full';
  if (isPossible([{ ...item, window: null }])) return 'window';
  const alwaysOpen = problem.disposals.map((disposal) => ({ ...disposal, open: null }));
  return isPossible([{ ...item, window: null }], { disposals: alwaysOpen }) ? 'site_closed' : 'day_full';
}
