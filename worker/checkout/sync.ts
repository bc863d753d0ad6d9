import type { TruckMove } from '#domain/jobs/jobs.ts';
import { type HoldState, holdState } from '#domain/rental/hold.ts';
import { phoneKey } from '#domain/shared/phone-numbers.ts';
import type { Context } from '#worker/base/context.ts';
import { describeError } from '#worker/base/platform/log.ts';
import { type Intent, ProviderError } from '#worker/base/platform/stripe.ts';
import type { BookingRow } from '#worker/bookings/repo.ts';
import { holdsMovesOn } from '#worker/fleet/jobs/moves-repo.ts';
import type { Rental } from '#worker/fleet/units/free-units-repo.ts';
import { parseRevision } from './intent-params.ts';
import { emailKey } from './keys.ts';
import { promoteCheckout } from './promote.ts';
import {
  type Checkout,
  claim,
  expire,
  findById,
  holdsDaysOf,
  listExpiredCheckouts,
  listRevisions,
  makeCurrent,
  releaseClaim,
} from './repo.ts';

/** The state of a checkout after it was compared with Stripe. */
export type SyncResult =
  | { status: 'paid'; booking: BookingRow }
  | { status: 'released' }
  | { status: 'open'; intent: Intent; isExtended: boolean };

/**
 * Compares a claimed open checkout with its intent: a paid one becomes a booking, an expired hold is released once
 * Stripe has cancelled the intent, and an unfinished revision is completed or dropped. Throws ProviderError when Stripe
 * does not answer; then nothing has changed.
 */
export async function syncCheckout(ctx: Context, checkout: Checkout): Promise<SyncResult> {
  // Its secret was never returned, so even if its intent exists, no one can pay it.
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

/** Ends a claimed open checkout early. Throws ProviderError when its intent can be neither cancelled nor booked. */
export async function endCheckout(ctx: Context, checkout: Checkout): Promise<SyncResult> {
  const synced = await syncCheckout(ctx, checkout);
  return synced.status === 'open' ? cancelAndRelease(ctx, checkout, synced.intent) : synced;
}

/** Cancels the intent before it releases the days: days become free only when their intent can no longer be paid. */
export async function cancelAndRelease(
  ctx: Context,
  checkout: Checkout,
  intent: Intent,
): Promise<SyncResult> {
  const cancelled = await cancelPayment(ctx, checkout, intent);
  if (cancelled.status === 'paid') return cancelled;
  if (cancelled.status === 'in_progress') throw cancelled.error;
  return release(ctx, checkout);
}

type CancelResult =
  | { status: 'canceled' }
  | { status: 'paid'; booking: BookingRow }
  | { status: 'in_progress'; error: ProviderError };

/** Cancels the intent at Stripe. If it was paid first, it becomes a booking. The days stay held. */
export async function cancelPayment(ctx: Context, checkout: Checkout, intent: Intent): Promise<CancelResult> {
  try {
    await ctx.stripe.cancelIntent(intent.id);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.code !== 'payment_intent_unexpected_state') throw error;
    const latest = await ctx.stripe.retrieveIntent(intent.id);
    if (latest.status === 'succeeded')
      return { status: 'paid', booking: await promoteCheckout(ctx, checkout, latest) };
    if (latest.status !== 'canceled') return { status: 'in_progress', error };
  }
  return { status: 'canceled' };
}

/** Whether the customer or the bank may still complete the payment. */
export function isPaymentInProgress(intent: Intent): boolean {
  return intent.status === 'requires_action' || intent.status === 'processing';
}

function isOver(hold: HoldState, intent: Intent): boolean {
  return hold === 'over' || (hold === 'extendable' && !isPaymentInProgress(intent));
}

async function release(ctx: Context, checkout: Checkout): Promise<SyncResult> {
  await expire(ctx.db, checkout.id);
  ctx.log.info('hold_released', { checkoutId: checkout.id });
  return { status: 'released' };
}

/** Makes the revision in the intent's metadata current, and releases the days of the others. */
async function syncRevision(ctx: Context, checkout: Checkout, intent: Intent) {
  const revisions = await listRevisions(ctx.db, checkout.id);
  const standing = revisions.find((revision) => revision.revision === parseRevision(intent));
  const isLatestCurrent = revisions[0]?.revision === checkout.currentRevision;
  if (!standing || (isLatestCurrent && standing.revision === checkout.currentRevision)) return;
  await makeCurrent(ctx.db, standing, {
    emailKey: emailKey(standing.email),
    phoneKey: phoneKey(standing.phone),
  });
}

/** Limited, because each release needs calls to Stripe. */
const RELEASES_PER_REQUEST = 5;

/** Holds of a unit of the size on the days of a rental, holds of truck moves on these days, or all (null). */
export type HoldsInTheWay = { rental: Rental } | { moves: readonly TruckMove[] } | null;

/** Releases expired holds that are in the way. Returns the number of released holds. */
export async function releaseExpiredHolds(ctx: Context, inTheWay: HoldsInTheWay): Promise<number> {
  const condition = inTheWay ? conditionOf(ctx, inTheWay) : undefined;
  const page = { nowMs: ctx.now(), limit: RELEASES_PER_REQUEST };
  const expired = await listExpiredCheckouts(ctx.db, page, condition);
  const results = await Promise.all(expired.map((checkout) => trySyncCheckout(ctx, checkout)));
  return results.filter((result) => result?.status === 'released').length;
}

function conditionOf(ctx: Context, inTheWay: NonNullable<HoldsInTheWay>) {
  return 'rental' in inTheWay ? holdsDaysOf(ctx.db, inTheWay.rental) : holdsMovesOn(inTheWay.moves);
}

/** Syncs a checkout; null when another writer has claimed it, or Stripe does not answer. */
export async function trySyncCheckout(ctx: Context, { id }: Checkout): Promise<SyncResult | null> {
  try {
    const claimed = await whileClaimed(ctx, id, async () => {
      const checkout = await findById(ctx.db, id);
      return checkout && syncCheckout(ctx, checkout);
    });
    return claimed?.value ?? null;
  } catch (error) {
    ctx.log.warn('checkout_sync_failed', { checkoutId: id, ...describeError(error) });
    return null;
  }
}

/** Longer than the Stripe calls of one request. A claim of a crashed request expires. */
export const CHECKOUT_CLAIM_MS = 60_000;

/** Runs work as the only writer of an open checkout; null when another writer has claimed it, or it is not open. */
export async function whileClaimed<T>(
  ctx: Context,
  checkoutId: string,
  work: (token: string) => Promise<T>,
): Promise<{ value: T } | null> {
  const token = ctx.newId();
  const nowMs = ctx.now();
  if (!(await claim(ctx.db, checkoutId, { token, nowMs, untilMs: nowMs + CHECKOUT_CLAIM_MS }))) return null;
  try {
    return { value: await work(token) };
  } finally {
    await releaseClaim(ctx.db, checkoutId, token);
  }
}
