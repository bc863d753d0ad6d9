import type { Context } from '#worker/context.ts';
import { describeError } from '#worker/platform/log.ts';

/**
 * Tells the queue of a notice that is stored. What it follows from is done already, so a queue that does not
 * take it fails nothing: the cron finds the notice waiting.
 */
export async function announce(ctx: Context, noticeId: string, options: { delaySeconds?: number } = {}) {
  try {
    await ctx.send({ type: 'outbox', id: noticeId }, options);
  } catch (error) {
    ctx.log.error('notice_not_announced', { noticeId, ...describeError(error) });
  }
}
