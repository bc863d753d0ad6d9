import { beforeEach, describe, expect, it } from 'vitest';
import { runCronTask } from '#worker/entry/cron/schedule.ts';
import { call, captureLog } from '#worker/test/http.ts';
import { createPaidBooking, makePaymentCalls } from '#worker/test/payments.ts';
import { signIn } from '#worker/test/staff.ts';
import { expectExactSummaries } from '#worker/test/summaries.ts';
import { addUnits, control, makeTestContext, rows, startOver, testEnv } from '#worker/test/world.ts';
import { applyDispute, applyFraudWarning } from './apply-dispute.ts';

const DEPOSIT = 42_500;
let staff: Awaited<ReturnType<typeof signIn>>;
let refund: ReturnType<typeof makePaymentCalls>['refund'];

beforeEach(async () => {
  await startOver();
  await addUnits(3);
  staff = await signIn('ann', 'admin');
  ({ refund } = makePaymentCalls(staff, call));
});

function quietly() {
  const { ctx } = makeTestContext();
  ctx.send = () => Promise.resolve();
  return ctx;
}

type Dispute = { id: string; status: string };
const dispute = (body: object) => control<Dispute>('dispute', body);
const appeal = (id: string, status: string) => control<Dispute>('dispute-appeal', { dispute: id, status });

/** A booking, and the charge of its deposit. */
async function booked() {
  const { id, depositIntent } = await createPaidBooking();
  const { charges } = await control<{ charges: { id: string; payment_intent: string }[] }>('state');
  const charge = charges.find(({ payment_intent: intent }) => intent === depositIntent)?.id ?? '';
  return { id, depositIntent, charge };
}

const moneyOf = async (id: number) =>
  (await rows('SELECT payment_status, refund_amount FROM bookings WHERE id = ?', id))[0];
const ledgerOf = (id: string) => rows('SELECT kind, status, amount FROM transactions WHERE id = ?', id);
const paymentOf = async (id: number) => {
  const reply = await staff.send('GET', `bookings/${id}/payments`);
  const { payments } = await reply.json<{ payments: object[] }>();
  return payments[0];
};
const NO_LOSS = { payment_status: 'deposit_paid', refund_amount: null };
const LOSS = { payment_status: 'refunded', refund_amount: DEPOSIT };

describe('an appeal of a lost dispute', () => {
  it('that is won reverses the loss in status, sums, totals and refundable amount', async () => {
    const { id, charge } = await booked();
    const { id: lost } = await dispute({ charge, status: 'lost' });
    const ctx = quietly();
    await applyDispute(ctx, lost);
    expect(await moneyOf(id)).toEqual(LOSS);
    for (const status of ['needs_response', 'under_review']) {
      await appeal(lost, status);
      await applyDispute(ctx, lost);
      expect(await moneyOf(id)).toEqual(LOSS);
      expect(await paymentOf(id)).toMatchObject({ isDisputed: true, disputeStatus: `appeal_${status}` });
      expect((await refund(id, 100)).status).toBe(409);
    }
    await appeal(lost, 'won');
    await applyDispute(ctx, lost);
    expect(await moneyOf(id)).toEqual(NO_LOSS);
    expect(await ledgerOf(lost)).toEqual([{ kind: 'dispute', status: 'canceled', amount: DEPOSIT }]);
    expect(await paymentOf(id)).toMatchObject({
      isDisputed: false,
      disputeStatus: 'won',
      refundable: DEPOSIT,
    });
    await expectExactSummaries({ pieces: [], beginnings: [] });
    expect((await refund(id, DEPOSIT)).status).toBe(200);
  });

  it('that is lost keeps the loss, counted once', async () => {
    const { id, charge } = await booked();
    const { id: lost } = await dispute({ charge, status: 'lost' });
    const ctx = quietly();
    for (const status of ['needs_response', 'lost']) {
      await applyDispute(ctx, lost);
      await appeal(lost, status);
    }
    await applyDispute(ctx, lost);
    expect(await moneyOf(id)).toEqual(LOSS);
    expect(await ledgerOf(lost)).toEqual([{ kind: 'dispute', status: 'succeeded', amount: DEPOSIT }]);
    expect((await refund(id, 1)).status).toBe(409);
  });

  it('a read that began earlier than the stored one changes nothing, even if it ends later', async () => {
    const { id, charge } = await booked();
    const { id: lost } = await dispute({ charge, status: 'lost' });
    const ctx = quietly();
    const earlier = await ctx.stripe.retrieveDispute(lost);
    const readAtMs = ctx.now() - 1000;
    await appeal(lost, 'won');
    await applyDispute(ctx, lost);
    const stripe = Object.assign(Object.create(ctx.stripe), { retrieveDispute: async () => earlier });
    await applyDispute({ ...ctx, stripe, now: () => readAtMs }, lost);
    expect(await ledgerOf(lost)).toEqual([]);
    expect(await paymentOf(id)).toMatchObject({ disputeStatus: 'won' });
  });
});

