import { beforeEach, describe, expect, it } from 'vitest';
import { applyIntent } from '#worker/money/ledger/intents.ts';
import { settleOpenOperations } from '#worker/money/tasks.ts';
import { call, captureLog, readError } from '#worker/test/http.ts';
import { createPaidBooking, makePaymentCalls, readSums, stripeCall } from '#worker/test/payments.ts';
import { signIn } from '#worker/test/staff.ts';
import { addUnits, control, intentIdOf, makeTestContext, pay, rows, startOver } from '#worker/test/world.ts';

let staff: Awaited<ReturnType<typeof signIn>>;
let charge: ReturnType<typeof makePaymentCalls>['charge'];

beforeEach(async () => {
  await startOver();
  await addUnits(2);
  staff = await signIn('ann', 'admin');
  ({ charge } = makePaymentCalls(staff, call));
  captureLog();
});

const DUE = 17_500;
const GONE =
  'The card can no longer be charged. Nothing was charged. Send the customer a payment link instead.';

async function atStripe(id: number) {
  const [row] = await rows<{ customer: string; card: string }>(
    'SELECT stripe_customer_id AS customer, stripe_payment_method_id AS card FROM bookings WHERE id = ?',
    id,
  );
  if (!row) throw new Error('The booking is gone');
  return row;
}

const detachCard = async (id: number) => control('detach', { paymentMethod: (await atStripe(id)).card });
const deleteCustomer = async (id: number) =>
  stripeCall(`customers/${(await atStripe(id)).customer}`, { method: 'DELETE' });

async function payOnNewLink(id: number) {
  const sent = await staff.send('POST', `bookings/${id}/pay-link`);
  expect(sent.status).toBe(200);
  const token = (await sent.json<{ url: string }>()).url.split('/pay/')[1];
  const opened = await call('/api/create-payment-intent', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ bookingId: id, payToken: token }),
  });
  const { clientSecret } = await opened.json<{ clientSecret: string }>();
  expect(await pay(clientSecret)).toMatchObject({ status: 'succeeded' });
  await applyIntent(makeTestContext().ctx, intentIdOf(clientSecret));
  return intentIdOf(clientSecret);
}

describe.each([
  ['a card that was detached', detachCard],
  ['a customer who was deleted', deleteCustomer],
])('%s', (_, lose) => {
  it('is not charged; staff see the reason, and the customer pays on a link', async () => {
    const { id } = await createPaidBooking();
    await lose(id);
    const reply = await charge(id, DUE);
    expect([reply.status, (await readError(reply)).message]).toEqual([409, GONE]);
    expect(await rows('SELECT state FROM payment_operations')).toEqual([{ state: 'canceled' }]);
    const payments = await (await staff.send('GET', `bookings/${id}/payments`)).json();
    expect(payments).toMatchObject({ card: null, operation: null, remaining: DUE });
    const intentId = await payOnNewLink(id);
    expect(await readSums(id)).toMatchObject({ ledger: { paid: 60_000 }, stripe: { paid: 60_000 } });
    expect(await stripeCall(`payment_intents/${intentId}`, { method: 'GET' })).toMatchObject({
      receipt_email: expect.stringContaining('@example.com'),
      metadata: { booking_id: String(id), kind: 'balance' },
    });
  });

  it('that is removed between the intent and its confirmation is also detected', async () => {
    const { id } = await createPaidBooking();
    await control('fail-next', { path: '/v1/payment_intents', method: 'POST', delayMs: 300, when: 'after' });
    const reply = charge(id, DUE);
    for (;;) {
      const { payment_intents } = await control<{ payment_intents: { metadata: { kind?: string } }[] }>(
        'state',
      );
      if (payment_intents.some(({ metadata }) => metadata.kind === 'balance')) break;
    }
    await lose(id);
    const answer = await reply;
    expect([answer.status, (await readError(answer)).message]).toEqual([409, GONE]);
    expect((await readSums(id)).stripe.paid).toBe(42_500);
    expect(await rows('SELECT state FROM payment_operations')).toEqual([{ state: 'canceled' }]);
  });
});

it('a link whose customer was deleted later is replaced when it is sent again', async () => {
  const { id } = await createPaidBooking();
  expect((await staff.send('POST', `bookings/${id}/pay-link`)).status).toBe(200);
  await deleteCustomer(id);
  const intentId = await payOnNewLink(id);
  expect(await stripeCall(`payment_intents/${intentId}`, { method: 'GET' })).toMatchObject({
    customer: null,
  });
  expect(await rows('SELECT state FROM pay_links ORDER BY created_at, rowid')).toEqual([
    { state: 'withdrawn' },
    { state: 'paid' },
  ]);
});

it('a charge whose answer was lost does not stay open when the customer is deleted', async () => {
  const { id } = await createPaidBooking();
  await control('fail-next', { path: '/v1/payment_intents', times: 8, drop: true, when: 'before' });
  expect((await charge(id, DUE)).status).toBe(202);
  await control('reset');
  await deleteCustomer(id);
  const { ctx } = makeTestContext();
  await settleOpenOperations(ctx, { isForced: true });
  expect(await rows('SELECT state FROM payment_operations')).toEqual([{ state: 'canceled' }]);
});
