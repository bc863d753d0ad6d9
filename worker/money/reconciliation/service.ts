import * as z from 'zod/mini';
import type { QueryOf } from '#contract/endpoint.ts';
import { DEFAULT_LIMIT } from '#contract/lists.ts';
import type {
  LastReconciliation,
  listReconciliationIssues,
  ReconciliationIssue,
} from '#contract/reconciliation.ts';
import { isDisputeId } from '#domain/money/disputes.ts';
import { differenceSentence } from '#domain/money/reconciliation.ts';
import { isoInstant } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import { formatUsd } from '#domain/shared/money.ts';
import type { Context } from '#worker/base/context.ts';
import { findCursor } from '#worker/base/db/cursors-repo.ts';
import { describeError } from '#worker/base/platform/log.ts';
import { isMissing, ProviderError } from '#worker/base/platform/stripe.ts';
import { applyDispute } from '#worker/money/disputes/apply-dispute.ts';
import { applyIntent } from '#worker/money/ledger/intents.ts';
import { applyRefund } from '#worker/money/refunds/apply-refund.ts';
import { compareAmountsDue } from './amounts-repo.ts';
import { findIssue, markSettled, pageOfIssues, upsertIssue } from './repo.ts';
import { compareWithStripe, type LocatedDifference } from './sides.ts';

export function listIssues(
  { db }: Context,
  { sort, limit = DEFAULT_LIMIT, cursor, state }: QueryOf<typeof listReconciliationIssues>,
) {
  return pageOfIssues(db, { sort, limit, cursor, state });
}

/**
 * Reads the payment or refund again and applies it to the ledger. The issue is settled if both sides agree then;
 * otherwise throws conflict. An issue that is already settled is returned unchanged.
 */
export async function settleIssue(
  ctx: Context,
  { id, userId }: { id: number; userId: number },
): Promise<ReconciliationIssue> {
  const issue = await getIssue(ctx, id);
  if (issue.settledAt !== null) return issue;
  const nowMs = ctx.now();
  if (issue.difference === 'amount_due') await assertAmountAgrees(ctx, issue);
  const difference = issue.difference === 'amount_due' ? null : await compareAfterApply(ctx, issue);
  if (difference) {
    await upsertIssue(ctx.db, difference, nowMs);
    throw new AppError('conflict', `This cannot be settled yet. ${differenceSentence(difference)}`);
  }
  await markSettled(ctx.db, issue.objectId, { by: userId, nowMs });
  ctx.log.info('reconciliation_settled', { issueId: id, transactionId: issue.objectId });
  return getIssue(ctx, id);
}

/** An amount due follows from the ledger alone, so nothing is read from Stripe. */
async function assertAmountAgrees(ctx: Context, { bookingId }: ReconciliationIssue) {
  const [compared] = await compareAmountsDue(ctx.db, bookingId === null ? [] : [bookingId]);
  if (!compared || compared.stored === compared.recomputed) return;
  const { stored, recomputed } = compared;
  throw new AppError(
    'conflict',
    `This cannot be settled yet. The booking has ${formatUsd(stored)} as due, its payments and refunds give ${formatUsd(recomputed)}.`,
  );
}

async function compareAfterApply(
  ctx: Context,
  { objectId, type }: Pick<ReconciliationIssue, 'objectId' | 'type'>,
): Promise<LocatedDifference | null> {
  try {
    await applyQuietly(ctx, applyOf(objectId, type), objectId);
    return await compareWithStripe(ctx, objectId);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    ctx.log.warn('reconciliation_not_settled', { transactionId: objectId, ...describeError(error) });
    throw new AppError('provider_unavailable', 'Stripe could not be asked just now. Please try again.');
  }
}

function applyOf(objectId: string, type: ReconciliationIssue['type']) {
  if (type === 'payment') return applyIntent;
  return isDisputeId(objectId) ? applyDispute : applyRefund;
}

/** If an object cannot be applied, the difference stays (for example a payment whose checkout was deleted). */
async function applyQuietly(ctx: Context, apply: typeof applyIntent, objectId: string) {
  try {
    await apply(ctx, objectId);
  } catch (error) {
    if (error instanceof ProviderError && !isMissing(error)) throw error;
    ctx.log.error('transaction_not_entered', { transactionId: objectId, ...describeError(error) });
  }
}

async function getIssue(ctx: Context, id: number): Promise<ReconciliationIssue> {
  const issue = await findIssue(ctx.db, id);
  if (!issue) throw new AppError('not_found', 'There is no such difference.');
  return issue;
}

/** The name of the cursor that stores the latest comparison and its counts. */
export const LAST_RUN = 'reconciliation';

const counts = z.object({ payments: z.number(), refunds: z.number(), differences: z.number() });

export async function getLastReconciliation(ctx: Context): Promise<LastReconciliation> {
  const cursor = await findCursor(ctx.db, LAST_RUN);
  const found = counts.safeParse(cursor?.result).data;
  if (!cursor || !found) return { ranAt: null, payments: 0, refunds: 0, differences: 0 };
  return { ranAt: isoInstant(cursor.reachedAt), ...found };
}
