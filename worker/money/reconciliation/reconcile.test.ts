import { beforeEach, expect, it } from 'vitest';
import { makeContext } from '#worker/base/context.ts';
import { runCronTask } from '#worker/entry/cron/schedule.ts';
import { applyIntent } from '#worker/money/ledger/intents.ts';
import { insertRow } from '#worker/test/builders.ts';
import { captureLog, debugEnv } from '#worker/test/http.ts';
import {
  createDeposit,
  createForeignPayment,
  payDepositAtStripe,
  refundInStripe,
} from '#worker/test/payments.ts';
import { addUnits, control, makeTestContext, rows, startOver, testEnv } from '#worker/test/world.ts';
import { reconcile } from './tasks.ts';

const MINUTE_MS = 60_000;

// The emulator keeps the payments of earlier tests, so each test checks only its own payments.
beforeEach(async () => {
  await startOver();
  await addUnits(5);
});

const compare = (isForced = true) => runCronTask(testEnv, 'reconcile', { isForced });
const issueOf = (id: string) =>
  rows(
    `SELECT difference, ledger_status, ledger_amount, stripe_status, stripe_amount, settled_at, settled_by
     FROM reconciliation_issues WHERE object_id = ?`,
    id,
  );
const bookingOf = (issueId: string) =>
  rows(
    `SELECT i.booking_id AS noted, b.id AS actual FROM reconciliation_issues i
     LEFT JOIN bookings b ON b.id = i.booking_id WHERE i.object_id = ?`,
    issueId,
  );
const NOTHING = { ledger_status: null, ledger_amount: null, stripe_status: null, stripe_amount: null };
const OPEN = { settled_at: null, settled_by: null };

it('finds nothing when both sides agree', async () => {
  const intentId = await createDeposit();
  await compare();
  expect(await issueOf(intentId)).toEqual([]);
});

it('finds an unknown payment and its refund, once for any number of runs', async () => {
  const intentId = await payDepositAtStripe();
  const refundId = await refundInStripe(intentId, 1_000);
  await compare();
  await compare();
  const missing = { difference: 'missing_here', ...NOTHING, stripe_status: 'succeeded', ...OPEN };
  expect(await issueOf(intentId)).toEqual([{ ...missing, stripe_amount: 42_500 }]);
  expect(await issueOf(refundId)).toEqual([{ ...missing, stripe_amount: 1_000 }]);
});

it('finds a refund that is only at Stripe, and names the booking', async () => {
  const intentId = await createDeposit();
  const refundId = await refundInStripe(intentId, 1_000);
  await compare();
  expect(await issueOf(refundId)).toMatchObject([{ difference: 'missing_here', stripe_amount: 1_000 }]);
  expect(await bookingOf(refundId)).toEqual([{ noted: expect.any(Number), actual: expect.any(Number) }]);
});

it('finds entries that only the ledger has', async () => {
  await insertRow('transactions', 1, {
    id: 'pi_3NeverMade',
    booking_id: null,
    checkout_id: null,
    created_at: Date.now() - MINUTE_MS,
  });
  await compare();
  expect(await issueOf('pi_3NeverMade')).toEqual([
    {
      difference: 'missing_at_stripe',
      ...NOTHING,
      ...OPEN,
      ledger_status: 'succeeded',
      ledger_amount: 32_500,
    },
  ]);
});

it('finds a different status and a different amount', async () => {
  const [one, other] = [await createDeposit(), await createDeposit()];
  await rows("UPDATE transactions SET status = 'processing' WHERE id = ?", one);
  await rows('UPDATE transactions SET amount = 32_500 WHERE id = ?', other);
  await compare();
  const both = { ...OPEN, stripe_status: 'succeeded', stripe_amount: 42_500 };
  expect(await issueOf(one)).toEqual([
    { difference: 'status', ...both, ledger_status: 'processing', ledger_amount: 42_500 },
  ]);
  expect(await issueOf(other)).toEqual([
    { difference: 'amount', ...both, ledger_status: 'succeeded', ledger_amount: 32_500 },
  ]);
});

it('finds a lost dispute of the ledger that Stripe does not know', async () => {
  const intentId = await createDeposit();
  await insertRow('transactions', 1, {
    id: 'dp_1Lost',
    type: 'refund',
    kind: 'dispute',
    payment_id: intentId,
    booking_id: null,
    checkout_id: null,
    created_at: Date.now() - MINUTE_MS,
  });
  await compare();
  expect(await issueOf('dp_1Lost')).toMatchObject([{ difference: 'missing_at_stripe', ...OPEN }]);
});

