import { beforeEach, expect, it } from 'vitest';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { listReconciliationIssues, ReconciliationIssue } from '#contract/reconciliation.ts';
import { makeContext } from '#worker/base/context.ts';
import { runCronTask } from '#worker/entry/cron/schedule.ts';
import { processPendingRows } from '#worker/entry/queue/outbox.ts';
import { insertRow } from '#worker/test/builders.ts';
import { countingDatabase } from '#worker/test/databases.ts';
import { captureLog, readError } from '#worker/test/http.ts';
import {
  createDeposit,
  createPaidBooking,
  payDepositAtStripe,
  refundInStripe,
  stripeCall,
} from '#worker/test/payments.ts';
import type { Row } from '#worker/test/sample-rows.ts';
import { signIn } from '#worker/test/staff.ts';
import { addUnits, control, makeTestContext, rows, startOver, testEnv } from '#worker/test/world.ts';
import { pageOfIssues } from './repo.ts';
import { notifyOfUnbookedPayments } from './unbooked.ts';

let dana: Awaited<ReturnType<typeof signIn>>;
beforeEach(async () => {
  await startOver();
  await addUnits(5);
  dana = await signIn('dana', 'admin');
});

/** Runs the comparison. Returns the id of an object's issue. */
async function found(objectId: string): Promise<number> {
  await runCronTask(testEnv, 'reconcile', { isForced: true });
  const [row] = await rows<{ id: number }>(
    'SELECT id FROM reconciliation_issues WHERE object_id = ? AND settled_at IS NULL',
    objectId,
  );
  if (!row) throw new Error(`No difference of ${objectId} was found`);
  return row.id;
}

const settle = (id: number) => dana.send('POST', `admin/reconciliation/${id}/settle`);
const settled = async (id: number) => {
  const reply = await settle(id);
  expect(reply.status).toBe(200);
  return reply.json<ReconciliationIssue>();
};
const refused = async (id: number) => {
  const reply = await settle(id);
  return [reply.status, (await readError(reply)).message];
};
const ledgerOf = (id: string) => rows('SELECT type, status, amount FROM transactions WHERE id = ?', id);

async function list(query = '') {
  const reply = await dana.send('GET', `admin/reconciliation${query}`);
  expect(reply.status, query).toBe(200);
  const issues = await reply.json<ReplyOf<typeof listReconciliationIssues>>();
  return { ids: issues.map(({ id }) => id), issues, total: reply.headers.get('X-Total-Count') };
}

it('a balance with the number of a booking of another customer is not booked there', async () => {
  const log = captureLog();
  const { id: bookingId } = await createPaidBooking();
  const { id: customer } = await stripeCall<{ id: string }>('customers');
  const metadata = { app: 'dumpster-rental', env: 'development', kind: 'balance', booking_id: bookingId };
  const { id: intentId } = await stripeCall<{ id: string }>('payment_intents', {
    amount: '5000',
    currency: 'usd',
    confirm: 'true',
    payment_method: 'pm_card_visa',
    customer,
    ...Object.fromEntries(Object.entries(metadata).map(([key, value]) => [`metadata[${key}]`, `${value}`])),
  });
  const id = await found(intentId);
  expect((await list()).issues).toMatchObject([{ difference: 'missing_here', bookingId: null }]);
  expect((await refused(id))[0]).toBe(409);
  expect(await ledgerOf(intentId)).toEqual([]);
  expect(log.lines('transaction_not_entered')).toMatchObject([{ transactionId: intentId }]);
});

it('stores a missing payment, creates its booking, and names the user who settled it', async () => {
  const intentId = await payDepositAtStripe();
  const id = await found(intentId);
  expect(await settled(id)).toEqual({
    id,
    objectId: intentId,
    type: 'payment',
    difference: 'missing_here',
    bookingId: expect.any(Number),
    ledgerStatus: null,
    ledgerAmount: null,
    stripeStatus: 'succeeded',
    stripeAmount: 42_500,
    foundAt: expect.any(String),
    settledAt: expect.any(String),
    settledBy: 'dana',
    isInLedger: true,
  });
  expect(await ledgerOf(intentId)).toEqual([{ type: 'payment', status: 'succeeded', amount: 42_500 }]);
  expect(await rows('SELECT 1 FROM bookings WHERE stripe_payment_intent_id = ?', intentId)).toHaveLength(1);
});

