import { beforeEach, describe, expect, it } from 'vitest';
import { applyEvent } from '#worker/entry/queue/apply-event.ts';
import { settleOpenOperations } from '#worker/money/tasks.ts';
import { makeQuietContext } from '#worker/test/history.ts';
import { call, captureLog, readError } from '#worker/test/http.ts';
import { CARDS, createPaidBooking, makePaymentCalls, readSums } from '#worker/test/payments.ts';
import { signIn } from '#worker/test/staff.ts';
import { addUnits, control, rows, startOver } from '#worker/test/world.ts';

let staff: Awaited<ReturnType<typeof signIn>>;
let charge: ReturnType<typeof makePaymentCalls>['charge'];
let refund: ReturnType<typeof makePaymentCalls>['refund'];

beforeEach(async () => {
  await startOver();
  await addUnits(3);
  staff = await signIn('ann', 'admin');
  ({ charge, refund } = makePaymentCalls(staff, call));
});

type Answer = {
  refunds: { id: string; paymentId: string; amount: number; status: string }[];
  booking: object;
  customerNotified: boolean;
};

const DEPOSIT = 42_500;
const BALANCE = 17_500;
const refundsMade = async () =>
  (await control<{ method: string; path: string }[]>('requests')).filter(
    ({ method, path }) => method === 'POST' && path === '/v1/refunds',
  ).length;

/** The latest event of a type for a payment. */
async function newsOf(type: string, intentId: string) {
  const { events } = await control<{ events: { type: string; data: { object: About } }[] }>('state');
  const event = events.findLast(
    ({ type: of, data }) => of === type && data.object.payment_intent === intentId,
  );
  if (!event) throw new Error(`No ${type} about ${intentId}`);
  return { type, objectId: event.data.object.id };
}
type About = { id: string; payment_intent: string };

/** A booking with a paid deposit and a paid balance. */
async function twoPayments(card: string = CARDS.pays) {
  const { id, depositIntent } = await createPaidBooking({ card });
  expect((await charge(id, BALANCE)).status).toBe(200);
  return { id, depositIntent };
}

describe('a refund', () => {
  it('refunds the newest payment first, and returns the amount of each', async () => {
    const { id, depositIntent } = await twoPayments();
    const discountAmount = BALANCE + 500;
    const reply = await refund(id, BALANCE + 500, { reason: 'Delivered late', discountAmount });
    const { refunds, booking, customerNotified } = await reply.json<Answer>();
    expect([reply.status, customerNotified]).toEqual([200, true]);
    expect(refunds).toMatchObject([
      { amount: BALANCE, status: 'succeeded', id: expect.stringMatching(/^re_/) },
      { amount: 500, status: 'succeeded', paymentId: depositIntent },
    ]);
    expect(booking).toMatchObject({
      refundAmount: BALANCE + 500,
      refundReason: 'Delivered late',
      paymentStatus: 'fully_paid',
    });
    expect(await readSums(id)).toEqual({
      ledger: { paid: 60_000, refunded: 18_000 },
      stripe: { paid: 60_000, refunded: 18_000 },
    });
    const history = await staff.send('GET', `bookings/${id}/history`);
    const entries = (await history.json<{ action: string }[]>()).filter(
      ({ action }) => action !== 'email_sent',
    );
    expect(entries.slice(0, 3)).toMatchObject([
      { text: 'Refund of $5.00 succeeded', changedBy: 'Stripe', transactionId: refunds[1]?.id },
      { text: 'Refund of $175.00 succeeded', changedBy: 'Stripe', transactionId: refunds[0]?.id },
      { text: 'Refund of $180.00 started, $180.00 of it a discount: Delivered late', changedBy: 'ann' },
    ]);
  });

  it('of a customer without an e-mail address, who also paid a charge and got a link, stores no e-mail', async () => {
    const { id } = await createPaidBooking();
    await rows('UPDATE bookings SET email = NULL');
    await rows('DELETE FROM outbox');
    const link = await staff.send('POST', `bookings/${id}/pay-link`);
    expect([link.status, await link.json()]).toMatchObject([200, { url: expect.stringContaining('/pay/') }]);
    expect((await charge(id, BALANCE)).status).toBe(200);
    const reply = await refund(id, BALANCE);
    expect([reply.status, await reply.json()]).toMatchObject([200, { customerNotified: false }]);
    expect(await rows('SELECT kind FROM outbox')).toEqual([]);
  });

  it('of the whole paid amount makes the booking refunded; the price is due again', async () => {
    const { id } = await twoPayments();
    const reply = await refund(id, DEPOSIT + BALANCE, { notifyCustomer: false });
    const { booking, customerNotified } = await reply.json<Answer>();
    expect(booking).toMatchObject({ paymentStatus: 'refunded', refundAmount: 60_000 });
    expect([customerNotified, await rows("SELECT id FROM outbox WHERE kind = 'refund-made'")]).toEqual([
      false,
      [],
    ]);
    expect(booking).toMatchObject({ dueAgainAmount: 60_000, balanceDue: 60_000 });
    expect((await refund(id, 1)).status).toBe(409);
    expect((await charge(id, 60_000)).status).toBe(200);
    expect((await readError(await charge(id, 100))).code).toBe('nothing_due');
  });

  it('three equal refunds are three; one request that is sent three times is one', async () => {
    const { id } = await createPaidBooking();
    for (const _ of [1, 2, 3]) expect((await refund(id, 1000)).status).toBe(200);
    expect((await readSums(id)).stripe.refunded).toBe(3000);
    const key = crypto.randomUUID();
    const replies = await Promise.all([1, 2, 3].map(() => refund(id, 1000, { key })));
    expect(replies.map(({ status }) => status).filter((status) => status !== 202)).toContain(200);
    expect(replies.filter(({ status }) => status !== 200 && status !== 202)).toEqual([]);
    expect((await refund(id, 1000, { key })).status).toBe(200);
    expect((await readSums(id)).stripe.refunded).toBe(4000);
    const other = await refund(id, 2000, { key });
    expect([other.status, (await readError(other)).code]).toEqual([409, 'conflict']);
  });

  it('without a key is refused, with a sentence', async () => {
    const { id } = await createPaidBooking();
    const { message, issues } = await readError(await refund(id, 1000, { key: null }));
    expect(message).toContain('needs the header Idempotency-Key');
    expect(issues).toMatchObject([{ path: 'Idempotency-Key' }]);
    expect((await readSums(id)).stripe.refunded).toBe(0);
  });
});

