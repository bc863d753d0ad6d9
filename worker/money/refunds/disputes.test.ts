import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { BookingPayments } from '#contract/payments.ts';
import { randomRuns, runLength } from '#domain/test/random-runs.ts';
import { applyEvent } from '#worker/entry/queue/apply-event.ts';
import { settleOpenOperations } from '#worker/money/tasks.ts';
import { call, captureLog, readError } from '#worker/test/http.ts';
import { createPaidBooking, makePaymentCalls, readSums, stripeCall } from '#worker/test/payments.ts';
import { signIn } from '#worker/test/staff.ts';
import { addUnits, control, makeTestContext, rows, startOver } from '#worker/test/world.ts';

let staff: Awaited<ReturnType<typeof signIn>>;
let charge: ReturnType<typeof makePaymentCalls>['charge'];
let refund: ReturnType<typeof makePaymentCalls>['refund'];

beforeEach(begin);

async function begin() {
  await startOver();
  await addUnits(2);
  staff = await signIn('ann', 'admin');
  ({ charge, refund } = makePaymentCalls(staff, call));
  captureLog();
}

const DEPOSIT = 42_500;
const BALANCE = 17_500;

const quietly = () => {
  const { ctx } = makeTestContext();
  ctx.send = () => Promise.resolve();
  return ctx;
};
const paymentsOf = async (id: number) =>
  (await staff.send('GET', `bookings/${id}/payments`)).json<BookingPayments>();
const statusOf = async (id: number) =>
  (await rows<{ status: string }>('SELECT payment_status AS status FROM bookings WHERE id = ?', id))[0]
    ?.status;

async function chargeOf(intentId: string): Promise<string> {
  const { charges } = await control<{ charges: { id: string; payment_intent: string; paid: boolean }[] }>(
    'state',
  );
  const paid = charges.find(({ payment_intent, paid }) => payment_intent === intentId && paid);
  if (!paid) throw new Error(`No charge of ${intentId}`);
  return paid.id;
}

async function dispute(intentId: string, options: object = {}) {
  const { id } = await control<{ id: string }>('dispute', {
    charge: await chargeOf(intentId),
    reason: 'fraudulent',
    ...options,
  });
  await applyEvent(quietly(), { type: 'charge.dispute.created', objectId: id });
  return id;
}

async function close(disputeId: string, status: 'won' | 'lost' | 'prevented') {
  await control('dispute-close', { dispute: disputeId, status });
  await applyEvent(quietly(), { type: 'charge.dispute.closed', objectId: disputeId });
}

describe('a lost dispute of a whole payment after a partial refund of it', () => {
  async function partlyRefundedAndLost(refunded: number) {
    const { id, depositIntent } = await createPaidBooking();
    await stripeCall('refunds', { payment_intent: depositIntent, amount: String(refunded) });
    await applyEvent(quietly(), { type: 'charge.refunded', objectId: await chargeOf(depositIntent) });
    expect((await charge(id, BALANCE)).status).toBe(200);
    await close(await dispute(depositIntent), 'lost');
    return { id, depositIntent };
  }

  it('leaves nothing of that payment, and the other one refundable', async () => {
    const { id, depositIntent } = await partlyRefundedAndLost(10_000);
    const payments = await paymentsOf(id);
    expect(payments.refundable).toBe(BALANCE);
    expect(payments.payments).toMatchObject([
      { kind: 'balance', refundable: BALANCE },
      { id: depositIntent, refundable: 0 },
    ]);
    expect((await refund(id, BALANCE + 1)).status).toBe(409);
    expect((await refund(id, BALANCE)).status).toBe(200);
    expect(await statusOf(id)).toBe('refunded');
  });

  it('does not make the booking refunded while another payment is kept', async () => {
    // $300.00 refunded and $425.00 lost are more than the $600.00 that were paid.
    const { id } = await partlyRefundedAndLost(30_000);
    // What was refunded is due again, what the bank took back is not.
    expect(await statusOf(id)).toBe('deposit_paid');
    expect((await rows('SELECT balance_due FROM bookings'))[0]).toEqual({ balance_due: 30_000 });
    expect((await refund(id, BALANCE)).status).toBe(200);
    expect(await statusOf(id)).toBe('refunded');
  });
});

it('the rest of a payment with a lost dispute blocks no other payment once Stripe has refused to refund it', async () => {
  const { id } = await createPaidBooking();
  const reply = await charge(id, BALANCE);
  const { transaction } = await reply.json<{ transaction: { id: string } }>();
  const disputeId = await dispute(transaction.id);
  await close(disputeId, 'lost');
  // The bank took back only a part.
  await rows('UPDATE transactions SET amount = 5000 WHERE id = ?', disputeId);
  const before = await paymentsOf(id);
  expect(before.payments[0]).toMatchObject({ kind: 'balance', refundable: BALANCE - 5000 });
  const first = await refund(id, 1000);
  expect([first.status, (await readError(first)).code]).toEqual([502, 'provider_unavailable']);
  expect((await paymentsOf(id)).refundable).toBe(DEPOSIT);
  expect((await refund(id, 1000)).status).toBe(200);
});

