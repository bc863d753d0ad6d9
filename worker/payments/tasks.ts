import type { Context } from '#worker/context.ts';
import { settleCharge } from '#worker/payments/charges/settle-charge.ts';
import { findOperation, LIVE, listAbandoned, type Operation } from '#worker/payments/operations/repo.ts';
import { claimRefund } from '#worker/payments/refunds/claim.ts';
import { settleParts } from '#worker/payments/refunds/settle.ts';
import { describeError } from '#worker/platform/log.ts';

const BATCH_SIZE = 100;

/**
 * Reads the outcome of a live charge or refund. Throws while it is not known, so that the queue delivers the message
 * again.
 */
export async function settleOperation(ctx: Context, id: number, { isForced = false } = {}) {
  const operation = await findOperation(ctx.db, id);
  if (!operation || !LIVE.includes(operation.state)) return;
  await settle(ctx, operation, { isForced });
  const after = await findOperation(ctx.db, id);
  if (after && LIVE.includes(after.state)) throw new Error(`Operation ${id} is still open`);
}

/**
 * Settles operations that a crash or a missing answer left open. With isForced, also those that a request has claimed.
 */
export async function settleOpenOperations(ctx: Context, { isForced }: { isForced: boolean }) {
  const open = await listAbandoned(ctx.db, { nowMs: ctx.now(), isForced }, BATCH_SIZE);
  const counts = { examined: open.length, settled: 0, failed: 0 };
  for (const { id } of open) {
    try {
      await settleOperation(ctx, id, { isForced });
      counts.settled += 1;
    } catch (error) {
      counts.failed += 1;
      ctx.log.error('operation_not_settled', { operationId: id, ...describeError(error) });
    }
  }
  return counts;
}

/** Reads an operation's outcome from Stripe once. It stays open when Stripe does not answer. */
export async function settle(ctx: Context, operation: Operation, { isForced = false } = {}) {
  if (operation.kind === 'charge') await settleCharge(ctx, operation);
  else await settleParts(ctx, await claimRefund(ctx, operation.id, { isForced }));
}
