import type { Context } from '#worker/base/context.ts';
import { commit, GuardFailed, type Write } from '#worker/base/db/commit.ts';
import { deleteDaysOfExpired, expireCheckouts } from '#worker/checkout/repo.ts';

/**
 * Takes days in one transaction with the end of the checkouts that had them. Returns null on success, else the name of the
 * guard that failed: then only those checkouts have ended, because their intents are cancelled at Stripe.
 */
export async function commitHold(
  ctx: Context,
  endedIds: readonly string[],
  taken: readonly Write[],
): Promise<string | null> {
  const ended = [expireCheckouts(ctx.db, endedIds), deleteDaysOfExpired(ctx.db, endedIds)];
  try {
    await commit(ctx, { writes: { ended, taken } });
    return null;
  } catch (error) {
    if (!(error instanceof GuardFailed)) throw error;
    if (endedIds.length > 0) await commit(ctx, { writes: ended });
    return error.guard;
  }
}
