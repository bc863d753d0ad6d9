import { carryOver } from '#contract/carry-over.ts';
import {
  arrangeStops as arrangeStopsCall,
  changeRoute as changeRouteCall,
  createRoute as createRouteCall,
  getBoard,
  removeRoute as removeRouteCall,
} from '#contract/dispatch.ts';
import {
  listRouteHistory,
  publishRoute as publishRouteCall,
  restoreRoute as restoreRouteCall,
  swapCrew as swapCrewCall,
} from '#contract/dispatch-routes.ts';
import { setJobWindow as setJobWindowCall } from '#contract/jobs.ts';
import { getKeptWindows } from '#contract/kept-windows.ts';
import { etagOf, requireVersion, versionFrom } from '#worker/base/history/version-conflict.ts';
import { type App, implement } from '#worker/base/http/implement.ts';
import { toJobs } from '#worker/bookings/jobs/service.ts';
import { toBooking } from '#worker/rental/service.ts';
import { readBoard } from './board.ts';
import { carryOverJobs } from './carry-over.ts';
import { routeHistory } from './history.ts';
import { setJobWindow } from './job-window.ts';
import { readKeptWindows } from './kept-windows.ts';
import { publishRoute } from './publish-route.ts';
import { changeRoute, createRoute, removeRoute, restoreRoute, swapCrew } from './route-changes.ts';
import { arrangeStops } from './stops.ts';

export function mountBoard(app: App) {
  implement(app, getBoard, ({ ctx, query }) => readBoard(ctx, query.day ?? ctx.today()));

  implement(app, carryOver, ({ ctx, actor, body }) => carryOverJobs(ctx, actor, body));
  implement(app, getKeptWindows, ({ ctx, query }) => readKeptWindows(ctx, query));

  implement(app, createRouteCall, async ({ ctx, actor, body, setHeader }) => {
    const route = await createRoute(ctx, actor, body);
    setHeader('ETag', etagOf(route));
    return route;
  });

  implement(app, changeRouteCall, async ({ ctx, actor, params, body, header, setHeader }) => {
    const version = requireVersion(header('If-Match'));
    const route = await changeRoute(ctx, actor, { id: params.id, version, changes: body });
    setHeader('ETag', etagOf(route));
    return route;
  });

  implement(app, removeRouteCall, async ({ ctx, actor, params, header }) => {
    await removeRoute(ctx, actor, { id: params.id, version: requireVersion(header('If-Match')) });
    return undefined;
  });

  implement(app, restoreRouteCall, async ({ ctx, actor, params, header, setHeader }) => {
    const at = { id: params.id, version: requireVersion(header('If-Match')) };
    const route = await restoreRoute(ctx, actor, at);
    setHeader('ETag', etagOf(route));
    return route;
  });

  implement(app, arrangeStopsCall, async ({ ctx, actor, params, body, header, setHeader }) => {
    const version = requireVersion(header('If-Match'));
    const reply = await arrangeStops(ctx, { actor, id: params.id, version, ...body });
    setHeader('ETag', etagOf(reply.route));
    return reply;
  });

  implement(app, publishRouteCall, async ({ ctx, actor, params, body, header, setHeader }) => {
    const version = requireVersion(header('If-Match'));
    const route = await publishRoute(ctx, actor, { id: params.id, version, override: body.override });
    setHeader('ETag', etagOf(route));
    return route;
  });

  implement(app, swapCrewCall, async ({ ctx, actor, params, body, header }) => {
    const { routeId, version, what } = body;
    const one = { id: params.id, version: requireVersion(header('If-Match')) };
    return { routes: await swapCrew(ctx, actor, { one, other: { id: routeId, version }, what }) };
  });

  implement(app, setJobWindowCall, async ({ ctx, actor, params, body, header, setHeader }) => {
    const version = versionFrom(header('If-Match'));
    const { job, record } = await setJobWindow(ctx, actor, { id: params.id, version, ...body });
    const [shown] = await toJobs(ctx, [job]);
    if (!shown) throw new Error('toJobs returned no job');
    setHeader('ETag', etagOf(job));
    return { ...shown, booking: await toBooking(ctx, record) };
  });

  implement(app, listRouteHistory, ({ ctx, params }) => routeHistory(ctx, params.id));
}
