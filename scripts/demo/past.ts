import type { Miniflare, V4WorkerOptions } from 'miniflare';
import { addDays, type Day, dayAt, startOfDay } from '#domain/shared/days.ts';
import { createStripeEmulator, type StripeEmulator } from '#emulators/stripe/emulator.ts';
import { outboundTo } from '../local/in-process-emulator.ts';
import type { Database } from '../local/migrate.ts';
import { startMiniflare } from '../local/miniflare.ts';
import { type ApiOptions, apiWorker } from '../local/platform-workers.ts';
import type { Customer } from './customers.ts';

export type PastOptions = ApiOptions & {
  persistDir: string;
  /** The emulator's database file; no other process may have it open. */
  stripeFile: string;
  /** The system's clock. */
  nowMs: number;
};

/** The product as it was at one time. */
export type Moment = {
  day: Day;
  /** The clock of the Worker. */
  now(): number;
  /** Throws a RefusedCall when the answer is not 2xx. */
  call<T>(
    path: string,
    input?: CallInput,
  ): Promise<{ data: T; headers: { get(name: string): string | null } }>;
  /** Pays the intent with a card that succeeds. */
  pay(paymentIntent: string): Promise<void>;
  /** The cardholder disputes the payment at the bank. */
  dispute(paymentIntent: string): Promise<void>;
};

type CallInput = {
  method?: string;
  body?: unknown;
  /** The body of a call that is not JSON. */
  bytes?: Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
};

export class RefusedCall extends Error {
  readonly status: number;

  constructor(path: string, status: number, text: string) {
    super(`${path} answered ${status}: ${text}`);
    this.status = status;
  }
}

export type Past = {
  today: Day;
  /** When today began on the business's clock. */
  dayStartMs: number;
  database: Database;
  /** `age`: one of the given ages. Until the next call, the clock of the emulator is that of the moment. */
  at(age: number): Promise<Moment>;
};

/** On the business's clock: customers and staff act during the day. */
const HOUR_MS = 10 * 3_600_000;

/** Longer than a demo takes on a busy machine. */
const MARGIN_MS = 10 * 60_000;

/** The clock of today's moment: `nowMs`, but not so late that the day could end while the demo is made. */
export function latestClock(nowMs: number, timeZone: string): number {
  const tomorrow = addDays(dayAt(nowMs, timeZone), 1);
  return Math.min(nowMs, startOfDay(tomorrow, timeZone) - MARGIN_MS);
}

/**
 * Runs the Worker's own code with earlier clocks on the state of a system that is not running. `ages`: the moments
 * that are needed, in days before today; 0 is now.
 */
export async function withPast(
  options: PastOptions,
  ages: readonly number[],
  use: (past: Past) => Promise<void>,
): Promise<void> {
  const timeZone = String(apiWorker(options).bindings?.BUSINESS_TIME_ZONE);
  const today = dayAt(options.nowMs, timeZone);
  const momentMs = (age: number) =>
    age === 0 ? latestClock(options.nowMs, timeZone) : startOfDay(addDays(today, -age), timeZone) + HOUR_MS;
  const offsetOf = (age: number) => Math.round((momentMs(age) - Date.now()) / 1000) * 1000;
  const offsets = new Map([...new Set(ages)].map((age) => [age, offsetOf(age)]));
  const clock = { offsetMs: 0 };
  const stripe = createStripeEmulator({
    file: options.stripeFile,
    now: () => Date.now() + clock.offsetMs,
    deliver: async () => new Response(null, { status: 200 }),
  });
  const miniflare = await startMiniflare({
    port: 0,
    persistDir: options.persistDir,
    onLog: (line) => console.error(line),
    workers: [workerOfThePast(options, stripe, Math.max(...offsets.values()))],
  });
  try {
    await use({
      today,
      dayStartMs: startOfDay(today, timeZone),
      database: await miniflare.getD1Database('DB'),
      at: async (age) => {
        clock.offsetMs = offsets.get(age) ?? 0;
        const day = addDays(today, -age);
        return momentOf({ worker: await miniflare.getWorker(), stripe, day, offsetMs: clock.offsetMs });
      },
    });
  } finally {
    await miniflare.dispose();
    await stripe.close();
  }
}

/** The header of a request that says the clock at which the Worker answers it. */
const CLOCK_HEADER = 'Demo-Clock-Offset-Seconds';

/** Calls the Worker with the clock of the request. One Worker for all clocks: each takes as long to start as a call. */
const WITH_CLOCK = `
import worker from './index.js';
export * from './index.js';
const envs = new Map();
function envAt(env, offset) {
  if (!envs.has(offset)) envs.set(offset, { ...env, CLOCK_OFFSET_SECONDS: offset });
  return envs.get(offset);
}
export default {
  fetch: (request, env, execution) =>
    worker.fetch(request, envAt(env, request.headers.get('${CLOCK_HEADER}')), execution),
};`;

