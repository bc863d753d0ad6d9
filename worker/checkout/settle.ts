import { type HoldState, holdState } from '#domain/hold.ts';
import type { Booking } from '#worker/bookings/repo.ts';
import type { Context } from '#worker/context.ts';
import { type Intent, ProviderError } from '#worker/platform/stripe.ts';
import { emailKey, phoneKey } from './keys.ts';
import { revisionOf } from './metadata.ts';
import { promoteCheckout } from './promote.ts';
import { type Checkout, expire, listRevisions, makeCurrent } from './repo.ts';

/** What a look at Stripe made of a checkout. */
export type Settled =
  | { status: 'paid'; booking: Booking }
  | { status: 'released' }
  | { status: 'open'; intent: Intent; isExtended: boolean };

/**
 * Brings a claimed open checkout in line with its intent: paid becomes a booking, a hold past its end is
 * released once Stripe has cancelled the intent, a half-made revision is finished or dropped. Throws
 * ProviderError when Stripe cannot be asked; then everything stays as it is.
 */
export async function settle(ctx: Context, checkout: Checkout): Promise<Settled> {
  // Its secret was never handed out, so nobody can pay an intent that may exist.
  if (!checkout.stripePaymentIntentId) return release(ctx, checkout);
  const intent = await ctx.stripe.retrieveIntent(checkout.stripePaymentIntentId);
  if (intent.status === 'succeeded')
    return { status: 'paid', booking: await promoteCheckout(ctx, checkout, intent) };
  if (intent.status === 'canceled') return release(ctx, checkout);
  const hold = holdState({ createdAtMs: checkout.createdAt, expiresAtMs: checkout.expiresAt }, ctx.now());
  if (isOver(hold, intent)) return cancelAndRelease(ctx, checkout, intent);
  await syncRevision(ctx, checkout, intent);
  return { status: 'open', intent, isExtended: hold !== 'live' };
}

/** Ends a claimed open checkout before its time. Throws ProviderError when its intent can be neither cancelled nor booked. */
export async function endCheckout(ctx: Context, checkout: Checkout): Promise<Settled> {
  const settled = await settle(ctx, checkout);
  return settled.status === 'open' ? cancelAndRelease(ctx, checkout, settled.intent) : settled;
}

/** Cancel before release: days are given away only when their intent cannot be paid any more. */
export async function cancelAndRelease(ctx: Context, checkout: Checkout, intent: Intent): Promise<Settled> {
  const cancelled = await cancelPayment(ctx, checkout, intent);
  if (cancelled.status === 'paid') return cancelled;
  if (cancelled.status === 'under_way') throw cancelled.error;
  return release(ctx, checkout);
}

type Cancelled =
  | { status: 'canceled' }
  | { status: 'paid'; booking: Booking }
  | { status: 'under_way'; error: ProviderError };

/** Cancels the intent at Stripe; one that was paid first becomes a booking. The days stay held. */
export async function cancelPayment(ctx: Context, checkout: Checkout, intent: Intent): Promise<Cancelled> {
  try {
    await ctx.stripe.cancelIntent(intent.id);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.code !== 'payment_intent_unexpected_state') throw error;
    const latest = await ctx.stripe.retrieveIntent(intent.id);
    if (latest.status === 'succeeded')
      return { status: 'paid', booking: await promoteCheckout(ctx, checkout, latest) };
    if (latest.status !== 'canceled') return { status: 'under_way', error };
  }
  return { status: 'canceled' };
}

/** Whether a payment is under way that the customer or the bank may still finish. */
export function isUnderWay(intent: Intent): boolean {
  return intent.status === 'requires_action' || intent.status === 'processing';
}

function isOver(hold: HoldState, intent: Intent): boolean {
  return hold === 'over' || (hold === 'extendable' && !isUnderWay(intent));
}

async function release(ctx: Context, checkout: Checkout): Promise<Settled> {
  await expire(ctx.db, checkout.id);
  ctx.log.info('hold_released', { checkoutId: checkout.id });
  return { status: 'released' };
}

/** The intent's metadata says which revision stands; the days of every other one go. */
async function syncRevision(ctx: Context, checkout: Checkout, intent: Intent) {
  const revisions = await listRevisions(ctx.db, checkout.id);
  const standing = revisions.find((revision) => revision.revision === revisionOf(intent));
  const isSettled = revisions[0]?.revision === checkout.currentRevision;
  if (!standing || (isSettled && standing.revision === checkout.currentRevision)) return;
  await makeCurrent(ctx.db, standing, {
    emailKey: emailKey(standing.email),
    phoneKey: phoneKey(standing.phone),
  });
}
