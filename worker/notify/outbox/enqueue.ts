import type { Context } from '#worker/base/context.ts';
import { describeError } from '#worker/base/platform/log.ts';

/**
 * Sends the id of a stored notification to the queue. Its cause is committed, so an error of the queue is not thrown:
 * the cron finds the row later.
 */
export async function enqueueOutboxRow(
  ctx: Context,
  outboxId: string,
  options: { delaySeconds?: number } = {},
) {
  await ctx.behindReply(
    () => ctx.send({ type: 'outbox', id: outboxId }, options),
    (error) => ctx.log.error('outbox_row_not_enqueued', { outboxId, ...describeError(error) }),
  );
}
