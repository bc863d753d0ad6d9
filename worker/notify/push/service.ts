import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { describeError } from '#worker/base/platform/log.ts';
import type { PushPort, PushSubscriptionKeys } from '#worker/base/platform/web-push.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { deleteSubscription, listUnreadBrowsers, type PushRow, replaceSubscription } from './repo.ts';

/** Stores the browser of a session. Throws conflict if this system sends no push messages. */
export async function subscribe(
  ctx: Context,
  actor: Actor,
  browser: PushSubscriptionKeys,
): Promise<undefined> {
  if (!ctx.push) throw new AppError('conflict', 'This system sends no push messages.');
  const { userId, sessionId } = actor;
  await replaceSubscription(ctx.db, { userId, sessionId, ...browser, nowMs: ctx.now() });
}

export async function unsubscribe(ctx: Context, actor: Actor, endpoint: string): Promise<undefined> {
  await deleteSubscription(ctx.db, endpoint, actor.userId);
}

/** For a new message of a route: its readers are to get a push message, if this system sends any. */
export async function enqueuePush(ctx: Context, key: string): Promise<void> {
  if (!ctx.push) return;
  // The message itself is stored, and pages that are open show it.
  await ctx.behindReply(
    () => ctx.send({ type: 'push', key }),
    (error) => ctx.log.warn('push_failed', describeError(error)),
  );
}

/**
 * Sends a push message to the browsers of those who have not read a message. Nothing is repeated: pages show it all the
 * same. Subscriptions of sessions that have ended, and those that are gone at the push service, are deleted.
 */
export async function pushUnread(ctx: Context, key: string): Promise<void> {
  const { push } = ctx;
  if (!push) return;
  const browsers = await listUnreadBrowsers(ctx.db, key);
  const live = new Set<string>();
  for (const userId of new Set(browsers.map((browser) => browser.userId)))
    for (const { id } of await ctx.sessions.list(userId)) live.add(id);
  await Promise.all(
    browsers.map(async (browser) => {
      const isGone = !live.has(browser.sessionId) || (await pushTo(ctx, push, browser)) === 'gone';
      if (isGone) await deleteSubscription(ctx.db, browser.endpoint, browser.userId);
    }),
  );
}

async function pushTo(ctx: Context, push: PushPort, browser: PushRow): Promise<'gone' | 'done'> {
  const topic = `route-${browser.routeId}`;
  try {
    const result = await push.send(browser, {
      text: JSON.stringify({ ...noticeOf(browser), tag: topic }),
      topic,
    });
    if (result.status === 'failed') ctx.log.warn('push_failed', { status: result.code });
    return result.status === 'gone' ? 'gone' : 'done';
  } catch (error) {
    ctx.log.warn('push_failed', describeError(error));
    return 'done';
  }
}

/** What the push service and a locked phone see: no name, and nothing of what was written. */
function noticeOf({ isFromDriver, routeId, day }: PushRow): { title: string; url: string } {
  return isFromDriver
    ? { title: 'A driver sent a message', url: `/admin/dispatch?day=${day}&messages=${routeId}` }
    : { title: 'The office answered', url: `/driver/messages/${routeId}` };
}
