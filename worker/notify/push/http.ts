import { getPushKey, subscribePush, unsubscribePush } from '#contract/push.ts';
import { type App, implement } from '#worker/base/http/implement.ts';
import { subscribe, unsubscribe } from './service.ts';

export function mountPush(app: App) {
  implement(app, getPushKey, async ({ ctx }) => ({ publicKey: ctx.push?.publicKey ?? null }));
  implement(app, subscribePush, ({ ctx, actor, body }) => subscribe(ctx, actor, body));
  implement(app, unsubscribePush, ({ ctx, actor, body }) => unsubscribe(ctx, actor, body.endpoint));
}