/**
 * The Worker with the same code and database and earlier clocks. It gets no queue messages and sends no e-mails. The
 * sessions have the latest clock: one sign-in is enough, because at an earlier moment its session has not ended.
 */
function workerOfThePast(
  options: PastOptions,
  stripe: StripeEmulator,
  latestOffsetMs: number,
): V4WorkerOptions {
  const vars = {
    ...options.vars,
    ADDRESS_LIMITS: 'off',
    LOG_LEVEL: 'error',
    CLOCK_OFFSET_SECONDS: String(latestOffsetMs / 1000),
  };
  const { queueConsumers: _, serviceBindings: __, ...api } = apiWorker({ ...options, vars });
  return {
    ...api,
    modules: [
      { type: 'ESModule', path: 'with-clock.js', contents: WITH_CLOCK },
      { type: 'ESModule', path: 'index.js', contents: options.workerScript },
    ],
    outboundService: outboundTo(stripe),
  } as V4WorkerOptions;
}

type PastWorker = {
  worker: Awaited<ReturnType<Miniflare['getWorker']>>;
  stripe: StripeEmulator;
  day: Day;
  offsetMs: number;
};

function momentOf({ worker, stripe, day, offsetMs }: PastWorker): Moment {
  const always = {
    'Content-Type': 'application/json',
    'CF-Connecting-IP': '203.0.113.25',
    [CLOCK_HEADER]: String(offsetMs / 1000),
  };
  return {
    day,
    now: () => Date.now() + offsetMs,
    call: async <T>(path: string, { method = 'POST', body, bytes, headers = {} }: CallInput = {}) => {
      const sent = bytes ?? (body === undefined ? undefined : JSON.stringify(body));
      const reply = await worker.fetch(`http://localhost${path}`, {
        method,
        headers: { ...always, ...headers },
        ...(sent !== undefined && { body: sent }),
      });
      const text = await reply.text();
      if (!reply.ok) throw new RefusedCall(path, reply.status, text);
      return { data: (text === '' ? undefined : JSON.parse(text)) as T, headers: reply.headers };
    },
    pay: (paymentIntent) => pay(stripe, paymentIntent),
    dispute: (paymentIntent) => dispute(stripe, paymentIntent),
  };
}

async function pay(stripe: StripeEmulator, paymentIntent: string): Promise<void> {
  const answer = await stripe.handle(
    new Request(`https://api.stripe.com/v1/payment_intents/${paymentIntent}/confirm`, {
      method: 'POST',
      headers: { Authorization: 'Bearer sk_test_local' },
      body: new URLSearchParams({ payment_method: 'pm_card_visa' }),
    }),
  );
  if (!answer.ok) throw new Error(`A demo payment failed: ${await answer.text()}`);
}

async function dispute(stripe: StripeEmulator, paymentIntent: string): Promise<void> {
  const control = (path: string, init?: RequestInit) =>
    stripe.handle(new Request(`https://api.stripe.com/__control/${path}`, init));
  const { payment_intents: intents } = (await (await control('state')).json()) as {
    payment_intents: { id: string; latest_charge: string | null }[];
  };
  const charge = intents.find(({ id }) => id === paymentIntent)?.latest_charge;
  const answer = await control('dispute', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ charge, reason: 'product_not_received' }),
  });
  if (!answer.ok) throw new Error(`A demo dispute failed: ${await answer.text()}`);
}

/** What a customer fills in. */
export type Order = {
  customer: Customer;
  rentalType: string;
  dumpsterType: string;
  deliveryDate: Day;
  notes: string;
  material?: string;
  placementType?: 'private' | 'street';
};

/** Acts as a customer: holds, pays, reads the booking. Null if the day was refused: another FLEET may be too small. */
export async function book(moment: Moment, { customer, ...order }: Order): Promise<number | null> {
  const bookingData = { ...customer, ...order, terms: true };
  const opened = await moment
    .call<{ clientSecret: string }>('/api/create-payment-intent', {
      body: { bookingId: 'pending', bookingData },
    })
    .catch((error: unknown) => {
      if (error instanceof RefusedCall && error.status === 409) return null;
      throw error;
    });
  if (!opened) return null;
  const { clientSecret } = opened.data;
  const [paymentIntent = ''] = clientSecret.split('_secret_');
  await moment.pay(paymentIntent);
  const status = await moment.call<{ booking: { id: number } | null }>('/api/booking-status', {
    body: { paymentIntent, clientSecret },
  });
  return status.data.booking?.id ?? null;
}
