import type { ChangeType } from '#domain/changes/change-types.ts';
import { AppError } from '#domain/errors.ts';
import { cancelPlanner } from '#worker/bookings/cancel/planner.ts';
import type { Planner } from './plan.ts';
import { applyRentalChange } from './rental-apply.ts';
import { planRentalChange, type RentalPlan } from './rental-plan.ts';

const RENTAL_PLANNER: Planner<Exclude<ChangeType, 'cancel'>, RentalPlan> = {
  plan: (ctx, _actor, change) => planRentalChange(ctx, change),
  apply: applyRentalChange,
};

/** The types of change that can be made. */
const PLANNERS = {
  reschedule: RENTAL_PLANNER,
  extend: RENTAL_PLANNER,
  shorten: RENTAL_PLANNER,
  resize: RENTAL_PLANNER,
  rental: RENTAL_PLANNER,
  cancel: cancelPlanner,
};

/** Throws invalid for a type that cannot be made. */
export function getPlanner(type: ChangeType): Planner {
  // The registry pairs each type with its own planner.
  const planner = (PLANNERS as Partial<Record<ChangeType, unknown>>)[type] as Planner | undefined;
  if (planner) return planner;
  const message = `A booking cannot be changed this way yet: ${type}.`;
  throw new AppError('invalid', message, { issues: [{ path: 'type', message }] });
}
