import { answerApi } from '#emulators/stripe/http/api.ts';
import { corsHeaders, preflight } from '#emulators/stripe/http/cors.ts';
import { Faults } from '#emulators/stripe/http/faults.ts';
import { IdempotencyKeys } from '#emulators/stripe/http/idempotency.ts';
import { Requests } from '#emulators/stripe/http/requests.ts';
import { answerAuthentication } from '#emulators/stripe/payments/authentication.ts';
import { Deliveries } from '#emulators/stripe/webhooks/deliveries.ts';
import { configureEndpoints } from '#emulators/stripe/webhooks/webhook-endpoints.ts';
import { Webhooks } from '#emulators/stripe/webhooks/webhooks.ts';
import { bundleText } from './browser-bundle.ts';
import { answerControl, type ControlParts } from './control.ts';
import { overviewPage } from './overview-page.ts';
import { Store } from './store.ts';

export interface StripeEmulatorOptions {
  /** An SQLite file, or ':memory:'. */
  file: string;
  /** Milliseconds. */
  now: () => number;
  /** Webhook endpoints that exist from the start. */
  webhooks?: readonly { url: string; secret: string }[];
  /** Sends a webhook to its endpoint. */
  deliver: (request: Request) => Promise<Response>;
  /** Milliseconds after the first, second ... failed attempt. */
  retryDelaysMs?: readonly number[];
  webhookTimeoutMs?: number;
}

export interface StripeEmulator {
  /** Responds to any request; rejects with ConnectionDropped when a fault rule drops it. */
  handle(request: Request): Promise<Response>;
  /** Resolves when the current webhook has been answered and the file is closed. */
  close(): Promise<void>;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const RETRY_DELAYS_MS = [SECOND, 5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 60 * MINUTE, 360 * MINUTE];

/** A stateful Stripe without a network: the API, webhooks, the stand-in for Stripe.js, and control calls for tests. */
export function createStripeEmulator(options: StripeEmulatorOptions): StripeEmulator {
  const store = new Store(options.file);
  const deliveries = new Deliveries(store);
  const webhooks = new Webhooks({
    store,
    deliveries,
    deliver: options.deliver,
    nowMs: options.now,
    retryDelaysMs: options.retryDelaysMs ?? RETRY_DELAYS_MS,
    timeoutMs: options.webhookTimeoutMs ?? 10 * SECOND,
  });
  const parts: ControlParts = {
    store,
    deliveries,
    webhooks,
    keys: new IdempotencyKeys(store),
    faults: new Faults(store),
    requests: new Requests(store),
    nowMs: options.now,
  };
  register(parts, options.webhooks ?? []);
  webhooks.wake();
  return {
    async handle(request) {
      try {
        return await answer(parts, request);
      } finally {
        webhooks.wake();
      }
    },
    async close() {
      await webhooks.close();
      store.close();
    },
  };
}

function register(parts: ControlParts, endpoints: readonly { url: string; secret: string }[]): void {
  const { store, deliveries } = parts;
  const nowMs = parts.nowMs();
  const world = {
    store,
    deliveries,
    nowMs,
    now: Math.floor(nowMs / SECOND),
    request: { id: null, idempotency_key: null },
  };
  store.transaction(() => configureEndpoints(world, endpoints));
}

async function answer(parts: ControlParts, request: Request): Promise<Response> {
  const { pathname, origin } = new URL(request.url);
  if (request.method === 'OPTIONS') return preflight();
  if (pathname.startsWith('/v1/')) return answerApi(parts, request);
  if (pathname.startsWith('/__control/')) return answerControl(parts, request);
  if (pathname === '/stand-in/authentication') return answerAuthentication(parts, request);
  if (pathname === '/js/stripe.js') return script(origin);
  if (pathname === '/') return overviewPage(parts);
  return Response.json({ message: `There is nothing at ${pathname}.` }, { status: 404 });
}

function script(origin: string): Response {
  const headers = {
    ...corsHeaders(),
    'Cache-Control': 'no-store',
    'Content-Type': 'text/javascript; charset=utf-8',
  };
  return new Response(bundleText(origin), { headers });
}
