import { can } from '#domain/accounts/access.ts';
import type { ChangeType } from '#domain/changes/change-types.ts';
import { AppError } from '#domain/errors.ts';
import { cancelPlanner } from '#worker/bookings/cancel/planner.ts';
import type { Actor } from '#worker/sessions/sessions.ts';
import type { Planner } from './plan.ts';
import { applyRentalChange } from './rental-apply.ts';
import { planRentalChange, type RentalPlan } from './rental-plan.ts';

const RENTAL_PLANNER: Planner<Exclude<ChangeType, 'cancel'>, RentalPlan> = {
  plan: async (ctx, actor, change) => {
    const plan = await planRentalChange(ctx, change);
    assertMayLowerPrice(actor, plan);
    return plan;
  },
  apply: applyRentalChange,
};

/** Amounts that staff entered are a price of their own: removing them needs the capability to set prices. */
function assertMayLowerPrice({ role }: Pick<Actor, 'role'>, { effects, difference }: RentalPlan): void {
  if (!effects?.price.voidsEnteredAmount || difference >= 0 || can(role, 'bookings:override-price')) return;
  throw new AppError('forbidden', 'Only an administrator can remove an amount that was entered by hand.');
}

const PLANNERS = {
  reschedule: RENTAL_PLANNER,
  extend: RENTAL_PLANNER,
  shorten: RENTAL_PLANNER,
  resize: RENTAL_PLANNER,
  rental: RENTAL_PLANNER,
  exchange: RENTAL_PLANNER,
  dump_and_return: RENTAL_PLANNER,
  relocate_on_site: RENTAL_PLANNER,
  cancel: cancelPlanner,
} satisfies Record<ChangeType, unknown>;

/** The planner of a type of change. */
export function getPlanner(type: ChangeType): Planner {
  // The registry pairs each type with its own planner, which TypeScript cannot express for a type that is not known.
  return PLANNERS[type] as unknown as Planner;
}
