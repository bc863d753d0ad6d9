import type { ReplyOf } from '#contract/endpoint.ts';
import { type listHolds, MAX_LISTED_HOLDS, type releaseHold as releaseHoldCall } from '#contract/holds.ts';
import { maxHeldMoves } from '#domain/rental/hold.ts';
import { isoInstant } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { ProviderError } from '#worker/base/platform/stripe.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { getSizeName } from '#worker/catalog/names.ts';
import { getPublishedCard } from '#worker/catalog/rate-cards.ts';
import { type Checkout, findById } from '#worker/checkout/repo.ts';
import { endCheckout, whileClaimed } from '#worker/checkout/sync.ts';
import { listHoldUsage } from './limits-repo.ts';
import { listHeldMoves } from './moves-limit-repo.ts';
import { countOpenHolds, type HoldRow, listOpenHolds } from './repo.ts';

/** The live holds and the usage of their limits. */
export async function listLiveHolds(ctx: Context): Promise<ReplyOf<typeof listHolds>> {
  const { db, settings, now } = ctx;
  const hasTurnstile = settings.turnstileSecretKey !== null;
  const [nameOf, holds, total, usage, moves] = await Promise.all([
    getSizeName(ctx),
    listOpenHolds(db, MAX_LISTED_HOLDS),
    countOpenHolds(db),
    listHoldUsage(db, { hasTurnstile }),
    listHeldMovesOfDays(ctx),
  ]);
  return {
    now: isoInstant(now()),
    total,
    holds: holds.map((row) => toHold(row, nameOf)),
    usage: usage.map(({ dumpsterType, ...days }) => ({
      dumpsterType: dumpsterType && nameOf(dumpsterType),
      ...days,
    })),
    moves: moves.map(({ holds: _, ...day }) => day),
  };
}

/** The days with truck moves of unpaid holds, with their limit; none while the trucks have no limit a day. */
export async function listHeldMovesOfDays(ctx: Context) {
  const { card } = await getPublishedCard(ctx);
  const { maxTruckMovesPerDay } = card.calendar;
  if (maxTruckMovesPerDay === null) return [];
  const maxHeld = maxHeldMoves('all', maxTruckMovesPerDay);
  return (await listHeldMoves(ctx.db)).map((row) => ({ ...row, maxHeldMoves: maxHeld }));
}

type Release = ReplyOf<typeof releaseHoldCall>;

/** Ends a hold for staff. Its payment is cancelled at Stripe first; a succeeded payment becomes a booking instead. */
export async function releaseHold(ctx: Context, actor: Actor, id: string): Promise<Release> {
  const found = await findById(ctx.db, id);
  if (!found) throw new AppError('not_found', 'There is no such hold.');
  const ended = releaseOf(found) ?? (await endOpen(ctx, id));
  if (!ended) {
    throw new AppError('busy', 'This hold is being worked on. Please try again in a moment.', {
      retryAfter: 1,
    });
  }
  ctx.log.info('hold_released_by_staff', { checkoutId: id, userId: actor.userId, result: ended.result });
  return ended;
}

/** Null while another writer has claimed the checkout. */
async function endOpen(ctx: Context, id: string): Promise<Release | null> {
  try {
    await whileClaimed(ctx, id, async () => {
      const checkout = await findById(ctx.db, id);
      if (checkout?.state === 'open') await endCheckout(ctx, checkout);
    });
  } catch (error) {
    throw error instanceof ProviderError ? providerFailure(ctx, error) : error;
  }
  const checkout = await findById(ctx.db, id);
  return checkout && releaseOf(checkout);
}

/** How a checkout ended; null while it is open. */
function releaseOf({ state, bookingId }: Checkout): Release | null {
  if (state === 'open') return null;
  return state === 'paid' ? { result: 'paid', bookingId } : { result: 'released', bookingId: null };
}

function providerFailure(ctx: Context, error: ProviderError): AppError {
  ctx.log.error('stripe_failed', { outcome: error.outcome, reason: error.message });
  if (error.code === 'payment_intent_unexpected_state') {
    const message = "The bank is processing the customer's payment, so the hold stays until it has answered.";
    return new AppError('conflict', message);
  }
  return new AppError(
    'provider_unavailable',
    'Stripe could not cancel the payment, so the hold stays. Please try again in a minute.',
  );
}

function toHold({ firstName, lastName, ...row }: HoldRow, nameOf: (size: string) => string) {
  return {
    ...row,
    customerName: `${firstName} ${lastName}`,
    dumpsterType: nameOf(row.dumpsterType),
    createdAt: isoInstant(row.createdAt),
    expiresAt: isoInstant(row.expiresAt),
    network: row.network || null,
  };
}
