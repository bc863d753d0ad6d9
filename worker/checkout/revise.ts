import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { guardStatement } from '#worker/base/db/commit.ts';
import { ProviderError } from '#worker/base/platform/stripe.ts';
import type { PricedRental } from '#worker/catalog/rental-price.ts';
import { commitHold } from '#worker/checkout/holds/commit-hold.ts';
import { type TakeDays, takeOrMoveDays } from '#worker/checkout/holds/device-holds.ts';
import {
  type DaysRefusal,
  explainRevisionRefusal,
  explainTakenDays,
  holdDays,
  makeHoldLimits,
} from '#worker/checkout/holds/limits.ts';
import { isBelowCallerLimits, isRentalAllowed } from '#worker/checkout/holds/limits-repo.ts';
import { DAY_GUARDS, takeDaysStatements } from '#worker/checkout/holds/take-days-repo.ts';
import {
  assertDeliveryDay,
  type CheckoutRequest,
  listRequestedMoves,
  revisionRow,
  textOptInOf,
} from './checkout-request.ts';
import { revisedParams } from './intent-params.ts';
import {
  type Checkout,
  deleteOtherDays,
  findById,
  type HeldCheckout,
  insertRevision,
  isOpen,
  listRevisions,
  makeCurrent,
  type Revision,
  updateAcceptedTerms,
  updateTextOptIn,
} from './repo.ts';

type ClaimedCheckout = { checkoutId: string; token: string; isLocked: boolean };

/**
 * Changes a synced, claimed checkout to the details of the request. Equal details change nothing. Changed details are
 * stored with their days beside the old ones, then sent to Stripe, then made current. If Stripe refuses them, the new
 * days are released. If Stripe's reply is lost, both stay held until the intent has been read.
 */
export async function reviseCheckout(
  ctx: Context,
  request: CheckoutRequest,
  claimed: ClaimedCheckout,
): Promise<HeldCheckout> {
  const checkout = await getOpen(ctx, claimed.checkoutId);
  if (checkout.termsVersion !== request.termsVersion) await storeAcceptedTerms(ctx, checkout, request);
  const revisions = await listRevisions(ctx.db, checkout.id);
  const current = revisions.find((revision) => revision.revision === checkout.currentRevision);
  if (current?.fingerprint === request.fingerprint) {
    await storeTextOptIn(ctx, current, request);
    return { checkout, days: current };
  }
  if (claimed.isLocked) {
    throw new AppError(
      'conflict',
      'A payment with the earlier details is under way. Finish it before you change them.',
    );
  }
  const number = (revisions[0]?.revision ?? 0) + 1;
  const next = revisionRow(request, { checkoutId: checkout.id, revision: number, nowMs: ctx.now() });
  // A customer who keeps the day may change other details after the cut-off.
  if (!current || hasOtherDelivery(current, next)) assertDeliveryDay(ctx, request);
  const take: TakeDays = (endedIds) =>
    holdDays(ctx, request, () =>
      tryHold(ctx, request, {
        revision: next,
        token: claimed.token,
        endedIds,
        isMore: current !== undefined && next.quantity > current.quantity,
      }),
    );
  await takeOrMoveDays(ctx, request, { checkoutId: checkout.id, take });
  await updateStripe(ctx, { checkout, current, next, price: request.price });
  await makeCurrent(ctx.db, next, request.caller);
  return { checkout: await getOpen(ctx, checkout.id), days: next };
}

/** The evidence is of the text that the customer accepted last. */
async function storeAcceptedTerms(ctx: Context, { id }: Checkout, { termsVersion, ip }: CheckoutRequest) {
  await updateAcceptedTerms(ctx.db, id, { termsVersion, termsAcceptedAt: ctx.now(), termsIp: ip });
}

/** Stores a consent to texts that was given or withdrawn without a change of the rental. The first evidence stays. */
async function storeTextOptIn(ctx: Context, current: Revision, request: CheckoutRequest) {
  if ((current.textOptIn !== null) === request.textOptIn) return;
  await updateTextOptIn(ctx.db, current, textOptInOf(request, ctx.now()));
}

/** `isMore`: the revision has more dumpsters than the one that it replaces, so that the limits of its caller count. */
type Taking = { revision: Revision; token: string; endedIds: readonly string[]; isMore: boolean };

/** Stores the revision with its days in one transaction. Returns null on success, else the reason. */
async function tryHold(
  ctx: Context,
  request: CheckoutRequest,
  { revision, token, endedIds, isMore }: Taking,
): Promise<DaysRefusal | null> {
  const { db } = ctx;
  const { checkoutId } = revision;
  const limits = makeHoldLimits(ctx, request, checkoutId);
  const failed = await commitHold(ctx, endedIds, [
    guardStatement(db, 'claimed', isOpen(checkoutId, token)),
    guardStatement(db, 'rental_allowed', isRentalAllowed(limits)),
    ...(isMore ? [guardStatement(db, 'caller_allowed', isBelowCallerLimits(limits))] : []),
    insertRevision(db, revision),
    ...takeDaysStatements(db, { holder: revision, limits, moves: listRequestedMoves(request) }),
  ]);
  if (failed === null) return null;
  if (failed === 'claimed') throw checkoutChangedError();
  return DAY_GUARDS.includes(failed)
    ? explainTakenDays(ctx, request, limits)
    : explainRevisionRefusal(ctx, request, { limits, isMore });
}

type StripeUpdate = {
  checkout: Checkout;
  current: Revision | undefined;
  next: Revision;
  price: PricedRental;
};

async function updateStripe(ctx: Context, { checkout, current, next, price }: StripeUpdate) {
  const { stripePaymentIntentId } = checkout;
  if (!stripePaymentIntentId) throw checkoutChangedError();
  try {
    const params = revisedParams(ctx, next, price);
    // Stripe keeps the metadata that a change does not have; an empty text removes it.
    const isOne = next.quantity === 1 && current !== undefined && current.quantity > 1;
    const metadata = { ...params.metadata, ...(isOne && { quantity: '' }) };
    await ctx.stripe.updateIntent(
      stripePaymentIntentId,
      { ...params, metadata },
      `checkout:pi:${checkout.id}:${next.revision}`,
    );
  } catch (error) {
    if (!(error instanceof ProviderError) || error.outcome !== 'refused') throw error;
    await deleteOtherDays(ctx.db, checkout.id, checkout.currentRevision);
    if (error.code === 'payment_intent_unexpected_state') throw checkoutChangedError();
    throw error;
  }
}

/** The day, and what can require a permit. */
function hasOtherDelivery(before: Revision, after: Revision): boolean {
  const fields = ['deliveryDate', 'placementType', 'zone'] as const;
  return fields.some((field) => before[field] !== after[field]);
}

async function getOpen(ctx: Context, checkoutId: string): Promise<Checkout> {
  const checkout = await findById(ctx.db, checkoutId);
  if (checkout?.state !== 'open') throw checkoutChangedError();
  return checkout;
}

/** The checkout was paid or released during this call; the next call reads its new state. */
function checkoutChangedError(): AppError {
  return new AppError('busy', 'This booking has just changed. Please try again.', { retryAfter: 1 });
}
