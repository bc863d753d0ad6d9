import { type Context, makeContext } from '#worker/context.ts';
import type { Env } from '#worker/env.ts';
import { settleOperation } from '#worker/payments/tasks.ts';
import { describeError } from '#worker/platform/log.ts';
import { type TaskMessage, taskMessage } from '#worker/task-message.ts';
import { processOutboxRow } from './outbox.ts';
import { retryDelaySeconds } from './retry-policy.ts';
import { handleStripeEvent } from './stripe-events.ts';

/** Each message is acknowledged or retried by itself, so that one bad one holds up no other. */
export async function consume(batch: MessageBatch<unknown>, env: Env) {
  const ctx = makeContext(env, { timeouts: 'background' });
  for (const message of batch.messages) {
    try {
      await handle(ctx, taskMessage.parse(message.body));
      message.ack();
    } catch (error) {
      ctx.log.error('task_failed', {
        messageId: message.id,
        attempt: message.attempts,
        ...describeError(error),
      });
      message.retry({ delaySeconds: retryDelaySeconds(ctx, message.attempts) });
    }
  }
}

function handle(ctx: Context, message: TaskMessage): Promise<void> {
  switch (message.type) {
    case 'stripe-event':
      return handleStripeEvent(ctx, message.eventId);
    case 'outbox':
      return processOutboxRow(ctx, message.id);
    case 'operation':
      return settleOperation(ctx, message.id);
  }
}
