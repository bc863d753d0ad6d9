import type { Context } from '#worker/base/context.ts';
import { settleCancellation } from '#worker/bookings/cancel/service.ts';
import { settleOpenOperations, settleOperation } from '#worker/money/tasks.ts';

/**
 * Settles a live charge, refund or cancellation. Throws while its outcome is not known, so that the queue delivers the
 * message again.
 */
export async function settleAnyOperation(ctx: Context, id: number, { isForced = false } = {}) {
  await settleOperation(ctx, id, { isForced });
  await settleCancellation(ctx, id, { isForced });
}

/** For the cron: settles the operations that a crash or a missing answer left open. */
export function settleAllOperations(ctx: Context, { isForced }: { isForced: boolean }) {
  const kinds = ['charge', 'refund', 'cancel'] as const;
  return settleOpenOperations(ctx, { isForced, kinds, settleOne: settleAnyOperation });
}
