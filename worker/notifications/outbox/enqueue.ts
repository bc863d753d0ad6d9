import type { Context } from '#worker/context.ts';
import { describeError } from '#worker/platform/log.ts';

/**
 * Tells the queue of a notification that is stored. What it follows from is done already, so a queue that does not
 * take it fails nothing: the cron finds the notification waiting.
 */
export async function enqueueOutboxRow(
  ctx: Context,
  outboxId: string,
  options: { delaySeconds?: number } = {},
) {
  try {
    await ctx.send({ type: 'outbox', id: outboxId }, options);
  } catch (error) {
    ctx.log.error('outbox_row_not_enqueued', { outboxId, ...describeError(error) });
  }
}
