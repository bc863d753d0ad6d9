import type { BookingChange, ChangePreview, ChangeResult } from '#contract/booking-changes.ts';
import type { ChangeType } from '#domain/rental/changes/change-types.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import type { BookingRecord } from '#worker/rental/repo.ts';
import type { CheckedRoutes, RouteCheck } from '../route-check.ts';

/** What staff ask for, by its type. */
export type ChangeInput<T extends ChangeType = ChangeType> = Extract<BookingChange, { type: T }>;

/** What a change does, or why it is not allowed. */
export type ChangePlan = Omit<ChangePreview, 'previewToken'>;

/** A change that staff agreed to, on the version of the booking that its preview showed. */
export type AgreedChange<T extends ChangeType, Plan extends ChangePlan> = {
  record: BookingRecord;
  input: ChangeInput<T>;
  plan: Plan;
  /** The routes that the plan was checked with, and the check for a plan that is made again. */
  routes: Pick<CheckedRoutes, 'guard'> & { check: RouteCheck };
};

export type AppliedChange = Omit<ChangeResult, 'booking'> & {
  record: BookingRecord;
  /** True while the outcome at Stripe is unknown: the reply is 202. */
  isPending?: boolean;
};

/** One type of change. Only `apply` writes. */
export type Planner<T extends ChangeType = ChangeType, Plan extends ChangePlan = ChangePlan> = {
  /** Reads what the change does now. Throws forbidden if the actor may not make it. */
  plan(ctx: Context, actor: Actor, change: { record: BookingRecord; input: ChangeInput<T> }): Promise<Plan>;
  /** Makes a change whose plan is allowed. Throws conflict (refusedChange) or stale if that ended since the plan. */
  apply(ctx: Context, actor: Actor, change: AgreedChange<T, Plan>): Promise<AppliedChange>;
};

/** The conflict of a change that is not allowed, with its reasons. */
export function refusedChange({ reasons, warnings }: Pick<ChangePlan, 'reasons' | 'warnings'>): AppError {
  const message = reasons.map((reason) => reason.message).join(' ');
  return new AppError('conflict', message, { body: { reasons, warnings } });
}