it('stores a refund that was made elsewhere', async () => {
  const intentId = await createDeposit();
  const refundId = await refundInStripe(intentId, 1_000);
  expect(await settled(await found(refundId))).toMatchObject({ type: 'refund', settledBy: 'dana' });
  expect(await ledgerOf(refundId)).toEqual([{ type: 'refund', status: 'succeeded', amount: 1_000 }]);
});

it('updates a status', async () => {
  const intentId = await createDeposit();
  await rows("UPDATE transactions SET status = 'processing' WHERE id = ?", intentId);
  expect(await settled(await found(intentId))).toMatchObject({ difference: 'status', settledBy: 'dana' });
  expect(await ledgerOf(intentId)).toMatchObject([{ status: 'succeeded' }]);
});

it('leaves an entry open that Stripe does not know, and says so', async () => {
  captureLog();
  const made = { created_at: Date.now() - 60_000, booking_id: null, checkout_id: null };
  await insertRow('transactions', 1, { id: 'pi_3NeverMade', ...made });
  const id = await found('pi_3NeverMade');
  const sentence = 'This cannot be settled yet. Our records have a payment that Stripe does not know.';
  expect(await refused(id)).toEqual([409, sentence]);
  expect((await list('?state=open')).ids).toContain(id);
});

it('leaves a payment open that cannot become a booking, and logs why', async () => {
  const log = captureLog();
  const intentId = await payDepositAtStripe();
  const id = await found(intentId);
  await rows('DELETE FROM dumpster_schedule');
  await rows('DELETE FROM checkout_revisions');
  await rows('DELETE FROM checkouts');
  const sentence = 'This cannot be settled yet. Stripe has a payment that our records lack.';
  expect(await refused(id)).toEqual([409, sentence]);
  expect(log.lines('transaction_not_entered')).toMatchObject([{ level: 'error', transactionId: intentId }]);
});

it("leaves a difference open when the ledger's status cannot move back, and shows the current values", async () => {
  const intentId = await createDeposit();
  await rows("UPDATE transactions SET status = 'processing' WHERE id = ?", intentId);
  const id = await found(intentId);
  await rows("UPDATE transactions SET status = 'canceled' WHERE id = ?", intentId);
  const sentence = "This cannot be settled yet. Stripe says 'Succeeded', our records say 'Canceled'.";
  expect(await refused(id)).toEqual([409, sentence]);
  expect((await list('?state=open')).issues.find((issue) => issue.id === id)).toMatchObject({
    ledgerStatus: 'canceled',
    settledAt: null,
  });
});

it('says that Stripe did not answer, and changes nothing', async () => {
  captureLog();
  const intentId = await payDepositAtStripe();
  const id = await found(intentId);
  await control('fail-next', { path: '/v1/payment_intents', status: 500, when: 'before', times: 2 });
  expect(await refused(id)).toEqual([502, 'Stripe could not be asked just now. Please try again.']);
  expect(await ledgerOf(intentId)).toEqual([]);
  expect(await settled(id)).toMatchObject({ settledBy: 'dana' });
});

it('gives the same result when it is settled twice, concurrently or one after the other', async () => {
  const intentId = await payDepositAtStripe();
  const id = await found(intentId);
  const both = await Promise.all([settled(id), settled(id)]);
  const again = await settled(id);
  for (const one of both) expect(one.settledBy).toBe('dana');
  expect(again.settledAt).toBe(both[0].settledAt);
  expect(await rows('SELECT 1 FROM bookings WHERE stripe_payment_intent_id = ?', intentId)).toHaveLength(1);
});

it('needs the capability: others only see it, and an unknown difference cannot be settled', async () => {
  const id = await found(await payDepositAtStripe());
  expect(await refused(id + 1_000)).toEqual([404, 'There is no such difference.']);
  const vera = await signIn('vera', 'view_only');
  expect((await vera.send('POST', `admin/reconciliation/${id}/settle`)).status).toBe(403);
  expect((await vera.send('GET', 'admin/reconciliation')).status).toBe(200);
});

