import type { Context } from '#worker/context.ts';
import { enqueueOutboxRow } from '#worker/notifications/outbox/enqueue.ts';
import { insertBookingNotification } from '#worker/notifications/outbox/repo.ts';
import { endOperation, findOperation, LIVE } from '#worker/payments/operations/repo.ts';
import { hasMoved, listParts } from './repo.ts';

/**
 * Ends a refund once the outcome of every part is known, and e-mails the customer once. The parts of a cancellation end
 * with it (worker/bookings/cancel).
 */
export async function finishRefund(ctx: Context, operationId: number) {
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
  const [notified] = await db.batch([
    insertBookingNotification(
      db,
      { ...notification, isWanted: operation.notifyCustomer },
      hasMoved(operationId),
    ),
    endOperation(db, operationId, {
      state: moved > 0 ? 'succeeded' : 'failed',
      errorCode: parts.find(({ errorCode }) => errorCode)?.errorCode ?? null,
      nowMs,
      freesKey: moved === 0,
    }),
  ]);
  if (notified.meta.changes > 0) await enqueueOutboxRow(ctx, notification.id);
}
