import { DEFAULT_LIMIT } from '#contract/lists.ts';
import { listNotifications, replayNotification } from '#contract/notifications.ts';
import { type App, implement } from '#worker/http/implement.ts';
import { answerPage } from '#worker/http/page-headers.ts';
import { pageOfNotifications } from './list-repo.ts';
import { retryNotification } from './service.ts';

export function mountNotifications(app: App) {
  implement(app, listNotifications, async (call) => {
    const { sort, limit = DEFAULT_LIMIT, cursor, ...filter } = call.query;
    return answerPage(call, await pageOfNotifications(call.ctx.db, { filter, sort, limit, cursor }));
  });

  implement(app, replayNotification, ({ ctx, actor, params }) => retryNotification(ctx, actor, params.id));
}
