import { readPayLink } from '#contract/pay-links.ts';
import { createPayLink, withdrawPayLink as withdrawCall } from '#contract/payments.ts';
import { versionFrom } from '#worker/base/history/version-conflict.ts';
import { admitStatusCall } from '#worker/base/http/guards/limits.ts';
import { type App, implement, requiredIdempotencyKey } from '#worker/base/http/implement.ts';
import { sendPayLink, withdrawPayLink } from './service.ts';
import { viewPayLink } from './view.ts';

export function mountPayLinks(app: App) {
  implement(app, createPayLink, (call) => {
    const { ctx, actor, params, header } = call;
    const key = requiredIdempotencyKey(call);
    return sendPayLink(ctx, actor, { ...params, key, version: versionFrom(header('If-Match')) });
  });

  implement(app, withdrawCall, async ({ ctx, actor, params, header }) => {
    await withdrawPayLink(ctx, actor, { ...params, version: versionFrom(header('If-Match')) });
    return undefined;
  });

  implement(app, readPayLink, async (call) => {
    await admitStatusCall(call);
    return viewPayLink(call.ctx, call.params.token);
  });
}
