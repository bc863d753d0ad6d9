import { beforeEach, expect, it } from 'vitest';
import { openCheckout } from '#worker/checkout/open.ts';
import { bookingStatus } from '#worker/checkout/status.ts';
import { runCronTask } from '#worker/entry/cron/schedule.ts';
import { applyDispute } from '#worker/money/disputes/apply-dispute.ts';
import { findAlertedAmount } from '#worker/money/notification-repo.ts';
import { applyRefund } from '#worker/money/refunds/apply-refund.ts';
import { call, readError } from '#worker/test/http.ts';
import { makePaymentCalls, refundInStripe, stripeCall } from '#worker/test/payments.ts';
import { signIn } from '#worker/test/staff.ts';
import { expectExactSummaries } from '#worker/test/summaries.ts';
import {
  addUnits,
  control,
  intentIdOf,
  makeBookingData,
  makeTestContext,
  pay,
  rows,
  startOver,
  testEnv,
} from '#worker/test/world.ts';

const DEPOSIT = 42_500;
let staff: Awaited<ReturnType<typeof signIn>>;
let calls: ReturnType<typeof makePaymentCalls>;
let ctx: ReturnType<typeof makeTestContext>['ctx'];

beforeEach(async () => {
  await startOver();
  await addUnits(3);
  staff = await signIn('ann', 'admin');
  calls = makePaymentCalls(staff, call);
  ({ ctx } = makeTestContext({ pauseMs: 2 }));
  ctx.send = () => Promise.resolve();
});

/** A paid order of three. */
async function paidOrder() {
  const data = makeBookingData({ quantity: 3 });
  const { clientSecret } = await openCheckout(ctx, { data, key: crypto.randomUUID(), ip: '' });
  await pay(clientSecret);
  const intentId = intentIdOf(clientSecret);
  const { orderNumbers = [] } = await bookingStatus(ctx, { paymentIntent: intentId, clientSecret });
  const [first = 0, second = 0, third = 0] = orderNumbers;
  return { intentId, first, second, third };
}

const sums = () =>
  rows(`SELECT coalesce(refund_amount, 0) AS refunded, payment_status AS status FROM bookings ORDER BY id`);
const reconcile = () => runCronTask(testEnv, 'reconcile', { isForced: true });
const issuesOf = (intentId: string) =>
  rows(
    'SELECT object_id, difference FROM reconciliation_issues WHERE object_id LIKE ? AND settled_at IS NULL',
    `${intentId}%`,
  );
const PAID = { refunded: 0, status: 'deposit_paid' };
const REFUNDED = { refunded: DEPOSIT, status: 'refunded' };

it('the ledger, Stripe and the totals agree about the one payment', async () => {
  const { intentId } = await paidOrder();
  await reconcile();
  expect(await issuesOf(intentId)).toEqual([]);
  await expectExactSummaries({ pieces: [], beginnings: [] });
  const reply = await staff.send('GET', 'transactions');
  const { summary, transactions } = await reply.json<{
    summary: { total: number };
    transactions: { id: string; amount: number }[];
  }>();
  expect(summary.total).toBe(3 * DEPOSIT);
  expect(transactions.map(({ id, amount }) => [id, amount]).toSorted()).toEqual([
    [intentId, DEPOSIT],
    [`${intentId}.2`, DEPOSIT],
    [`${intentId}.3`, DEPOSIT],
  ]);
  const detail = await (await staff.send('GET', `transactions/${intentId}.2`)).json<object>();
  expect(detail).toMatchObject({ details: { id: `${intentId}.2`, amount: DEPOSIT, status: 'succeeded' } });
  await rows("UPDATE transactions SET amount = amount - 1 WHERE id LIKE '%.2'");
  await reconcile();
  expect(await issuesOf(intentId)).toEqual([{ object_id: intentId, difference: 'amount' }]);
});

it('a refund of one booking takes its own share and no more', async () => {
  const { intentId, second } = await paidOrder();
  const refused = await calls.refund(second, DEPOSIT + 1);
  expect([refused.status, (await readError(refused)).code]).toEqual([409, 'conflict']);
  expect((await calls.refund(second, DEPOSIT)).status).toBe(200);
  expect(await sums()).toEqual([PAID, REFUNDED, PAID]);
  const { refunds } = await control<{ refunds: { payment_intent: string; amount: number; id: string }[] }>(
    'state',
  );
  const made = refunds.filter((refund) => refund.payment_intent === intentId);
  expect(made.map(({ amount }) => amount)).toEqual([DEPOSIT]);
  for (const { id } of made) await applyRefund(ctx, id);
  expect(await sums()).toEqual([PAID, REFUNDED, PAID]);
  expect((await calls.refund(second, 1)).status).toBe(409);
  await reconcile();
  expect([await issuesOf(intentId), await issuesOf(made[0]?.id ?? '')]).toEqual([[], []]);
});

