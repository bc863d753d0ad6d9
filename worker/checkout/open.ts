import type { BookingData } from '#contract/checkout.ts';
import { isoInstant } from '#domain/days.ts';
import { AppError } from '#domain/errors.ts';
import { heldUntilMs } from '#domain/hold.ts';
import { assertInCatalog } from '#worker/catalog/names.ts';
import { admitCall } from '#worker/checkout/holds/limits.ts';
import type { Context } from '#worker/context.ts';
import { getPublishedCalendar } from '#worker/jobs/calendar.ts';
import { customerDataError } from '#worker/payments/ledger/customer-data.ts';
import { ProviderError } from '#worker/platform/stripe.ts';
import { beginCheckout } from './begin.ts';
import {
  alreadyPaidError,
  assertBookable,
  assertPrice,
  busyError,
  type CheckoutRequest,
  makeCheckoutRequest,
} from './checkout-request.ts';
import { type Checkout, findById, findCheckoutByKey } from './repo.ts';
import { reviseCheckout } from './revise.ts';
import { isPaymentInProgress, syncCheckout, whileClaimed } from './sync.ts';

export type OpenRequest = { data: BookingData; key: string | null; ip: string };

/**
 * POST /api/create-payment-intent for a booking that does not exist yet: creates the hold and the intent of its
 * deposit. A repeated call returns the same intent; changed details become a revision.
 */
export async function openCheckout(ctx: Context, { data, key, ip }: OpenRequest) {
  await assertInCatalog(ctx, data, 'bookingData');
  const { calendar } = await getPublishedCalendar(ctx);
  assertBookable(ctx, data, calendar.rules);
  const request = await makeCheckoutRequest(data, { key, ip, calendar });
  await admitCall(ctx, { ...request.caller, deviceId: request.deviceId });
  assertPrice(ctx, data);
  try {
    const found = await findCheckoutByKey(ctx.db, request.key);
    const resumed = found && (await resume(ctx, found, request));
    const checkout = resumed || (await beginCheckout(ctx, request));
    return payable(ctx, checkout);
  } catch (error) {
    throw error instanceof ProviderError ? providerErrorFor(ctx, error) : error;
  }
}

/** Continues the checkout that the key already has; null when its hold had ended and was released. */
async function resume(ctx: Context, found: Checkout, request: CheckoutRequest): Promise<Checkout | null> {
  if (found.state === 'paid') throw await alreadyPaidError(ctx, found);
  const claimed = await whileClaimed(ctx, found.id, async (token) => {
    const checkout = (await findById(ctx.db, found.id)) ?? found;
    const synced = await syncCheckout(ctx, checkout);
    if (synced.status === 'released') return null;
    if (synced.status === 'paid') throw await alreadyPaidError(ctx, checkout);
    const isLocked = isPaymentInProgress(synced.intent);
    return reviseCheckout(ctx, request, { checkoutId: found.id, token, isLocked });
  });
  if (!claimed) throw busyError();
  return claimed.value;
}

function payable(ctx: Context, checkout: Checkout) {
  const nowMs = ctx.now();
  const hold = { createdAtMs: checkout.createdAt, expiresAtMs: checkout.expiresAt };
  return {
    clientSecret: checkout.clientSecret ?? '',
    expiresAt: isoInstant(heldUntilMs(hold, nowMs)),
    now: isoInstant(nowMs),
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
