import type { Notification } from '#contract/notifications.ts';
import { AppError } from '#domain/errors.ts';
import { isSecurity } from '#domain/notifications.ts';
import type { Context } from '#worker/context.ts';
import { describeError } from '#worker/platform/log.ts';
import type { Actor } from '#worker/sessions/sessions.ts';
import type { TaskMessage } from '#worker/task-message.ts';
import { idsOnly, isWhole } from './ids-only.ts';
import { findNotification, type ListedNotification, pageOfNotifications } from './list-repo.ts';
import {
  buryAgain,
  findMessage,
  insertLetter,
  noticeIdOf,
  type Replay,
  reviveLetter,
  reviveNotice,
} from './repo.ts';

export function listNotifications(ctx: Context, request: Parameters<typeof pageOfNotifications>[1]) {
  return pageOfNotifications(ctx.db, request);
}

/** Writes down a message that was given up, whatever it is; a second time changes nothing. */
export async function bury(ctx: Context, { messageId, body }: { messageId: string; body: unknown }) {
  const message = idsOnly(body);
  const isNew = await insertLetter(ctx.db, { id: messageId, message, diedAt: ctx.now() });
  if (!isNew) return;
  const found = await findNotification(ctx.db, noticeIdOf(message) ?? messageId);
  ctx.log.error('dead_letter', {
    ...message,
    messageId,
    kind: found?.kind,
    isSecurity: found ? isSecurity(found.kind) : false,
  });
}

/** For a notice that fails whenever the cron tries it. */
export function moveToDeadLetters(ctx: Context, outboxId: string) {
  return bury(ctx, { messageId: ctx.newId(), body: { type: 'outbox', id: outboxId } });
}

/** Sends again what was given up: once, however many ask at the same time. */
export async function retryNotification(ctx: Context, actor: Actor, id: string): Promise<Notification> {
  const found = await getNotification(ctx, id);
  if (found.state !== 'dead') throw new AppError('conflict', NOT_DEAD[found.state]);
  const replay = { id, at: ctx.now(), by: actor.userId };
  const message = await revive(ctx, found, replay);
  await send(ctx, message, replay);
  ctx.log.info('dead_letter_replayed', { notificationId: id, kind: found.kind, userId: actor.userId });
  const { isNotice: _, ...notification } = await getNotification(ctx, id);
  return notification;
}

const NOT_DEAD = {
  sent: 'This has been sent already.',
  waiting: 'This waits to be sent already.',
};

async function getNotification(ctx: Context, id: string): Promise<ListedNotification> {
  const notification = await findNotification(ctx.db, id);
  if (!notification) throw new AppError('not_found', 'There is no such notification.');
  return notification;
}

async function revive(ctx: Context, { isNotice }: ListedNotification, replay: Replay): Promise<TaskMessage> {
  if (isNotice) {
    if (await reviveNotice(ctx.db, replay)) return { type: 'outbox', id: replay.id };
    throw new AppError('conflict', NOT_DEAD.waiting);
  }
  const message = await findMessage(ctx.db, replay.id);
  if (!message || !isWhole(message)) {
    throw new AppError('conflict', 'This message was not kept whole, so it cannot be sent again.');
  }
  if (await reviveLetter(ctx.db, replay)) return message as unknown as TaskMessage;
  throw new AppError('conflict', NOT_DEAD.sent);
}

/** A queue that does not take it leaves it dead, so that it can be asked for once more. */
async function send(ctx: Context, message: TaskMessage, replay: Replay) {
  try {
    await ctx.send(message);
  } catch (error) {
    await buryAgain(ctx.db, replay);
    ctx.log.error('dead_letter_not_replayed', { notificationId: replay.id, ...describeError(error) });
    throw new AppError('provider_unavailable', 'The queue does not answer just now. Try again in a minute.');
  }
}
