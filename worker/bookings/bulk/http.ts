import {
  getBulkAction as getCall,
  listBulkActions as listCall,
  retryBulkAction as retryCall,
  markBulkActionsSeen as seenCall,
  startBulkAction as startCall,
} from '#contract/bulk-actions.ts';
import { type App, idempotencyKey, implement } from '#worker/base/http/implement.ts';
import {
  getBulkAction,
  listBulkActions,
  markBulkActionsSeen,
  retryBulkAction,
  startBulkAction,
} from './service.ts';

export function mountBulkActions(app: App) {
  implement(app, startCall, (call) =>
    startBulkAction(call.ctx, call.actor, { key: idempotencyKey(call), body: call.body }),
  );
  implement(app, listCall, ({ ctx, actor }) => listBulkActions(ctx, actor));
  implement(app, getCall, ({ ctx, actor, params, query }) =>
    getBulkAction(ctx, actor, { ...params, ...query }),
  );
  implement(app, retryCall, ({ ctx, actor, params }) => retryBulkAction(ctx, actor, params.id));
  implement(app, seenCall, ({ ctx, actor, body }) => markBulkActionsSeen(ctx, actor, body.ids));
}