const issue = (n: number, changes: Row = {}) =>
  insertRow('reconciliation_issues', n, { object_id: `re_${n}`, booking_id: null, ...changes });

it('lists the differences, latest first, open or settled, page by page', async () => {
  for (const n of [1, 2, 3, 4, 5]) await issue(n, n % 2 ? {} : { settled_at: 9, settled_by: dana.id });
  expect(await list()).toMatchObject({ ids: [5, 4, 3, 2, 1], total: '5' });
  expect(await list('?state=open')).toMatchObject({ ids: [5, 3, 1], total: '3' });
  expect(await list('?state=settled&sort=id')).toMatchObject({ ids: [2, 4], total: '2' });
  expect((await list('?state=settled')).issues[0]).toMatchObject({ settledBy: 'dana', type: 'refund' });
  const reply = await dana.send('GET', 'admin/reconciliation?limit=2');
  const next = /<\/api\/([^>]+)>; rel="next"/.exec(reply.headers.get('Link') ?? '')?.[1] ?? '';
  expect((await (await dana.send('GET', next)).json<ReconciliationIssue[]>()).map(({ id }) => id)).toEqual([
    3, 2,
  ]);
});

it('reads as little of a few open differences among many settled ones', async () => {
  const counting = countingDatabase(testEnv.DB);
  const read = async () => {
    // A call of its own: one call reads a row once.
    const { db } = makeContext({ ...testEnv, DB: counting.database }, { timeouts: 'request' });
    const before = counting.rowsRead();
    const { rows: open } = await pageOfIssues(db, { limit: 25, state: 'open' });
    expect(open).toHaveLength(2);
    return counting.rowsRead() - before;
  };
  await issue(1);
  await settledOnes(2, 1_000);
  await issue(1_001);
  const few = await read();
  await settledOnes(1_002, 3_000);
  expect(await read()).toBe(few);
  expect(few).toBeLessThan(30);
  // The total of all issues is stored, not counted.
  expect([(await list()).total, (await list('?state=settled')).total]).toEqual(['3000', '1000+']);
});

const settledOnes = (from: number, to: number) =>
  rows(
    `INSERT INTO reconciliation_issues (id, object_id, difference, found_at, settled_at)
     WITH RECURSIVE many(n) AS (SELECT ? UNION ALL SELECT n + 1 FROM many WHERE n < ?)
     SELECT n, 'pi_' || n, 'status', n, n FROM many`,
    from,
    to,
  );

it.each(['state=closed', 'search=pi', 'sort=foundAt', 'limit=0', 'cursor=x'])(
  'refuses ?%s',
  async (query) => {
    const reply = await dana.send('GET', `admin/reconciliation?${query}`);
    expect([reply.status, (await readError(reply)).code]).toEqual([400, 'invalid']);
  },
);

it('returns when the ledger was last compared', async () => {
  const last = async () => (await dana.send('GET', 'admin/reconciliation/last')).json();
  expect(await last()).toEqual({ ranAt: null, payments: 0, refunds: 0, differences: 0 });
  const counts = await runCronTask(testEnv, 'reconcile', { isForced: true });
  const { payments, refunds, differences } = counts;
  expect(await last()).toEqual({ ranAt: expect.any(String), payments, refunds, differences });
});

it('many payments without a booking after a restore lead to one e-mail', async () => {
  for (let index = 1; index <= 11; index += 1) {
    await rows(
      `INSERT INTO reconciliation_issues (object_id, difference, stripe_status, stripe_amount, found_at)
       VALUES (?, 'missing_here', 'succeeded', 100, 1)`,
      `pi_lost${index}`,
    );
  }
  const { ctx, mails } = makeTestContext();
  const quiet = { ...ctx, send: () => Promise.resolve() };
  for (const _ of [1, 2]) expect(await notifyOfUnbookedPayments(quiet, 1)).toBe(11);
  await processPendingRows(ctx, { includeRecent: true });
  expect(mails.map(({ subject }) => subject)).toEqual(['11 payments have no booking']);
});
