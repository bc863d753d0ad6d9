import { MAX_FAILED_ATTEMPTS } from '#domain/rental/hold.ts';
import type { Context } from '#worker/base/context.ts';
import { type Intent, ProviderError } from '#worker/base/platform/stripe.ts';
import { blockCaller } from '#worker/checkout/holds/limits.ts';
import { countFailedAttempts } from '#worker/money/events/repo.ts';
import { ledgerPayment, MissingBookingError } from '#worker/money/ledger/ledger.ts';
import { markCanceled, upsertPayment } from '#worker/money/ledger/repo.ts';
import { promoteCheckout } from './promote.ts';
import { type Checkout, expire, findById, listOpen } from './repo.ts';
import { cancelAndRelease, endCheckout, trySyncCheckout, whileClaimed } from './sync.ts';

/** The page and the webhook process younger checkouts. */
const MIN_AGE_MS = 60_000;
const BATCH_SIZE = 200;
const CONCURRENCY = 5;

/**
 * Runs every minute: paid checkouts become bookings, expired holds are released. With isForced it includes the
 * youngest.
 */
export async function syncOpenCheckouts(ctx: Context, { isForced }: { isForced: boolean }) {
  const before = ctx.now() - (isForced ? 0 : MIN_AGE_MS);
  const open = await listOpen(ctx.db, before, BATCH_SIZE);
  const counts = { examined: open.length, promoted: 0, released: 0 };
  for (let i = 0; i < open.length; i += CONCURRENCY) {
    const results = await Promise.all(open.slice(i, i + CONCURRENCY).map((one) => trySyncCheckout(ctx, one)));
    counts.promoted += results.filter((one) => one?.status === 'paid').length;
    counts.released += results.filter((one) => one?.status === 'released').length;
  }
  return counts;
}

/**
 * Ends the open checkouts with Stripe: paid ones become bookings, the others are cancelled. `left`: payments that the
 * bank still processes, which the cron ends. `lost`: paid, but a restore lost the details; Stripe's event flags the
 * payment. Throws ProviderError when Stripe does not answer.
 */
export async function endOpenCheckouts(ctx: Context) {
  const open = await listOpen(ctx.db, ctx.now(), BATCH_SIZE);
  const counts = { booked: 0, canceled: 0, lost: 0, left: 0 };
  for (const { id } of open) {
    const ended = await whileClaimed(ctx, id, () => endUnlessProcessing(ctx, id));
    if (ended?.value === 'paid') counts.booked += 1;
    else if (ended?.value === 'released') counts.canceled += 1;
    else if (ended?.value === 'lost') counts.lost += 1;
    else counts.left += 1;
  }
  return { ...counts, hasMore: open.length === BATCH_SIZE && counts.left < BATCH_SIZE };
}

async function endUnlessProcessing(ctx: Context, checkoutId: string) {
  const checkout = await findById(ctx.db, checkoutId);
  if (!checkout) return null;
  try {
    return (await endCheckout(ctx, checkout)).status;
  } catch (error) {
    if (error instanceof ProviderError && error.outcome === 'refused') return null;
    if (error instanceof MissingBookingError) {
      await expire(ctx.db, checkoutId);
      return 'lost';
    }
    throw error;
  }
}

/** Applies a deposit's intent that was just read. The ledger's status only moves forward. */
export async function applyDeposit(ctx: Context, intent: Intent) {
  const checkout = await findById(ctx.db, intent.metadata.checkout_id ?? '');
  if (!checkout) throw new MissingBookingError(intent.id, 'checkout');
  if (intent.status === 'succeeded') {
    await promoteCheckout(ctx, checkout, intent);
    return;
  }
  const nowMs = ctx.now();
  if (intent.status === 'canceled') {
    await markCanceled(ctx.db, intent.id, nowMs);
    await trySyncCheckout(ctx, checkout);
    return;
  }
  const payment = ledgerPayment(intent, checkout.id);
  if (payment) await upsertPayment(ctx.db, payment, { bookingId: null, nowMs });
  const failed = await countFailedAttempts(ctx.db, intent.id);
  if (failed >= MAX_FAILED_ATTEMPTS) await endAbusedCheckout(ctx, checkout, intent);
}

async function endAbusedCheckout(ctx: Context, checkout: Checkout, intent: Intent) {
  await blockCaller(ctx, checkout);
  ctx.log.warn('checkout_blocked', { checkoutId: checkout.id });
  const claimed = await whileClaimed(ctx, checkout.id, () => cancelAndRelease(ctx, checkout, intent));
  const isStillOpen = !claimed && (await findById(ctx.db, checkout.id))?.state === 'open';
  if (isStillOpen)
    throw new Error(
      `Checkout ${checkout.id} has another writer; its intent is cancelled with the next attempt`,
    );
}