it('bookings of an order are cancelled and refunded at the same time, each alone', async () => {
  const { intentId, first, third } = await paidOrder();
  const replies = await Promise.all([calls.refund(first, 10_000), calls.refund(third, DEPOSIT)]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  expect(await sums()).toEqual([{ refunded: 10_000, status: 'deposit_paid' }, PAID, REFUNDED]);
  await reconcile();
  expect(await issuesOf(intentId)).toEqual([]);
});

it("a refund in Stripe's Dashboard takes from the shares that have money left, once for any number of events", async () => {
  const { first, intentId } = await paidOrder();
  expect((await calls.refund(first, 40_000)).status).toBe(200);
  const refundId = await refundInStripe(intentId, 50_000);
  await Promise.all(Array.from({ length: 4 }, () => applyRefund(ctx, refundId)));
  const stored = () =>
    rows('SELECT id, amount FROM transactions WHERE id LIKE ? ORDER BY id', `${refundId}%`);
  expect(await stored()).toEqual([
    { id: refundId, amount: 2500 },
    { id: `${refundId}.2`, amount: 42_500 },
    { id: `${refundId}.3`, amount: 5000 },
  ]);
  const expected = [REFUNDED, REFUNDED, { refunded: 5000, status: 'deposit_paid' }];
  expect(await sums()).toEqual(expected);
  const last = await refundInStripe(intentId, 37_500);
  await applyRefund(ctx, last);
  await applyRefund(ctx, refundId);
  expect(await sums()).toEqual([REFUNDED, REFUNDED, REFUNDED]);
  expect((await stored()).length).toBe(3);
  await reconcile();
  expect([await issuesOf(intentId), await issuesOf(refundId), await issuesOf(last)]).toEqual([[], [], []]);
  await expectExactSummaries({ pieces: [], beginnings: [] });
});

it('a lost dispute is lost by every booking with its share, and an appeal that is won gives all back', async () => {
  const { intentId, first, second } = await paidOrder();
  const { charges } = await control<{ charges: { id: string; payment_intent: string }[] }>('state');
  const charge = charges.find((one) => one.payment_intent === intentId)?.id ?? '';
  const { id } = await control<{ id: string }>('dispute', { charge, status: 'needs_response' });
  await applyDispute(ctx, id);
  const alerted = { kind: 'dispute-opened' as const, id, bookingId: first };
  expect(await findAlertedAmount(ctx.db, alerted)).toBe(3 * DEPOSIT);
  expect((await calls.refund(second, 100)).status).toBe(409);
  expect(await sums()).toEqual([PAID, PAID, PAID]);
  await stripeCall(`disputes/${id}`, { 'evidence[uncategorized_text]': 'losing_evidence', submit: 'true' });
  await applyDispute(ctx, id);
  await applyDispute(ctx, id);
  expect(await sums()).toEqual([REFUNDED, REFUNDED, REFUNDED]);
  expect(await rows('SELECT id, amount FROM transactions WHERE kind = ? ORDER BY id', 'dispute')).toEqual([
    { id, amount: DEPOSIT },
    { id: `${id}.2`, amount: DEPOSIT },
    { id: `${id}.3`, amount: DEPOSIT },
  ]);
  await reconcile();
  expect([await issuesOf(intentId), await issuesOf(id)]).toEqual([[], []]);
  await control('dispute-appeal', { dispute: id, status: 'won' });
  await applyDispute(ctx, id);
  expect(await sums()).toEqual([PAID, PAID, PAID]);
});

it('the balance of one booking is charged alone, and its refund takes the charge first', async () => {
  const { second } = await paidOrder();
  await rows('UPDATE bookings SET final_price = 60000 WHERE id = ?', second);
  expect((await calls.charge(second, 17_500)).status).toBe(200);
  expect(await rows('SELECT paid_amount AS paid FROM bookings ORDER BY id')).toEqual([
    { paid: DEPOSIT },
    { paid: 60_000 },
    { paid: DEPOSIT },
  ]);
  expect((await calls.refund(second, 60_000)).status).toBe(200);
  expect(await sums()).toEqual([PAID, { refunded: 60_000, status: 'refunded' }, PAID]);
});
