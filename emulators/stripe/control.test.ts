import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ConnectionDropped } from '#emulators/stripe/http/faults.ts';
import { type Harness, newHarness, type Reply } from './testing/harness.ts';

let shop: Harness;
beforeEach(() => {
  shop = newHarness();
});
afterEach(() => shop.close());

function newCustomer(key?: string): Promise<Reply> {
  return shop.call('POST', '/v1/customers', {
    form: { email: 'ann@example.com' },
    ...(key && { headers: { 'Idempotency-Key': key } }),
  });
}

async function customers(): Promise<unknown[]> {
  return (await shop.control('GET', 'state')).body.customers;
}

describe('fail-next', () => {
  test('before: the request has no effect and stores no reply', async () => {
    await shop.control('POST', 'fail-next', { path: '/v1/customers', status: 500, when: 'before', times: 2 });
    const statuses = [(await newCustomer('k')).status, (await newCustomer('k')).status];
    expect(statuses).toEqual([500, 500]);
    expect(await customers()).toEqual([]);
    const third = await newCustomer('k');
    expect([third.status, third.headers.get('Idempotent-Replayed')]).toEqual([200, null]);
  });

  test('after: the request takes effect, and its reply is stored under the key', async () => {
    await shop.control('POST', 'fail-next', { path: '/v1/customers', status: 500, when: 'after' });
    expect((await newCustomer('k')).status).toBe(500);
    expect(await customers()).toHaveLength(1);
    const retried = await newCustomer('k');
    expect([retried.status, retried.headers.get('Idempotent-Replayed')]).toEqual([200, 'true']);
    expect(await customers()).toHaveLength(1);
  });

  test.each([
    ['before', 0],
    ['after', 1],
  ])('a connection dropped %s', async (when, done) => {
    await shop.control('POST', 'fail-next', { path: '/v1/customers', drop: true, when });
    await expect(newCustomer('k')).rejects.toBeInstanceOf(ConnectionDropped);
    expect(await customers()).toHaveLength(done);
    expect((await newCustomer('k')).status).toBe(200);
    expect(await customers()).toHaveLength(1);
  });

  test.each([true, false])('Stripe-Should-Retry is what the rule says: %s', async (shouldRetry) => {
    const rule = { path: '/v1/customers', status: 429, code: 'rate_limit', shouldRetry };
    await shop.control('POST', 'fail-next', rule);
    const { status, headers } = await newCustomer();
    expect([status, headers.get('Stripe-Should-Retry')]).toEqual([429, String(shouldRetry)]);
  });

  test('a delay only delays the reply', async () => {
    await shop.control('POST', 'fail-next', { path: '/v1/customers', delayMs: 20, when: 'after' });
    const begun = performance.now();
    expect((await newCustomer()).status).toBe(200);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(19);
  });

  test('applies only to its path and method, and only one rule is active at a time', async () => {
    await shop.control('POST', 'fail-next', { path: '/v1/customers', status: 503 });
    await shop.control('POST', 'fail-next', {
      path: '/v1/refunds',
      method: 'POST',
      status: 429,
      code: 'rate_limit',
      times: 3,
    });
    expect((await newCustomer()).status).toBe(200);
    expect((await shop.call('GET', '/v1/refunds')).status).toBe(200);
    const limited = await shop.call('POST', '/v1/refunds', { form: {} });
    expect([limited.status, limited.body.error]).toMatchObject([
      429,
      { code: 'rate_limit', type: 'invalid_request_error' },
    ]);
    await shop.control('DELETE', 'fail-next');
    expect((await shop.call('POST', '/v1/refunds', { form: {} })).status).toBe(400);
  });

  test('can apply to one payment only', async () => {
    const rule = { path: '/v1/refunds', method: 'POST', status: 500, paymentIntent: 'pi_one', times: 2 };
    await shop.control('POST', 'fail-next', rule);
    const refund = async (payment_intent: string) =>
      (await shop.call('POST', '/v1/refunds', { form: { payment_intent } })).status;
    expect([await refund('pi_two'), await refund('pi_one'), await refund('pi_one')]).toEqual([400, 500, 500]);
    expect(await refund('pi_one')).toBe(400);
  });

  test('429 is a lock timeout that Stripe asks to retry, unless the rule names rate_limit', async () => {
    const rule = { path: '/v1/customers', status: 429 };
    await shop.control('POST', 'fail-next', rule);
    const locked = await newCustomer();
    expect([locked.status, locked.headers.get('Stripe-Should-Retry'), locked.body.error]).toMatchObject([
      429,
      'true',
      { code: 'lock_timeout', type: 'invalid_request_error' },
    ]);
    await shop.control('POST', 'fail-next', { ...rule, code: 'rate_limit' });
    const limited = await newCustomer();
    expect([limited.headers.get('Stripe-Should-Retry'), limited.body.error.code]).toEqual([
      null,
      'rate_limit',
    ]);
    expect(await customers()).toEqual([]);
  });

  test.each([
    [{ path: '/v1', status: 500, code: 'lock_timeout' }, 'code goes with status 429 only.'],
    [{ path: '/v1', status: 429, code: 'other' }, 'code must be one of lock_timeout, rate_limit.'],
    [{ status: 500 }, 'path must be a text.'],
    [{ path: '/v1' }, 'One of status, drop and delayMs is needed.'],
    [{ path: '/v1', status: 200 }, 'status must be a whole number from 400 to 599.'],
    [{ path: '/v1', status: 500, when: 'never' }, 'when must be one of before, after.'],
    [{ path: '/v1', status: 500, times: 0 }, 'times must be a whole number from 1.'],
    [[], 'The body must be a JSON object.'],
  ])('refuses %j', async (body, message) => {
    expect(await shop.control('POST', 'fail-next', body)).toMatchObject({ status: 400, body: { message } });
  });
});

