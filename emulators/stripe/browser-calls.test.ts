import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Harness, newHarness, typedCard } from './testing/harness.ts';

let shop: Harness;
beforeEach(() => {
  shop = newHarness();
});
afterEach(() => shop.close());

const INTENTS = '/v1/payment_intents';

describe('a browser', () => {
  async function newIntent() {
    const customer = await shop.stripe.customers.create({ email: 'ann@example.com' });
    return shop.stripe.paymentIntents.create({
      amount: 5000,
      currency: 'usd',
      customer: customer.id,
      metadata: { checkout_id: 'secret' },
    });
  }

  test('reads an intent by its client secret, without private attributes', async () => {
    const intent = await newIntent();
    const form = { key: 'pk_test_page', client_secret: intent.client_secret ?? '' };
    const { status, body, headers } = await shop.call('GET', `${INTENTS}/${intent.id}`, { key: null, form });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: intent.id, amount: 5000, status: 'requires_payment_method' });
    for (const name of ['metadata', 'customer', 'latest_charge', 'amount_received'])
      expect(body).not.toHaveProperty(name);
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
  });

  test('is refused with a wrong secret or none', async () => {
    const intent = await newIntent();
    const wrong = await shop.call('GET', `${INTENTS}/${intent.id}`, {
      key: 'pk_test_page',
      form: { client_secret: `${intent.id}_secret_x` },
    });
    expect([wrong.status, wrong.body.error.message]).toEqual([
      400,
      'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
    ]);
    const none = await shop.call('GET', `${INTENTS}/${intent.id}`, { key: 'pk_test_page' });
    expect([none.status, none.body.error.code]).toEqual([400, 'parameter_missing']);
  });

  test('receives a decline without the charge, metadata or customer', async () => {
    const intent = await newIntent();
    const form = {
      key: 'pk_test_page',
      client_secret: intent.client_secret ?? '',
      ...typedCard('4000000000000002'),
    };
    const { status, body } = await shop.call('POST', `${INTENTS}/${intent.id}/confirm`, { key: null, form });
    expect(status).toBe(402);
    expect(body.error.code).toBe('card_declined');
    expect(JSON.stringify(body)).not.toMatch(/checkout_id|cus_|ch_3/);
  });

  test('cannot confirm off session or call endpoints that are not public', async () => {
    const intent = await newIntent();
    const form = {
      client_secret: intent.client_secret ?? '',
      off_session: 'true',
      ...typedCard('4242424242424242'),
    };
    expect(
      (await shop.call('POST', `${INTENTS}/${intent.id}/confirm`, { key: 'pk_test_page', form })).status,
    ).toBe(400);
    expect(
      (await shop.call('POST', `${INTENTS}/${intent.id}/cancel`, { key: 'pk_test_page', form: {} })).status,
    ).toBe(403);
    expect((await shop.call('POST', '/v1/refunds', { key: 'pk_test_page', form: {} })).status).toBe(403);
  });

  test('gets an answer to its CORS preflight', async () => {
    const asked = await shop.emulator.handle(
      new Request(`https://api.stripe.com${INTENTS}`, { method: 'OPTIONS' }),
    );
    expect([asked.status, asked.headers.get('Access-Control-Allow-Origin')]).toEqual([204, '*']);
    expect((await shop.control('GET', 'requests')).body).toEqual([]);
  });

  test('ends an authentication with the client secret only', async () => {
    const intent = await shop.stripe.paymentIntents.create({
      amount: 5000,
      currency: 'usd',
      payment_method: 'pm_card_authenticationRequired',
      confirm: true,
    });
    const end = async (fields: Record<string, string>) => {
      const request = new Request('https://api.stripe.com/stand-in/authentication', {
        method: 'POST',
        body: new URLSearchParams(fields),
      });
      return (await shop.emulator.handle(request)).status;
    };
    expect(await end({ client_secret: intent.client_secret ?? '', result: 'succeed' })).toBe(401);
    expect(
      await end({ key: 'pk_test_page', client_secret: `${intent.id}_secret_x`, result: 'succeed' }),
    ).toBe(400);
    expect(
      await end({ key: 'pk_test_page', client_secret: intent.client_secret ?? '', result: 'succeed' }),
    ).toBe(200);
    expect((await shop.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
  });
});