type Step =
  | { act: 'refund' | 'dashboard refund'; cents: number; of: number }
  | { act: 'dispute' | 'won' | 'lost' | 'prevented'; of: number; part: number }
  | { act: 'appeal'; of: number; status: 'needs_response' | 'under_review' | 'won' | 'lost' }
  | { act: 'refund fails' | 'old news'; of: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    act: fc.constantFrom('refund' as const, 'dashboard refund' as const),
    cents: fc.integer({ min: 1, max: 9 }).map((n) => n * 5000),
    of: fc.nat({ max: 2 }),
  }),
  fc.record({
    act: fc.constantFrom(
      'dispute' as const,
      'won' as const,
      'lost' as const,
      'lost' as const,
      'prevented' as const,
    ),
    of: fc.nat({ max: 2 }),
    part: fc.constantFrom(0, 5000, 10_000),
  }),
  fc.record({
    act: fc.constant('appeal' as const),
    of: fc.nat({ max: 2 }),
    status: fc.constantFrom(
      'needs_response' as const,
      'under_review' as const,
      'won' as const,
      'lost' as const,
    ),
  }),
  fc.record({
    act: fc.constantFrom('refund fails' as const, 'old news' as const),
    of: fc.nat({ max: 2 }),
  }),
);

it('after any refunds and disputes, no payment has a negative remainder, and the rest can be refunded', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, runLength(4, { sample: 10, long: 20 })), async (steps) => {
      await begin();
      const { id, depositIntent } = await createPaidBooking();
      const intents = [depositIntent];
      for (const cents of [10_000, 7_500]) {
        const { transaction } = await (await charge(id, cents)).json<{ transaction: { id: string } }>();
        intents.push(transaction.id);
      }
      const disputes = new Map<number, string>();
      for (const each of steps) {
        await take(each, { id, intents, disputes });
        await expectConsistent(id);
      }
      await expectAllFreeRefundable(id);
    }),
    randomRuns({ sample: 4, long: 200 }),
  );
});

type Story = { id: number; intents: string[]; disputes: Map<number, string> };

async function take(step: Step, { id, intents, disputes }: Story) {
  const intent = intents[step.of] ?? '';
  const open = disputes.get(step.of);
  switch (step.act) {
    case 'refund':
      await refund(id, step.cents);
      return;
    case 'dashboard refund':
      await stripeCall('refunds', { payment_intent: intent, amount: String(step.cents) }).catch(() => null);
      await applyEvent(quietly(), { type: 'charge.refunded', objectId: await chargeOf(intent) });
      return;
    case 'dispute': {
      if (open) return;
      // A disputed amount is never higher than the payment.
      const amount = Math.min(step.part, 7_500);
      disputes.set(step.of, await dispute(intent, amount > 0 ? { amount } : {}));
      return;
    }
    case 'appeal':
      if (!open) return;
      await control('dispute-appeal', { dispute: open, status: step.status }).catch(() => undefined);
      await applyEvent(quietly(), { type: 'charge.dispute.updated', objectId: open });
      return;
    case 'refund fails':
      await failLatestRefund(intent);
      return;
    case 'old news':
      await replayEvents(intent);
      return;
    default:
      if (!open) return;
      await close(open, step.act).catch(() => undefined);
  }
}

/** Makes a bank refuse a refund after it succeeded. */
async function failLatestRefund(intent: string) {
  const { refunds } = await control<{ refunds: { id: string; payment_intent: string; status: string }[] }>(
    'state',
  );
  const made = refunds.find(
    ({ payment_intent, status }) => payment_intent === intent && status === 'succeeded',
  );
  if (!made) return;
  await control('refund-settle', { refund: made.id, status: 'failed' });
  await applyEvent(quietly(), { type: 'refund.failed', objectId: made.id });
}

/** Applies every event of a payment's refunds and disputes once more. */
async function replayEvents(intent: string) {
  type Event = { type: string; data: { object: { id: string; payment_intent?: string } } };
  const { events } = await control<{ events: Event[] }>('state');
  const news = events.filter(
    ({ type, data }) => /refund|dispute/.test(type) && data.object.payment_intent === intent,
  );
  for (const { type, data } of news) await applyEvent(quietly(), { type, objectId: data.object.id });
}

async function expectConsistent(id: number) {
  await settleOpenOperations(quietly(), { isForced: true });
  const { payments, refundable } = await paymentsOf(id);
  for (const payment of payments) {
    expect(payment.refundable).toBeGreaterThanOrEqual(0);
    expect(payment.refundable).toBeLessThanOrEqual(payment.amount);
  }
  expect(refundable).toBe(payments.reduce((sum, payment) => sum + payment.refundable, 0));
  expect(refundable).toBeLessThanOrEqual((await readSums(id)).stripe.paid);
  if ((await freeOf(id)) > 0) expect(await statusOf(id)).not.toBe('refunded');
}

/** The refundable cents of payments without an open or lost dispute. */
async function freeOf(id: number): Promise<number> {
  const lost = await rows<{ id: string }>(
    "SELECT id FROM transactions WHERE booking_id = ? AND dispute_status = 'lost'",
    id,
  );
  const { payments } = await paymentsOf(id);
  return payments
    .filter((payment) => !payment.isDisputed && !lost.some((one) => one.id === payment.id))
    .reduce((sum, { refundable }) => sum + refundable, 0);
}

/** Repeats the refund: Stripe can first refuse the rest of a newer payment with a lost dispute. */
async function expectAllFreeRefundable(id: number) {
  for (let tries = 0; tries < 4; tries += 1) {
    const free = await freeOf(id);
    if (free === 0) return;
    await refund(id, free);
  }
  expect(await freeOf(id)).toBe(0);
}
