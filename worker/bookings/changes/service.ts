import type { ChangePreview } from '#contract/booking-changes.ts';
import { AppError } from '#domain/errors.ts';
import { getBooking, getBookingAt } from '#worker/booking-records/service.ts';
import type { Context } from '#worker/context.ts';
import type { Actor } from '#worker/sessions/sessions.ts';
import { type AppliedChange, type ChangeInput, refusedChange } from './plan.ts';
import { getPlanner } from './planners.ts';
import { previewTokenOf, versionOfToken } from './preview-token.ts';

type Change = { id: number; input: ChangeInput };

/** What a change does now, or why it is not allowed. Writes nothing. */
export async function previewChange(
  ctx: Context,
  actor: Actor,
  { id, input }: Change,
): Promise<ChangePreview> {
  const record = await getBooking(ctx, id);
  const plan = await getPlanner(input.type).plan(ctx, actor, { record, input });
  return { ...plan, previewToken: await previewTokenOf(record, input, plan) };
}

/**
 * Makes a change as its preview showed it. Throws invalid without a token, stale if the booking or the price changed
 * since the preview, and conflict with the reasons if the change is not allowed.
 */
export async function applyChange(ctx: Context, actor: Actor, { id, input }: Change): Promise<AppliedChange> {
  const token = input.previewToken ?? '';
  const version = versionOfToken(token);
  if (version === null) throw missingToken();
  const record = await getBookingAt(ctx, { id, version });
  const planner = getPlanner(input.type);
  const plan = await planner.plan(ctx, actor, { record, input });
  if (!plan.allowed) throw refusedChange(plan);
  if ((await previewTokenOf(record, input, plan)) !== token) throw otherThanPreview();
  return planner.apply(ctx, actor, { record, input, plan });
}

function missingToken(): AppError {
  const message = 'Preview the change, and send the previewToken of the preview.';
  return new AppError('invalid', message, { issues: [{ path: 'previewToken', message }] });
}

/** The booking is the same, so what differs is the input, or the price since another rate card was published. */
function otherThanPreview(): AppError {
  return new AppError(
    'stale',
    'This change or its price is not the one of the preview. Preview the change again.',
    { body: { changedBy: null, changedByName: null, changedAt: null, changed: [], events: [] } },
  );
}
