import { beforeEach, expect, it } from 'vitest';
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
import { settleOpenCheckouts } from './jobs.ts';
import { openCheckout } from './open.ts';

beforeEach(startOver);

const KEY = '0d5b6a3e-6f0e-4a51-9a5c-2f6f7d5f9a10';
const ip = '203.0.113.7';

it('holds a unit and opens one intent for our price', async () => {
  const { ctx } = makeTestContext();
  await addUnits(1);
  const reply = await openCheckout(ctx, { data: anOrder(), key: KEY, ip });
  const { payment_intents } = await stripeState();
  const intent = payment_intents.find((one) => one.id === intentOf(reply.clientSecret));
  expect(intent).toMatchObject({ amount: 42_500, status: 'requires_payment_method' });
  expect(await rows('SELECT revision, booking_id FROM dumpster_schedule')).toEqual([
    { revision: 1, booking_id: null },
  ]);
});

it('becomes one booking when it is paid and the cron looks', async () => {
  const { ctx } = makeTestContext();
  await addUnits(1);
  const reply = await openCheckout(ctx, { data: anOrder(), key: KEY, ip });
  expect(await pay(reply.clientSecret)).toMatchObject({ status: 'succeeded' });
  expect(await settleOpenCheckouts(ctx, { isForced: true })).toEqual({
    examined: 1,
    promoted: 1,
    released: 0,
  });
  expect(await rows('SELECT status, payment_status, deposit_amount, needs_attention FROM bookings')).toEqual([
    { status: 'pending', payment_status: 'deposit_paid', deposit_amount: 42_500, needs_attention: null },
  ]);
});
