import type { Context as HonoContext, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { type Env, getEnvSettings } from '#worker/base/env.ts';
import { type Log, type LogLevel, makeLog } from '#worker/base/platform/log.ts';

type Bound = { Bindings: Env; Variables: { requestId: string } };

/** One line for every request: its route's pattern, never its path or query. */
export const requestLog: MiddlewareHandler<Bound> = async (c, next) => {
  const startedAtMs = Date.now();
  await next();
  makeRequestLog(c).info('request', {
    route: routeOf(c),
    method: c.req.method,
    status: c.res.status,
    durationMs: Date.now() - startedAtMs,
  });
};

/** The log whose lines carry the request's id. */
export function makeRequestLog(c: HonoContext<Bound>): Log {
  return makeLog(logLevel(c.env), { requestId: c.get('requestId') });
}

/** The pattern that the request's path and method fit; 'none' where nothing is mounted. */
export function routeOf(c: HonoContext<Bound>): string {
  const route = matchedRoutes(c).findLast(({ path }) => !path.endsWith('*'));
  return route?.path ?? 'none';
}

/** A Worker that is not configured must still say so in its log. */
function logLevel(env: Env): LogLevel {
  try {
    return getEnvSettings(env).logLevel;
  } catch {
    return 'info';
  }
}
