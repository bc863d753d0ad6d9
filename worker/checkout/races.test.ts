import { beforeEach, expect, it } from 'vitest';
import { AppError } from '#domain/shared/errors.ts';
import { KEY } from '#worker/test/checkouts.ts';
import {
  addUnits,
  intentIdOf,
  makeBookingData,
  makeTestContext,
  pay,
  rows,
  startOver,
  stripeState,
} from '#worker/test/world.ts';
import { openCheckout } from './open.ts';
import { bookingStatus } from './status.ts';
import { applyDeposit, syncOpenCheckouts } from './tasks.ts';

beforeEach(startOver);

/** The answer to each caller: 'ok', or the error code. */
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
    openCheckout(ctx, { data: makeBookingData(), key: null, ip: `203.0.113.${i}` }),
  );
  expect(await answers(calls)).toEqual({ ok: 1, sold_out: 49 });
  expect(await rows('SELECT count(*) AS holds FROM dumpster_schedule')).toEqual([{ holds: 1 }]);
  expect(await rows('SELECT count(*) AS checkouts FROM checkouts')).toEqual([{ checkouts: 1 }]);
});

it('creates one intent for twenty equal concurrent calls', async () => {
  const { ctx } = makeTestContext({ pauseMs: 5 });
  await addUnits(3);
  const data = makeBookingData();
  const calls = Array.from({ length: 20 }, () => openCheckout(ctx, { data, key: KEY, ip: '203.0.113.7' }));
  const { ok = 0, busy = 0 } = await answers(calls);
  expect(ok).toBeGreaterThanOrEqual(1);
  expect(ok + busy).toBe(20);
  expect(await rows('SELECT count(*) AS holds FROM dumpster_schedule')).toEqual([{ holds: 1 }]);
});

