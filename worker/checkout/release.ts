import type { Context } from '#worker/context.ts';
import { describeError } from '#worker/platform/log.ts';
import { whileClaimed } from './claims.ts';
import { type Checkout, findById, listExpiredHolds } from './repo.ts';
import { type Settled, settle } from './settle.ts';

/** At most so many on one request: each costs calls to Stripe. */
const RELEASES_PER_REQUEST = 5;

/** Releases holds that are over and stand in the way of a rental; how many were let go. */
export async function releaseExpiredHolds(
  ctx: Context,
  rental: { dumpsterType: string; start: string; end: string },
): Promise<number> {
  const expired = await listExpiredHolds(ctx.db, {
    ...rental,
    nowMs: ctx.now(),
    limit: RELEASES_PER_REQUEST,
  });
  const settled = await Promise.all(expired.map((checkout) => settleQuietly(ctx, checkout)));
  return settled.filter((outcome) => outcome?.at === 'released').length;
}

/** Settles a checkout that nobody else works on; null when somebody does, or Stripe cannot be asked now. */
export async function settleQuietly(ctx: Context, { id }: Checkout): Promise<Settled | null> {
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
