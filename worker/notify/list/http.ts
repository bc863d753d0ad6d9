import { DEFAULT_LIMIT } from '#contract/lists.ts';
import {
  listNotifications as listNotificationsCall,
  releaseNotification as releaseNotificationCall,
  releaseNotifications,
  replayNotification,
} from '#contract/notifications.ts';
import { type App, implement } from '#worker/base/http/implement.ts';
import { answerPage } from '#worker/base/http/page-headers.ts';
import {
  listNotifications,
  releaseAllNotifications,
  releaseNotification,
  retryNotification,
} from './service.ts';

export function mountNotifications(app: App) {
  implement(app, listNotificationsCall, async (call) => {
    const { sort, limit = DEFAULT_LIMIT, cursor, ...filter } = call.query;
    return answerPage(call, await listNotifications(call.ctx, { filter, sort, limit, cursor }));
  });

  implement(app, replayNotification, ({ ctx, actor, params }) => retryNotification(ctx, actor, params.id));

  implement(app, releaseNotificationCall, ({ ctx, actor, params }) =>
    releaseNotification(ctx, actor, params.id),
  );

  implement(app, releaseNotifications, ({ ctx, actor }) => releaseAllNotifications(ctx, actor));
}
