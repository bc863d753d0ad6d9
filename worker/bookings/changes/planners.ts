import type { ChangeType } from '#domain/changes/change-types.ts';
import { cancelPlanner } from '#worker/bookings/cancel/planner.ts';
import type { Planner } from './plan.ts';
import { applyRentalChange } from './rental-apply.ts';
import { planRentalChange, type RentalPlan } from './rental-plan.ts';

const RENTAL_PLANNER: Planner<Exclude<ChangeType, 'cancel'>, RentalPlan> = {
  plan: (ctx, _actor, change) => planRentalChange(ctx, change),
  apply: applyRentalChange,
};

const PLANNERS = {
  reschedule: RENTAL_PLANNER,
  extend: RENTAL_PLANNER,
  shorten: RENTAL_PLANNER,
  resize: RENTAL_PLANNER,
  rental: RENTAL_PLANNER,
  exchange: RENTAL_PLANNER,
  cancel: cancelPlanner,
} satisfies Record<ChangeType, unknown>;

/** The planner of a type of change. */
export function getPlanner(type: ChangeType): Planner {
  // The registry pairs each type with its own planner, which TypeScript cannot express for a type that is not known.
  return PLANNERS[type] as unknown as Planner;
}
