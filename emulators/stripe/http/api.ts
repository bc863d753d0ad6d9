import { requestId } from '#emulators/stripe/ids.ts';
import { settleCharges } from '#emulators/stripe/payments/charges.ts';
import type { Store } from '#emulators/stripe/store.ts';
import type { Deliveries } from '#emulators/stripe/webhooks/deliveries.ts';
import { API_VERSION, type World } from '#emulators/stripe/world.ts';
import { assertMayBrowse, getActor, readApiKey } from './auth.ts';
import { corsHeaders } from './cors.ts';
import { invalidParam, rejectedRequest, StripeError } from './errors.ts';
import { expanded } from './expand.ts';
import { ConnectionDropped, type FaultRule, type Faults, faultAnswer } from './faults.ts';
import { canonicalText, type FormObject, parseForm } from './form.ts';
import type { IdempotencyKeys, KeyedRequest, StoredAnswer } from './idempotency.ts';
import { redacted, redactedError } from './redact.ts';
import type { Requests } from './requests.ts';
import type { Actor } from './route.ts';
import { findRoute } from './routes.ts';

export interface ApiParts {
  store: Store;
  deliveries: Deliveries;
  keys: IdempotencyKeys;
  faults: Faults;
  requests: Requests;
  nowMs: () => number;
}

/** A parsed request with all data that its reply depends on. */
interface Incoming {
  id: string;
  method: string;
  path: string;
  /** Parameters of query and body. */
  form: FormObject;
  apiKey: string | null;
  keyed: KeyedRequest | null;
}

interface Answer extends StoredAnswer {
  isReplay: boolean;
  shouldRetry?: boolean;
}

/** Answers one call to /v1 as Stripe would, or as the active fault rule says. */
export async function answerApi(parts: ApiParts, request: Request): Promise<Response> {
  const incoming = await read(parts, request);
  const { method, path, form } = incoming;
  const rule = parts.faults.take({ method, path, paymentIntent: form.payment_intent });
  let release = () => {};
  try {
    if (incoming.keyed) release = parts.keys.claim(incoming.keyed.key);
    if (rule?.when === 'before') await misbehave(rule);
    const answer = simulatedAnswer(rule, 'before') ?? perform(parts, incoming);
    if (rule?.when === 'after') await misbehave(rule);
    return respond(incoming, simulatedAnswer(rule, 'after') ?? answer);
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    return respond(incoming, failure(error, 'secret'));
  } finally {
    release();
  }
}

async function read(parts: ApiParts, request: Request): Promise<Incoming> {
  const url = new URL(request.url);
  const { method } = request;
  const body = method === 'GET' || method === 'HEAD' ? {} : parseForm(await request.text());
  const query = parseForm(url.search);
  const form = { ...query, ...body };
  const apiKey = readApiKey(request, form);
  const idempotencyKey = request.headers.get('Idempotency-Key');
  const by: Actor = apiKey?.startsWith('pk_') ? 'publishable' : 'secret';
  const at = new Date(parts.nowMs()).toISOString();
  parts.requests.record({ method, path: url.pathname, query, body, by, idempotencyKey, at });
  const isKeyed = method === 'POST' && idempotencyKey !== null && idempotencyKey !== '';
  return {
    id: requestId(),
    method,
    path: url.pathname,
    form,
    apiKey,
    keyed: isKeyed ? { key: idempotencyKey, path: url.pathname, fingerprint: canonicalText(form) } : null,
  };
}

async function misbehave({ delayMs, drop }: FaultRule): Promise<void> {
  if (delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, delayMs));
  if (drop) throw new ConnectionDropped();
}

function simulatedAnswer(rule: FaultRule | null, when: FaultRule['when']): Answer | null {
  if (rule?.status === undefined || rule.when !== when) return null;
  const { body, ...answer } = faultAnswer(rule.status, rule);
  return { ...answer, body: text(body), isReplay: false };
}

/** Runs the endpoint and stores its reply, in one transaction. */
function perform(parts: ApiParts, incoming: Incoming): Answer {
  const { store, keys } = parts;
  const nowMs = parts.nowMs();
  const { keyed } = incoming;
  const settle = (world: World, answer: StoredAnswer, isKept: boolean): Answer => {
    if (keyed && isKept) keys.keep(keyed, answer, nowMs);
    settleCharges(world);
    return { ...answer, isReplay: false };
  };
  const world = worldFor(parts, incoming, nowMs);
  try {
    return store.transaction(() => {
      const earlier = keyed && keys.find(keyed);
      if (earlier) return { ...earlier, isReplay: true };
      const { answer, isKept } = execute(world, incoming);
      return settle(world, answer, isKept);
    });
  } catch (error) {
    const answer = failure(error, actorOrSecret(incoming));
    const isKept = !(error instanceof StripeError) || error.outcome !== 'refused';
    return store.transaction(() => settle(world, answer, isKept));
  }
}

function worldFor({ store, deliveries }: ApiParts, incoming: Incoming, nowMs: number): World {
  return {
    store,
    deliveries,
    nowMs,
    now: Math.floor(nowMs / 1000),
    request: { id: incoming.id, idempotency_key: incoming.keyed?.key ?? null },
  };
}

/** The changes of a failed payment are committed; every other failure rolls the transaction back. */
function execute(world: World, incoming: Incoming): { answer: StoredAnswer; isKept: boolean } {
  const actor = getActor(incoming.apiKey);
  try {
    return { answer: { status: 200, body: text(run(world, incoming, actor)) }, isKept: true };
  } catch (error) {
    if (error instanceof StripeError && error.outcome === 'kept')
      return { answer: failure(error, actor), isKept: true };
    throw error;
  }
}

function run(world: World, { method, path, form }: Incoming, actor: Actor): object {
  const found = findRoute(method, path);
  if (!found) {
    throw rejectedRequest(
      404,
      `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
    );
  }
  const { route, id } = found;
  const { key: _key, ...params } = form;
  if (actor === 'publishable') assertMayBrowse(world, route, { id, form });
  if (route.isPublic) delete params.client_secret;
  if (actor === 'publishable' && params.off_session !== undefined) {
    throw invalidParam('You can not pass off_session with a publishable key.', 'off_session');
  }
  const { answer, expand } = route.run({ world, id, params, actor, path });
  const opened = expanded(world, answer, expand);
  return actor === 'publishable' ? redacted(opened) : opened;
}

function failure(error: unknown, actor: Actor): Answer {
  if (!(error instanceof StripeError)) {
    console.error('The Stripe emulator failed:', error);
    return {
      status: 500,
      body: text({ error: { message: 'An unknown error occurred', type: 'api_error' } }),
      isReplay: false,
    };
  }
  const body = actor === 'publishable' ? redactedError(error.body) : error.body;
  return { status: error.status, body: text({ error: body }), isReplay: false };
}

function actorOrSecret({ apiKey }: Incoming): Actor {
  return apiKey?.startsWith('pk_') ? 'publishable' : 'secret';
}

function text(value: object): string {
  return JSON.stringify(value, null, 2);
}

function respond(incoming: Incoming, { status, body, isReplay, shouldRetry }: Answer): Response {
  const headers = new Headers({
    ...corsHeaders(),
    'Content-Type': 'application/json',
    'Request-Id': incoming.id,
    'Stripe-Version': API_VERSION,
  });
  if (incoming.keyed) headers.set('Idempotency-Key', incoming.keyed.key);
  if (isReplay) headers.set('Idempotent-Replayed', 'true');
  if (shouldRetry !== undefined) headers.set('Stripe-Should-Retry', String(shouldRetry));
  return new Response(body, { status, headers });
}
