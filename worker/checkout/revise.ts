import { AppError } from '#domain/errors.ts';
import { type TakeDays, takeOrMoveDays } from '#worker/checkout/holds/device-holds.ts';
import {
  type DaysRefusal,
  explainRevisionRefusal,
  holdDays,
  holdLimitsOf,
  soldOutRefusal,
} from '#worker/checkout/holds/hold-limits.ts';
import { isBelowHoldDays } from '#worker/checkout/holds/limits-repo.ts';
import type { Context } from '#worker/context.ts';
import { takeUnitForCheckout } from '#worker/inventory/repo.ts';
import { ProviderError } from '#worker/platform/stripe.ts';
import { customerParams, revisedParams } from './intent-params.ts';
import {
  type Checkout,
  deleteDaysOfExpired,
  deleteRevisionWithoutDays,
  dropOtherDays,
  expireCheckouts,
  findById,
  insertRevision,
  isOpen,
  isStored,
  listRevisions,
  makeCurrent,
  type Revision,
} from './repo.ts';
import { revisionRow, type Wanted } from './wanted.ts';

type Place = { checkoutId: string; token: string; isLocked: boolean };

/**
 * Brings a settled, claimed checkout to the details that are wanted now. Unchanged details change nothing.
 * Changed ones are stored with their days beside the old ones, then told to Stripe, then made current; when
 * Stripe refuses, the new days go, and when its answer is lost, both stay until the intent has been read.
 */
export async function reviseCheckout(ctx: Context, wanted: Wanted, place: Place): Promise<Checkout> {
  const checkout = await getOpen(ctx, place.checkoutId);
  const revisions = await listRevisions(ctx.db, checkout.id);
  const current = revisions.find((revision) => revision.revision === checkout.currentRevision);
  if (current?.fingerprint === wanted.fingerprint) return checkout;
  if (place.isLocked) {
    throw new AppError(
      'conflict',
      'A payment with the earlier details is under way. Finish it before you change them.',
    );
  }
  const number = (revisions[0]?.revision ?? 0) + 1;
  const next = revisionRow(wanted, { checkoutId: checkout.id, revision: number, nowMs: ctx.now() });
  const take: TakeDays = (endedIds) =>
    holdDays(ctx, wanted, () => tryHold(ctx, wanted, { revision: next, token: place.token, endedIds }));
  await takeOrMoveDays(ctx, wanted, { checkoutId: checkout.id, take });
  await tellStripe(ctx, { checkout, current, next });
  await makeCurrent(ctx.db, next, wanted.caller);
  return getOpen(ctx, checkout.id);
}

type Taking = { revision: Revision; token: string; endedIds: readonly string[] };

/** One transaction: the revision with its days, or neither; null when they are taken. */
async function tryHold(
  ctx: Context,
  wanted: Wanted,
  { revision, token, endedIds }: Taking,
): Promise<DaysRefusal | null> {
  const { db } = ctx;
  const { checkoutId } = revision;
  const limits = holdLimitsOf(ctx, wanted, checkoutId);
  const [, , inserted, taken] = await db.batch([
    expireCheckouts(db, endedIds),
    deleteDaysOfExpired(db, endedIds),
    insertRevision(db, revision, [isOpen(checkoutId, token), isBelowHoldDays(limits)]),
    takeUnitForCheckout(db, {
      holder: revision,
      rental: limits.rental,
      nowMs: limits.nowMs,
      condition: isStored(revision),
    }),
    deleteRevisionWithoutDays(db, checkoutId, revision.revision),
  ]);
  if (taken.meta.changes > 0) return null;
  if (inserted.meta.changes > 0) return soldOutRefusal(wanted);
  const checkout = await findById(db, checkoutId);
  if (checkout?.state !== 'open' || checkout.lockToken !== token) throw changedMeanwhile();
  return explainRevisionRefusal(ctx, wanted, limits);
}

async function tellStripe(
  ctx: Context,
  { checkout, current, next }: { checkout: Checkout; current: Revision | undefined; next: Revision },
) {
  const { stripeCustomerId, stripePaymentIntentId } = checkout;
  if (!stripePaymentIntentId) throw changedMeanwhile();
  const suffix = `${checkout.id}:${next.revision}`;
  try {
    if (stripeCustomerId && current && isOtherPerson(current, next)) {
      // The empty text removes an earlier phone number where the new one cannot be sent.
      const params = { phone: '', ...customerParams(ctx, next) };
      await ctx.stripe.updateCustomer(stripeCustomerId, params, `checkout:cus:${suffix}`);
    }
    await ctx.stripe.updateIntent(stripePaymentIntentId, revisedParams(ctx, next), `checkout:pi:${suffix}`);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.outcome !== 'refused') throw error;
    await dropOtherDays(ctx.db, checkout.id, checkout.currentRevision);
    if (error.code === 'payment_intent_unexpected_state') throw changedMeanwhile();
    throw error;
  }
}

function isOtherPerson(before: Revision, after: Revision): boolean {
  const fields = ['firstName', 'lastName', 'email', 'phone'] as const;
  return fields.some((field) => before[field] !== after[field]);
}

async function getOpen(ctx: Context, checkoutId: string): Promise<Checkout> {
  const checkout = await findById(ctx.db, checkoutId);
  if (checkout?.state !== 'open') throw changedMeanwhile();
  return checkout;
}

/** It was paid or let go while we worked on it: the next call finds out which. */
function changedMeanwhile(): AppError {
  return new AppError('busy', 'This booking has just changed. Please try again.', { retryAfter: 1 });
}
