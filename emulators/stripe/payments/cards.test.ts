import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Harness, newHarness, typedCard } from '#emulators/stripe/testing/harness.ts';
import { passesLuhn, TEST_CARDS } from './cards.ts';

let shop: Harness;
beforeEach(() => {
  shop = newHarness();
});
afterEach(() => shop.close());

/** The result of a confirmation: a status, or code and decline code. */
async function outcome(work: Promise<Stripe.PaymentIntent>): Promise<string> {
  try {
    return (await work).status;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeCardError)) throw error;
    expect(error.statusCode).toBe(402);
    return [error.code, error.decline_code].filter(Boolean).join(' ');
  }
}

async function deposit(): Promise<Stripe.PaymentIntent> {
  const customer = await shop.stripe.customers.create({ email: 'ann@example.com' });
  return shop.stripe.paymentIntents.create({
    amount: 32500,
    currency: 'usd',
    customer: customer.id,
    setup_future_usage: 'off_session',
    allowed_payment_method_types: ['card'],
  });
}

/** Pays as a browser does. */
async function payInBrowser(intent: Stripe.PaymentIntent, number: string) {
  const form = {
    key: 'pk_test_page',
    client_secret: intent.client_secret ?? '',
    use_stripe_sdk: 'true',
    ...typedCard(number),
  };
  return shop.call('POST', `/v1/payment_intents/${intent.id}/confirm`, { key: null, form });
}

async function chargeLater(customer: string, method: string): Promise<string> {
  const intent = await shop.stripe.paymentIntents.create({
    amount: 10000,
    currency: 'usd',
    customer,
    payment_method: method,
  });
  return outcome(shop.stripe.paymentIntents.confirm(intent.id, { off_session: true }));
}

test('every number of the table has a valid check digit', () => {
  expect(TEST_CARDS.filter(({ number }) => !passesLuhn(number))).toEqual([]);
});

describe('a deposit in the browser, then a charge off session', () => {
  test.each([
    ['4242424242424242', 'succeeded', 'succeeded'],
    ['5555555555554444', 'succeeded', 'succeeded'],
    ['378282246310005', 'succeeded', 'succeeded'],
    ['4000002500003155', 'requires_action', 'succeeded'],
    ['4000002760003184', 'requires_action', 'authentication_required authentication_required'],
    ['4000003800000446', 'requires_action', 'succeeded'],
    ['4000000000003220', 'requires_action', 'authentication_required authentication_required'],
    ['4000000000000259', 'succeeded', 'succeeded'],
    ['4000000000007726', 'succeeded', 'succeeded'],
    ['4000000000005126', 'succeeded', 'succeeded'],
  ])('%s: %s, %s', async (number, atOnce, later) => {
    const intent = await deposit();
    const { body } = await payInBrowser(intent, number);
    expect(body.status).toBe(atOnce);
    if (atOnce === 'requires_action')
      await shop.control('POST', '3ds', { paymentIntent: intent.id, result: 'succeed' });
    const paid = await shop.stripe.paymentIntents.retrieve(intent.id);
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 32500, next_action: null });
    expect(await chargeLater(paid.customer as string, paid.payment_method as string)).toBe(later);
  });
});

describe('cards that decline', () => {
  test.each([
    ['4000000000000002', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000000000009987', 'card_declined', 'lost_card'],
    ['4000000000009979', 'card_declined', 'stolen_card'],
    ['4000000000006975', 'card_declined', 'card_velocity_exceeded'],
    ['4000000000000069', 'expired_card', undefined],
    ['4000000000000127', 'incorrect_cvc', undefined],
    ['4000000000000119', 'processing_error', undefined],
    ['4000000000000341', 'card_declined', 'generic_decline'],
  ])('%s: %s %s', async (number, code, declineCode) => {
    const intent = await deposit();
    const { status, body } = await payInBrowser(intent, number);
    expect(status).toBe(402);
    expect(body.error).toMatchObject({ type: 'card_error', code, message: expect.stringContaining('card') });
    expect(body.error.decline_code).toBe(declineCode);
    const failed = await shop.stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
    expect(failed).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      amount_received: 0,
      last_payment_error: {
        code,
        payment_method: { object: 'payment_method', card: { last4: number.slice(-4) } },
      },
      latest_charge: {
        status: 'failed',
        paid: false,
        captured: false,
        failure_code: code,
        balance_transaction: null,
      },
    });
  });

  test('a number with a wrong check digit never becomes a payment method', async () => {
    const intent = await deposit();
    const { status, body } = await payInBrowser(intent, '4242424242424241');
    expect([status, body.error.code]).toEqual([402, 'incorrect_number']);
    expect((await shop.stripe.paymentIntents.retrieve(intent.id)).last_payment_error).toBeNull();
  });

  test.each([
    ['4111111111111111', {}, 'card_declined'],
    ['4242424242424242', { 'payment_method_data[card][exp_year]': '2020' }, 'invalid_expiry_year'],
    ['4242424242424242', { 'payment_method_data[card][exp_month]': '13' }, 'invalid_expiry_month'],
    ['4242424242424242', { 'payment_method_data[card][cvc]': '1' }, 'invalid_cvc'],
  ])('%s with %j: %s', async (number, fields, code) => {
    const intent = await deposit();
    const form = {
      key: 'pk_test_page',
      client_secret: intent.client_secret ?? '',
      ...typedCard(number),
      ...fields,
    };
    const { status, body } = await shop.call('POST', `/v1/payment_intents/${intent.id}/confirm`, {
      key: null,
      form,
    });
    expect([status, body.error.code]).toEqual([402, code]);
  });
});

