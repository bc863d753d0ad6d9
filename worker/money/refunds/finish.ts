import type { Context } from '#worker/base/context.ts';
import { commit, retryGuarded, unlessGuarded } from '#worker/base/db/commit.ts';
import { endOperation, findOperation, LIVE } from '#worker/money/operations/repo.ts';
import { enqueueOutboxRow } from '#worker/notify/outbox/enqueue.ts';
import { insertBookingNotification } from '#worker/notify/outbox/repo.ts';
import { hasMoved, isReadyToEnd, listParts } from './repo.ts';

/**
 * Ends a refund once the outcome of every part is known, and e-mails the customer once. The parts of a cancellation end
 * with it (worker/bookings/cancel).
 */
export function finishRefund(ctx: Context, operationId: number): Promise<void> {
  return retryGuarded(() => tryFinish(ctx, operationId));
}

async function tryFinish(ctx: Context, operationId: number): Promise<void> {
  const { db } = ctx;
  const operation = await findOperation(db, operationId);
  if (operation?.kind !== 'refund' || !LIVE.includes(operation.state)) return;
  const parts = await listParts(db, operationId);
  if (parts.some(({ state }) => state === 'open')) return;
  const moved = parts.filter(({ state }) => state !== 'failed').reduce((sum, { amount }) => sum + amount, 0);
  const nowMs = ctx.now();
  const notification = {
    id: ctx.newId(),
    kind: 'refund-made' as const,
    bookingId: operation.bookingId,
    subject: String(operationId),
    createdAt: nowMs,
  };
  const finished = commit(ctx, {
    guards: { ready: isReadyToEnd(operationId), as_read: hasMoved(operationId, moved > 0) },
    writes: {
      notified: insertBookingNotification(db, {
        ...notification,
        isWanted: operation.notifyCustomer && moved > 0,
      }),
      operation: endOperation(db, operationId, {
        state: moved > 0 ? 'succeeded' : 'failed',
        errorCode: parts.find(({ errorCode }) => errorCode)?.errorCode ?? null,
        nowMs,
        freesKey: moved === 0,
      }),
    },
  });
  const ended = await unlessGuarded(['ready'], finished);
  if (ended && ended.notified.meta.changes > 0) await enqueueOutboxRow(ctx, notification.id);
}
