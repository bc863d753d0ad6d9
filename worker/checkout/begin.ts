import { HOLD_SECONDS } from '#domain/rental/hold.ts';
import { AppError } from '#domain/shared/errors.ts';
import { assertNotPaused, type getPauseState } from '#worker/base/business/pause.ts';
import { getBusinessProfile } from '#worker/base/business/profile.ts';
import type { Context } from '#worker/base/context.ts';
import { guardStatement } from '#worker/base/db/commit.ts';
import { ProviderError } from '#worker/base/platform/stripe.ts';
import { verifyToken } from '#worker/base/platform/turnstile.ts';
import { commitHold } from '#worker/checkout/holds/commit-hold.ts';
import { type TakeDays, takeOrMoveDays } from '#worker/checkout/holds/device-holds.ts';
import {
  type DaysRefusal,
  explainHoldRefusal,
  explainTakenDays,
  holdDays,
  makeHoldLimits,
} from '#worker/checkout/holds/limits.ts';
import { isHoldAllowed } from '#worker/checkout/holds/limits-repo.ts';
import { DAY_GUARDS, takeDaysStatements } from '#worker/checkout/holds/take-days-repo.ts';
import {
  assertDeliveryDay,
  type CheckoutRequest,
  listRequestedMoves,
  revisionRow,
} from './checkout-request.ts';
import { depositParams } from './intent-params.ts';
import {
  expire,
  type HeldCheckout,
  insertCheckout,
  insertRevision,
  isKeyFree,
  storeCheckoutIntent,
} from './repo.ts';
import { CHECKOUT_CLAIM_MS } from './sync.ts';

type Identity = { checkoutId: string; token: string; nowMs: number };
/** `endedIds`: checkouts that end in the same transaction; their days move to this checkout. */
type Taking = Identity & { endedIds: readonly string[] };

/**
 * Throws if a new checkout is refused before its days are looked at: online booking is paused, it is too late for the
 * delivery day, or the Turnstile token is not accepted. Call it once for a request, because a token is valid once.
 */
export async function assertMayBegin(
  ctx: Context,
  request: CheckoutRequest,
  pause: Awaited<ReturnType<typeof getPauseState>>,
): Promise<void> {
  await assertNotPaused(ctx, pause);
  assertDeliveryDay(ctx, request);
  await assertHuman(ctx, request);
}

/**
 * Creates a checkout for a request that may begin: first its hold, then its intent at Stripe. If the intent cannot be
 * created, the hold is released.
 */
export async function beginCheckout(ctx: Context, request: CheckoutRequest): Promise<HeldCheckout> {
  const identity = { checkoutId: ctx.newId(), token: ctx.newId(), nowMs: ctx.now() };
  const { checkoutId } = identity;
  const take: TakeDays = (endedIds) =>
    holdDays(ctx, request, () => tryHold(ctx, request, { ...identity, endedIds }));
  await takeOrMoveDays(ctx, request, { checkoutId, take });
  try {
    const checkout = await createIntent(ctx, request, identity);
    if (!checkout?.clientSecret) throw new Error(`Checkout ${checkoutId} was not stored`);
    return { checkout, days: request.price };
  } catch (error) {
    // The secret of an intent that may exist was not returned to anyone, so it cannot be paid.
    if (error instanceof ProviderError) await expire(ctx.db, checkoutId);
    throw error;
  }
}

/**
 * Inserts the checkout, its first revision and its days in one transaction. Returns null on success, else the reason.
 */
async function tryHold(
  ctx: Context,
  request: CheckoutRequest,
  { checkoutId, token, nowMs, endedIds }: Taking,
): Promise<DaysRefusal | null> {
  const { db, settings } = ctx;
  const row = {
    id: checkoutId,
    key: request.key,
    ...request.caller,
    deviceId: request.deviceId,
    termsVersion: request.termsVersion,
    termsAcceptedAt: nowMs,
    termsIp: request.ip,
    rateCardId: request.price.rateCardId,
    utm: request.utm,
    expiresAt: nowMs + (settings.holdSeconds ?? HOLD_SECONDS) * 1000,
    lockToken: token,
    lockedUntil: nowMs + CHECKOUT_CLAIM_MS,
    createdAt: nowMs,
  };
  const limits = makeHoldLimits(ctx, request, checkoutId);
  const holder = { checkoutId, revision: 1 };
  const failed = await commitHold(ctx, endedIds, [
    guardStatement(db, 'key_free', isKeyFree(request.key)),
    guardStatement(db, 'hold_allowed', isHoldAllowed(limits)),
    insertCheckout(db, row),
    insertRevision(db, revisionRow(request, { ...holder, nowMs })),
    ...takeDaysStatements(db, { holder, limits, moves: listRequestedMoves(request) }),
  ]);
  if (failed === null) return null;
  return DAY_GUARDS.includes(failed)
    ? explainTakenDays(ctx, request, limits)
    : explainHoldRefusal(ctx, request, limits);
}

async function createIntent(ctx: Context, request: CheckoutRequest, { checkoutId, token, nowMs }: Identity) {
  const revision = revisionRow(request, { checkoutId, revision: 1, nowMs });
  const params = depositParams(ctx, revision, request.price);
  const intent = await ctx.stripe.createIntent(params, `checkout:${checkoutId}:pi:1`);
  return storeCheckoutIntent(
    ctx.db,
    { id: checkoutId, token },
    {
      paymentIntentId: intent.id,
      clientSecret: intent.client_secret ?? '',
    },
  );
}

/** Where Turnstile is configured, a new hold needs its token; a repeated or revised one does not. */
async function assertHuman(ctx: Context, request: CheckoutRequest) {
  const { turnstileSecretKey } = ctx.settings;
  if (!turnstileSecretKey) return;
  const token = request.turnstileToken;
  const result = token ? await verifyToken(turnstileSecretKey, { token, ip: request.ip }) : 'refused';
  if (result === 'accepted') return;
  if (result === 'unavailable') {
    const { phone } = await getBusinessProfile(ctx);
    ctx.log.error('turnstile_unavailable');
    const message = `Online booking is not available at this moment. Please try again later, or call us at ${phone}.`;
    throw new AppError('unavailable', message, { body: { phone } });
  }
  const message = 'Please confirm that you are human and try again.';
  throw new AppError('invalid', message, { issues: [{ path: 'bookingData.turnstileToken', message }] });
}