describe('authentication', () => {
  test('that fails requires another payment method and charges nothing', async () => {
    const intent = await deposit();
    await payInBrowser(intent, '4000002500003155');
    const { body } = await shop.control('POST', '3ds', { paymentIntent: intent.id, result: 'fail' });
    expect(body).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      latest_charge: null,
      last_payment_error: { code: 'payment_intent_authentication_failure', type: 'invalid_request_error' },
    });
  });

  test.each([
    ['4000008260003178', 'insufficient_funds'],
    ['4000008400001629', 'generic_decline'],
  ])('%s declines even after it succeeded', async (number, declineCode) => {
    const intent = await deposit();
    await payInBrowser(intent, number);
    const { body } = await shop.control('POST', '3ds', { paymentIntent: intent.id, result: 'succeed' });
    expect(body).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { decline_code: declineCode },
    });
  });

  test('is required off session for a card that was never set up', async () => {
    const customer = await shop.stripe.customers.create();
    const method = await shop.stripe.paymentMethods.attach('pm_card_authenticationRequiredOnSetup', {
      customer: customer.id,
    });
    expect(await chargeLater(customer.id, method.id)).toBe('authentication_required authentication_required');
  });

  test('a setup intent saves a card', async () => {
    const customer = await shop.stripe.customers.create();
    const setup = await shop.stripe.setupIntents.create({
      customer: customer.id,
      payment_method: 'pm_card_authenticationRequiredOnSetup',
      confirm: true,
    });
    expect(setup.status).toBe('requires_action');
    const { body } = await shop.control('POST', '3ds', { paymentIntent: setup.id, result: 'succeed' });
    expect(body.status).toBe('succeeded');
    expect(await chargeLater(customer.id, body.payment_method)).toBe('succeeded');
  });

  test('off session it is an error without a charge, and the intent stays open', async () => {
    const intent = await deposit();
    await payInBrowser(intent, '4000002760003184');
    await shop.control('POST', '3ds', { paymentIntent: intent.id, result: 'succeed' });
    const { customer, payment_method: method } = await shop.stripe.paymentIntents.retrieve(intent.id);
    const balance = await shop.stripe.paymentIntents.create({
      amount: 9900,
      currency: 'usd',
      customer: customer as string,
      payment_method: method as string,
    });
    const confirming = shop.stripe.paymentIntents.confirm(balance.id, { off_session: true });
    const error = await confirming.catch((caught: unknown) => caught as Stripe.errors.StripeCardError);
    expect(error).toMatchObject({
      code: 'authentication_required',
      decline_code: 'authentication_required',
      payment_intent: {
        id: balance.id,
        status: 'requires_payment_method',
        payment_method: null,
        latest_charge: null,
      },
      payment_method: { id: method },
    });
    expect((error as Stripe.errors.StripeCardError).charge).toBeUndefined();
  });
});

describe('attaching', () => {
  test('is refused for a card that declines', async () => {
    const customer = await shop.stripe.customers.create();
    const attaching = shop.stripe.paymentMethods.attach('pm_card_chargeDeclined', { customer: customer.id });
    await expect(attaching).rejects.toMatchObject({ statusCode: 402, code: 'card_declined' });
    expect((await shop.stripe.customers.listPaymentMethods(customer.id)).data).toEqual([]);
  });

  test('works for the card that declines its charges', async () => {
    const customer = await shop.stripe.customers.create();
    const method = await shop.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: customer.id,
    });
    expect(await chargeLater(customer.id, method.id)).toBe('card_declined generic_decline');
  });

  test('accepts a token, a payment method and a raw number', async () => {
    const customer = await shop.stripe.customers.create({ payment_method: 'pm_card_visa' });
    const fromToken = await shop.stripe.paymentMethods.create({
      type: 'card',
      card: { token: 'tok_mastercard' },
    });
    await shop.stripe.paymentMethods.attach(fromToken.id, { customer: customer.id });
    const methods = await shop.stripe.customers.listPaymentMethods(customer.id);
    expect(methods.data.map(({ card }) => card?.brand)).toEqual(['mastercard', 'visa']);
    await shop.stripe.paymentMethods.detach(fromToken.id);
    await expect(
      shop.stripe.paymentMethods.attach(fromToken.id, { customer: customer.id }),
    ).rejects.toMatchObject({ statusCode: 400 });
  });

  test("another customer's payment method cannot be charged", async () => {
    const [ann, bob] = [await shop.stripe.customers.create(), await shop.stripe.customers.create()];
    const method = await shop.stripe.paymentMethods.attach('pm_card_visa', { customer: ann.id });
    const stealing = shop.stripe.paymentIntents.create({
      amount: 5000,
      currency: 'usd',
      customer: bob.id,
      payment_method: method.id,
    });
    await expect(stealing).rejects.toMatchObject({ statusCode: 400, type: 'StripeInvalidRequestError' });
  });
});
