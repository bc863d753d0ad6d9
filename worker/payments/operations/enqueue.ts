import type { Context } from '#worker/context.ts';
import { describeError } from '#worker/platform/log.ts';

/** Has the queue look at an operation that is open. Where the queue does not take it, the cron does. */
export async function enqueueOperation(ctx: Context, id: number) {
  try {
    await ctx.send({ type: 'operation', id });
  } catch (error) {
    ctx.log.error('operation_not_enqueued', { operationId: id, ...describeError(error) });
  }
}
