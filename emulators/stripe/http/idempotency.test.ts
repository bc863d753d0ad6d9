import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Store } from '#emulators/stripe/store.ts';
import { type Harness, newHarness, type Reply } from '#emulators/stripe/testing/harness.ts';
import { IdempotencyKeys } from './idempotency.ts';

let shop: Harness;
beforeEach(() => {
  shop = newHarness();
});
afterEach(() => shop.close());

function create(key: string, form: Record<string, string> = {}): Promise<Reply> {
  return shop.call('POST', '/v1/payment_intents', {
    form: { amount: '5000', currency: 'usd', ...form },
    headers: { 'Idempotency-Key': key },
  });
}

async function intents(): Promise<unknown[]> {
  return (await shop.control('GET', 'state')).body.payment_intents;
}

test('the same request under one key is answered once and then replayed', async () => {
  const first = await create('k1');
  const again = await create('k1');
  expect(again.body).toEqual(first.body);
  expect(first.headers.get('Idempotent-Replayed')).toBeNull();
  expect(first.headers.get('Idempotency-Key')).toBe('k1');
  expect(again.headers.get('Idempotent-Replayed')).toBe('true');
  expect(again.headers.get('Request-Id')).toMatch(/^req_\w{14}$/);
  expect(await intents()).toHaveLength(1);
});

test('the order of the parameters does not matter, their values do', async () => {
  const first = await create('k1', { 'metadata[a]': '1', 'metadata[b]': '2' });
  const reordered = await shop.call('POST', '/v1/payment_intents', {
    form: 'metadata[b]=2&currency=usd&metadata[a]=1&amount=5000',
    headers: { 'Idempotency-Key': 'k1' },
  });
  expect(reordered.body.id).toBe(first.body.id);
  const other = await create('k1', { amount: '6000' });
  expect([other.status, other.body.error]).toEqual([
    400,
    {
      type: 'idempotency_error',
      message:
        "Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than 'k1' if you meant to execute a different request.",
    },
  ]);
});

test('a key belongs to one endpoint', async () => {
  await create('k1');
  const elsewhere = await shop.call('POST', '/v1/customers', {
    form: {},
    headers: { 'Idempotency-Key': 'k1' },
  });
  expect([elsewhere.status, elsewhere.body.error.type]).toEqual([400, 'idempotency_error']);
});

test('a decline is stored and replayed', async () => {
  const form = { payment_method: 'pm_card_chargeDeclined', confirm: 'true' };
  const first = await create('k1', form);
  const again = await create('k1', form);
  expect([first.status, again.status]).toEqual([402, 402]);
  expect(again.body).toEqual(first.body);
  expect(await intents()).toHaveLength(1);
});

test('a refusal before the endpoint runs is not stored', async () => {
  expect((await create('k1', { amount: 'abc' })).status).toBe(400);
  expect((await create('k1')).status).toBe(200);
  const unknown = await shop.call('POST', '/v1/customers', {
    key: null,
    form: {},
    headers: { 'Idempotency-Key': 'k2' },
  });
  expect(unknown.status).toBe(401);
  expect(
    (await shop.call('POST', '/v1/customers', { form: {}, headers: { 'Idempotency-Key': 'k2' } })).status,
  ).toBe(200);
});

test('a refusal because of the state is stored', async () => {
  const { body: intent } = await create('k1', { payment_method: 'pm_card_visa', confirm: 'true' });
  const cancel = () =>
    shop.call('POST', `/v1/payment_intents/${intent.id}/cancel`, {
      form: {},
      headers: { 'Idempotency-Key': 'k2' },
    });
  expect((await cancel()).headers.get('Idempotent-Replayed')).toBeNull();
  const again = await cancel();
  expect([again.status, again.headers.get('Idempotent-Replayed')]).toEqual([400, 'true']);
});

test('twenty equal requests at once are executed once', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => create('k1', { payment_method: 'pm_card_visa', confirm: 'true' })),
  );
  expect(await intents()).toHaveLength(1);
  const statuses = new Set(answers.map(({ status }) => status));
  expect([...statuses].every((status) => status === 200 || status === 409)).toBe(true);
  expect(new Set(answers.flatMap(({ status, body }) => (status === 200 ? [body.id] : []))).size).toBe(1);
});

test('a key whose request is still running is in use', async () => {
  await shop.control('POST', 'fail-next', { path: '/v1/payment_intents', delayMs: 30 });
  const [slow, quick] = await Promise.all([create('k1'), create('k1')]);
  expect([slow.status, quick.status]).toEqual([200, 409]);
  expect(quick.body.error).toMatchObject({ code: 'idempotency_key_in_use', type: 'invalid_request_error' });
  expect((await create('k1')).body.id).toBe(slow.body.id);
});

test('a key may have at most 255 characters', async () => {
  expect((await create('k'.repeat(255))).status).toBe(200);
  expect((await create('k'.repeat(256))).status).toBe(400);
});

test('a key is kept for a day and can be reused after that', async () => {
  const first = await create('k1');
  shop.clock.ms += 24 * 3_600_000;
  await create('k2');
  expect((await create('k1')).body.id).toBe(first.body.id);
  shop.clock.ms += 2 * 3_600_000;
  await create('k3');
  expect((await create('k1')).body.id).not.toBe(first.body.id);
});

describe('the keys', () => {
  test('store a server error like any other reply', () => {
    const store = new Store(':memory:');
    const keys = new IdempotencyKeys(store);
    const request = { key: 'k', path: '/v1/customers', fingerprint: '{}' };
    keys.keep(request, { status: 500, body: 'oops' }, 0);
    expect(keys.find(request)).toEqual({ status: 500, body: 'oops' });
    store.close();
  });
});
