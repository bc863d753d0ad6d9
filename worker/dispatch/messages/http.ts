import {
  listDayMessages,
  listRouteMessages,
  readDriverMessages,
  sendRouteMessage,
} from '#contract/route-messages.ts';
import { type App, idempotencyKey, implement } from '#worker/base/http/implement.ts';
import { markDriverRead, readDayMessages, readRouteMessages, sendToDriver } from './service.ts';

export function mountRouteMessages(app: App) {
  implement(app, listDayMessages, ({ ctx, actor, query }) => readDayMessages(ctx, actor, query.day));
  implement(app, listRouteMessages, ({ ctx, actor, params }) => readRouteMessages(ctx, actor, params.id));
  implement(app, sendRouteMessage, (call) => {
    const { ctx, actor, params, body } = call;
    const { content, stopId = null } = body;
    return sendToDriver(ctx, actor, { routeId: params.id, stopId, content, key: idempotencyKey(call) });
  });
  implement(app, readDriverMessages, ({ ctx, actor, body }) => markDriverRead(ctx, actor, body.upToId));
}