it('ignores intents without a payment attempt and payments of other systems', async () => {
  const stranger = await createForeignPayment();
  const theirRefund = await refundInStripe(stranger, 100);
  await compare();
  for (const id of [stranger, theirRefund]) expect(await issueOf(id), id).toEqual([]);
});

it('refreshes an open difference, settles it when it is gone, and opens it again when it returns', async () => {
  const intentId = await createDeposit();
  await rows("UPDATE transactions SET status = 'processing' WHERE id = ?", intentId);
  await compare();
  await rows("UPDATE transactions SET status = 'succeeded', amount = 1 WHERE id = ?", intentId);
  await compare();
  expect(await issueOf(intentId)).toMatchObject([{ difference: 'amount', ledger_amount: 1, ...OPEN }]);
  await rows('UPDATE transactions SET amount = 42_500 WHERE id = ?', intentId);
  expect((await compare()).settled).toBe(1);
  expect(await issueOf(intentId)).toMatchObject([{ settled_at: expect.any(Number), settled_by: null }]);
  await rows('UPDATE transactions SET amount = 1 WHERE id = ?', intentId);
  await compare();
  expect(await issueOf(intentId)).toHaveLength(2);
});

it('compares an open difference again, even if its payment is older than the compared days', async () => {
  const intentId = await payDepositAtStripe();
  await compare();
  const { ctx, passMinutes } = makeTestContext();
  ctx.send = () => Promise.resolve();
  passMinutes(10 * 24 * 60);
  await reconcile(ctx, { isForced: false });
  expect(await issueOf(intentId)).toMatchObject([{ difference: 'missing_here', ...OPEN }]);
  await applyIntent(ctx, intentId);
  await reconcile(ctx, { isForced: false });
  expect(await issueOf(intentId)).toMatchObject([{ settled_at: expect.any(Number), settled_by: null }]);
});

it('leaves payments that are minutes old to the webhook, unless it is forced', async () => {
  const intentId = await payDepositAtStripe();
  await compare(false);
  expect(await issueOf(intentId)).toEqual([]);
  const { ctx, passMinutes } = makeTestContext();
  passMinutes(11);
  await reconcile(ctx, { isForced: false });
  expect(await issueOf(intentId)).toHaveLength(1);
});

it('logs the sums of both sides, and stores the time of the run', async () => {
  const log = captureLog();
  const before = await reconcile(makeContext(debugEnv, { timeouts: 'background' }), { isForced: true });
  await createDeposit();
  const unheard = await payDepositAtStripe();
  await refundInStripe(unheard, 2_500);
  const counts = await reconcile(makeContext(debugEnv, { timeouts: 'background' }), { isForced: true });
  const [first, second] = log.lines('ledger_reconciled');
  const more = (name: string) => Number(second?.[name]) - Number(first?.[name]);
  expect(['paidHere', 'paidAtStripe', 'refundedHere', 'refundedAtStripe'].map(more)).toEqual([
    42_500, 85_000, 0, 2_500,
  ]);
  expect(counts).toEqual({
    payments: before.payments + 2,
    refunds: before.refunds + 1,
    differences: before.differences + 2,
    settled: 0,
  });
  const [run] = await rows("SELECT reached_at, result FROM cursors WHERE name = 'reconciliation'");
  expect(JSON.parse(String(run?.result))).toEqual(counts);
});

it('changes nothing while Stripe does not answer', async () => {
  const intentId = await createDeposit();
  await control('fail-next', { path: '/v1/payment_intents', status: 500, when: 'before', times: 3 });
  await expect(compare()).rejects.toThrow();
  expect(await issueOf(intentId)).toEqual([]);
  expect(await rows("SELECT * FROM cursors WHERE name = 'reconciliation'")).toEqual([]);
});

it('never settles a difference that it could not compare', async () => {
  captureLog();
  const intentId = await payDepositAtStripe();
  await compare();
  const { ctx, passMinutes } = makeTestContext();
  passMinutes(10 * 24 * 60);
  await control('fail-next', {
    path: `/v1/payment_intents/${intentId}`,
    status: 500,
    when: 'before',
    times: 3,
  });
  expect((await reconcile(ctx, { isForced: false })).settled).toBe(0);
  expect(await issueOf(intentId)).toMatchObject([OPEN]);
});
