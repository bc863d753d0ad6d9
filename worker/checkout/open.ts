import type { BookingData } from '#contract/checkout.ts';
import { isoInstant } from '#domain/days.ts';
import { AppError } from '#domain/errors.ts';
import { heldUntilMs } from '#domain/hold.ts';
import { admitCall } from '#worker/checkout/holds/limits.ts';
import type { Context } from '#worker/context.ts';
import { customerDataError } from '#worker/payments/ledger/customer-data.ts';
import { ProviderError } from '#worker/platform/stripe.ts';
import { beginCheckout } from './begin.ts';
import { whileClaimed } from './claims.ts';
import { type Checkout, findById, findByKey } from './repo.ts';
import { reviseCheckout } from './revise.ts';
import { isUnderWay, settle } from './settle.ts';
import { alreadyPaid, assertAcceptable, assertPrice, busy, type Wanted, wantedFrom } from './wanted.ts';

export type OpenRequest = { data: BookingData; key: string | null; ip: string };

/**
 * POST /api/create-payment-intent for a booking that is not there yet: the hold and the intent of its
 * deposit. The same call again gives the same intent; changed details become a revision of it.
 */
export async function openCheckout(ctx: Context, { data, key, ip }: OpenRequest) {
  assertAcceptable(ctx, data);
  const wanted = await wantedFrom(data, { key, ip });
  await admitCall(ctx, { ...wanted.caller, deviceId: wanted.deviceId });
  assertPrice(ctx, data);
  try {
    const found = await findByKey(ctx.db, wanted.key);
    const resumed = found && (await resume(ctx, found, wanted));
    const checkout = resumed || (await beginCheckout(ctx, wanted));
    return payable(ctx, checkout);
  } catch (error) {
    throw error instanceof ProviderError ? refusalFor(ctx, error) : error;
  }
}

/** Goes on with a checkout that the key already has; null when its hold was over and is released. */
async function resume(ctx: Context, found: Checkout, wanted: Wanted): Promise<Checkout | null> {
  if (found.state === 'paid') throw await alreadyPaid(ctx, found);
  const claimed = await whileClaimed(ctx, found.id, async (token) => {
    const checkout = (await findById(ctx.db, found.id)) ?? found;
    const settled = await settle(ctx, checkout);
    if (settled.at === 'released') return null;
    if (settled.at === 'paid') throw await alreadyPaid(ctx, checkout);
    const isLocked = isUnderWay(settled.intent);
    return reviseCheckout(ctx, wanted, { checkoutId: found.id, token, isLocked });
  });
  if (!claimed) throw busy();
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

/** What the customer is told when Stripe would not, or could not, open the payment. */
function refusalFor(ctx: Context, error: ProviderError): AppError {
  ctx.log.error('stripe_failed', { outcome: error.outcome, reason: error.message });
  const invalid = customerDataError(error, 'bookingData.');
  if (invalid) return invalid;
  return new AppError(
    'provider_unavailable',
    'Our payment provider could not open the payment. You have not been charged. Please try again.',
  );
}
