import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Harness, newHarness } from '#emulators/stripe/testing/harness.ts';

let shop: Harness;
beforeEach(() => {
  shop = newHarness();
});
afterEach(() => shop.close());

const INTENTS = '/v1/payment_intents';

describe('parameters', () => {
  test.each([
    ['an unknown one', { nope: '1' }, 'parameter_unknown', 'Received unknown parameter: nope', 'nope'],
    [
      'one of the API version before',
      { 'payment_method_types[0]': 'card' },
      'payment_method_types_no_longer_supported',
      undefined,
      'payment_method_types',
    ],
    [
      'an unknown one, nested',
      { 'shipping[address][planet]': 'Mars' },
      'parameter_unknown',
      'Received unknown parameter: shipping[address][planet]',
      'shipping[address][planet]',
    ],
    ['no integer', { amount: 'abc' }, 'parameter_invalid_integer', 'Invalid integer: abc', 'amount'],
    ['a fraction', { amount: '10.5' }, 'parameter_invalid_integer', 'Invalid integer: 10.5', 'amount'],
    ['nothing', { amount: '' }, 'parameter_invalid_empty', undefined, 'amount'],
    ['too little', { amount: '49' }, 'amount_too_small', undefined, 'amount'],
    ['too much', { amount: '100000000' }, 'amount_too_large', undefined, 'amount'],
    ['no boolean', { confirm: 'perhaps' }, undefined, 'Invalid boolean: perhaps', 'confirm'],
    [
      'no option',
      { capture_method: 'later' },
      undefined,
      'Invalid capture_method: must be one of automatic, automatic_async, or manual',
      'capture_method',
    ],
    ['text for an object', { shipping: 'here' }, undefined, 'Invalid object', 'shipping'],
    ['text for a list', { expand: 'customer' }, undefined, 'Invalid array', 'expand'],
    [
      'no e-mail address',
      { receipt_email: 'no-address' },
      'email_invalid',
      'Invalid email address: no-address',
      'receipt_email',
    ],
    ['an unknown currency', { currency: 'xyz' }, undefined, undefined, 'currency'],
    [
      'a descriptor for cards',
      { statement_descriptor: 'SHOP' },
      undefined,
      undefined,
      'statement_descriptor',
    ],
    [
      'a customer that is not there',
      { customer: 'cus_x' },
      'resource_missing',
      "No such customer: 'cus_x'",
      'customer',
    ],
    [
      'an expansion that is none',
      { 'expand[]': 'amount' },
      undefined,
      'This property cannot be expanded (amount).',
      'expand',
    ],
    ['a long metadata value', { 'metadata[a]': 'x'.repeat(501) }, undefined, undefined, 'metadata[a]'],
  ])('%s', async (...[, form, code, message, param]) => {
    const { status, body } = await shop.call('POST', INTENTS, {
      form: { amount: '5000', currency: 'usd', ...(form as Record<string, string>) },
    });
    expect(status).toBe(400);
    expect(body.error.type).toBe('invalid_request_error');
    expect(body.error.code).toBe(code);
    expect(body.error.param).toBe(param);
    if (message) expect(body.error.message).toBe(message);
    expect((await shop.control('GET', 'state')).body.payment_intents).toEqual([]);
  });

  test('a required one that is missing', async () => {
    const { status, body } = await shop.call('POST', INTENTS, { form: { currency: 'usd' } });
    expect([status, body.error.code, body.error.message]).toEqual([
      400,
      'parameter_missing',
      'Missing required param: amount.',
    ]);
  });

  test('brackets may be raw or encoded', async () => {
    const raw = await shop.emulator.handle(
      new Request(`https://api.stripe.com${INTENTS}`, {
        method: 'POST',
        headers: { Authorization: 'Bearer sk_test_x' },
        body: 'amount=5000&currency=usd&metadata[a]=b&metadata%5Bc%5D=d%20e&expand[]=customer&expand%5B%5D=latest_charge',
      }),
    );
    expect(await raw.json()).toMatchObject({ amount: 5000, metadata: { a: 'b', c: 'd e' } });
  });
});

describe('what is not there', () => {
  test.each([
    ['/v1/charges/ch_x', "No such charge: 'ch_x'"],
    ['/v1/customers/cus_x', "No such customer: 'cus_x'"],
    [`${INTENTS}/pi_x`, "No such payment_intent: 'pi_x'"],
    ['/v1/refunds/re_x', "No such refund: 're_x'"],
    ['/v1/events/evt_x', "No such event: 'evt_x'"],
    ['/v1/disputes/du_x', "No such dispute: 'du_x'"],
  ])('%s', async (path, message) => {
    const { status, body } = await shop.call('GET', path);
    expect([status, body.error.code, body.error.message]).toEqual([404, 'resource_missing', message]);
  });

  test('an address of no endpoint', async () => {
    const { status, body } = await shop.call('GET', '/v1/nothing');
    expect([status, body.error.type]).toEqual([404, 'invalid_request_error']);
    expect(body.error.message).toContain('Unrecognized request URL (GET: /v1/nothing)');
  });

  test('a deleted customer says that it is deleted', async () => {
    const customer = await shop.stripe.customers.create({ email: 'ann@example.com' });
    await shop.stripe.customers.del(customer.id);
    expect(await shop.stripe.customers.retrieve(customer.id)).toMatchObject({
      id: customer.id,
      deleted: true,
    });
    expect((await shop.stripe.customers.list()).data).toEqual([]);
    await expect(shop.stripe.customers.update(customer.id, { name: 'Ann' })).rejects.toMatchObject({
      statusCode: 404,
    });
  });
});

describe('keys', () => {
  test.each([
    ['none', null, 401],
    ['no key of Stripe', 'secret', 401],
    ['a live one', 'sk_live_abc', 401],
    ['a secret one', 'sk_test_abc', 200],
    ['a restricted one', 'rk_test_abc', 200],
    ['a publishable one', 'pk_test_abc', 403],
  ])('%s: %s, %i', async (_name, key, status) => {
    const answer = await shop.call('GET', '/v1/customers', { key });
    expect(answer.status).toBe(status);
    if (status === 401) expect(answer.body.error.type).toBe('invalid_request_error');
  });

  test('as the user name of Basic', async () => {
    const headers = { Authorization: `Basic ${btoa('sk_test_abc:')}` };
    expect((await shop.call('GET', '/v1/customers', { key: null, headers })).status).toBe(200);
  });
});
