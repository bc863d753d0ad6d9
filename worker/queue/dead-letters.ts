import { makeContext } from '#worker/context.ts';
import type { Env } from '#worker/env.ts';
import { bury } from '#worker/notifications/list/service.ts';
import { describeError } from '#worker/platform/log.ts';

/** wrangler.toml's dead_letter_queue. */
export const DEAD_LETTERS = 'dumpster-rental-dead-letters';

const WAIT_SECONDS = 60;

/** Writes down each message that was given up; one that cannot be written now waits for the database. */
export async function consumeDeadLetters(batch: MessageBatch<unknown>, env: Env) {
  const ctx = makeContext(env, { timeouts: 'background' });
  for (const message of batch.messages) {
    try {
      await bury(ctx, { messageId: message.id, body: message.body });
      message.ack();
    } catch (error) {
      ctx.log.error('dead_letter_not_kept', { messageId: message.id, ...describeError(error) });
      message.retry({ delaySeconds: WAIT_SECONDS });
    }
  }
}
