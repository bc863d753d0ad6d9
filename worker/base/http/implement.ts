import type { Hono, Context as HonoContext } from 'hono';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import { AppError } from '#domain/shared/errors.ts';
import { type Context, makeContext } from '#worker/base/context.ts';
import { Admission } from '#worker/base/db/admission.ts';
import { type Env, getEnvSettings } from '#worker/base/env.ts';
import { clientAddress } from '#worker/base/http/guards/address.ts';
import { authorize, readClaimedActor } from '#worker/base/http/guards/authorize.ts';
import { refuseInMaintenance } from '#worker/base/http/guards/guards.ts';
import { admitDriver, type Limiters } from '#worker/base/http/guards/limits.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { readBytes, readJson } from './body.ts';
import { parseInput, parsePath, parseQuery } from './parse.ts';
import { stripReply } from './strip.ts';

export type App = Hono<{ Bindings: Env; Variables: { requestId: string } }>;

export type Call<E extends Endpoint> = {
  ctx: Context;
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** The client's address; '' where the platform gives none. */
  ip: string;
  /** The platform's rate limits. */
  limiters: Limiters;
  request: Request;
  /** The signed-in caller; null only for public calls. */
  actor: E['access'] extends 'public' | 'signature' ? null : Actor;
  header(name: string): string | null;
  setCookie(cookie: string): void;
  setHeader(name: string, value: string): void;
  /** 202: what was asked is accepted, and not done yet. 503: the reply says what is wrong. */
  setStatus(status: 202 | 503): void;
};

export type RawCall<E extends Endpoint> = Pick<
  Call<E>,
  'ctx' | 'params' | 'query' | 'actor' | 'header' | 'request'
> & {
  bytes: Uint8Array;
};

const CACHE_CONTROL = {
  'no-store': 'no-store',
  private: 'private, no-store',
  'public-advice': 'public, max-age=15, stale-while-revalidate=60',
  'public-document': 'public, max-age=300',
  immutable: 'public, max-age=31536000, immutable',
} as const;

/** Binds a declared call to its handler: parse, run, strip the reply to what the contract declares. */
export function implement<E extends Endpoint>(
  app: App,
  endpoint: E,
  handle: (call: Call<E>) => Promise<ReplyOf<E>>,
) {
  app.on(endpoint.method, endpoint.path, async (c) => {
    let status: number = endpoint.status;
    // A refused call must not have the headers of the reply that it does not get.
    const headers: [name: string, value: string][] = [];
    const reply = await enter(c, endpoint, async ({ ctx, actor }) => {
      const params = parsePath(endpoint, c.req.param()) as ParamsOf<E>;
      const query = parseQuery(endpoint.query, c.req.queries()) as QueryOf<E>;
      const json = endpoint.method === 'GET' ? {} : await readJson(c.req.raw, endpoint.bodyLimit);
      const body = parseInput(endpoint.body, json) as BodyOf<E>;
      return handle({
        ctx,
        params,
        query,
        body,
        ip: clientAddress(c.req.raw),
        limiters: { status: c.env.STATUS_LIMIT, dates: c.env.DATES_LIMIT },
        request: c.req.raw,
        actor: actor as Call<E>['actor'],
        setStatus: (accepted) => {
          status = accepted;
        },
        setHeader: (name, value) => headers.push([name, value]),
        setCookie: (cookie) => headers.push(['Set-Cookie', cookie]),
        header: (name) => c.req.header(name) ?? null,
      });
    });
    for (const [name, value] of headers) c.header(name, value, { append: name === 'Set-Cookie' });
    c.header('Cache-Control', CACHE_CONTROL[endpoint.cache]);
    if (endpoint.status === 204) return c.body(null, 204);
    return c.json(stripReply(endpoint.reply, reply) as object, status as 200);
  });
}