describe('a refund is not sent to Stripe', () => {
  it.each([
    { amount: DEPOSIT + 1, status: 409, message: 'Refund amount cannot exceed the original payment amount.' },
    { amount: 0, status: 400, message: 'Please enter a valid refund amount.' },
    { amount: -5, status: 400, message: 'Please enter a valid refund amount.' },
    { amount: 0.5, status: 400, message: 'Enter whole cents' },
  ])('of $amount cents', async ({ amount, status, message }) => {
    const { id } = await createPaidBooking();
    const reply = await refund(id, amount);
    expect([reply.status, JSON.stringify(await readError(reply))]).toEqual([
      status,
      expect.stringContaining(message),
    ]);
    expect(await refundsMade()).toBe(0);
  });

  it('while another operation of the booking is live', async () => {
    const { id } = await createPaidBooking();
    await rows(
      `INSERT INTO payment_operations (booking_id, kind, amount, created_by, created_at, updated_at)
       VALUES (?, 'charge', 100, ?, 1, 1)`,
      id,
      staff.id,
    );
    const reply = await refund(id, 100);
    expect([reply.status, (await readError(reply)).code, await refundsMade()]).toEqual([409, 'busy', 0]);
  });

  it('of a payment under dispute, until it is won', async () => {
    const { id, depositIntent } = await createPaidBooking({ card: '4000000000000259' });
    const ctx = makeQuietContext();
    await applyEvent(ctx, await newsOf('charge.dispute.created', depositIntent));
    expect(await rows('SELECT kind FROM outbox WHERE kind = ?', 'dispute-opened')).toHaveLength(1);
    expect((await refund(id, 100)).status).toBe(409);
    const { objectId } = await newsOf('charge.dispute.created', depositIntent);
    await control('dispute-close', { dispute: objectId, status: 'won' });
    await applyEvent(ctx, await newsOf('charge.dispute.closed', depositIntent));
    expect((await refund(id, 100)).status).toBe(200);
  });
});

