import {
  arrangeStops as arrangeStopsCall,
  changeRoute as changeRouteCall,
  createRoute as createRouteCall,
  getBoard,
  publishRoute as publishRouteCall,
  removeRoute as removeRouteCall,
} from '#contract/dispatch.ts';
import { getKeptWindows } from '#contract/windows-kept.ts';
import { etagOf, requireVersion } from '#worker/history/version-conflict.ts';
import { type App, implement } from '#worker/http/implement.ts';
import { readBoard } from './board.ts';
import { readKeptWindows } from './kept-windows.ts';
import { changeRoute, createRoute, publishRoute, removeRoute } from './route-changes.ts';
import { arrangeStops } from './stops.ts';

export function mountBoard(app: App) {
  implement(app, getBoard, ({ ctx, query }) => readBoard(ctx, query.day ?? ctx.today()));

  implement(app, getKeptWindows, ({ ctx, query }) => readKeptWindows(ctx, query));

  implement(app, createRouteCall, async ({ ctx, actor, body, setHeader }) => {
    const route = await createRoute(ctx, actor, body);
    setHeader('ETag', etagOf(route));
    return route;
  });

  implement(app, changeRouteCall, async ({ ctx, params, body, header, setHeader }) => {
    const version = requireVersion(header('If-Match'));
    const route = await changeRoute(ctx, { id: params.id, version, changes: body });
    setHeader('ETag', etagOf(route));
    return route;
  });

  implement(app, removeRouteCall, async ({ ctx, params, header }) => {
    await removeRoute(ctx, { id: params.id, version: requireVersion(header('If-Match')) });
    return undefined;
  });

  implement(app, arrangeStopsCall, async ({ ctx, params, body, header, setHeader }) => {
    const version = requireVersion(header('If-Match'));
    const reply = await arrangeStops(ctx, { id: params.id, version, ...body });
    setHeader('ETag', etagOf(reply.route));
    return reply;
  });

  implement(app, publishRouteCall, async ({ ctx, params, header, setHeader }) => {
    const route = await publishRoute(ctx, { id: params.id, version: requireVersion(header('If-Match')) });
    setHeader('ETag', etagOf(route));
    return route;
  });
}
