import type { Notification } from '#contract/notifications.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { describeError } from '#worker/base/platform/log.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { type Replay, restoreDeadRow, undoReplay } from '#worker/notify/outbox/dead-letters-repo.ts';
import { enqueueOutboxRow } from '#worker/notify/outbox/enqueue.ts';
import { findOutboxRow, releaseHeldRows } from '#worker/notify/outbox/repo.ts';
import { findNotification, pageOfNotifications } from './repo.ts';

export function listNotifications(ctx: Context, request: Parameters<typeof pageOfNotifications>[1]) {
  return pageOfNotifications(ctx.db, request);
}

/** Retries a failed notification. Of several concurrent calls one succeeds; the others get a conflict. */
export async function retryNotification(ctx: Context, actor: Actor, id: string): Promise<Notification> {
  const { state, kind } = await getNotification(ctx, id);
  if (state !== 'dead') throw new AppError('conflict', NOT_DEAD[state]);
  const row = await findOutboxRow(ctx.db, id);
  if (row?.kind === 'malformed') {
    throw new AppError('conflict', 'The content of this message is unknown, so it cannot be retried.');
  }
  const replay = { id, at: ctx.now(), by: actor.userId };
  if (!(await restoreDeadRow(ctx.db, replay))) throw new AppError('conflict', NOT_DEAD.waiting);
  await enqueueReplay(ctx, replay);
  ctx.log.info('dead_letter_replayed', { notificationId: id, kind, userId: actor.userId });
  return getNotification(ctx, id);
}

const NOT_DEAD = {
  sent: 'This was already sent.',
  undelivered: 'This was sent, but did not arrive. Correct the address or the number, or call the customer.',
  dropped: 'This text was dropped, because it must not be sent.',
  withheld: 'Staging sends e-mail only to the addresses in STAGING_RECIPIENTS.',
  waiting: 'This is already waiting to be sent.',
  held: 'This is held after a restore of the database: release it.',
};

/** Sends an e-mail that was held after a restore. */
export async function releaseNotification(ctx: Context, actor: Actor, id: string): Promise<Notification> {
  const { state } = await getNotification(ctx, id);
  const released = state === 'held' ? await releaseHeldRows(ctx.db, { id }) : 0;
  if (released === 0) throw new AppError('conflict', 'This is not held. Refresh the list.');
  await enqueueOutboxRow(ctx, id);
  ctx.log.info('notifications_released', { count: 1, userId: actor.userId });
  return getNotification(ctx, id);
}

/** Releases all e-mails that were held after a restore; the cron sends them, a hundred every five minutes. */
export async function releaseAllNotifications(ctx: Context, actor: Actor): Promise<{ released: number }> {
  const released = await releaseHeldRows(ctx.db, {});
  ctx.log.info('notifications_released', { count: released, userId: actor.userId });
  return { released };
}

async function getNotification(ctx: Context, id: string): Promise<Notification> {
  const notification = await findNotification(ctx.db, id);
  if (!notification) throw new AppError('not_found', 'There is no such notification.');
  return notification;
}

/** If the queue does not take the row, the row is dead again, so that staff can retry it. */
async function enqueueReplay(ctx: Context, replay: Replay) {
  try {
    await ctx.send({ type: 'outbox', id: replay.id });
  } catch (error) {
    await undoReplay(ctx.db, replay);
    ctx.log.error('dead_letter_not_replayed', { notificationId: replay.id, ...describeError(error) });
    throw new AppError('provider_unavailable', 'The queue is not available. Try again in a minute.');
  }
}
