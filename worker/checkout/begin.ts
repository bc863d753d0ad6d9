import { AppError } from '#domain/errors.ts';
import { HOLD_SECONDS } from '#domain/hold.ts';
import type { Context } from '#worker/context.ts';
import { countHeldUnits, takeUnitForCheckout } from '#worker/inventory/repo.ts';
import { ProviderError } from '#worker/platform/stripe.ts';
import { isHuman } from '#worker/platform/turnstile.ts';
import { CLAIM_MS } from './claims.ts';
import { type TakeDays, takeOrMoveDays } from './device-holds.ts';
import { customerParams, depositParams } from './intent-params.ts';
import { tooManyHolds } from './limits.ts';
import { releaseExpiredHolds } from './release.ts';
import {
  type Checkout,
  deleteCheckoutWithoutDays,
  deleteDaysOfExpired,
  expire,
  expireCheckouts,
  findById,
  findByKey,
  insertCheckout,
  insertRevision,
  isOpen,
  storeIntent,
  unclaim,
} from './repo.ts';
import { busy, rentalOf, revisionRow, soldOut, type Wanted } from './wanted.ts';

type Identity = { checkoutId: string; token: string; nowMs: number };
/** `endedIds`: checkouts that end in the same transaction, because their days move to this one. */
type Taking = Identity & { endedIds: readonly string[] };

/** A new checkout: first its hold, then its intent at Stripe; without the intent the hold goes again. */
export async function beginCheckout(ctx: Context, wanted: Wanted): Promise<Checkout> {
  await assertHuman(ctx, wanted);
  const identity = { checkoutId: ctx.newId(), token: ctx.newId(), nowMs: ctx.now() };
  const { checkoutId } = identity;
  const take: TakeDays = (endedIds) => holdDays(ctx, wanted, { ...identity, endedIds });
  await takeOrMoveDays(ctx, wanted, { checkoutId, take });
  await warnWhenHeld(ctx, wanted.details.dumpsterType);
  try {
    await createIntent(ctx, wanted, identity);
  } catch (error) {
    // Nobody ever saw the secret of an intent that may exist, so it cannot be paid.
    if (error instanceof ProviderError) await expire(ctx.db, identity.checkoutId);
    throw error;
  }
  await unclaim(ctx.db, identity.checkoutId, identity.token);
  const checkout = await findById(ctx.db, identity.checkoutId);
  if (!checkout?.clientSecret) throw new Error(`Checkout ${identity.checkoutId} was not stored`);
  return checkout;
}

/** Takes a unit for the days; where the size is out, holds that are over are released and it is tried again. */
async function holdDays(ctx: Context, wanted: Wanted, taking: Taking) {
  if (await tryHold(ctx, wanted, taking)) return;
  const released = await releaseExpiredHolds(ctx, rentalOf(wanted));
  if (released > 0 && (await tryHold(ctx, wanted, taking))) return;
  throw soldOut(wanted);
}

/** One transaction: the checkout, its first revision and its days, or none of them. False: no unit is free. */
async function tryHold(
  ctx: Context,
  wanted: Wanted,
  { checkoutId, token, nowMs, endedIds }: Taking,
): Promise<boolean> {
  const { db, settings } = ctx;
  const condition = isOpen(checkoutId);
  const row = {
    id: checkoutId,
    key: wanted.key,
    ...wanted.caller,
    deviceId: wanted.deviceId,
    termsVersion: wanted.termsVersion,
    termsAcceptedAt: nowMs,
    termsIp: wanted.ip,
    expiresAt: nowMs + (settings.holdSeconds ?? HOLD_SECONDS) * 1000,
    lockToken: token,
    lockedUntil: nowMs + CLAIM_MS,
    createdAt: nowMs,
  };
  const hasAddressLimits = settings.hasAddressLimits && wanted.caller.ipKey !== '';
  const holder = { checkoutId, revision: 1 };
  const [, , inserted, , taken] = await db.batch([
    expireCheckouts(db, endedIds),
    deleteDaysOfExpired(db, endedIds),
    insertCheckout(db, row, { hasAddressLimits }),
    insertRevision(db, revisionRow(wanted, { ...holder, nowMs }), condition),
    takeUnitForCheckout(db, { holder, rental: rentalOf(wanted), nowMs, condition }),
    deleteCheckoutWithoutDays(db, checkoutId),
  ]);
  if (inserted.meta.changes === 0) {
    throw (await findByKey(db, wanted.key)) ? busy() : await tooManyHolds(ctx, wanted.caller);
  }
  return taken.meta.changes > 0;
}

async function createIntent(ctx: Context, wanted: Wanted, { checkoutId, nowMs }: Identity) {
  const revision = revisionRow(wanted, { checkoutId, revision: 1, nowMs });
  const customer = await ctx.stripe.createCustomer(
    customerParams(ctx, revision),
    `checkout:${checkoutId}:cus`,
  );
  const params = depositParams(ctx, revision, customer.id);
  const intent = await ctx.stripe.createIntent(params, `checkout:${checkoutId}:pi:1`);
  await storeIntent(ctx.db, checkoutId, {
    customerId: customer.id,
    paymentIntentId: intent.id,
    clientSecret: intent.client_secret ?? '',
  });
}

/** Where Turnstile is configured, a new hold needs its token; a repeated or revised one does not. */
async function assertHuman(ctx: Context, wanted: Wanted) {
  const { turnstileSecretKey } = ctx.settings;
  if (!turnstileSecretKey) return;
  const token = wanted.turnstileToken;
  if (token && (await isHuman(turnstileSecretKey, token, wanted.ip))) return;
  const message = 'Please confirm that you are human and try again.';
  throw new AppError('invalid', message, { issues: [{ path: 'bookingData.turnstileToken', message }] });
}

/** Half of a size held and unpaid smells of abuse: staff should know. */
async function warnWhenHeld(ctx: Context, dumpsterType: string) {
  const { held, units } = await countHeldUnits(ctx.db, dumpsterType, ctx.today());
  if (held * 2 >= units) ctx.log.warn('half_of_size_is_held', { dumpsterType, held, units });
}
