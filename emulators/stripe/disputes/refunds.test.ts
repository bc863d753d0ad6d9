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

function payWith(method: string): Promise<Stripe.PaymentIntent> {
  return stripe.paymentIntents.create({
    amount: 5500,
    currency: 'usd',
    payment_method: method,
    confirm: true,
  });
}

function chargeOf(intent: Stripe.PaymentIntent, expand: string[] = []): Promise<Stripe.Charge> {
  return stripe.charges.retrieve(intent.latest_charge as string, { expand });
}

test('refunds cannot exceed the charge', async () => {
  const paid = await payWith('pm_card_visa');
  const first = await stripe.refunds.create({
    payment_intent: paid.id,
    amount: 3000,
    reason: 'requested_by_customer',
    metadata: { refund_part_id: '1' },
  });
  expect(first).toMatchObject({
    status: 'succeeded',
    amount: 3000,
    charge: paid.latest_charge,
    payment_intent: paid.id,
    reason: 'requested_by_customer',
    metadata: { refund_part_id: '1' },
  });
  await expect(stripe.refunds.create({ payment_intent: paid.id, amount: 3000 })).rejects.toMatchObject({
    statusCode: 400,
    param: 'amount',
    message: 'Refund amount ($30.00) is greater than unrefunded amount on charge ($25.00)',
  });
  const rest = await stripe.refunds.create({ charge: paid.latest_charge as string });
  expect(rest.amount).toBe(2500);
  expect(await chargeOf(paid)).toMatchObject({ refunded: true, amount_refunded: 5500 });
  await expect(stripe.refunds.create({ payment_intent: paid.id })).rejects.toMatchObject({
    code: 'charge_already_refunded',
    message: `Charge ${paid.latest_charge} has already been refunded.`,
  });
  const listed = await stripe.refunds.list({ payment_intent: paid.id });
  expect(listed.data.map(({ id }) => id)).toEqual([rest.id, first.id]);
  expect((await stripe.refunds.list({ charge: paid.latest_charge as string })).data).toHaveLength(2);
});

test('a refund needs a paid charge or intent', async () => {
  await expect(stripe.refunds.create({ amount: 100 })).rejects.toThrow(
    'One of the following params should be provided for this request: payment_intent or charge.',
  );
  const open = await stripe.paymentIntents.create({ amount: 5500, currency: 'usd' });
  await expect(stripe.refunds.create({ payment_intent: open.id })).rejects.toMatchObject({ statusCode: 400 });
});

test('a pending refund succeeds when the bank confirms it', async () => {
  const paid = await payWith('pm_card_pendingRefund');
  const refund = await stripe.refunds.create({ payment_intent: paid.id });
  expect(refund).toMatchObject({ status: 'pending', balance_transaction: null });
  await shop.control('POST', 'refund-settle', { refund: refund.id, status: 'succeeded' });
  const settled = await stripe.refunds.retrieve(refund.id, { expand: ['balance_transaction'] });
  expect(settled).toMatchObject({
    status: 'succeeded',
    balance_transaction: { amount: -5500, type: 'refund' },
  });
  expect(await shop.types()).toEqual(
    expect.arrayContaining(['refund.created', 'charge.refunded', 'refund.updated', 'charge.refund.updated']),
  );
});

test('the amount of a refund that fails later can be refunded again', async () => {
  const paid = await payWith('pm_card_refundFail');
  const refund = await stripe.refunds.create({ payment_intent: paid.id });
  expect(refund.status).toBe('succeeded');
  const { body } = await shop.control('POST', 'refund-settle', { refund: refund.id, status: 'failed' });
  expect(body).toMatchObject({ status: 'failed', failure_reason: 'lost_or_stolen_card' });
  expect(await chargeOf(paid)).toMatchObject({ refunded: false, amount_refunded: 0 });
  expect((await shop.types()).slice(-3)).toEqual([
    'refund.updated',
    'charge.refund.updated',
    'refund.failed',
  ]);
  expect((await stripe.refunds.create({ payment_intent: paid.id })).amount).toBe(5500);
  expect(
    (await shop.control('POST', 'refund-settle', { refund: refund.id, status: 'succeeded' })).status,
  ).toBe(400);
});

