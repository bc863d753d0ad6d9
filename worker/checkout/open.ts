import { TERMS_VERSION } from '#contract/checkout.ts';
import { heldUntilMs } from '#domain/rental/hold.ts';
import { isoInstant } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import { getPauseState } from '#worker/base/business/pause.ts';
import type { Context } from '#worker/base/context.ts';
import { ProviderError } from '#worker/base/platform/stripe.ts';
import { getCardOf, getRateCard, type PublishedRateCard } from '#worker/catalog/rate-cards.ts';
import { admitCall, findBlock } from '#worker/checkout/holds/limits.ts';
import { countFailedAttempts } from '#worker/money/events/repo.ts';
import { customerDataError } from '#worker/money/ledger/customer-data.ts';
import { assertMayBegin, beginCheckout } from './begin.ts';
import {
  type AcceptableTerms,
  alreadyPaidError,
  assertAgreed,
  busyError,
  type CheckoutRequest,
  computeIdempotencyKey,
  identifyCaller,
  makeCheckoutRequest,
  type OpenRequest,
} from './checkout-request.ts';
import { type Checkout, findById, type HeldCheckout, readForOpening } from './repo.ts';
import { reviseCheckout } from './revise.ts';
import { cancelAndRelease, isPaymentInProgress, syncCheckout, whileClaimed } from './sync.ts';

/**
 * POST /api/create-payment-intent for a booking that does not exist yet: creates the hold and the intent of its
 * deposit. A repeated call returns the same intent; changed details become a revision. A new checkout has the prices of
 * the published rate card; an open one keeps the card with which it began.
 */
export async function openCheckout(ctx: Context, call: OpenRequest) {
  const { data } = call;
  const key = await computeIdempotencyKey(call);
  const opening = { key, from: data.deliveryDate, nowMs: ctx.now() };
  const { caller, deviceId } = identifyCaller(call);
  const [{ found, closedDays, ...read }, blockedUntil, pause] = await Promise.all([
    readForOpening(ctx.db, opening),
    findBlock(ctx, { ...caller, deviceId }),
    getPauseState(ctx),
  ]);
  // The first version is stored when it is first shown.
  const [current = TERMS_VERSION, ...earlier] = read.terms;
  const terms: AcceptableTerms = [current, ...earlier];
  const published = await getCardOf(ctx, read.published);
  const requestOn = (card: PublishedRateCard) =>
    makeCheckoutRequest(ctx, call, { key, card, closedDays, terms });
  // Before the limits, so that a call with a mistake does not count.
  const isOnPublished = !found || found.rateCardId === published.id;
  const known = isOnPublished ? await requestOn(published) : null;
  await admitCall(ctx, { ...caller, deviceId }, blockedUntil);
  const agreedOn = async (card: PublishedRateCard) => {
    const request = known ?? (await requestOn(card));
    await assertAgreed(ctx, request, { data, terms });
    return request;
  };
  let admitted: CheckoutRequest | null = null;
  const admitNew = async () => {
    if (admitted) return admitted;
    const request = await agreedOn(published);
    await assertMayBegin(ctx, request, pause);
    admitted = request;
    return request;
  };
  try {
    const resumed = found && (await resume(ctx, found, { published, requestOn, agreedOn, admitNew }));
    if (resumed) return payable(ctx, resumed, await countFailures(ctx, resumed));
    return payable(ctx, await beginCheckout(ctx, await admitNew()), 0);
  } catch (error) {
    throw error instanceof ProviderError ? providerErrorFor(ctx, error) : error;
  }
}

type CallOnCards = {
  published: PublishedRateCard;
  /** Throws `invalid` when the details cannot be booked on the card. */
  requestOn: (card: PublishedRateCard) => Promise<CheckoutRequest>;
  /** Throws also when the customer saw another price or other terms. */
  agreedOn: (card: PublishedRateCard) => Promise<CheckoutRequest>;
  /** The request of a new checkout on the published card. Throws also when a new one is refused for now. */
  admitNew: () => Promise<CheckoutRequest>;
};

/**
 * Continues the checkout that the key already has; null when its hold had ended and was released, or ends here because
 * only the published card offers what the customer now chose.
 */
async function resume(ctx: Context, found: Checkout, call: CallOnCards): Promise<HeldCheckout | null> {
  if (found.state === 'paid') throw await alreadyPaidError(ctx, found);
  const claimed = await whileClaimed(ctx, found.id, async (token) => {
    const checkout = (await findById(ctx.db, found.id)) ?? found;
    const synced = await syncCheckout(ctx, checkout);
    if (synced.status === 'released') return null;
    if (synced.status === 'paid') throw await alreadyPaidError(ctx, checkout);
    const isLocked = isPaymentInProgress(synced.intent);
    const cardId = found.rateCardId;
    const card = cardId === call.published.id ? call.published : await getRateCard(ctx, cardId);
    if (!isLocked && (await isOnlyOnPublished(card, call))) {
      // All that can refuse the new checkout without its days comes first, so that the hold does not end for nothing.
      await call.admitNew();
      const ended = await cancelAndRelease(ctx, checkout, synced.intent);
      if (ended.status === 'paid') throw await alreadyPaidError(ctx, checkout);
      return null;
    }
    return reviseCheckout(ctx, await call.agreedOn(card), { checkoutId: found.id, token, isLocked });
  });
  if (!claimed) throw busyError();
  return claimed.value;
}

/** Without it, a customer whose page has the published card could not change an unfinished booking to its new entries. */
async function isOnlyOnPublished(card: PublishedRateCard, { published, requestOn }: CallOnCards) {
  if (card.id === published.id || (await isBookable(requestOn(card)))) return false;
  return isBookable(requestOn(published));
}

/** Whether the card offers the rental on the day and delivers to the ZIP code. */
async function isBookable(request: Promise<CheckoutRequest>): Promise<boolean> {
  try {
    return (await request).price.isServed;
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid') return false;
    throw error;
  }
}

function countFailures(ctx: Context, { checkout: { stripePaymentIntentId: id } }: HeldCheckout) {
  return id === null ? 0 : countFailedAttempts(ctx.db, id);
}

function payable(ctx: Context, { checkout, days }: HeldCheckout, failedAttempts: number) {
  const nowMs = ctx.now();
  const hold = { createdAtMs: checkout.createdAt, expiresAtMs: checkout.expiresAt };
  return {
    clientSecret: checkout.clientSecret ?? '',
    expiresAt: isoInstant(heldUntilMs(hold, nowMs)),
    now: isoInstant(nowMs),
    ...(days.pickupDay > days.endDate && { pickupDay: days.pickupDay }),
    ...(failedAttempts > 0 && { failedAttempts }),
  };
}

/** The error for the customer when Stripe refused to create the payment, or did not answer. */
function providerErrorFor(ctx: Context, error: ProviderError): AppError {
  ctx.log.error('stripe_failed', { outcome: error.outcome, reason: error.message });
  const invalid = customerDataError(error, 'bookingData.');
  if (invalid) return invalid;
  return new AppError(
    'provider_unavailable',
    'Our payment provider could not open the payment. You have not been charged. Please try again.',
  );
}
