import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { assertOmittedFieldsPassed } from '#emulators/stripe/browser/never-fields.ts';
import { type Harness, newHarness, typedCard } from '#emulators/stripe/testing/harness.ts';

let shop: Harness;
beforeEach(() => {
  shop = newHarness();
});
afterEach(() => shop.close());

const INTENT = { amount: '5000', currency: 'usd' };
const CARD_DATA = 'payment_method_data[billing_details]';

async function refusal(path: string, form: Record<string, string>) {
  const { status, body } = await shop.call('POST', path, { form });
  const { type, code, param, message } = body.error ?? {};
  return { status, type, code, param, message };
}

describe('maximum lengths', () => {
  test.each([
    ['/v1/customers', 'phone', 20],
    ['/v1/customers', 'name', 256],
    ['/v1/customers', 'description', 1000],
    ['/v1/customers', 'shipping[phone]', 20],
    ['/v1/payment_intents', 'description', 1000],
    ['/v1/payment_intents', `${CARD_DATA}[phone]`, 20],
    ['/v1/payment_intents', `${CARD_DATA}[name]`, 256],
  ])('%s takes %s of at most %i characters', async (path, param, most) => {
    const rest = path === '/v1/customers' ? {} : { ...INTENT, ...typedCard('4242424242424242') };
    const longest = '7'.repeat(most);
    expect((await shop.call('POST', path, { form: { ...rest, [param]: longest } })).status).toBe(200);
    expect(await refusal(path, { ...rest, [param]: `${longest}7` })).toEqual({
      status: 400,
      type: 'invalid_request_error',
      code: undefined,
      param,
      message: `Invalid string: 7777777777...7777777777; must be at most ${most} characters`,
    });
  });

  test.each(['/v1/customers', '/v1/payment_intents'])('%s takes an e-mail of at most 512', async (path) => {
    const param = path === '/v1/customers' ? 'email' : 'receipt_email';
    const rest = path === '/v1/customers' ? {} : INTENT;
    const longest = `${'a'.repeat(500)}@example.com`;
    expect((await shop.call('POST', path, { form: { ...rest, [param]: longest } })).status).toBe(200);
    expect(await refusal(path, { ...rest, [param]: `b${longest}` })).toMatchObject({ status: 400, param });
  });

  test('an emoji counts as one character', async () => {
    const name = '🚛'.repeat(256);
    const note = '🚛'.repeat(500);
    const form = { name, 'metadata[note]': note };
    expect((await shop.call('POST', '/v1/customers', { form })).status).toBe(200);
    expect(await refusal('/v1/customers', { name: `${name}🚛` })).toMatchObject({ param: 'name' });
    expect(await refusal('/v1/customers', { 'metadata[note]': `${note}🚛` })).toMatchObject({
      param: 'metadata[note]',
      message: expect.stringContaining('you passed in a value that is 501 characters'),
    });
  });

  test('metadata has keys of at most 40 characters, and at most 50 of them', async () => {
    expect(await refusal('/v1/customers', { [`metadata[${'k'.repeat(41)}]`]: 'x' })).toMatchObject({
      status: 400,
      param: 'metadata',
    });
    const keys = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`metadata[k${index}]`, 'x']));
    expect((await shop.call('POST', '/v1/customers', { form: keys(50) })).status).toBe(200);
    expect(await refusal('/v1/customers', keys(51))).toMatchObject({ status: 400, param: 'metadata' });
  });
});

test('payment_method_types is refused on every call that took it', async () => {
  const intent = await shop.stripe.paymentIntents.create({ amount: 5000, currency: 'usd' });
  const form = { 'payment_method_types[0]': 'card' };
  const calls: [string, Record<string, string>][] = [
    ['/v1/payment_intents', { ...INTENT, ...form }],
    [`/v1/payment_intents/${intent.id}`, form],
    [`/v1/payment_intents/${intent.id}/confirm`, form],
    ['/v1/setup_intents', form],
  ];
  for (const [path, given] of calls) {
    expect(await refusal(path, given)).toMatchObject({
      status: 400,
      code: 'payment_method_types_no_longer_supported',
      param: 'payment_method_types',
    });
  }
});