test("a refund's metadata can change, a card's refund cannot be canceled", async () => {
  const paid = await payWith('pm_card_visa');
  const refund = await stripe.refunds.create({ payment_intent: paid.id, amount: 100 });
  expect((await stripe.refunds.update(refund.id, { metadata: { note: 'late' } })).metadata).toEqual({
    note: 'late',
  });
  await expect(stripe.refunds.cancel(refund.id)).rejects.toMatchObject({ statusCode: 400 });
});

describe('a dispute', () => {
  test.each([
    ['pm_card_createDispute', 'fraudulent', 'needs_response', false],
    ['pm_card_createDisputeProductNotReceived', 'product_not_received', 'needs_response', false],
    ['pm_card_createDisputeInquiry', 'general', 'warning_needs_response', true],
  ])('of %s is %s', async (...[method, reason, status, isRefundable]) => {
    const paid = await payWith(method);
    expect(await chargeOf(paid)).toMatchObject({ disputed: true });
    const { data } = await stripe.disputes.list({ payment_intent: paid.id });
    expect(data).toMatchObject([{ reason, status, is_charge_refundable: isRefundable, amount: 5500 }]);
    const refunding = stripe.refunds.create({ payment_intent: paid.id });
    if (isRefundable) expect((await refunding).status).toBe('succeeded');
    else
      await expect(refunding).rejects.toMatchObject({
        code: 'charge_disputed',
        message: `Charge ${paid.latest_charge} has been charged back; cannot issue a refund.`,
      });
  });

  test('won by the evidence returns the money and allows refunds again', async () => {
    const paid = await payWith('pm_card_createDispute');
    const dispute = (await stripe.disputes.list({ charge: paid.latest_charge as string })).data[0]!;
    const won = await stripe.disputes.update(dispute.id, {
      evidence: { uncategorized_text: 'winning_evidence' },
    });
    expect(won).toMatchObject({ status: 'won', is_charge_refundable: true });
    expect(won.balance_transactions.map(({ amount }) => amount)).toEqual([-5500, 5500]);
    expect((await shop.types()).filter((type) => type.startsWith('charge.dispute'))).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.updated',
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
    ]);
    expect((await stripe.refunds.create({ payment_intent: paid.id })).status).toBe('succeeded');
  });

  test('is lost by the evidence, by acceptance, and by the decision of the bank', async () => {
    const close = async (work: (dispute: Stripe.Dispute) => Promise<unknown>) => {
      const paid = await payWith('pm_card_createDispute');
      const dispute = (await stripe.disputes.list({ charge: paid.latest_charge as string })).data[0]!;
      await work(dispute);
      return (await stripe.disputes.retrieve(dispute.id)).status;
    };
    expect(
      await close(({ id }) =>
        stripe.disputes.update(id, { evidence: { uncategorized_text: 'losing_evidence' } }),
      ),
    ).toBe('lost');
    expect(await close(({ id }) => stripe.disputes.close(id))).toBe('lost');
    expect(
      await close(({ id }) => shop.control('POST', 'dispute-close', { dispute: id, status: 'lost' })),
    ).toBe('lost');
    expect(
      await close(({ id }) =>
        stripe.disputes.update(id, { evidence: { uncategorized_text: 'a statement' }, submit: false }),
      ),
    ).toBe('needs_response');
    expect(
      await close(({ id }) =>
        stripe.disputes.update(id, { evidence: { uncategorized_text: 'a statement' } }),
      ),
    ).toBe('under_review');
  });

  test('can be opened once on any paid charge', async () => {
    const paid = await payWith('pm_card_visa');
    const { body } = await shop.control('POST', 'dispute', {
      charge: paid.latest_charge,
      reason: 'product_not_received',
    });
    expect(body).toMatchObject({
      object: 'dispute',
      reason: 'product_not_received',
      charge: paid.latest_charge,
    });
    expect(
      (await shop.control('POST', 'dispute', { charge: paid.latest_charge, reason: 'fraudulent' })).status,
    ).toBe(400);
    expect(
      (await shop.control('POST', 'dispute', { charge: 'ch_nothing', reason: 'fraudulent' })).status,
    ).toBe(404);
  });
});
