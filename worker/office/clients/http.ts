import {
  findClientMatches,
  getClient,
  listClientBookings,
  listClients,
  mergeClients,
  separateClient,
} from '#contract/clients.ts';
import { DEFAULT_LIMIT } from '#contract/lists.ts';
import { type App, implement } from '#worker/base/http/implement.ts';
import { answerPage } from '#worker/base/http/page-headers.ts';
import { mergeIntoClient, separateKey } from './merge.ts';
import { bookingsOfClient, clientByKey, clientMatches, readClientPage } from './service.ts';

export function mountClients(app: App) {
  implement(app, listClients, async (call) => {
    const { sort, limit = DEFAULT_LIMIT, cursor, ...filter } = call.query;
    return answerPage(call, await readClientPage(call.ctx, { filter, sort, limit, cursor }));
  });

  implement(app, listClientBookings, async (call) => {
    const { limit = DEFAULT_LIMIT, ...query } = call.query;
    return answerPage(call, await bookingsOfClient(call.ctx, { ...call.params, ...query, limit }));
  });

  implement(app, findClientMatches, ({ ctx, query }) => clientMatches(ctx, query.q));

  implement(app, getClient, ({ ctx, params }) => clientByKey(ctx, params.key));

  implement(app, mergeClients, ({ ctx, actor, params, body }) =>
    mergeIntoClient(ctx, actor, { key: params.key, mergedKey: body.key }),
  );

  implement(app, separateClient, async ({ ctx, actor, params, body }) => {
    await separateKey(ctx, actor, { key: params.key, mergedKey: body.key });
    return undefined;
  });
}
