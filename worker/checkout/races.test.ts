import { beforeEach, expect, it } from 'vitest';
import { AppError } from '#domain/errors.ts';
import {
  addUnits,
  anOrder,
  intentOf,
  makeTestContext,
  pay,
  rows,
  startOver,
  stripeState,
} from '#worker/test/world.ts';
import { applyDeposit, settleOpenCheckouts } from './jobs.ts';
import { openCheckout } from './open.ts';
import { bookingStatus } from './status.ts';

beforeEach(startOver);

const KEY = '0d5b6a3e-6f0e-4a51-9a5c-2f6f7d5f9a10';

/** What each caller was answered: 'ok', or the code of its refusal. */
async function answers(calls: Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const result of await Promise.allSettled(calls)) {
    const failure = result.status === 'rejected' ? result.reason : null;
    if (failure && !(failure instanceof AppError)) throw failure;
    const answer = failure?.code ?? 'ok';
    counts[answer] = (counts[answer] ?? 0) + 1;
  }
  return counts;
}

it('gives the last unit to one of fifty customers', async () => {
  const { ctx } = makeTestContext({ pauseMs: 5 });
  await addUnits(1);
  const calls = Array.from({ length: 50 }, (_, i) =>
    openCheckout(ctx, { data: anOrder(), key: null, ip: `203.0.113.${i}` }),
  );
  expect(await answers(calls)).toEqual({ ok: 1, sold_out: 49 });
  expect(await rows('SELECT count(*) AS holds FROM dumpster_schedule')).toEqual([{ holds: 1 }]);
  expect(await rows('SELECT count(*) AS checkouts FROM checkouts')).toEqual([{ checkouts: 1 }]);
});

it('opens one intent for twenty equal calls at once', async () => {
  const { ctx } = makeTestContext({ pauseMs: 5 });
  await addUnits(3);
  const data = anOrder();
  const calls = Array.from({ length: 20 }, () => openCheckout(ctx, { data, key: KEY, ip: '203.0.113.7' }));
  const { ok = 0, busy = 0 } = await answers(calls);
  expect(ok).toBeGreaterThanOrEqual(1);
  expect(ok + busy).toBe(20);
  expect(await rows('SELECT count(*) AS holds FROM dumpster_schedule')).toEqual([{ holds: 1 }]);
});

it('makes one booking and one ledger row when webhook, status call and cron notice at once', async () => {
  const { ctx } = makeTestContext({ pauseMs: 5 });
  await addUnits(2);
  const { clientSecret } = await openCheckout(ctx, { data: anOrder(), key: KEY, ip: '203.0.113.7' });
  const paymentIntent = intentOf(clientSecret);
  await pay(clientSecret);
  const byWebhook = async () => applyDeposit(ctx, await ctx.stripe.retrieveIntent(paymentIntent));
  const calls = Array.from({ length: 5 }, () => [
    byWebhook(),
    bookingStatus(ctx, { paymentIntent, clientSecret }),
    settleOpenCheckouts(ctx, { isForced: true }),
  ]).flat();
  await Promise.all(calls);
  expect(await rows('SELECT id, needs_attention FROM bookings')).toHaveLength(1);
  expect(await rows('SELECT status, booking_id IS NOT NULL AS booked FROM transactions')).toEqual([
    { status: 'succeeded', booked: 1 },
  ]);
  expect(await rows('SELECT booking_id IS NOT NULL AS booked FROM dumpster_schedule')).toEqual([
    { booked: 1 },
  ]);
});

it('never loses a payment to a change of the details in another tab', async () => {
  const { ctx } = makeTestContext({ pauseMs: 2 });
  await addUnits(2);
  const data = anOrder();
  const request = { data, key: KEY, ip: '203.0.113.7' };
  const { clientSecret } = await openCheckout(ctx, request);
  const changed = { ...request, data: { ...data, rentalType: '30-day' as const } };
  await Promise.allSettled([pay(clientSecret), openCheckout(ctx, changed)]);
  await settleOpenCheckouts(ctx, { isForced: true });
  await pay(clientSecret);
  await settleOpenCheckouts(ctx, { isForced: true });
  const [intent] = (await stripeState()).payment_intents.filter((one) => one.id === intentOf(clientSecret));
  const [booking, ...others] = await rows(
    'SELECT rental_type, deposit_amount, needs_attention FROM bookings',
  );
  expect(others).toEqual([]);
  const isFlagged = booking?.needs_attention !== null;
  expect(isFlagged || booking?.deposit_amount === intent?.amount).toBe(true);
});
