import Stripe from 'stripe';
import { createStripeEmulator, type StripeEmulator, type StripeEmulatorOptions } from '../emulator.ts';
import { assertContract } from './contract.ts';

export const SECRET = 'whsec_harness';

/** A webhook as the shop received it. */
export interface Received {
  event: Stripe.Event;
  body: string;
  signature: string;
}

export interface Harness {
  emulator: StripeEmulator;
  /** The real SDK, without retries; every reply is checked against the contract. */
  stripe: Stripe;
  /** Changes only when a test changes it. */
  clock: { ms: number };
  received: Received[];
  /** Calls /v1 with plain HTTP. */
  call(method: string, path: string, options?: CallOptions): Promise<Reply>;
  /** Calls /__control. */
  control(method: string, path: string, body?: unknown): Promise<Reply>;
  /** Waits until every webhook was attempted. Returns the types of the received ones, oldest first. */
  types(): Promise<string[]>;
  close(): Promise<void>;
}

interface CallOptions {
  /** null: none. */
  key?: string | null;
  form?: Record<string, string> | string;
  headers?: Record<string, string>;
}

/** The attributes that tests read by name; each reply has only some of them. */
interface Body {
  id: string;
  status: string;
  message: string;
  payment_method: string;
  error: { type: string; message: string; code?: string; decline_code?: string; param?: string };
  customers: unknown[];
  payment_intents: unknown[];
}

export interface Reply {
  status: number;
  headers: Headers;
  body: Body;
}

/** An emulator in memory with one webhook endpoint; `answer` returns the shop's reply to each webhook. */
export function newHarness(
  options: Partial<StripeEmulatorOptions> & { answer?: (received: Received) => Response } = {},
): Harness {
  const clock = { ms: Date.UTC(2026, 10, 20, 12) };
  const received: Received[] = [];
  const { answer = () => new Response(null, { status: 200 }), ...rest } = options;
  const emulator = createStripeEmulator({
    file: ':memory:',
    now: () => clock.ms,
    webhooks: [{ url: 'https://shop.test/webhook', secret: SECRET }],
    async deliver(request) {
      const body = await request.text();
      const event = JSON.parse(body) as Stripe.Event;
      assertContract(JSON.parse(body) as Record<string, unknown>, { isRedacted: false });
      const one = { event, body, signature: request.headers.get('Stripe-Signature') ?? '' };
      received.push(one);
      return answer(one);
    },
    ...rest,
  });
  const handle = checked(emulator);
  const httpClient = Stripe.createFetchHttpClient((url: unknown, init: unknown) =>
    handle(new Request(url as string, init as RequestInit)),
  );
  const control = async (method: string, path: string, body?: unknown) =>
    reply(
      await emulator.handle(
        new Request(`https://api.stripe.com/__control/${path}`, {
          method,
          body: body === undefined ? null : JSON.stringify(body),
        }),
      ),
    );
  return {
    emulator,
    clock,
    received,
    control,
    stripe: new Stripe('sk_test_harness', { httpClient, maxNetworkRetries: 0, telemetry: false }),
    call: async (method, path, callOptions = {}) =>
      reply(await handle(callRequest(method, path, callOptions))),
    async types() {
      await control('POST', 'webhooks/flush');
      return received.map(({ event }) => event.type);
    },
    close: () => emulator.close(),
  };
}

function callRequest(
  method: string,
  path: string,
  { key = 'sk_test_harness', form, headers = {} }: CallOptions,
): Request {
  const query = method === 'GET' && form ? `?${new URLSearchParams(form)}` : '';
  return new Request(`https://api.stripe.com${path}${query}`, {
    method,
    headers: {
      ...(key && { Authorization: `Bearer ${key}` }),
      'Content-Type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    body: method === 'GET' || form === undefined ? null : new URLSearchParams(form).toString(),
  });
}

/** Checks every reply of /v1 against the contract before a test gets it. */
function checked(emulator: StripeEmulator): (request: Request) => Promise<Response> {
  return async (request) => {
    const sent = `${request.headers.get('Authorization')} ${request.url} ${await request.clone().text()}`;
    const isRedacted = sent.includes('pk_test');
    const response = await emulator.handle(request);
    const body = (await response.clone().json()) as Record<string, unknown>;
    assertContract(body, { isRedacted });
    return response;
  };
}

async function reply(response: Response): Promise<Reply> {
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
}

/** The fields of a card that a payer typed into a page. */
export function typedCard(number: string): Record<string, string> {
  return {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2040',
    'payment_method_data[card][cvc]': '123',
  };
}
