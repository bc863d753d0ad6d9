import { listDeliveries, replayDelivery as replayCall } from '#contract/deliveries.ts';
import { DEFAULT_LIMIT } from '#contract/lists.ts';
import { type App, implement } from '#worker/http/implement.ts';
import { answerPage } from '#worker/http/page-headers.ts';
import { pageOfDeliveries } from './list-repo.ts';
import { replayDelivery } from './service.ts';

export function mountDeliveries(app: App) {
  implement(app, listDeliveries, async (call) => {
    const { sort, limit = DEFAULT_LIMIT, cursor, ...filter } = call.query;
    return answerPage(call, await pageOfDeliveries(call.ctx.db, { filter, sort, limit, cursor }));
  });

  implement(app, replayCall, ({ ctx, actor, params }) => replayDelivery(ctx, actor, params.id));
}
