import { rmSync } from 'node:fs';
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { chooseCases } from '#domain/test/random-runs.ts';
import { askControl } from './control.ts';
import { LOCAL_KEYS } from './keys.ts';
import { killProcesses, makeRestarts, type SpawnedSystem } from './processes/spawn-system.ts';
import { makeOrder } from './sample-order.ts';

const PASSWORD = 'correct horse battery';
const DEPOSIT = 42_500;
const PRICE = 60_000;
/** Longer than every timeout: the call is still open when the system is killed. */
const REPLY_DELAY_MS = 600_000;
/** A start takes seconds, on a busy machine a minute. */
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

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
const restart = makeRestarts({ FLEET: '15-Yard:40', ADMIN_PASSWORD: PASSWORD });

beforeAll(() => start());
afterAll(async () => {
  await system?.stop();
  if (system) rmSync(system.stateDir, { recursive: true, force: true });
});

const POST_INTENT: Call = { method: 'POST', path: '/v1/payment_intents' };
const CONFIRM_INTENT: Call = { method: 'POST', path: '/v1/payment_intents/' };
const POST_CUSTOMER: Call = { method: 'POST', path: '/v1/customers' };
const ATTACH_CARD: Call = { method: 'POST', path: '/v1/payment_methods/' };
const POST_REFUND: Call = { method: 'POST', path: '/v1/refunds' };

/** Before Stripe carries out the call, or after that and before the reply arrives. */
type When = 'before' | 'after';
type Kill = { call: Call; when: When; isInSample: boolean };
type ChargeKill = Kill & { isCharged: boolean };

const CHECKOUT_KILLS: Kill[] = [
  { call: POST_INTENT, when: 'before', isInSample: false },
  { call: POST_INTENT, when: 'after', isInSample: true },
];
const CARD_KILLS: Kill[] = [
  { call: POST_CUSTOMER, when: 'before', isInSample: false },
  { call: POST_CUSTOMER, when: 'after', isInSample: false },
  { call: ATTACH_CARD, when: 'before', isInSample: false },
  { call: ATTACH_CARD, when: 'after', isInSample: true },
];
const CHARGE_KILLS: ChargeKill[] = [
  { call: POST_INTENT, when: 'before', isCharged: false, isInSample: false },
  { call: POST_INTENT, when: 'after', isCharged: false, isInSample: false },
  { call: CONFIRM_INTENT, when: 'before', isCharged: false, isInSample: false },
  { call: CONFIRM_INTENT, when: 'after', isCharged: true, isInSample: true },
];
const REFUND_KILLS: Kill[] = [
  { call: POST_REFUND, when: 'before', isInSample: false },
  { call: POST_REFUND, when: 'after', isInSample: true },
];
const CANCEL_KILLS: Kill[] = [
  { call: CONFIRM_INTENT, when: 'before', isInSample: false },
  { call: CONFIRM_INTENT, when: 'after', isInSample: false },
  { call: POST_REFUND, when: 'before', isInSample: false },
  { call: POST_REFUND, when: 'after', isInSample: false },
];
/** `npm run test:long` kills the system at each call, `npm test` at the last one of each operation; a cancellation in worker/bookings/cancel/faults.test.ts. */
const inSample = ({ isInSample }: Kill) => isInSample;