it('an appeal before any decision blocks refunds of the payment and books no loss', async () => {
  const { id, charge } = await booked();
  const { id: reviewed } = await dispute({ charge, status: 'under_review' });
  await appeal(reviewed, 'needs_response');
  await applyDispute(quietly(), reviewed);
  expect(await moneyOf(id)).toEqual(NO_LOSS);
  expect((await refund(id, 100)).status).toBe(409);
});

it('a prevented dispute closes without a loss', async () => {
  const { id, charge } = await booked();
  const { id: opened } = await dispute({ charge });
  const ctx = quietly();
  await applyDispute(ctx, opened);
  await control('dispute-close', { dispute: opened, status: 'prevented' });
  await applyDispute(ctx, opened);
  expect(await moneyOf(id)).toEqual(NO_LOSS);
  expect(await ledgerOf(opened)).toEqual([]);
  expect(await paymentOf(id)).toMatchObject({ isDisputed: false, disputeStatus: 'prevented' });
  expect((await refund(id, 100)).status).toBe(200);
});

it('a lost dispute of a part counts as that part, and staff are e-mailed once', async () => {
  const { id, charge } = await booked();
  const { id: lost } = await dispute({ charge, amount: 12_500, status: 'lost' });
  const ctx = quietly();
  await applyDispute(ctx, lost);
  await applyDispute(ctx, lost);
  expect(await moneyOf(id)).toEqual({
    payment_status: 'deposit_paid',
    refund_amount: 12_500,
  });
  expect(await paymentOf(id)).toMatchObject({ refundable: 30_000 });
  expect(await rows("SELECT subject FROM outbox WHERE kind = 'dispute-opened'")).toEqual([{ subject: lost }]);
});

it.each([true, false])(
  'an early fraud warning finds its booking, with the intent named: %s',
  async (withIntent) => {
    const { id, charge } = await booked();
    const { id: warning } = await control<{ id: string }>('fraud-warning', { charge, withIntent });
    expect(await applyFraudWarning(quietly(), warning)).toBe(true);
    expect(await rows("SELECT booking_id, subject FROM outbox WHERE kind = 'fraud-warning'")).toEqual([
      { booking_id: id, subject: charge },
    ]);
  },
);

describe('the nightly comparison', () => {
  const compare = () => runCronTask(testEnv, 'reconcile', { isForced: true });
  // The emulator keeps the payments of earlier tests, so each test checks only its own dispute.
  const openIssues = (disputeId: string) =>
    rows<{ id: number; difference: string }>(
      'SELECT id, difference, booking_id FROM reconciliation_issues WHERE settled_at IS NULL AND object_id = ?',
      disputeId,
    );
  const settle = async (id: number) => (await staff.send('POST', `admin/reconciliation/${id}/settle`)).status;

  it('finds a lost dispute without an event, and settling it books the loss', async () => {
    captureLog();
    const { id, charge } = await booked();
    const { id: lost } = await dispute({ charge, status: 'lost' });
    await compare();
    await compare();
    const issues = await openIssues(lost);
    expect(issues).toMatchObject([{ difference: 'missing_here' }]);
    expect(await moneyOf(id)).toEqual(NO_LOSS);
    expect(await settle(issues[0]?.id ?? 0)).toBe(200);
    expect(await moneyOf(id)).toEqual(LOSS);
    await compare();
    expect(await openIssues(lost)).toEqual([]);
  });

  it('finds a dispute that names only its charge, and settling it books the loss', async () => {
    captureLog();
    const { id, charge } = await booked();
    const { id: lost } = await dispute({ charge, status: 'lost', withIntent: false });
    await compare();
    const [issue] = await openIssues(lost);
    expect(issue).toMatchObject({ difference: 'missing_here', booking_id: id });
    expect(await settle(issue?.id ?? 0)).toBe(200);
    expect(await moneyOf(id)).toEqual(LOSS);
    await compare();
    expect(await openIssues(lost)).toEqual([]);
  });

  it('finds an appeal that was won, and settling it reverses the loss', async () => {
    captureLog();
    const { id, charge } = await booked();
    const { id: lost } = await dispute({ charge, status: 'lost' });
    await applyDispute(quietly(), lost);
    await appeal(lost, 'won');
    await compare();
    const issues = await openIssues(lost);
    expect(issues).toMatchObject([{ difference: 'status' }]);
    expect(await settle(issues[0]?.id ?? 0)).toBe(200);
    expect(await moneyOf(id)).toEqual(NO_LOSS);
  });

  it.each(['needs_response', 'appeal_under_review', 'warning_needs_response', 'won'])(
    'stores the status %s that was missed',
    async (status) => {
      captureLog();
      const { id, charge } = await booked();
      const { id: missed } = await dispute({ charge, status });
      await compare();
      expect(await paymentOf(id)).toMatchObject({ disputeStatus: status });
      expect(await openIssues(missed)).toEqual([]);
    },
  );

  it('stores the missed status of a dispute that names only its charge', async () => {
    captureLog();
    const { id, charge } = await booked();
    await dispute({ charge, withIntent: false });
    await compare();
    expect(await paymentOf(id)).toMatchObject({ isDisputed: true, disputeStatus: 'needs_response' });
  });
});
