import { rmSync } from 'node:fs';
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askControl } from './control.ts';
import { LOCAL_KEYS } from './keys.ts';
import { type SpawnedSystem, spawnSystem } from './spawn-system.ts';

const PASSWORD = 'correct horse battery';
const DEPOSIT = 42_500;
const PRICE = 60_000;
/** Longer than anything waits: the answer is on its way when the runtime dies. */
const NEVER_MS = 600_000;
/** A start takes seconds, on a busy machine many. */
const PATIENCE_MS = 240_000;

type Call = { method: 'GET' | 'POST'; path: string };
type AtStripe = { payment_intents: Stripe.PaymentIntent[]; refunds: Stripe.Refund[] };
type Ledger = { transactions: { id: string; type: string; amount: number; status: string }[] };
type Payments = {
  paid: number;
  remaining: number;
  refunded: number;
  refundable: number;
  operation: object | null;
};

let system: SpawnedSystem;
let cookie = '';
let people = 0;
/** Whoever died had claimed what it worked on for a minute: each start comes two minutes later. */
let clockOffset = 0;

beforeAll(() => start(), PATIENCE_MS);
afterAll(async () => {
  await system?.stop();
  if (system) rmSync(system.stateDir, { recursive: true, force: true });
});

describe('killed while the answer to a call is on its way, and started again', () => {
  it.each<[string, Call]>([
    ['the customer is made', { method: 'POST', path: '/v1/customers' }],
    ['the intent is made', { method: 'POST', path: '/v1/payment_intents' }],
  ])(
    'a checkout goes on: %s',
    async (_, made) => {
      const order = anOrder();
      await killedDuring(made, 'after', () => openCheckout(order));
      const { clientSecret } = await (await openCheckout(order)).json();
      await payAtStripe(clientSecret);
      await runTasks();
      await expectAgreement();
      expect(await bookingsOf(order.data.email)).toMatchObject([{ depositAmount: DEPOSIT }]);
    },
    PATIENCE_MS,
  );

  it(
    'a paid deposit becomes one booking',
    async () => {
      const order = anOrder();
      const { clientSecret } = await (await openCheckout(order)).json();
      await stripe('webhooks', { mode: 'hold' });
      await payAtStripe(clientSecret);
      const paymentIntent = clientSecret.split('_secret_')[0];
      await killedDuring({ method: 'GET', path: `/v1/payment_intents/${paymentIntent}` }, 'after', () =>
        api('POST', '/api/booking-status', { paymentIntent, clientSecret }),
      );
      await runTasks();
      await runTasks();
      expect(await bookingsOf(order.data.email)).toMatchObject([
        { depositAmount: DEPOSIT, status: 'pending' },
      ]);
      await expectAgreement();
    },
    PATIENCE_MS,
  );

  it.each<[string, Call, 'before' | 'after', 'charged' | 'not charged']>([
    ['its intent is not made yet', { method: 'POST', path: '/v1/payment_intents' }, 'before', 'not charged'],
    ['its intent is made', { method: 'POST', path: '/v1/payment_intents' }, 'after', 'not charged'],
    ['it is not confirmed yet', { method: 'POST', path: '/v1/payment_intents/' }, 'before', 'not charged'],
    ['it is confirmed', { method: 'POST', path: '/v1/payment_intents/' }, 'after', 'charged'],
  ])(
    'a charge is made once or not at all: %s',
    async (...[, made, when, outcome]) => {
      const id = await paidBooking();
      await killedDuring(made, when, () => charge(id));
      await runTasks();
      expect(await paymentsOf(id)).toMatchObject({
        operation: null,
        paid: outcome === 'charged' ? PRICE : DEPOSIT,
      });
      await expectAgreement();
      // Whoever tries again pays what is due, and no cent twice.
      expect((await charge(id)).status).toBe(outcome === 'charged' ? 409 : 200);
      expect(await paymentsOf(id)).toMatchObject({ operation: null, paid: PRICE, remaining: 0 });
      await expectAgreement();
    },
    PATIENCE_MS,
  );

  it.each<['before' | 'after']>([['before'], ['after']])(
    'a refund of two payments is made whole, once: killed %s its first part',
    async (when) => {
      const id = await paidBooking();
      expect((await charge(id)).status).toBe(200);
      await killedDuring({ method: 'POST', path: '/v1/refunds' }, when, () => refund(id, PRICE - 1000));
      await runTasks();
      expect(await paymentsOf(id)).toMatchObject({
        operation: null,
        refunded: PRICE - 1000,
        refundable: 1000,
      });
      await expectAgreement();
      await runTasks();
      expect(await paymentsOf(id)).toMatchObject({ refunded: PRICE - 1000 });
    },
    PATIENCE_MS,
  );
});

/** kill -9 of every process while a call of the product waits for its answer; then it is started on the same state. */
async function killedDuring(made: Call, when: 'before' | 'after', act: () => Promise<unknown>) {
  await stripe('fail-next', { ...made, when, delayMs: NEVER_MS, times: 1 });
  const before = await callsTo(made);
  const cutOff = act().catch(() => 'cut off');
  while ((await callsTo(made)) === before) await new Promise((resolve) => setTimeout(resolve, 20));
  const { pids } = system.running;
  await system.kill();
  for (const pid of pids) killQuietly(pid);
  expect(await cutOff).toBe('cut off');
  await start(system.stateDir);
}

