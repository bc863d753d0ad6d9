import type { Context } from '#worker/context.ts';
import type { Rental } from '#worker/inventory/repo.ts';
import { describeError } from '#worker/platform/log.ts';
import { whileClaimed } from './claims.ts';
import { type Checkout, findById, holdsDaysOf, listExpired } from './repo.ts';
import { type Settled, settle } from './settle.ts';

/** At most so many on one request: each costs calls to Stripe. */
const RELEASES_PER_REQUEST = 5;

/** Releases holds that are over, of those in the way of a rental or (null) of all; how many were let go. */
export async function releaseExpiredHolds(ctx: Context, rental: Rental | null): Promise<number> {
  const condition = rental ? holdsDaysOf(ctx.db, rental) : undefined;
  const page = { nowMs: ctx.now(), limit: RELEASES_PER_REQUEST };
  const expired = await listExpired(ctx.db, page, condition);
  const settled = await Promise.all(expired.map((checkout) => trySyncCheckout(ctx, checkout)));
  return settled.filter((outcome) => outcome?.status === 'released').length;
}

/** Settles a checkout that nobody else works on; null when somebody does, or Stripe cannot be asked now. */
export async function trySyncCheckout(ctx: Context, { id }: Checkout): Promise<Settled | null> {
  try {
    const claimed = await whileClaimed(ctx, id, async () => {
      const checkout = await findById(ctx.db, id);
      return checkout && settle(ctx, checkout);
    });
    return claimed?.value ?? null;
  } catch (error) {
    ctx.log.warn('checkout_not_settled', { checkoutId: id, ...describeError(error) });
    return null;
  }
}