describe('later decisions of a bank', () => {
  it('a lost dispute is a refund, and is e-mailed once', async () => {
    const { id, depositIntent } = await createPaidBooking({ card: '4000000000000259' });
    const { objectId } = await newsOf('charge.dispute.created', depositIntent);
    await control('dispute-close', { dispute: objectId, status: 'lost' });
    const ctx = makeQuietContext();
    const closed = await newsOf('charge.dispute.closed', depositIntent);
    for (const _ of [1, 2]) await applyEvent(ctx, closed);
    // An older event that arrives later changes nothing.
    await applyEvent(ctx, await newsOf('charge.dispute.created', depositIntent));
    const [booking] = await rows(
      'SELECT payment_status, refund_amount, refund_reason FROM bookings WHERE id = ?',
      id,
    );
    expect(booking).toEqual({ payment_status: 'refunded', refund_amount: DEPOSIT, refund_reason: null });
    expect(await rows("SELECT reason FROM transactions WHERE kind = 'dispute'")).toEqual([
      { reason: 'dispute' },
    ]);
    expect((await refund(id, 1)).status).toBe(409);
  });

  it('a pending refund is reported as pending, and counts once it has succeeded', async () => {
    const { id, depositIntent } = await createPaidBooking({ card: CARDS.refundPends });
    const reply = await refund(id, 1000);
    const { refunds, booking } = await reply.json<Answer>();
    expect([reply.status, refunds]).toMatchObject([202, [{ status: 'pending', amount: 1000 }]]);
    expect(booking).toMatchObject({ refundAmount: null });
    // It still reduces the refundable amount.
    expect((await refund(id, DEPOSIT - 999)).status).toBe(409);
    await control('refund-settle', { refund: refunds[0]?.id, status: 'succeeded' });
    await applyEvent(makeQuietContext(), await newsOf('refund.updated', depositIntent));
    expect(await rows('SELECT refund_amount FROM bookings WHERE id = ?', id)).toEqual([
      { refund_amount: 1000 },
    ]);
  });

  it('a refund that fails later makes its amount refundable again, and staff are e-mailed', async () => {
    const { id, depositIntent } = await createPaidBooking();
    const { refunds } = await (await refund(id, DEPOSIT)).json<Answer>();
    expect(await rows('SELECT payment_status FROM bookings')).toEqual([{ payment_status: 'refunded' }]);
    await control('refund-settle', { refund: refunds[0]?.id, status: 'failed' });
    const ctx = makeQuietContext();
    const failed = await newsOf('refund.failed', depositIntent);
    for (const _ of [1, 2]) await applyEvent(ctx, failed);
    expect(await rows('SELECT payment_status, refund_amount FROM bookings')).toEqual([
      { payment_status: 'deposit_paid', refund_amount: null },
    ]);
    expect(await rows("SELECT kind FROM outbox WHERE kind = 'refund-failed'")).toHaveLength(1);
    expect((await refund(id, DEPOSIT)).status).toBe(200);
  });

  it("a refund made in Stripe's dashboard appears", async () => {
    const { id, depositIntent } = await createPaidBooking();
    await fetch('https://api.stripe.com/v1/refunds', {
      method: 'POST',
      headers: { Authorization: 'Bearer sk_test_local' },
      body: new URLSearchParams({ payment_intent: depositIntent, amount: '1200' }),
    });
    await applyEvent(makeQuietContext(), await newsOf('charge.refunded', depositIntent));
    expect((await readSums(id)).ledger).toEqual({ paid: DEPOSIT, refunded: 1200 });
    expect((await refund(id, DEPOSIT - 1199)).status).toBe(409);
  });
});

describe('a refund whose outcome Stripe did not report', () => {
  const faults = [
    ['500 before', { status: 500, when: 'before' }],
    ['500 after', { status: 500, when: 'after' }],
    ['cut off before', { drop: true, when: 'before' }],
    ['cut off after', { drop: true, when: 'after' }],
    ['too often', { status: 429, when: 'before' }],
  ] as const;

  it.each(faults)('is refunded exactly once: %s', async (_, rule) => {
    captureLog();
    const { id } = await twoPayments();
    await control('fail-next', { path: '/v1/refunds', method: 'POST', times: 2, ...rule });
    const reply = await refund(id, BALANCE + 700);
    expect([200, 202]).toContain(reply.status);
    await control('reset');
    await settleOpenOperations(makeQuietContext(), { isForced: true });
    expect(await readSums(id)).toMatchObject({ ledger: { refunded: 18_200 }, stripe: { refunded: 18_200 } });
    expect(await rows('SELECT state FROM payment_operations WHERE kind = ?', 'refund')).toEqual([
      { state: 'succeeded' },
    ]);
    expect(await rows("SELECT id FROM outbox WHERE kind = 'refund-made'")).toHaveLength(1);
    await settleOpenOperations(makeQuietContext(), { isForced: true });
    expect((await readSums(id)).stripe.refunded).toBe(18_200);
  });

  it('if Stripe refuses one part, the other is refunded and the refused one is reported as failed', async () => {
    captureLog();
    const { id } = await twoPayments();
    await control('fail-next', {
      path: '/v1/refunds',
      method: 'POST',
      times: 1,
      status: 400,
      when: 'before',
    });
    const reply = await refund(id, BALANCE + 700);
    const { refunds } = await reply.json<Answer>();
    expect([reply.status, refunds]).toMatchObject([
      200,
      [
        { amount: BALANCE, status: 'failed' },
        { amount: 700, status: 'succeeded' },
      ],
    ]);
    expect((await readSums(id)).ledger.refunded).toBe(700);
    expect((await refund(id, BALANCE)).status).toBe(200);
    expect(await readSums(id)).toMatchObject({ ledger: { refunded: 18_200 }, stripe: { refunded: 18_200 } });
  });

  it('if Stripe refuses all parts, the reply is 502 and the key can be used again', async () => {
    captureLog();
    const { id } = await createPaidBooking();
    const key = crypto.randomUUID();
    const failure = { path: '/v1/refunds', method: 'POST', times: 1, status: 400, when: 'before' };
    await control('fail-next', failure);
    const reply = await refund(id, 700, { key });
    expect([reply.status, (await readError(reply)).code]).toEqual([502, 'provider_unavailable']);
    expect((await refund(id, 700, { key })).status).toBe(200);
  });
});