function killQuietly(pid: number) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended with the one that started it.
  }
}

async function start(stateDir?: string) {
  if (stateDir) clockOffset += 120;
  system = await spawnSystem({
    DEMO: '0',
    FLEET: '15-Yard:40',
    ADMIN_PASSWORD: PASSWORD,
    ADDRESS_LIMITS: 'off',
    CLOCK_OFFSET_SECONDS: String(clockOffset),
    ...(stateDir && { STATE_DIR: stateDir }),
  });
  const login = await api('POST', '/api/admin/login', { username: 'admin', password: PASSWORD });
  cookie = login.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ');
}

/** What comes round by itself, now. */
async function runTasks() {
  for (const task of ['holds', 'operations', 'events']) await askControl(system.stateDir, 'cron', task);
}

/** Every payment and refund at Stripe that is ours stands in the ledger as it is there, and the other way round. */
async function expectAgreement() {
  const { payment_intents, refunds } = await stripe<AtStripe>('state');
  const { transactions } = await (await api('GET', '/api/transactions?limit=200')).json<Ledger>();
  const paid = payment_intents.filter(({ status }) => status === 'succeeded');
  const entries = (objects: { id: string; amount: number }[]) =>
    objects.map(({ id, amount }) => `${id} ${amount}`).sort();
  const kept = transactions.filter(({ status }) => status === 'succeeded');
  expect(entries(kept.filter(({ type }) => type === 'payment'))).toEqual(entries(paid));
  expect(entries(kept.filter(({ type }) => type === 'refund'))).toEqual(
    entries(refunds.filter(({ status }) => status === 'succeeded')),
  );
  const open = payment_intents.filter(({ status }) => !['succeeded', 'canceled'].includes(status));
  expect(open.filter(({ metadata }) => metadata.kind === 'balance')).toEqual([]);
}

/** A booking whose deposit is paid and whose price leaves something due. */
async function paidBooking(): Promise<number> {
  const order = anOrder();
  const { clientSecret } = await (await openCheckout(order)).json();
  await payAtStripe(clientSecret);
  const paymentIntent = clientSecret.split('_secret_')[0];
  const status = await api('POST', '/api/booking-status', { paymentIntent, clientSecret });
  const { booking } = await status.json<{ booking: { id: number } }>();
  expect((await api('PATCH', `/api/bookings/${booking.id}/final-price`, { finalPrice: PRICE })).status).toBe(
    200,
  );
  return booking.id;
}

function anOrder() {
  people += 1;
  const today = new Date().toISOString().slice(0, 10);
  const data = {
    firstName: 'Ada',
    lastName: `Crash${people}`,
    email: `ada${people}@example.com`,
    phone: `555${String(people).padStart(7, '0')}`,
    address: '12 Quarry Road',
    city: 'Albany',
    state: 'NY',
    zip: '12207',
    deliveryDate: `${Number(today.slice(0, 4)) + (today > '2026-06-30' ? 1 : 0)}-03-15`,
    notes: '',
    rentalType: '7-day',
    dumpsterType: '15-yard',
    terms: true,
  };
  return { data, key: crypto.randomUUID() };
}

const openCheckout = ({ data, key }: ReturnType<typeof anOrder>) =>
  api<{ clientSecret: string }>(
    'POST',
    '/api/create-payment-intent',
    { bookingId: 'pending', bookingData: data },
    key,
  );
const charge = (bookingId: number) =>
  api(
    'POST',
    '/api/process-remaining-payment',
    { bookingId, chargeAmount: PRICE - DEPOSIT },
    crypto.randomUUID(),
  );
const refund = (bookingId: number, amount: number) =>
  api(
    'POST',
    '/api/refund-payment',
    { bookingId, amount, reason: '', notifyCustomer: false },
    crypto.randomUUID(),
  );
const paymentsOf = async (id: number) => (await api('GET', `/api/bookings/${id}/payments`)).json<Payments>();
const bookingsOf = async (email: string) =>
  (await api('GET', `/api/bookings?email=${email}`)).json<object[]>();

type Reply<T> = Omit<Response, 'json'> & { json<As = T>(): Promise<As> };

async function api<T = unknown>(
  ...[method, path, body, key]: [string, string, unknown?, string?]
): Promise<Reply<T>> {
  return fetch(`${system.running.app}${path}`, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(cookie && { Cookie: cookie }),
      ...(key && { 'Idempotency-Key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }) as Promise<Reply<T>>;
}

async function stripe<T = unknown>(lever: string, body?: object): Promise<T> {
  const response = await fetch(`${system.running.stripe}/__control/${lever}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  return response.json() as Promise<T>;
}

async function callsTo({ method, path }: Call): Promise<number> {
  const calls = await stripe<Call[]>('requests');
  return calls.filter((call) => call.method === method && call.path.startsWith(path)).length;
}

/** The customer's browser confirming with a card. */
async function payAtStripe(clientSecret: string) {
  const id = clientSecret.split('_secret_')[0];
  const body = new URLSearchParams({
    key: LOCAL_KEYS.STRIPE_PUBLISHABLE_KEY,
    client_secret: clientSecret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': '4242424242424242',
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2044',
    'payment_method_data[card][cvc]': '123',
  });
  const answer = await fetch(`${system.running.stripe}/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    body,
  });
  expect(await answer.json()).toMatchObject({ status: 'succeeded' });
}
