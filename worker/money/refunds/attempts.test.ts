import { beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '#worker/base/context.ts';
import { applyEvent } from '#worker/entry/queue/apply-event.ts';
import { findOperation } from '#worker/money/operations/repo.ts';
import { settleOpenOperations, settleOperation } from '#worker/money/tasks.ts';
import { makeQuietContext } from '#worker/test/history.ts';
import { call, captureLog } from '#worker/test/http.ts';
import { createPaidBooking, makePaymentCalls, readSums, stripeCall } from '#worker/test/payments.ts';
import { signIn } from '#worker/test/staff.ts';
import { addUnits, control, makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { claimRefund } from './claim.ts';
import { refundPayment } from './service.ts';
import { settleParts, stopParts } from './settle.ts';

let staff: Awaited<ReturnType<typeof signIn>>;

beforeEach(async () => {
  await startOver();
  await addUnits(2);
  staff = await signIn('dana', 'admin');
  captureLog();
});

const BALANCE = 17_500;

const failRefunds = (rule: object) => control('fail-next', { path: '/v1/refunds', times: 40, ...rule });
const operations = () =>
  rows('SELECT kind, state, error_code FROM payment_operations WHERE kind = ?', 'refund');
const parts = () => rows('SELECT state, error_code FROM refund_parts ORDER BY rowid');
const operationId = async () => {
  const [operation] = await rows<{ id: number }>(
    "SELECT id FROM payment_operations WHERE kind = 'refund' ORDER BY id DESC",
  );
  return operation?.id ?? 0;
};
const sentRefunds = async () =>
  (await control<{ method: string; path: string }[]>('requests')).filter(
    ({ method, path }) => method === 'POST' && path === '/v1/refunds',
  ).length;
const refundInput = (bookingId: number, amount: number, key: string = crypto.randomUUID()) => ({
  bookingId,
  amount,
  reason: '',
  notifyCustomer: false,
  key,
  version: null,
});
const settleNow = async () => settleOperation(makeQuietContext(), await operationId()).catch(() => 'open');

/** A refund with an unknown outcome: Stripe answers as the rule says. */
async function openRefund(rule: object, key: string = crypto.randomUUID()) {
  const booking = await createPaidBooking();
  await failRefunds(rule);
  const { isOpen } = await refundPayment(makeQuietContext(), staff.actor, refundInput(booking.id, 1000, key));
  expect(isOpen).toBe(true);
  await control('reset');
  return booking;
}

describe('a look-up for a refund', () => {
  it.each([401, 403, 404])(
    'that Stripe refuses with %i leaves the outcome open, and sends nothing',
    async (status) => {
      const { id } = await openRefund({ drop: true, when: 'after' });
      await failRefunds({ method: 'GET', status });
      expect(await settleNow()).toBe('open');
      expect([await operations(), await sentRefunds()]).toEqual([
        [{ kind: 'refund', state: 'unknown', error_code: null }],
        0,
      ]);
      await control('reset');
      await settleNow();
      expect([await operations(), await sentRefunds()]).toMatchObject([[{ state: 'succeeded' }], 0]);
      expect(await readSums(id)).toMatchObject({ ledger: { refunded: 1000 }, stripe: { refunded: 1000 } });
    },
  );

  it('that follows a lost answer and is refused leaves the outcome open', async () => {
    const { id } = await createPaidBooking();
    const ctx = makeQuietContext();
    const { createRefund } = ctx.stripe;
    ctx.stripe.createRefund = async (...sent) => {
      await failRefunds({ drop: true, when: 'after', times: 2 });
      try {
        return await createRefund(...sent);
      } finally {
        await failRefunds({ method: 'GET', status: 403 });
      }
    };
    expect((await refundPayment(ctx, staff.actor, refundInput(id, 1000))).isOpen).toBe(true);
    await control('reset');
    await settleNow();
    expect(await readSums(id)).toMatchObject({ ledger: { refunded: 1000 }, stripe: { refunded: 1000 } });
  });

  it.each([401, 403])('decides if Stripe refuses the key of the refund call with %i', async (status) => {
    const { id } = await createPaidBooking();
    await failRefunds({ status });
    expect((await refundPayment(makeQuietContext(), staff.actor, refundInput(id, 1000))).isOpen).toBe(true);
    await failRefunds({ method: 'POST', status });
    await settleNow();
    expect(await operations()).toMatchObject([{ state: 'failed' }]);
  });

  it('of a payment that Stripe does not know proves that nothing was made', async () => {
    await openRefund({ status: 500 });
    const ctx = makeQuietContext();
    const missing = () => ctx.stripe.retrieveIntent('pi_of_another_account') as never;
    ctx.stripe.listRefunds = missing;
    ctx.stripe.createRefund = missing;
    await settleOperation(ctx, await operationId());
    expect(await operations()).toEqual([{ kind: 'refund', state: 'failed', error_code: 'resource_missing' }]);
  });
});

it.each([
  ['sent', async (ctx: Context) => settleOperation(ctx, await operationId())],
  [
    'stopped',
    async (ctx: Context) =>
      stopParts(ctx, await claimRefund(ctx, await operationId()), {
        type: 'staff',
        userId: staff.actor.userId,
      }),
  ],
])('a part that a webhook settles immediately before it is %s stays as it was settled', async (_, act) => {
  const { id, depositIntent } = await openRefund({ status: 500 });
  const [part] = await rows<{ id: string }>('SELECT id FROM refund_parts');
  const ctx = makeQuietContext();
  const { listRefunds } = ctx.stripe;
  ctx.stripe.listRefunds = async (intentId) => {
    const before = await listRefunds(intentId);
    const made = await stripeCall<{ id: string }>('refunds', {
      payment_intent: depositIntent,
      amount: '1000',
      'metadata[refund_part_id]': part?.id,
    });
    await applyEvent(makeQuietContext(), { type: 'refund.created', objectId: made.id });
    return before;
  };
  await act(ctx);
  expect(await parts()).toEqual([{ state: 'succeeded', error_code: null }]);
  expect(await operations()).toMatchObject([{ state: 'succeeded' }]);
  expect(await readSums(id)).toMatchObject({ ledger: { refunded: 1000 }, stripe: { refunded: 1000 } });
});

describe('a claim of a refund', () => {
  it.each([
    ['before Stripe made the refund', { status: 500 }],
    ['after Stripe made it', { drop: true, when: 'after' }],
  ])('whose attempt crashed is taken over once it ends: %s', async (_, rule) => {
    const { id } = await openRefund(rule);
    await claimRefund(makeQuietContext(), await operationId());
    const { ctx, passMinutes } = makeTestContext();
    passMinutes(4);
    expect(await settleOpenOperations(ctx, { isForced: false })).toMatchObject({ examined: 0 });
    await expect(claimRefund(ctx, await operationId())).rejects.toMatchObject({ code: 'busy' });
    passMinutes(2);
    expect(await settleOpenOperations(ctx, { isForced: false })).toMatchObject({ examined: 1, settled: 1 });
    expect(await operations()).toMatchObject([{ state: 'succeeded' }]);
    expect(await readSums(id)).toMatchObject({ ledger: { refunded: 1000 }, stripe: { refunded: 1000 } });
  });

  it('of a request that crashed before its call to Stripe is taken over by the repeated request', async () => {
    const { id } = await createPaidBooking();
    const key = crypto.randomUUID();
    const crashing = makeQuietContext();
    crashing.stripe.createRefund = () => Promise.reject(new Error('The isolate ended'));
    await refundPayment(crashing, staff.actor, refundInput(id, 1000, key)).catch(() => null);
    // A crash leaves the claim as it was.
    await rows("UPDATE payment_operations SET state = 'started', claimed_until = ?", crashing.now() + 60_000);
    const { ctx, passMinutes } = makeTestContext();
    const again = () => refundPayment(ctx, staff.actor, refundInput(id, 1000, key));
    expect(await again()).toMatchObject({ isOpen: true, parts: [{ status: 'pending' }] });
    expect((await readSums(id)).stripe.refunded).toBe(0);
    passMinutes(2);
    expect(await again()).toMatchObject({ isOpen: false });
    expect((await readSums(id)).stripe.refunded).toBe(1000);
  });

  it('that was taken over keeps the old attempt from sending more, and is not released by it', async () => {
    const { id } = await openRefund({ status: 500 });
    const slow = await claimRefund(makeQuietContext(), await operationId());
    const later = makeTestContext();
    later.passMinutes(6);
    const owner = await claimRefund(later.ctx, slow.id);
    await settleParts(makeQuietContext(), slow);
    expect((await readSums(id)).stripe.refunded).toBe(0);
    expect(await findOperation(later.ctx.db, slow.id)).toMatchObject({ claimedUntil: owner.claimedUntil });
    await settleParts(later.ctx, owner);
    expect((await readSums(id)).stripe.refunded).toBe(1000);
  });

  it('is extended with each part, so that a refund of many parts is not taken over while it runs', async () => {
    const { id } = await createPaidBooking();
    const { charge } = makePaymentCalls(staff, call);
    expect((await charge(id, BALANCE)).status).toBe(200);
    const { ctx, passMinutes } = makeTestContext();
    ctx.send = () => Promise.resolve();
    const { createRefund } = ctx.stripe;
    ctx.stripe.createRefund = (...sent) => {
      passMinutes(4);
      return createRefund(...sent);
    };
    const other = { ...ctx, stripe: makeQuietContext().stripe };
    const takeOvers: unknown[] = [];
    const { listRefunds } = ctx.stripe;
    ctx.stripe.listRefunds = async (intentId) => {
      takeOvers.push(await settleOpenOperations(other, { isForced: false }));
      return listRefunds(intentId);
    };
    await failRefunds({ method: 'POST', status: 500, times: 8 });
    await refundPayment(ctx, staff.actor, refundInput(id, BALANCE + 500));
    expect(takeOvers).toEqual([
      { examined: 0, settled: 0, failed: 0 },
      { examined: 0, settled: 0, failed: 0 },
    ]);
  });

  it('keeps a repeated request from making the parts that staff are stopping', async () => {
    const key = crypto.randomUUID();
    const { id } = await openRefund({ status: 500 }, key);
    await rows('UPDATE payment_operations SET created_at = created_at - ?', 11 * 60_000);
    await claimRefund(makeQuietContext(), await operationId());
    const again = await refundPayment(makeQuietContext(), staff.actor, refundInput(id, 1000, key));
    expect(again).toMatchObject({ isOpen: true });
    expect((await readSums(id)).stripe.refunded).toBe(0);
  });
});
