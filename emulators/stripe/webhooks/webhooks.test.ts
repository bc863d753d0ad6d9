import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Harness, newHarness, type Received, SECRET } from '#emulators/stripe/testing/harness.ts';

let shop: Harness;
let answer: (received: Received) => Response;
beforeEach(() => {
  answer = () => new Response();
  shop = newHarness({ answer: (received) => answer(received) });
});
afterEach(() => shop.close());

function pay(method = 'pm_card_visa') {
  return shop.stripe.paymentIntents.create({
    amount: 5000,
    currency: 'usd',
    payment_method: method,
    confirm: true,
  });
}

function verify({ body, signature }: Received, secret = SECRET) {
  return shop.stripe.webhooks.constructEventAsync(body, signature, secret, 300, undefined, shop.clock.ms);
}

describe('the events of', () => {
  test('a payment', async () => {
    const customer = await shop.stripe.customers.create();
    await shop.stripe.paymentIntents.create({
      amount: 5000,
      currency: 'usd',
      customer: customer.id,
      payment_method: 'pm_card_visa',
      setup_future_usage: 'off_session',
      confirm: true,
    });
    expect(await shop.types()).toEqual([
      'customer.created',
      'payment_intent.created',
      'charge.succeeded',
      'payment_method.attached',
      'payment_intent.succeeded',
      'charge.updated',
    ]);
  });

  test('a decline', async () => {
    await expect(pay('pm_card_chargeDeclined')).rejects.toMatchObject({ statusCode: 402 });
    expect(await shop.types()).toEqual([
      'payment_intent.created',
      'charge.failed',
      'payment_intent.payment_failed',
    ]);
  });

  test('an authentication and a cancellation', async () => {
    const waiting = await pay('pm_card_authenticationRequired');
    await shop.stripe.paymentIntents.cancel(waiting.id);
    expect(await shop.types()).toEqual([
      'payment_intent.created',
      'payment_intent.requires_action',
      'payment_intent.canceled',
    ]);
  });

  test('a refund', async () => {
    const paid = await pay();
    await shop.stripe.refunds.create({ payment_intent: paid.id, amount: 100 });
    expect((await shop.types()).slice(-2)).toEqual(['refund.created', 'charge.refunded']);
    expect(shop.received.at(-1)?.event.data.previous_attributes).toMatchObject({ amount_refunded: 0 });
  });
});

test('an event names the request that caused it and is signed', async () => {
  await shop.stripe.customers.create({ email: 'ann@example.com' }, { idempotencyKey: 'k1' });
  await shop.types();
  const [first] = shop.received;
  const event = await verify(first!);
  expect(event).toMatchObject({
    object: 'event',
    type: 'customer.created',
    api_version: '2026-10-28.endive',
    livemode: false,
    pending_webhooks: 1,
    request: { idempotency_key: 'k1' },
  });
  expect(event.request?.id).toMatch(/^req_/);
  await expect(verify(first!, 'whsec_another')).rejects.toThrow('No signatures found');
});

test('a failed delivery is retried with the same event', async () => {
  answer = () => new Response(null, { status: 500 });
  await shop.stripe.customers.create();
  await shop.types();
  expect((await shop.stripe.events.list({ delivery_success: false })).data).toHaveLength(1);
  answer = () => new Response();
  await shop.types();
  expect(new Set(shop.received.map(({ event }) => event.id)).size).toBe(1);
  expect(shop.received.length).toBeGreaterThan(1);
  expect((await shop.stripe.events.list({ delivery_success: false })).data).toEqual([]);
  expect((await shop.stripe.events.list({ delivery_success: true })).data).toMatchObject([
    { pending_webhooks: 0 },
  ]);
});

test('retries are automatic and end after the last delay', async () => {
  let attempts = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const harnessWithoutRetry = newHarness({
    now: Date.now,
    retryDelaysMs: [1, 1],
    answer: () => {
      attempts += 1;
      if (attempts === 3) resolve();
      return new Response(null, { status: 503 });
    },
  });
  await harnessWithoutRetry.stripe.customers.create();
  await promise;
  await harnessWithoutRetry.types();
  expect(attempts).toBe(3);
  await harnessWithoutRetry.close();
});

