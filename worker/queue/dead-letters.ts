import { makeContext } from '#worker/context.ts';
import type { Env } from '#worker/env.ts';
import { storeDeadLetter } from '#worker/notifications/outbox/dead-letters.ts';
import { describeError } from '#worker/platform/log.ts';

/** wrangler.toml's dead_letter_queue. */
export const DEAD_LETTERS = 'dumpster-rental-dead-letters';

const WAIT_SECONDS = 60;

/** Stores each message that the queue gave up. When the database does not answer, the message is delivered again. */
export async function consumeDeadLetters(batch: MessageBatch<unknown>, env: Env) {
  const ctx = makeContext(env, { timeouts: 'background' });
  for (const message of batch.messages) {
    try {
      await storeDeadLetter(ctx, { messageId: message.id, body: message.body });
      message.ack();
    } catch (error) {
      ctx.log.error('dead_letter_not_stored', { messageId: message.id, ...describeError(error) });
      message.retry({ delaySeconds: WAIT_SECONDS });
    }
  }
}
