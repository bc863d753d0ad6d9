import { type Context, isInMaintenance, makeContext, type WaitUntil } from '#worker/base/context.ts';
import type { Env } from '#worker/base/env.ts';
import { describeError } from '#worker/base/platform/log.ts';
import { type TaskMessage, taskMessage } from '#worker/base/task-message.ts';
import { runBulkAction } from '#worker/bookings/bulk/run.ts';
import { fetchDrivesOfDay } from '#worker/dispatch/drives.ts';
import { resolvePendingConflicts } from '#worker/driver/actions/conflicts.ts';
import { findEmailEvent, handleEmailEvent } from '#worker/notify/bounces/email-events.ts';
import { storeDeadLetter } from '#worker/notify/outbox/dead-letters.ts';
import { pushUnread } from '#worker/notify/push/service.ts';
import { continueBackup } from '#worker/operations/backups/tasks.ts';
import { geocodeBooking } from '#worker/places/geocoding/service.ts';
import { settleAnyOperation } from './operations.ts';
import { processOutboxRow } from './outbox.ts';
import { retryDelaySeconds } from './retry-policy.ts';
import { handleStripeEvent } from './stripe-events.ts';

/** Acknowledges or retries each message separately, so that a bad message does not block the others. */
export async function consume(batch: MessageBatch<unknown>, env: Env, waitUntil?: WaitUntil) {
  const ctx = makeContext(env, { timeouts: 'background', waitUntil });
  if (await isInMaintenance(env, Date.now())) return postpone(batch, env, ctx);
  for (const message of batch.messages) {
    try {
      const event = findEmailEvent(message.body);
      await (event ? handleEmailEvent(ctx, event) : handle(ctx, taskMessage.parse(message.body)));
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

/** At most 12 hours. */
const MAINTENANCE_DELAY_SECONDS = 300;

/** Sends each message again as a new one: a retry of the queue would use up one of its attempts. */
async function postpone(batch: MessageBatch<unknown>, env: Env, { settings, log }: Context) {
  const delaySeconds = settings.retrySeconds ?? MAINTENANCE_DELAY_SECONDS;
  for (const message of batch.messages) {
    try {
      await env.TASKS.send(message.body as TaskMessage, { delaySeconds });
      message.ack();
    } catch (error) {
      log.error('task_not_postponed', { messageId: message.id, ...describeError(error) });
      message.retry({ delaySeconds });
    }
  }
}

function handle(ctx: Context, message: TaskMessage): Promise<unknown> {
  switch (message.type) {
    case 'stripe-event':
      return handleStripeEvent(ctx, message.eventId);
    case 'outbox':
      return processOutboxRow(ctx, message.id);
    case 'operation':
      return settleAnyOperation(ctx, message.id);
    case 'bulk-action':
      return runBulkAction(ctx, message.id);
    case 'geocode':
      return geocodeBooking(ctx, message.bookingId);
    case 'driver-conflicts':
      return resolvePendingConflicts(ctx);
    case 'drives':
      return fetchDrivesOfDay(ctx, message.day);
    case 'push':
      return pushUnread(ctx, message.key);
    case 'backup':
      return continueBackup(ctx);
  }
}

const DEAD_LETTER_RETRY_SECONDS = 60;
/** With max_retries of wrangler.toml, a maintenance of four days loses no dead letter. */
const DEAD_LETTER_MAINTENANCE_SECONDS = 3600;

/** Stores each message that the queue gave up. When the database does not answer, the message is delivered again. */
export async function consumeDeadLetters(batch: MessageBatch<unknown>, env: Env, waitUntil?: WaitUntil) {
  const ctx = makeContext(env, { timeouts: 'background', waitUntil });
  if (await isInMaintenance(env, Date.now())) {
    batch.retryAll({ delaySeconds: ctx.settings.retrySeconds ?? DEAD_LETTER_MAINTENANCE_SECONDS });
    return;
  }
  for (const message of batch.messages) {
    try {
      await storeDeadLetter(ctx, { messageId: message.id, body: message.body });
      message.ack();
    } catch (error) {
      ctx.log.error('dead_letter_not_stored', { messageId: message.id, ...describeError(error) });
      message.retry({ delaySeconds: DEAD_LETTER_RETRY_SECONDS });
    }
  }
}
