import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Harness, newHarness } from '#emulators/stripe/testing/harness.ts';

let shop: Harness;
beforeEach(() => {
  shop = newHarness();
});
afterEach(() => shop.close());

async function payment(): Promise<Stripe.PaymentIntent & { latest_charge: string }> {
  const paid = await shop.stripe.paymentIntents.create({
    amount: 42_500,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: true,
  });
  return { ...paid, latest_charge: paid.latest_charge as string };
}

async function control<T>(path: string, body: object): Promise<T> {
  const reply = await shop.control('POST', path, body);
  expect(reply).toMatchObject({ status: 200 });
  return reply.body as T;
}

const dispute = (body: object) => control<Stripe.Dispute>('dispute', body);
const movedCents = (one: Stripe.Dispute) => one.balance_transactions.map(({ amount }) => amount);

async function disputeEvents(): Promise<string[]> {
  return (await shop.types())
    .filter((type) => type.startsWith('charge.dispute.'))
    .map((type) => type.slice('charge.dispute.'.length));
}

test('a dispute can be of a part of the charge', async () => {
  const { latest_charge: charge } = await payment();
  const opened = await dispute({ charge, amount: 12_500 });
  expect(opened).toMatchObject({ amount: 12_500, status: 'needs_response' });
  expect(movedCents(opened)).toEqual([-12_500]);
  expect((await shop.control('POST', 'dispute', { charge, amount: 42_501 })).status).toBe(400);
});

test.each([true, false])('a dispute names its intent: %s', async (withIntent) => {
  const { id, latest_charge: charge } = await payment();
  expect(await dispute({ charge, withIntent })).toMatchObject({
    charge,
    payment_intent: withIntent ? id : null,
  });
});

test.each([
  ['warning_needs_response', [], ['created']],
  ['prevented', [], ['created', 'closed']],
  ['under_review', [-42_500], ['created', 'funds_withdrawn', 'updated']],
  ['lost', [-42_500], ['created', 'funds_withdrawn', 'closed']],
  ['won', [-42_500, 42_500], ['created', 'funds_withdrawn', 'closed', 'funds_reinstated']],
])('a dispute can begin as %s', async (status, moved, events) => {
  const { latest_charge: charge } = await payment();
  const one = await dispute({ charge, status });
  expect(one.status).toBe(status);
  expect(movedCents(one)).toEqual(moved);
  expect(await disputeEvents()).toEqual(events);
});

test('a prevented dispute gives the money back and leaves the charge refundable', async () => {
  const paid = await payment();
  const { id } = await dispute({ charge: paid.latest_charge });
  const closed = await control<Stripe.Dispute>('dispute-close', { dispute: id, status: 'prevented' });
  expect(closed).toMatchObject({ status: 'prevented', is_charge_refundable: true });
  expect(movedCents(closed)).toEqual([-42_500, 42_500]);
  expect((await shop.stripe.refunds.create({ payment_intent: paid.id })).status).toBe('succeeded');
});

describe('an appeal', () => {
  test('of a lost dispute is reviewed and can be won', async () => {
    const { latest_charge: charge } = await payment();
    const { id } = await dispute({ charge, status: 'lost' });
    const statuses: string[] = [];
    for (const status of ['needs_response', 'under_review', 'won'])
      statuses.push((await control<Stripe.Dispute>('dispute-appeal', { dispute: id, status })).status);
    expect(statuses).toEqual(['appeal_needs_response', 'appeal_under_review', 'won']);
    const won = await shop.stripe.disputes.retrieve(id);
    expect(movedCents(won)).toEqual([-42_500, 42_500]);
    expect(won.is_charge_refundable).toBe(true);
    expect((await disputeEvents()).slice(-4)).toEqual(['updated', 'updated', 'closed', 'funds_reinstated']);
  });

  test('can be lost, and the money stays withdrawn', async () => {
    const { latest_charge: charge } = await payment();
    const { id } = await dispute({ charge, status: 'lost' });
    await control('dispute-appeal', { dispute: id, status: 'needs_response' });
    const lost = await control<Stripe.Dispute>('dispute-appeal', { dispute: id, status: 'lost' });
    expect(lost).toMatchObject({ status: 'lost', is_charge_refundable: false });
    expect(movedCents(lost)).toEqual([-42_500]);
  });

  test('of a won or prevented dispute is refused', async () => {
    const { latest_charge: charge } = await payment();
    const { id } = await dispute({ charge, status: 'won' });
    expect(
      (await shop.control('POST', 'dispute-appeal', { dispute: id, status: 'needs_response' })).status,
    ).toBe(400);
  });
});

test('an early fraud warning names its charge, and its intent only if requested', async () => {
  const paid = await payment();
  const charge = paid.latest_charge;
  const withIntent = await control<Stripe.Radar.EarlyFraudWarning>('fraud-warning', {
    charge,
    withIntent: true,
  });
  expect(withIntent).toMatchObject({ charge, payment_intent: paid.id, actionable: true });
  const without = await control<Stripe.Radar.EarlyFraudWarning>('fraud-warning', {
    charge,
    withIntent: false,
  });
  expect(without).not.toHaveProperty('payment_intent');
  expect(await shop.stripe.radar.earlyFraudWarnings.retrieve(without.id)).toMatchObject({ charge });
  const { data } = await shop.stripe.radar.earlyFraudWarnings.list({ charge });
  expect(data.map(({ id }) => id)).toEqual([without.id, withIntent.id]);
  expect((await shop.types()).filter((type) => type.startsWith('radar.'))).toHaveLength(2);
});

test('a refund can be pending for a reason and succeed later', async () => {
  const paid = await payment();
  const { id } = await shop.stripe.refunds.create({ payment_intent: paid.id });
  const pending = await control<Stripe.Refund>('refund-settle', {
    refund: id,
    status: 'pending',
    reason: 'insufficient_funds',
  });
  expect(pending).toMatchObject({
    status: 'pending',
    pending_reason: 'insufficient_funds',
    balance_transaction: null,
  });
  expect(
    (await shop.control('POST', 'refund-settle', { refund: id, status: 'pending', reason: 'x' })).status,
  ).toBe(400);
  await control('refund-settle', { refund: id, status: 'succeeded' });
  expect(await shop.stripe.refunds.retrieve(id)).toMatchObject({ status: 'succeeded' });
});
