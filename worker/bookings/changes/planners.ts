import { can } from '#domain/accounts/access.ts';
import type { ChangeType } from '#domain/rental/changes/change-types.ts';
import { AppError } from '#domain/shared/errors.ts';
import { cancelPlanner } from '#worker/bookings/cancel/planner.ts';
import type { Planner } from './plan.ts';
import { applyRentalChange } from './rental-apply.ts';
import { planRentalChange, type RentalPlan } from './rental-plan.ts';

const RENTAL_PLANNER: Planner<Exclude<ChangeType, 'cancel'>, RentalPlan> = {
  plan: async (ctx, actor, change) => {
    const plan = await planRentalChange(ctx, change);
    if (!lowersEnteredAmount(plan) || can(actor.role, 'bookings:override-price')) return plan;
    if (change.input.type === 'remove_job') return chargeStays(plan);
    throw new AppError('forbidden', 'Only an administrator can remove an amount that was entered by hand.');
  },
  apply: applyRentalChange,
};

/** Amounts that staff entered are a price of their own: removing them needs the capability to set prices. */
function lowersEnteredAmount({ effects, difference }: RentalPlan): boolean {
  return effects?.price.voidsEnteredAmount === true && difference < 0;
}

/** The job can be removed all the same, with its charge. */
function chargeStays(plan: RentalPlan): RentalPlan {
  const message =
    'Only an administrator can take off an amount that was entered by hand. Keep the charge to remove the job, and ask an administrator to take the charge off the proposed price.';
  const reasons: RentalPlan['reasons'] = [{ code: 'charge_stays', message, offers: [] }];
  return { ...plan, allowed: false, effects: null, reasons };
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
  remove_job: RENTAL_PLANNER,
  cancel: cancelPlanner,
} satisfies Record<ChangeType, unknown>;

/** The planner of a type of change. */
export function getPlanner(type: ChangeType): Planner {
  // The registry pairs each type with its own planner, which TypeScript cannot express for a type that is not known.
  return PLANNERS[type] as unknown as Planner;
}
