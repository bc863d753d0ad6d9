import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Harness, newHarness } from '#emulators/stripe/testing/harness.ts';

let shop: Harness;
let stripe: Stripe;
beforeEach(() => {
  shop = newHarness();
  ({ stripe } = shop);
});
afterEach(() => shop.close());

const AMOUNT = { amount: 32500, currency: 'usd' } as const;

test('an intent starts without a payment method, with ids and a client secret like the real ones', async () => {
  const intent = await stripe.paymentIntents.create({ ...AMOUNT, metadata: { checkout_id: 'c1' } });
  expect(intent.id).toMatch(/^pi_3\w{23}$/);
  expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_\\w{25}$`));
  expect(intent).toMatchObject({
    status: 'requires_payment_method',
    capture_method: 'automatic_async',
    automatic_payment_methods: { enabled: true, allow_redirects: 'always' },
    payment_method_types: ['card', 'link'],
    latest_charge: null,
    metadata: { checkout_id: 'c1' },
    livemode: false,
  });
  const cardsOnly = await stripe.paymentIntents.create({ ...AMOUNT, allowed_payment_method_types: ['card'] });
  expect(cardsOnly.payment_method_types).toEqual(['card']);
});

test('paying makes a charge with the same id stem, and its balance transaction a moment later', async () => {
  const paid = await stripe.paymentIntents.create({
    ...AMOUNT,
    payment_method: 'pm_card_visa',
    confirm: true,
    receipt_email: 'ann@example.com',
    expand: ['latest_charge'],
  });
  const charge = paid.latest_charge as Stripe.Charge;
  expect(charge.id.slice(3, 19)).toBe(paid.id.slice(3, 19));
  expect(charge).toMatchObject({
    paid: true,
    captured: true,
    balance_transaction: null,
    receipt_email: 'ann@example.com',
    outcome: { type: 'authorized', seller_message: 'Payment complete.' },
  });
  expect(charge).not.toHaveProperty('refunds');
  const later = await stripe.charges.retrieve(charge.id, { expand: ['balance_transaction', 'refunds'] });
  expect(later.balance_transaction).toMatchObject({ amount: 32500, fee: 973, net: 31527, source: charge.id });
  expect(later.refunds?.data).toEqual([]);
});

test('metadata merges by name, and an empty value deletes', async () => {
  const intent = await stripe.paymentIntents.create({ ...AMOUNT, metadata: { a: '1', b: '2' } });
  const merged = await stripe.paymentIntents.update(intent.id, { metadata: { b: '', c: '3' } });
  expect(merged.metadata).toEqual({ a: '1', c: '3' });
  expect((await stripe.paymentIntents.update(intent.id, { metadata: '' })).metadata).toEqual({});
});

test('before success the amount may change; afterwards only values without effect on the payment', async () => {
  const intent = await stripe.paymentIntents.create(AMOUNT);
  expect(
    (await stripe.paymentIntents.update(intent.id, { amount: 42500, description: 'Deposit' })).amount,
  ).toBe(42500);
  await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
  await expect(stripe.paymentIntents.update(intent.id, { amount: 100 })).rejects.toMatchObject({
    statusCode: 400,
    code: 'payment_intent_unexpected_state',
    payment_intent: { id: intent.id, amount: 42500 },
  });
  const described = await stripe.paymentIntents.update(intent.id, {
    description: 'Paid',
    metadata: { booking_id: '7' },
  });
  expect(described).toMatchObject({
    description: 'Paid',
    metadata: { booking_id: '7' },
    status: 'succeeded',
  });
});

test('setup_future_usage saves the card to the customer', async () => {
  const customer = await stripe.customers.create();
  const paid = await stripe.paymentIntents.create({
    ...AMOUNT,
    customer: customer.id,
    payment_method: 'pm_card_visa',
    setup_future_usage: 'off_session',
    confirm: true,
  });
  const methods = await stripe.customers.listPaymentMethods(customer.id);
  expect(methods.data.map(({ id }) => id)).toEqual([paid.payment_method]);
});

test('a card used without a customer can never be used again', async () => {
  const paid = await stripe.paymentIntents.create({
    ...AMOUNT,
    payment_method: 'pm_card_visa',
    confirm: true,
  });
  const again = stripe.paymentIntents.create({ ...AMOUNT, payment_method: paid.payment_method as string });
  await expect(again).rejects.toThrow('was previously used with a PaymentIntent without Customer attachment');
});

test('a card that a payment without a customer prepared for later is used again once it is attached', async () => {
  const customer = await stripe.customers.create();
  const paid = await stripe.paymentIntents.create({
    ...AMOUNT,
    payment_method: 'pm_card_visa',
    setup_future_usage: 'off_session',
    confirm: true,
  });
  const card = paid.payment_method as string;
  const charge = { ...AMOUNT, payment_method: card, customer: customer.id, confirm: true, off_session: true };
  await expect(stripe.paymentIntents.create(charge)).rejects.toMatchObject({ statusCode: 400 });
  await stripe.paymentMethods.attach(card, { customer: customer.id });
  expect(await stripe.paymentIntents.create(charge)).toMatchObject({ status: 'succeeded' });
  const spent = await stripe.paymentIntents.create({
    ...AMOUNT,
    payment_method: 'pm_card_visa',
    confirm: true,
  });
  const attaching = stripe.paymentMethods.attach(spent.payment_method as string, { customer: customer.id });
  await expect(attaching).rejects.toThrow(
    'was previously used with a PaymentIntent without Customer attachment',
  );
});

describe('canceling', () => {
  test('keeps the reason and the time', async () => {
    const intent = await stripe.paymentIntents.create(AMOUNT);
    const canceled = await stripe.paymentIntents.cancel(intent.id, { cancellation_reason: 'abandoned' });
    expect(canceled).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'abandoned',
      canceled_at: shop.clock.ms / 1000,
    });
    await expect(
      stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }),
    ).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' });
  });

  test("a paid intent is refused with Stripe's message", async () => {
    const paid = await stripe.paymentIntents.create({
      ...AMOUNT,
      payment_method: 'pm_card_visa',
      confirm: true,
    });
    await expect(stripe.paymentIntents.cancel(paid.id)).rejects.toMatchObject({
      statusCode: 400,
      code: 'payment_intent_unexpected_state',
      message:
        'You cannot cancel this PaymentIntent because it has a status of succeeded. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_reauthorization, requires_confirmation, requires_action, expired, processing.',
      payment_intent: { id: paid.id, status: 'succeeded' },
    });
  });

  test('an authorized payment releases the money', async () => {
    const held = await stripe.paymentIntents.create({
      ...AMOUNT,
      capture_method: 'manual',
      payment_method: 'pm_card_visa',
      confirm: true,
    });
    const canceled = await stripe.paymentIntents.cancel(held.id, { expand: ['latest_charge'] });
    expect(canceled.latest_charge).toMatchObject({
      captured: false,
      refunded: true,
      amount_refunded: 32500,
      balance_transaction: null,
    });
  });
});

describe('manual capture', () => {
  test('captures a part and releases the rest', async () => {
    const held = await stripe.paymentIntents.create({
      ...AMOUNT,
      capture_method: 'manual',
      payment_method: 'pm_card_visa',
      confirm: true,
    });
    expect(held).toMatchObject({ status: 'requires_capture', amount_capturable: 32500, amount_received: 0 });
    const captured = await stripe.paymentIntents.capture(held.id, {
      amount_to_capture: 20000,
      expand: ['latest_charge'],
    });
    expect(captured).toMatchObject({ status: 'succeeded', amount_capturable: 0, amount_received: 20000 });
    expect(captured.latest_charge).toMatchObject({
      captured: true,
      amount_captured: 20000,
      amount_refunded: 12500,
    });
  });

  test('never captures more than was authorized, and never twice', async () => {
    const held = await stripe.paymentIntents.create({
      ...AMOUNT,
      capture_method: 'manual',
      payment_method: 'pm_card_visa',
      confirm: true,
    });
    await expect(stripe.paymentIntents.capture(held.id, { amount_to_capture: 32501 })).rejects.toMatchObject({
      statusCode: 400,
    });
    await stripe.paymentIntents.capture(held.id);
    await expect(stripe.paymentIntents.capture(held.id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
  });
});

test('a declined creation stores the intent, a refused creation does not', async () => {
  const declined = stripe.paymentIntents.create({
    ...AMOUNT,
    payment_method: 'pm_card_chargeDeclined',
    confirm: true,
  });
  await expect(declined).rejects.toMatchObject({
    statusCode: 402,
    payment_intent: { status: 'requires_payment_method' },
  });
  await expect(
    stripe.paymentIntents.create({ ...AMOUNT, payment_method: 'pm_nothing', confirm: true }),
  ).rejects.toMatchObject({ code: 'resource_missing' });
  expect((await stripe.paymentIntents.list()).data).toHaveLength(1);
});

test('error_on_requires_action declines a payment that needs authentication', async () => {
  const asking = stripe.paymentIntents.create({
    ...AMOUNT,
    payment_method: 'pm_card_authenticationRequired',
    confirm: true,
    error_on_requires_action: true,
  });
  await expect(asking).rejects.toMatchObject({ code: 'authentication_required' });
});

test('without Stripe.js the payer is redirected to a page', async () => {
  const waiting = await stripe.paymentIntents.create({
    ...AMOUNT,
    payment_method: 'pm_card_authenticationRequired',
    confirm: true,
    return_url: 'https://shop.test/done',
  });
  expect(waiting.next_action).toMatchObject({
    type: 'redirect_to_url',
    redirect_to_url: { return_url: 'https://shop.test/done' },
  });
});

test('a setup intent saves a card without charging it, and a decline is an error', async () => {
  const customer = await stripe.customers.create();
  const setup = await stripe.setupIntents.create({ customer: customer.id, description: 'Card for later' });
  expect(setup).toMatchObject({ status: 'requires_payment_method', usage: 'off_session' });
  await expect(
    stripe.setupIntents.confirm(setup.id, { payment_method: 'pm_card_chargeDeclined' }),
  ).rejects.toMatchObject({ statusCode: 402, setup_intent: { id: setup.id } });
  const done = await stripe.setupIntents.confirm(setup.id, { payment_method: 'pm_card_visa' });
  expect(done).toMatchObject({ status: 'succeeded', last_setup_error: null });
  expect((await stripe.customers.listPaymentMethods(customer.id)).data).toHaveLength(1);
  await expect(stripe.setupIntents.cancel(setup.id)).rejects.toMatchObject({
    code: 'setup_intent_unexpected_state',
  });
  const other = await stripe.setupIntents.create();
  expect((await stripe.setupIntents.cancel(other.id, { cancellation_reason: 'abandoned' })).status).toBe(
    'canceled',
  );
});