describe('a system that was killed during a call and started again', () => {
  it.each(chooseCases(CHECKOUT_KILLS, inSample))(
    'continues a checkout: killed $when $call.path',
    async ({ call, when }) => {
      const order = makeOrder();
      await killDuring(call, when, () => openCheckout(order));
      const { clientSecret } = await (await openCheckout(order)).json();
      await payAtStripe(clientSecret);
      await runCrons();
      await expectAgreement();
      expect(await bookingsOf(order.data.email)).toMatchObject([{ depositAmount: DEPOSIT }]);
    },
  );

  it('makes one booking of a paid deposit', async () => {
    const order = makeOrder();
    const { clientSecret } = await (await openCheckout(order)).json();
    await stripe('webhooks', { mode: 'hold' });
    await payAtStripe(clientSecret);
    const paymentIntent = clientSecret.split('_secret_')[0];
    await killDuring({ method: 'GET', path: `/v1/payment_intents/${paymentIntent}` }, 'after', () =>
      api('POST', '/api/booking-status', { paymentIntent, clientSecret }),
    );
    await runCrons();
    await runCrons();
    expect(await bookingsOf(order.data.email)).toMatchObject([{ depositAmount: DEPOSIT, status: 'pending' }]);
    await expectAgreement();
  });

  it.each(chooseCases(CARD_KILLS, inSample))(
    'saves the card of a deposit for one customer: killed $when $call.path',
    async ({ call, when }) => {
      const order = makeOrder();
      const { clientSecret } = await (await openCheckout(order)).json();
      await payAtStripe(clientSecret);
      const paymentIntent = clientSecret.split('_secret_')[0];
      await killDuring(call, when, async () => {
        await api('POST', '/api/booking-status', { paymentIntent, clientSecret });
        // The queue saves the card: nothing waits for it.
        for (;;) await api('GET', '/api/available-dumpster-types');
      });
      await runCrons();
      const [booking] = await bookingsOf<{ id: number }>(order.data.email);
      const id = booking?.id ?? 0;
      const { customers } = await stripe<{ customers: Stripe.Customer[] }>('state');
      expect(customers.filter(({ email }) => email === order.data.email)).toHaveLength(1);
      await api('PATCH', `/api/bookings/${id}/final-price`, { finalPrice: PRICE });
      expect((await charge(id)).status).toBe(200);
      await expectAgreement();
    },
  );

  it.each(chooseCases(CHARGE_KILLS, inSample))(
    'charges once or not at all: killed $when $call.path',
    async ({ call, when, isCharged }) => {
      const id = await paidBooking();
      await killDuring(call, when, () => charge(id));
      await runCrons();
      expect(await paymentsOf(id)).toMatchObject({ operation: null, paid: isCharged ? PRICE : DEPOSIT });
      await expectAgreement();
      // A second charge collects the rest, and nothing twice.
      expect((await charge(id)).status).toBe(isCharged ? 409 : 200);
      expect(await paymentsOf(id)).toMatchObject({ operation: null, paid: PRICE, remaining: 0 });
      await expectAgreement();
    },
  );

  it.each(chooseCases(REFUND_KILLS, inSample))(
    'refunds two payments completely, once: killed $when the first $call.path',
    async ({ call, when }) => {
      const id = await paidBooking();
      expect((await charge(id)).status).toBe(200);
      await killDuring(call, when, () => refund(id, PRICE - 1000));
      await runCrons();
      expect(await paymentsOf(id)).toMatchObject({
        operation: null,
        refunded: PRICE - 1000,
        refundable: 1000,
      });
      await expectAgreement();
      await runCrons();
      expect(await paymentsOf(id)).toMatchObject({ refunded: PRICE - 1000 });
    },
  );

  it.each(chooseCases(CANCEL_KILLS, inSample))(
    'cancels a booking with an open payment link, once: killed $when $call.path',
    async ({ call, when }) => {
      const id = await paidBooking();
      expect((await api('POST', `/api/bookings/${id}/pay-link`, {})).status).toBe(200);
      const { previewToken } = await (await cancel(id, { preview: true })).json<{ previewToken: string }>();
      await killDuring(call, when, () => cancel(id, { preview: false, previewToken }));
      await runCrons();
      expect(await paymentsOf(id)).toMatchObject({ operation: null, refunded: DEPOSIT, refundable: 0 });
      expect(await (await api('GET', `/api/bookings/${id}`)).json()).toMatchObject({ status: 'cancelled' });
      await expectAgreement();
    },
  );
});

/** Kills every process with SIGKILL while a call to Stripe is open, then starts the system on the same state. */
async function killDuring(call: Call, when: When, act: () => Promise<unknown>) {
  await stripe('fail-next', { ...call, when, delayMs: REPLY_DELAY_MS, times: 1 });
  const before = await callsTo(call);
  const cutOff = act().catch(() => 'cut off');
  while ((await callsTo(call)) === before) await new Promise((resolve) => setTimeout(resolve, 20));
  await killProcesses(system);
  expect(await cutOff).toBe('cut off');
  await start(system.stateDir);
}

async function start(stateDir?: string) {
  system = await restart(stateDir);
  const login = await api('POST', '/api/admin/login', { username: 'admin', password: PASSWORD });
  cookie = login.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ');
}

/** Runs the crons that finish open work, without waiting for their schedule. */
async function runCrons() {
  for (const name of ['holds', 'operations', 'events', 'outbox'])
    await askControl(system.stateDir, 'cron', name);
}

/** The ledger has the payments and refunds that Stripe has, with the same amounts. */
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

/** A booking with a paid deposit and a balance due. */
async function paidBooking(): Promise<number> {
  const order = makeOrder();
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

const openCheckout = ({ data, key }: ReturnType<typeof makeOrder>) =>
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
const cancel = (id: number, body: object) =>
  api('POST', `/api/bookings/${id}/changes`, { type: 'cancel', notifyCustomer: false, ...body });
const paymentsOf = async (id: number) => (await api('GET', `/api/bookings/${id}/payments`)).json<Payments>();
const bookingsOf = async <T = object>(email: string) =>
  (await api('GET', `/api/bookings?email=${email}`)).json<T[]>();

type Reply<T> = Omit<Response, 'json'> & { json<As = T>(): Promise<As> };

async function api<T = unknown>(
  ...[method, path, body, key]: [string, string, unknown?, string?]
): Promise<Reply<T>> {
  return fetch(`${system.running.app}${path}`, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(cookie && { Cookie: cookie }),
      ...(method === 'POST' && { 'Idempotency-Key': key ?? crypto.randomUUID() }),
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

/** Confirms with a card, as the customer's browser. */
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
