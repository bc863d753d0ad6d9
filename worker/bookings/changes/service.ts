import type { ChangePreview } from '#contract/booking-changes.ts';
import type { ChangeReason } from '#domain/rental/changes/change-types.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import {
  type BookingVersion,
  findCancellingError,
  getBookingAt,
  getBookingVersion,
} from '#worker/rental/service.ts';
import { NO_ROUTE_CHECK, type RouteCheck } from '../route-check.ts';
import { checkPlan } from './checked-plan.ts';
import { type AppliedChange, type ChangeInput, refusedChange } from './plan.ts';
import { getPlanner } from './planners.ts';
import { computePreviewToken, otherThanPreview, versionOfToken } from './preview-token.ts';

type Change = BookingVersion & { input: ChangeInput; check?: RouteCheck };

/**
 * What a change does now, or why it is not allowed; nothing is while the booking is being cancelled. Writes nothing.
 */
export async function previewChange(
  ctx: Context,
  actor: Actor,
  { input, check = NO_ROUTE_CHECK, ...at }: Change,
): Promise<ChangePreview> {
  const cancellingError = findCancellingError(ctx, at.id);
  const record = await getBookingVersion(ctx, at);
  const { plan: planned } = await checkPlan(ctx, check, {
    record,
    plan: await getPlanner(input.type).plan(ctx, actor, { record, input }),
  });
  const cancelling = await cancellingError;
  const plan = cancelling ? { ...planned, ...refusal('busy', cancelling) } : planned;
  return { ...plan, previewToken: await computePreviewToken(record, input, plan) };
}

/**
 * Makes a change as its preview showed it. Throws invalid without a token, stale if the booking or the price changed
 * since the preview, and conflict with the reasons if the change is not allowed.
 */
export async function applyChange(
  ctx: Context,
  actor: Actor,
  { input, check = NO_ROUTE_CHECK, ...at }: Change,
): Promise<AppliedChange> {
  const { id } = await getBookingAt(ctx, at);
  const token = input.previewToken ?? '';
  const version = versionOfToken(token);
  if (version === null) throw missingToken();
  const record = await getBookingAt(ctx, { id, version });
  const planner = getPlanner(input.type);
  const { plan, guard } = await checkPlan(ctx, check, {
    record,
    plan: await planner.plan(ctx, actor, { record, input }),
  });
  if (!plan.allowed) throw refusedChange(plan);
  if ((await computePreviewToken(record, input, plan)) !== token) throw otherThanPreview();
  return planner.apply(ctx, actor, { record, input, plan, routes: { ...(guard && { guard }), check } });
}

function refusal(code: ChangeReason['code'], { message }: AppError) {
  return { allowed: false, reasons: [{ code, message, offers: [] }] };
}

function missingToken(): AppError {
  const message = 'Preview the change, and send the previewToken of the preview.';
  return new AppError('invalid', message, { issues: [{ path: 'previewToken', message }] });
}