describe('the confirmation limit', () => {
  test('cancels an intent whose last allowed confirmation fails', async () => {
    await shop.control('POST', 'confirmation-limit', { limit: 2 });
    const intent = await shop.stripe.paymentIntents.create({ amount: 5000, currency: 'usd' });
    const decline = () =>
      shop.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_chargeDeclined' });
    await expect(decline()).rejects.toMatchObject({
      code: 'card_declined',
      payment_intent: { status: 'requires_payment_method' },
    });
    await expect(decline()).rejects.toMatchObject({
      code: 'card_declined',
      payment_intent: { status: 'canceled', cancellation_reason: 'automatic' },
    });
    await expect(decline()).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' });
    expect((await shop.types()).filter((type) => type === 'payment_intent.canceled')).toHaveLength(1);
  });

  test('a payment can succeed at the limit', async () => {
    await shop.control('POST', 'confirmation-limit', { limit: 1 });
    const paid = await shop.stripe.paymentIntents.create({
      amount: 5000,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: true,
    });
    expect(paid.status).toBe('succeeded');
  });
});

describe('credential usage', () => {
  const options = (name: string) => ({ [`payment_method_options[card][${name}]`]: 'unscheduled' });

  test('is shown on the charge', async () => {
    const customer = await shop.stripe.customers.create();
    const saved = await shop.stripe.paymentIntents.create({
      amount: 5000,
      currency: 'usd',
      customer: customer.id,
      payment_method: 'pm_card_visa',
      setup_future_usage: 'off_session',
      payment_method_options: { card: { setup_credential_usage: 'unscheduled' } },
      confirm: true,
      expand: ['latest_charge'],
    });
    expect(saved.latest_charge).toMatchObject({
      payment_method_details: { card: { setup_credential_usage: 'unscheduled' } },
    });
    const later = await shop.stripe.paymentIntents.create({
      amount: 6000,
      currency: 'usd',
      customer: customer.id,
      payment_method: saved.payment_method as string,
      payment_method_options: { card: { stored_credential_usage: 'unscheduled' } },
      off_session: true,
      confirm: true,
      expand: ['latest_charge'],
    });
    expect(later.latest_charge).toMatchObject({
      payment_method_details: { card: { stored_credential_usage: 'unscheduled' } },
    });
  });

  test('is allowed for saving a card or for charging a saved one, not for both', async () => {
    const saving = { ...INTENT, setup_future_usage: 'off_session' };
    expect(
      (await refusal('/v1/payment_intents', { ...saving, ...options('stored_credential_usage') })).status,
    ).toBe(400);
    expect(
      (await refusal('/v1/payment_intents', { ...INTENT, ...options('setup_credential_usage') })).status,
    ).toBe(400);
  });
});

describe("fields that are 'never' collected", () => {
  const address = { line1: '1 Main St', line2: '', city: 'Albany', state: 'NY', country: 'US' };
  const owner = {
    name: 'Ann',
    email: 'ann@example.com',
    phone: '5185550100',
    address: { ...address, postal_code: '12207' },
  };

  test('must be passed to confirmPayment, also as an empty text', () => {
    expect(() => assertOmittedFieldsPassed({ billingDetails: 'never' }, owner)).not.toThrow();
    expect(() => assertOmittedFieldsPassed(undefined, undefined)).not.toThrow();
  });

  test.each([
    ['name', { billingDetails: 'never' } as const, { ...owner, name: undefined }],
    ['phone', { billingDetails: { phone: 'never' } } as const, undefined],
    ['address.postal_code', { billingDetails: { address: 'never' } } as const, { address }],
    [
      'address.country',
      { billingDetails: { address: { country: 'never' } } } as const,
      { address: { line1: '1 Main St' } },
    ],
  ])('without %s Stripe.js throws', (path, option, details) => {
    expect(() => assertOmittedFieldsPassed(option, details)).toThrow(
      `did not pass confirmParams.payment_method_data.billing_details.${path} when calling`,
    );
  });
});
