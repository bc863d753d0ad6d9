import { isDisputeOpen } from '#domain/money/disputes.ts';
import type { Context } from '#worker/base/context.ts';
import { describeError } from '#worker/base/platform/log.ts';
import type { Dispute } from '#worker/base/platform/stripe.ts';
import { readPages } from '#worker/base/platform/stripe-pages.ts';
import { applyDispute } from '#worker/money/disputes/apply-dispute.ts';
import { listMarked, listOpenDisputes } from '#worker/money/disputes/repo.ts';
import { disputedIntentId } from './sides.ts';

/** A bank decides within about three months; an appeal adds weeks. */
export const DISPUTE_DAYS = 150;
const MAX_PAGES = 10;
/** Disputes older than DISPUTE_DAYS that are still open here. */
const MAX_OLDER = 100;

export function readDisputes(ctx: Context, created: { gte: number; lte?: number }) {
  return readPages({
    fetch: (after) => ctx.stripe.pageOfDisputes({ created, ...after }),
    keep: (dispute) => dispute,
    maxPages: MAX_PAGES,
  });
}

/** Stores missed statuses of disputes: while a dispute is open, its payment cannot be refunded. */
export async function storeMissedStatuses(ctx: Context, disputes: readonly Dispute[]) {
  const current = currentByPayment(disputes);
  const marked = await listMarked(ctx.db, [...current.keys()]);
  const missed = marked.flatMap(({ paymentId, disputeId, disputeStatus }) => {
    const dispute = current.get(paymentId);
    return dispute && (dispute.id !== disputeId || dispute.status !== disputeStatus) ? [dispute.id] : [];
  });
  const listed = new Set(disputes.map(({ id }) => id));
  const older = (await listOpenDisputes(ctx.db, MAX_OLDER)).filter((id) => !listed.has(id));
  for (const id of [...missed, ...older]) await applyQuietly(ctx, id);
}

/** The relevant dispute of each payment: the open one, else the latest. Stripe lists the latest first. */
function currentByPayment(disputes: readonly Dispute[]): Map<string, Dispute> {
  const latestLast = disputes.toReversed();
  const openLast = latestLast.toSorted(
    (a, b) => Number(isDisputeOpen(a.status)) - Number(isDisputeOpen(b.status)),
  );
  return new Map(openLast.map((dispute) => [disputedIntentId(dispute) ?? '', dispute]));
}

async function applyQuietly(ctx: Context, disputeId: string) {
  try {
    await applyDispute(ctx, disputeId);
  } catch (error) {
    ctx.log.warn('dispute_not_updated', { disputeId, ...describeError(error) });
  }
}