test('an endpoint that never answers counts as failed', async () => {
  const harness = newHarness({ webhookTimeoutMs: 20, deliver: () => new Promise(() => {}) });
  await harness.stripe.customers.create();
  await harness.control('POST', 'webhooks/flush');
  const page = await (await harness.emulator.handle(new Request('https://api.stripe.com/'))).text();
  expect(page).toContain('no answer within 20 ms');
  await harness.close();
});

describe('the mode', () => {
  test('hold keeps events until the flush', async () => {
    await shop.control('POST', 'webhooks', { mode: 'hold' });
    await pay();
    expect(shop.received).toEqual([]);
    expect((await shop.control('POST', 'webhooks/flush')).body).toEqual({ attempted: 4 });
    expect(shop.received.map(({ event }) => event.type)).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'charge.updated',
    ]);
  });

  test('reorder sends the newest first', async () => {
    await shop.control('POST', 'webhooks', { mode: 'reorder' });
    await pay();
    expect((await shop.types())[0]).toBe('charge.updated');
    expect(shop.received.at(-1)?.event.type).toBe('payment_intent.created');
  });

  test('duplicate sends each twice, under one id', async () => {
    await shop.control('POST', 'webhooks', { mode: 'duplicate' });
    await shop.stripe.customers.create();
    expect(await shop.types()).toEqual(['customer.created', 'customer.created']);
    expect(new Set(shop.received.map(({ event }) => event.id)).size).toBe(1);
  });

  test('bad-signature fails the verification', async () => {
    await shop.control('POST', 'webhooks', { mode: 'bad-signature' });
    await shop.stripe.customers.create();
    await shop.types();
    await expect(verify(shop.received[0]!)).rejects.toThrow('No signatures found');
  });

  test('ends with a reset, which also deletes the held events', async () => {
    await shop.control('POST', 'webhooks', { mode: 'hold' });
    await pay();
    await shop.control('POST', 'reset');
    await shop.stripe.customers.create();
    expect(await shop.types()).toEqual(['customer.created']);
    expect((await shop.stripe.paymentIntents.list()).data).toHaveLength(1);
  });

  test('must be one of five', async () => {
    const { status, body } = await shop.control('POST', 'webhooks', { mode: 'lose' });
    expect([status, body.message]).toEqual([
      400,
      'mode must be one of deliver, hold, duplicate, reorder, bad-signature.',
    ]);
  });
});

describe('events.list', () => {
  test('filters by type, types and time', async () => {
    await pay();
    const types = async (params: object) =>
      (await shop.stripe.events.list(params)).data.map(({ type }) => type);
    expect(await types({ type: 'charge.succeeded' })).toEqual(['charge.succeeded']);
    expect(await types({ types: ['charge.succeeded', 'payment_intent.created'] })).toEqual([
      'charge.succeeded',
      'payment_intent.created',
    ]);
    expect(await types({ created: { gte: shop.clock.ms / 1000 + 1 } })).toEqual([]);
    expect(await types({})).toHaveLength(4);
  });
});

describe('an endpoint', () => {
  test('shows its secret once, receives only its events, and can be switched off', async () => {
    const made = await shop.stripe.webhookEndpoints.create({
      url: 'https://other.test/hook',
      enabled_events: ['customer.created'],
    });
    expect(made.secret).toMatch(/^whsec_\w{32}$/);
    expect((await shop.stripe.webhookEndpoints.retrieve(made.id)).secret).toBeUndefined();
    await shop.stripe.customers.create();
    await pay();
    await shop.types();
    const verified = await Promise.allSettled(shop.received.map((one) => verify(one, made.secret)));
    expect(verified.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);

    await shop.stripe.webhookEndpoints.update(made.id, { disabled: true });
    shop.received.length = 0;
    await shop.stripe.customers.create();
    expect(await shop.types()).toEqual(['customer.created']);
    await shop.stripe.webhookEndpoints.del(made.id);
    expect((await shop.stripe.webhookEndpoints.list()).data).toHaveLength(1);
  });
});