it('creates one booking and one ledger row when webhook, status call and cron run concurrently', async () => {
  const { ctx } = makeTestContext({ pauseMs: 5 });
  await addUnits(2);
  const { clientSecret } = await openCheckout(ctx, { data: makeBookingData(), key: KEY, ip: '203.0.113.7' });
  const paymentIntent = intentIdOf(clientSecret);
  await pay(clientSecret);
  const byWebhook = async () => applyDeposit(ctx, await ctx.stripe.retrieveIntent(paymentIntent));
  const calls = Array.from({ length: 5 }, () => [
    byWebhook(),
    bookingStatus(ctx, { paymentIntent, clientSecret }),
    syncOpenCheckouts(ctx, { isForced: true }),
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
  const data = makeBookingData();
  const request = { data, key: KEY, ip: '203.0.113.7' };
  const { clientSecret } = await openCheckout(ctx, request);
  const changed = { ...request, data: { ...data, rentalType: '30-day' as const } };
  await Promise.allSettled([pay(clientSecret), openCheckout(ctx, changed)]);
  await syncOpenCheckouts(ctx, { isForced: true });
  await pay(clientSecret);
  await syncOpenCheckouts(ctx, { isForced: true });
  const [intent] = (await stripeState()).payment_intents.filter((one) => one.id === intentIdOf(clientSecret));
  const [booking, ...others] = await rows(
    'SELECT rental_type, deposit_amount, needs_attention FROM bookings',
  );
  expect(others).toEqual([]);
  const isFlagged = booking?.needs_attention !== null;
  expect(isFlagged || booking?.deposit_amount === intent?.amount).toBe(true);
});

const DEVICE = '7d1f2b0c-1a52-4e0e-9c57-5f1f6a3f0b11';
const PAUSES_MS = [1, 4, 9];
type World = ReturnType<typeof makeTestContext>;

/** The tabs of one browser for one rental. Each has its own key. */
function openTabs({ ctx }: World, data = { ...makeBookingData(), deviceId: DEVICE }) {
  return () => {
    const key = crypto.randomUUID();
    const open = (continueHold: boolean) =>
      openCheckout(ctx, { data: { ...data, continueHold }, key, ip: '203.0.113.7' });
    return { open: () => open(false), move: () => open(true) };
  };
}

/**
 * Checks one unit: it is never held twice, never held for a payment that is no longer possible, and every payment has
 * the unit.
 */
async function expectOneUnitKept(ctx: World['ctx']) {
  await syncOpenCheckouts(ctx, { isForced: true });
  const { payment_intents } = await stripeState();
  const known = await rows<{ id: string; state: string }>(
    'SELECT stripe_payment_intent_id AS id, state FROM checkouts',
  );
  const statusOf = (id: string) => payment_intents.find((intent) => intent.id === id)?.status;
  const expected: Record<string, string> = {
    open: 'requires_payment_method',
    paid: 'succeeded',
    expired: 'canceled',
  };
  for (const { id, state } of known) expect([state, statusOf(id)]).toEqual([state, expected[state]]);
  const kept = known.filter(({ state }) => state !== 'expired');
  expect(kept.length).toBeLessThanOrEqual(1);
  expect(await rows('SELECT id FROM dumpster_schedule')).toHaveLength(kept.length);
  const booked = kept.filter(({ state }) => state === 'paid').map(() => ({ needs_attention: null }));
  expect(await rows('SELECT needs_attention FROM bookings')).toEqual(booked);
  return kept[0]?.state ?? null;
}

it.each(PAUSES_MS)(
  'two tabs that continue one hold at once leave one hold (pause %i ms)',
  async (pauseMs) => {
    const world = makeTestContext({ pauseMs });
    await addUnits(1);
    const tab = openTabs(world);
    await tab().open();
    const { ok = 0, busy = 0 } = await answers([tab().move(), tab().move()]);
    expect([ok >= 1, ok + busy]).toEqual([true, 2]);
    expect(await expectOneUnitKept(world.ctx)).toBe('open');
  },
);

it.each(PAUSES_MS)('continuing a hold while it is paid loses no payment (pause %i ms)', async (pauseMs) => {
  const world = makeTestContext({ pauseMs });
  const { ctx } = world;
  await addUnits(1);
  const tab = openTabs(world);
  const { clientSecret } = await tab().open();
  const payAndNotice = async () => {
    await pay(clientSecret);
    await applyDeposit(ctx, await ctx.stripe.retrieveIntent(intentIdOf(clientSecret)));
  };
  const here = tab();
  const [moved] = await Promise.allSettled([here.move(), payAndNotice()]);
  const state = await expectOneUnitKept(ctx);
  if (moved.status === 'fulfilled') expect(state).toBe('open');
  else expect(moved.reason).toMatchObject({ code: expect.stringMatching(/^(already_paid|busy)$/) });
  if (state === 'paid') await expect(here.move()).rejects.toMatchObject({ code: 'already_paid' });
});

it.each(PAUSES_MS)(
  'continuing a paid hold while the webhook arrives names its booking (pause %i ms)',
  async (pauseMs) => {
    const world = makeTestContext({ pauseMs });
    const { ctx } = world;
    await addUnits(1);
    const tab = openTabs(world);
    const { clientSecret } = await tab().open();
    await pay(clientSecret);
    const webhook = async () => applyDeposit(ctx, await ctx.stripe.retrieveIntent(intentIdOf(clientSecret)));
    const [moved] = await Promise.allSettled([tab().move(), webhook(), webhook()]);
    expect(moved).toMatchObject({
      status: 'rejected',
      reason: { code: expect.stringMatching(/^(already_paid|busy)$/) },
    });
    expect(await expectOneUnitKept(ctx)).toBe('paid');
  },
);

it.each(PAUSES_MS)(
  'continuing a hold while the cron releases it leaves one hold at most (pause %i ms)',
  async (pauseMs) => {
    const world = makeTestContext({ pauseMs });
    const { ctx, passMinutes } = world;
    await addUnits(1);
    const tab = openTabs(world);
    await tab().open();
    passMinutes(20);
    const here = tab();
    await answers([here.move(), syncOpenCheckouts(ctx, { isForced: true })]);
    await here.move();
    expect(await expectOneUnitKept(ctx)).toBe('open');
  },
);

it.each(PAUSES_MS)(
  'continuing a hold while its own tab changes it leaves one hold (pause %i ms)',
  async (pauseMs) => {
    const world = makeTestContext({ pauseMs });
    const { ctx } = world;
    await addUnits(1);
    const data = { ...makeBookingData(), deviceId: DEVICE };
    const tab = openTabs(world, data);
    await openCheckout(ctx, { data, key: KEY, ip: '203.0.113.7' });
    const changed = { ...data, rentalType: '30-day' as const };
    await answers([tab().move(), openCheckout(ctx, { data: changed, key: KEY, ip: '203.0.113.7' })]);
    expect(await expectOneUnitKept(ctx)).toBe('open');
  },
);