test('a detached card can never be charged again', async () => {
  const customer = await shop.stripe.customers.create({ email: 'ann@example.com' });
  const method = await shop.stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
  expect((await shop.control('POST', 'detach', { paymentMethod: method.id })).body).toMatchObject({
    id: method.id,
    customer: null,
  });
  await expect(
    shop.stripe.paymentIntents.create({
      amount: 5000,
      currency: 'usd',
      customer: customer.id,
      payment_method: method.id,
      off_session: true,
      confirm: true,
    }),
  ).rejects.toThrow('was detached from a Customer');
  expect(await shop.types()).toContain('payment_method.detached');
});

test('requests lists the calls, oldest first', async () => {
  await shop.call('POST', '/v1/payment_intents', {
    form: { amount: '5000', currency: 'usd', 'metadata[a]': '1', 'expand[0]': 'customer' },
    headers: { 'Idempotency-Key': 'k1' },
  });
  await shop.call('GET', '/v1/customers', { form: { limit: '2', 'created[gte]': '5' } });
  await shop.call('POST', '/v1/payment_methods', { key: null, form: { key: 'pk_test_x', type: 'card' } });
  const at = '2026-11-20T12:00:00.000Z';
  expect((await shop.control('GET', 'requests')).body).toEqual([
    {
      method: 'POST',
      path: '/v1/payment_intents',
      query: {},
      body: { amount: '5000', currency: 'usd', metadata: { a: '1' }, expand: ['customer'] },
      by: 'secret',
      idempotencyKey: 'k1',
      at,
    },
    {
      method: 'GET',
      path: '/v1/customers',
      query: { limit: '2', created: { gte: '5' } },
      body: {},
      by: 'secret',
      idempotencyKey: null,
      at,
    },
    {
      method: 'POST',
      path: '/v1/payment_methods',
      query: {},
      body: { key: 'pk_test_x', type: 'card' },
      by: 'publishable',
      idempotencyKey: null,
      at,
    },
  ]);
  await shop.control('POST', 'reset');
  expect((await shop.control('GET', 'requests')).body).toEqual([]);
});

test('state shows all stored objects', async () => {
  const paid = await shop.stripe.paymentIntents.create({
    amount: 5000,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: true,
  });
  await shop.stripe.refunds.create({ payment_intent: paid.id });
  const { body } = await shop.control('GET', 'state');
  expect(Object.keys(body)).toEqual(['customers', 'payment_intents', 'charges', 'refunds', 'events']);
  expect(body).toMatchObject({
    customers: [],
    payment_intents: [{ id: paid.id }],
    charges: [{ amount_refunded: 5000 }],
    refunds: [{ amount: 5000 }],
  });
});

test('an unknown control call is 404, and an invalid state is 400', async () => {
  expect((await shop.control('GET', 'nothing')).status).toBe(404);
  expect((await shop.control('GET', 'fail-next')).status).toBe(404);
  expect((await shop.control('POST', '3ds', { paymentIntent: 'pi_x', result: 'succeed' })).status).toBe(404);
  const open = await shop.stripe.paymentIntents.create({ amount: 5000, currency: 'usd' });
  expect((await shop.control('POST', '3ds', { paymentIntent: open.id, result: 'succeed' })).status).toBe(400);
  expect((await shop.control('POST', '3ds', { paymentIntent: open.id, result: 'maybe' })).body.message).toBe(
    'result must be one of succeed, fail.',
  );
});

test('the page shows payments and escapes their text', async () => {
  await shop.stripe.paymentIntents.create({
    amount: 32500,
    currency: 'usd',
    description: '<b>7-Day</b>',
    receipt_email: 'ann@example.com',
  });
  const answer = await shop.emulator.handle(new Request('https://api.stripe.com/'));
  const page = await answer.text();
  expect(answer.headers.get('Content-Type')).toContain('text/html');
  expect(page).toContain('$325.00');
  expect(page).toContain('requires payment method');
  expect(page).not.toContain('<b>7-Day</b>');
});
