import type { Context } from '#worker/base/context.ts';
import { claimOperation, extendClaim, markUnknown, type Operation } from '#worker/money/operations/repo.ts';
import { requestInProgress } from '#worker/money/operations/start.ts';
import { isPartOpen } from './repo.ts';

/** Longer than one part of a refund takes at Stripe with all retries. An attempt that runs longer counts as crashed. */
const REFUND_CLAIM_MS = 5 * 60_000;

/** Claims an open refund for one attempt; throws busy while another attempt or a stop is running. */
export async function claimRefund(ctx: Context, id: number, { isForced = false } = {}): Promise<Operation> {
  const nowMs = ctx.now();
  const claimed = await claimOperation(ctx.db, id, { nowMs, untilMs: nowMs + REFUND_CLAIM_MS, isForced });
  if (!claimed) throw requestInProgress();
  return claimed;
}

/** One attempt at a refund. `claimedUntil` identifies it: every claim and every extension is later than the last. */
export type RefundAttempt = { operation: Operation; claimedUntil: number };

/**
 * Claims the refund for one more part. False: that part is already settled, or another attempt has taken the refund
 * over. Then this attempt must not process the part.
 */
export async function extendAttempt(ctx: Context, attempt: RefundAttempt, partId: string): Promise<boolean> {
  const { operation, claimedUntil } = attempt;
  const untilMs = ctx.now() + REFUND_CLAIM_MS;
  const extended = await extendClaim(ctx.db, operation.id, {
    claimedUntil,
    untilMs,
    condition: isPartOpen(partId),
  });
  if (extended === null) return false;
  attempt.claimedUntil = extended;
  return true;
}

/** Releases a refund that is still open, unless another attempt has claimed it. */
export async function endAttempt(ctx: Context, { operation, claimedUntil }: RefundAttempt) {
  await markUnknown(ctx.db, operation.id, { nowMs: ctx.now(), claimedUntil });
}
