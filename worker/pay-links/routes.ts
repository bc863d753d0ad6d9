import { createPayLink, readPayLink, withdrawPayLink as withdrawCall } from '#contract/payments.ts';
import { type App, implement } from '#worker/http/implement.ts';
import { admitStatusCall } from '#worker/http/limits.ts';
import { sendPayLink, viewPayLink, withdrawPayLink } from './service.ts';

export function mountPayLinks(app: App) {
  implement(app, createPayLink, ({ ctx, actor, params }) => sendPayLink(ctx, actor, params.id));

  implement(app, withdrawCall, async ({ ctx, actor, params }) => {
    await withdrawPayLink(ctx, actor, params.id);
    return undefined;
  });

  implement(app, readPayLink, async (call) => {
    await admitStatusCall(call);
    return viewPayLink(call.ctx, call.params.token);
  });
}