/** Binds a call whose handler reads the request and writes the response itself. Access is checked as usual. */
export function implementRaw<E extends Endpoint>(
  app: App,
  endpoint: E,
  handle: (call: RawCall<E>) => Promise<Response>,
) {
  app.on(endpoint.method, endpoint.path, async (c) => {
    const response = await enter(c, endpoint, async ({ ctx, actor }) => {
      const params = parsePath(endpoint, c.req.param()) as ParamsOf<E>;
      const query = parseQuery(endpoint.query, c.req.queries()) as QueryOf<E>;
      const bytes =
        endpoint.method === 'GET' ? new Uint8Array() : await readBytes(c.req.raw, endpoint.bodyLimit);
      return handle({
        ctx,
        params,
        query,
        actor: actor as Call<E>['actor'],
        bytes,
        request: c.req.raw,
        header: (name) => c.req.header(name) ?? null,
      });
    });
    const { webSocket } = response;
    // Hono cannot copy a response with a socket. Its headers have to be writable: the middleware adds some.
    if (webSocket) return new Response(null, { status: 101, webSocket });
    c.header('Cache-Control', CACHE_CONTROL[endpoint.cache]);
    return c.newResponse(response.body, response);
  });
}

/** For a call whose Idempotency-Key is given: it must be a UUID. */
export function idempotencyKey(call: { header(name: string): string | null }): string | null {
  const key = call.header('Idempotency-Key');
  if (key === null) return null;
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(key)) return key.toLowerCase();
  const issues = [{ path: 'Idempotency-Key', message: 'Must be a UUID' }];
  throw new AppError('invalid', 'The Idempotency-Key must be a UUID.', { issues });
}

/** For a call that moves money: it must have an Idempotency-Key, so that a repeated call moves nothing again. */
export function requiredIdempotencyKey(call: { header(name: string): string | null }): string {
  const key = idempotencyKey(call);
  if (key !== null) return key;
  const issues = [{ path: 'Idempotency-Key', message: 'Send a UUID; repeat it when you repeat the call' }];
  const message =
    'This call needs the header Idempotency-Key: a new UUID for each payment, refund or link. A call that is repeated with it is made once.';
  throw new AppError('invalid', message, { issues });
}

type AppContext = HonoContext<{ Bindings: Env; Variables: { requestId: string } }>;

type Entered = { ctx: Context; actor: Actor | null };

/**
 * Runs the work of a call whose caller may make it. If its cookie says who calls, the work begins while the session is
 * checked; until then it can only read (docs/decisions/0117-sessions-are-checked-beside-reads.md). A refusal does not wait
 * for the work, so its time says nothing about the data.
 */
async function enter<T>(
  c: AppContext,
  endpoint: Endpoint,
  work: (entered: Entered) => Promise<T>,
): Promise<T> {
  const claimed = readClaimedActor(getEnvSettings(c.env), endpoint, c.req.raw);
  if (!claimed) {
    const ctx = contextFor(c, endpoint);
    const actor = await admit(c, ctx, endpoint);
    await admitDriver({ ctx, env: c.env }, endpoint, actor);
    return work({ ctx, actor });
  }
  const admission = new Admission();
  const ctx = contextFor(c, endpoint, admission);
  await admitDriver({ ctx, env: c.env }, endpoint, claimed);
  const admitted = admit(c, ctx, endpoint);
  admission.decideBy(admitted);
  const done = work({ ctx, actor: claimed });
  // After a refusal nothing waits for it.
  done.catch(() => undefined);
  await admitted;
  return done;
}

/** Throws unless the system answers this call, and to this caller. Both are asked at once; maintenance is the first answer. */
async function admit(c: AppContext, ctx: Context, endpoint: Endpoint): Promise<Actor | null> {
  const authorized = authorize(ctx, endpoint, c.req.raw);
  // In maintenance its failure is not the answer.
  authorized.catch(() => undefined);
  await refuseInMaintenance(c.env, endpoint, (work) => c.executionCtx.waitUntil(work));
  return authorized;
}

function contextFor(c: AppContext, endpoint: Endpoint, admission?: Admission) {
  return makeContext(c.env, {
    timeouts: 'request',
    requestId: c.get('requestId'),
    waitUntil: (work) => c.executionCtx.waitUntil(work),
    isAdvice: endpoint.cache === 'public-advice',
    admission,
  });
}
