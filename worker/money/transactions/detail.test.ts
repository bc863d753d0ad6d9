import { beforeEach, expect, it } from 'vitest';
import type { TransactionReply } from '#contract/transactions.ts';
import { openCheckout } from '#worker/checkout/open.ts';
import { insertRow } from '#worker/test/builders.ts';
import { call, captureLog, debugEnv, post, readError } from '#worker/test/http.ts';
import { signIn } from '#worker/test/staff.ts';
import {
  addUnits,
  control,
  intentIdOf,
  makeBookingData,
  makeTestContext,
  pay,
  rows,
  startOver,
} from '#worker/test/world.ts';

let dana: Awaited<ReturnType<typeof signIn>>;
beforeEach(async () => {
  await startOver();
  await addUnits(2);
  dana = await signIn('dana', 'view_only');
});

/** A deposit that was tried with several cards in turn and is stored. */
async function deposit(...cards: string[]) {
  const { ctx } = makeTestContext();
  const { clientSecret } = await openCheckout(ctx, {
    data: makeBookingData(),
    key: crypto.randomUUID(),
    ip: '',
  });
  for (const card of cards) await pay(clientSecret, card);
  const paymentIntent = intentIdOf(clientSecret);
  await post('/api/booking-status', { paymentIntent, clientSecret });
  return paymentIntent;
}

async function detail(id: string) {
  const reply = await dana.send('GET', `transactions/${id}`);
  expect([reply.status, reply.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
  const text = await reply.text();
  expect(text).not.toContain('_secret_');
  return JSON.parse(text) as TransactionReply;
}

const stripe = (path: string, fields: Record<string, string>) =>
  fetch(`https://api.stripe.com/v1/${path}`, {
    method: 'POST',
    headers: { Authorization: 'Bearer sk_test_local' },
    body: new URLSearchParams(fields),
  }).then((response) => response.json<{ id: string }>());

const DECLINES = '4000000000000002';
const GOOD = '4242424242424242';

it("shows a payment with Stripe's data: every attempt, latest first, and its booking", async () => {
  const id = await deposit(DECLINES, GOOD);
  const found = await detail(id);
  const [booking] = await rows<{ id: number }>('SELECT id FROM bookings');
  expect(found).toEqual({
    type: 'payment',
    recorded: null,
    details: {
      id,
      created: expect.any(Number),
      status: 'succeeded',
      amount: 42_500,
      currency: 'usd',
      receipt_email: expect.stringContaining('@example.com'),
      metadata: expect.objectContaining({ kind: 'deposit', rental_type: '7-day' }),
      reason: null,
      last_payment_error: null,
      charges: {
        data: [
          {
            id: expect.stringMatching(/^ch_/),
            status: 'succeeded',
            created: expect.any(Number),
            outcome: { type: 'authorized', seller_message: 'Payment complete.' },
          },
          {
            id: expect.stringMatching(/^ch_/),
            status: 'failed',
            created: expect.any(Number),
            outcome: { type: 'issuer_declined', seller_message: expect.any(String) },
          },
        ],
      },
      payment_method_types: ['card'],
    },
    paymentIntent: { id, payment_method_types: ['card'] },
    disputeStatus: null,
    booking: await (await dana.send('GET', `bookings/${booking?.id}`)).json(),
    storedAt: null,
  });
});

it('shows why a payment was declined', async () => {
  const id = await deposit(DECLINES);
  await insertRow('transactions', 1, {
    id,
    status: 'requires_payment_method',
    booking_id: null,
    checkout_id: null,
  });
  const { details, booking } = await detail(id);
  expect(details).toMatchObject({
    status: 'requires_payment_method',
    amount: 42_500,
    last_payment_error: { code: 'card_declined', message: 'Your card was declined.' },
  });
  expect(booking).toBeNull();
});

it('shows a refund with the attempts of the refunded payment', async () => {
  const payment = await deposit(GOOD);
  const { id } = await stripe('refunds', {
    payment_intent: payment,
    amount: '1500',
    reason: 'requested_by_customer',
    'metadata[note]': 'Late',
  });
  const [booking] = await rows<{ id: number }>('SELECT id FROM bookings');
  await insertRow('transactions', 1, {
    id,
    type: 'refund',
    kind: 'refund',
    payment_id: payment,
    amount: 1_500,
    booking_id: booking?.id ?? null,
    checkout_id: null,
    status: 'pending',
  });
  const found = await detail(id);
  expect(found).toMatchObject({
    type: 'refund',
    details: {
      id,
      status: 'succeeded',
      amount: 1_500,
      // Staff gave no reason, and Stripe's enum value is not shown as one.
      reason: null,
      metadata: { note: 'Late' },
      payment_method_types: ['card'],
      last_payment_error: null,
    },
    paymentIntent: { id: payment },
    booking: { id: booking?.id },
    storedAt: null,
  });
  expect(found.details.charges.data).toHaveLength(1);
  await rows("UPDATE transactions SET reason = 'The street was closed' WHERE id = ?", id);
  expect((await detail(id)).details.reason).toBe('The street was closed');
});

it.each([
  ['answers 500', { status: 500 }],
  ['breaks off', { drop: true }],
])('shows the stored data when Stripe %s', async (_, how) => {
  const id = await deposit(DECLINES, GOOD);
  const live = await detail(id);
  const log = captureLog();
  await control('fail-next', { path: '/v1/', method: 'GET', times: 9, when: 'before', ...how });
  const reply = await call(`/api/transactions/${id}`, { headers: { Cookie: dana.Cookie } }, debugEnv);
  expect(await reply.json()).toEqual({
    ...live,
    details: { ...live.details, charges: { data: live.details.charges.data.slice(0, 1) } },
    storedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  });
  expect(log.lines('transaction_not_read_live')).toEqual([
    expect.objectContaining({ level: 'warn', transactionId: id }),
  ]);
});

it('shows a ledger row without any other data', async () => {
  await insertRow('bookings', 1);
  await insertRow('transactions', 1, { id: 'pi_unknown', checkout_id: null, created_at: 5_400 });
  const lost = {
    id: 'du_lost',
    type: 'refund',
    kind: 'dispute',
    payment_id: 'pi_unknown',
    reason: 'dispute',
  };
  await insertRow('transactions', 2, { ...lost, booking_id: null, checkout_id: null });
  expect(await detail('pi_unknown')).toEqual({
    type: 'payment',
    recorded: null,
    details: {
      id: 'pi_unknown',
      created: 5,
      status: 'succeeded',
      amount: 32_500,
      currency: 'usd',
      receipt_email: null,
      metadata: {},
      reason: null,
      last_payment_error: null,
      charges: { data: [] },
      payment_method_types: [],
    },
    paymentIntent: { id: 'pi_unknown', payment_method_types: [] },
    disputeStatus: null,
    booking: expect.objectContaining({ id: 1 }),
    storedAt: '1970-01-01T00:00:00.001Z',
  });
  expect(await detail('du_lost')).toMatchObject({
    type: 'refund',
    details: { id: 'du_lost', reason: 'dispute', status: 'succeeded' },
    paymentIntent: { id: 'pi_unknown' },
  });
});

it.each([
  'pi_nothing',
  'x',
  '1',
  'pi_',
  "pi_'; DROP TABLE transactions",
  '%E0%A4%A',
  `pi_${'a'.repeat(300)}`,
])('answers 404 for %s', async (id) => {
  const reply = await dana.send('GET', `transactions/${encodeURIComponent(id)}`);
  expect([reply.status, (await readError(reply)).code]).toEqual([404, 'not_found']);
});
