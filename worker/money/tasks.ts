import type { Context } from '#worker/base/context.ts';
import { describeError } from '#worker/base/platform/log.ts';
import { settleCharge } from '#worker/money/charges/settle-charge.ts';
import { findOperation, LIVE, listAbandoned, type Operation } from '#worker/money/operations/repo.ts';
import { claimRefund } from '#worker/money/refunds/claim.ts';
import { settleParts, stopParts } from '#worker/money/refunds/settle.ts';

const BATCH_SIZE = 100;

/**
 * Reads the outcome of a live charge or refund; does nothing for a cancellation. Throws while it is not known, so that the queue delivers the message
 * again.
 */
export async function settleOperation(ctx: Context, id: number, { isForced = false } = {}) {
  const operation = await findOperation(ctx.db, id);
  if (!operation || operation.kind === 'cancel' || !LIVE.includes(operation.state)) return;
  await settle(ctx, operation, { isForced });
  const after = await findOperation(ctx.db, id);
  if (after && LIVE.includes(after.state)) throw new Error(`Operation ${id} is still open`);
}

/**
 * Settles charges and refunds that a crash or a missing answer left open. With isForced, also those that a request has
 * claimed. `settleOne` settles further `kinds`, too.
 */
export async function settleOpenOperations(
  ctx: Context,
  {
    isForced,
    kinds = ['charge', 'refund'],
    settleOne = settleOperation,
  }: { isForced: boolean; kinds?: readonly Operation['kind'][]; settleOne?: typeof settleOperation },
) {
  const open = await listAbandoned(ctx.db, { nowMs: ctx.now(), isForced, kinds }, BATCH_SIZE);
  const counts = { examined: open.length, settled: 0, failed: 0 };
  for (const { id } of open) {
    try {
      await settleOne(ctx, id, { isForced });
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
 * open, and the bookings whose refund was not made in full. `stopOne` stops those of another kind.
 */
export async function stopOpenRefunds(
  ctx: Context,
  { kind = 'refund', stopOne = stopParts }: { kind?: Operation['kind']; stopOne?: typeof stopParts } = {},
) {
  const input = { nowMs: ctx.now(), isForced: true, kinds: [kind] };
  const open = await listAbandoned(ctx.db, input, BATCH_SIZE);
  const stoppedOf: number[] = [];
  let failed = 0;
  for (const { id, bookingId } of open) {
    try {
      const claimed = await claimRefund(ctx, id, { isForced: true });
      if ((await stopOne(ctx, claimed, { type: 'system' })) === 0) continue;
      stoppedOf.push(bookingId);
      ctx.log.warn('refund_stopped_after_restore', { operationId: id, bookingId });
    } catch (error) {
      failed += 1;
      ctx.log.error('operation_not_settled', { operationId: id, ...describeError(error) });
    }
  }
  return { examined: open.length, failed, stoppedOf };
}

/** Reads the outcome of a charge or refund from Stripe once. It stays open when Stripe does not answer. */
export async function settle(ctx: Context, operation: Operation, { isForced = false } = {}) {
  if (operation.kind === 'charge') await settleCharge(ctx, operation);
  else await settleParts(ctx, await claimRefund(ctx, operation.id, { isForced }));
}
