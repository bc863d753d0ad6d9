import type { Context } from '#worker/context.ts';
import { settleCharge } from '#worker/payments/charges/settle-charge.ts';
import { findOperation, LIVE, listAbandoned, type Operation } from '#worker/payments/operations/repo.ts';
import { claimRefund } from '#worker/payments/refunds/claim.ts';
import { settleParts, stopParts } from '#worker/payments/refunds/settle.ts';
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
 * `kind`: only charges, or only refunds.
 */
export async function settleOpenOperations(
  ctx: Context,
  { isForced, kind }: { isForced: boolean; kind?: Operation['kind'] },
) {
  const open = await listAbandoned(ctx.db, { nowMs: ctx.now(), isForced, kind }, BATCH_SIZE);
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

/**
 * For a restore: stores the parts of open refunds that Stripe has made, and ends the others. They are never made: staff
 * may have stopped the refund, or made it in another way, after the restored instant. Returns how many refunds were
 * open, and the bookings whose refund was not made in full.
 */
export async function stopOpenRefunds(ctx: Context) {
  const input = { nowMs: ctx.now(), isForced: true, kind: 'refund' as const };
  const open = await listAbandoned(ctx.db, input, BATCH_SIZE);
  const stoppedOf: number[] = [];
  let failed = 0;
  for (const { id, bookingId } of open) {
    try {
      const claimed = await claimRefund(ctx, id, { isForced: true });
      if ((await stopParts(ctx, claimed, { type: 'system' })) === 0) continue;
      stoppedOf.push(bookingId);
      ctx.log.warn('refund_stopped_after_restore', { operationId: id, bookingId });
    } catch (error) {
      failed += 1;
      ctx.log.error('operation_not_settled', { operationId: id, ...describeError(error) });
    }
  }
  return { examined: open.length, failed, stoppedOf };
}

/** Reads an operation's outcome from Stripe once. It stays open when Stripe does not answer. */
export async function settle(ctx: Context, operation: Operation, { isForced = false } = {}) {
  if (operation.kind === 'charge') await settleCharge(ctx, operation);
  else await settleParts(ctx, await claimRefund(ctx, operation.id, { isForced }));
}
