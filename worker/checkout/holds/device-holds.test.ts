import { beforeEach, expect, it } from 'vitest';
import type { Context } from '#worker/base/context.ts';
import { openCheckout } from '#worker/checkout/open.ts';
import { syncOpenCheckouts } from '#worker/checkout/tasks.ts';
import { catchAppError, getStripeStatus, ip } from '#worker/test/checkouts.ts';
import {
  addUnits,
  control,
  inDays,
  intentIdOf,
  makeBookingData,
  makeTestContext,
  pay,
  rows,
  startOver,
} from '#worker/test/world.ts';

beforeEach(startOver);

const DEVICE = '7d1f2b0c-1a52-4e0e-9c57-5f1f6a3f0b11';
const forced = { isForced: true };
type Order = ReturnType<typeof makeBookingData>;

/** A call from a browser tab: every tab has its own key. */
function tab(ctx: Context, order: Order, deviceId: string | undefined = DEVICE) {
  const key = crypto.randomUUID();
  const open = (extra: Partial<Order> = {}) =>
    openCheckout(ctx, { data: { ...order, ...(deviceId && { deviceId }), ...extra }, key, ip });
  return { open, move: (extra: Partial<Order> = {}) => open({ ...extra, continueHold: true }) };
}

const heldDays = () =>
  rows('SELECT start_date, end_date FROM dumpster_schedule WHERE checkout_id IS NOT NULL ORDER BY 1');
const states = () => rows('SELECT state FROM checkouts ORDER BY created_at, state');

it("offers the customer's own hold in another tab when it took the last unit, with its end", async () => {
  const { ctx } = makeTestContext();
  await addUnits(1);
  const order = makeBookingData();
  const first = await tab(ctx, order).open();
  const error = await catchAppError(tab(ctx, order).open());
  expect(error).toMatchObject({ code: 'own_hold', status: 409 });
  expect(error.extras.body).toEqual({ expiresAt: first.expiresAt, now: expect.any(String) });
  expect(await getStripeStatus(first.clientSecret)).toBe('requires_payment_method');
  expect(await heldDays()).toHaveLength(1);
});

it('reveals and moves nothing for e-mail, phone and address alone', async () => {
  const { ctx } = makeTestContext();
  await addUnits(1);
  const order = makeBookingData();
  const first = await tab(ctx, order).open();
  for (const deviceId of ['another-device', undefined]) {
    const stranger = tab(ctx, order, deviceId ?? '');
    for (const call of [stranger.open(), stranger.move()]) {
      const error = await catchAppError(call);
      expect(error).toMatchObject({ code: 'sold_out', message: expect.not.stringContaining('unfinished') });
      expect(error.extras.body).toEqual({ reason: 'sold_out' });
    }
  }
  expect(await getStripeStatus(first.clientSecret)).toBe('requires_payment_method');
});

it('a hold without a device is never offered', async () => {
  const { ctx } = makeTestContext();
  await addUnits(1);
  const order = makeBookingData();
  await tab(ctx, order, '').open();
  expect(await catchAppError(tab(ctx, order, '').move())).toMatchObject({ code: 'sold_out' });
  expect(await catchAppError(tab(ctx, order).move())).toMatchObject({ code: 'sold_out' });
});

it('moves the hold: the old payment is cancelled, and the new checkout has the unit and can be paid', async () => {
  const { ctx } = makeTestContext();
  await addUnits(1);
  const order = makeBookingData();
  const first = await tab(ctx, order).open();
  const here = tab(ctx, order);
  const moved = await here.move();
  expect(moved.clientSecret).not.toBe(first.clientSecret);
  expect(await getStripeStatus(first.clientSecret)).toBe('canceled');
  expect(await heldDays()).toEqual([{ start_date: inDays(10), end_date: inDays(16) }]);
  expect(await here.move()).toMatchObject({ clientSecret: moved.clientSecret });
  await pay(moved.clientSecret);
  await syncOpenCheckouts(ctx, forced);
  expect(await rows('SELECT needs_attention FROM bookings')).toEqual([{ needs_attention: null }]);
});

it('the tab that lost its hold is offered to continue, and its call changes nothing', async () => {
  const { ctx } = makeTestContext();
  await addUnits(1);
  const order = makeBookingData();
  const first = tab(ctx, order);
  await first.open();
  const second = tab(ctx, order);
  const { clientSecret } = await second.move();
  expect(await catchAppError(first.open())).toMatchObject({ code: 'own_hold' });
  expect(await getStripeStatus(clientSecret)).toBe('requires_payment_method');
  await first.move();
  expect(await getStripeStatus(clientSecret)).toBe('canceled');
  expect(await heldDays()).toHaveLength(1);
});

it('takes another unit while one is free; only continueHold ends the hold of another tab then', async () => {
  const { ctx } = makeTestContext();
  await addUnits(3);
  const order = makeBookingData();
  const first = await tab(ctx, order).open();
  const second = await tab(ctx, order).open();
  expect(await heldDays()).toHaveLength(2);
  await tab(ctx, order).move();
  expect(await heldDays()).toHaveLength(1);
  expect([await getStripeStatus(first.clientSecret), await getStripeStatus(second.clientSecret)]).toEqual([
    'canceled',
    'canceled',
  ]);
});

it('overlapping days on the last unit are offered; days that others hold are sold out', async () => {
  const { ctx } = makeTestContext();
  await addUnits(1);
  const order = makeBookingData({ deliveryDate: inDays(10) });
  await tab(ctx, order).open();
  await tab(ctx, makeBookingData({ deliveryDate: inDays(17) }), 'stranger').open();
  expect(await catchAppError(tab(ctx, { ...order, deliveryDate: inDays(8) }).open())).toMatchObject({
    code: 'own_hold',
  });
  expect(await catchAppError(tab(ctx, { ...order, deliveryDate: inDays(14) }).move())).toMatchObject({
    code: 'sold_out',
  });
  await tab(ctx, { ...order, deliveryDate: inDays(8) }).move();
  expect(await heldDays()).toEqual([
    { start_date: inDays(8), end_date: inDays(14) },
    { start_date: inDays(17), end_date: inDays(23) },
  ]);
});

it('changed details that only the hold of another tab blocks are offered, too', async () => {
  const { ctx } = makeTestContext();
  await addUnits(1);
  const order = makeBookingData({ rentalType: '1-day', deliveryDate: inDays(10) });
  const other = await tab(ctx, order).open();
  const here = tab(ctx, { ...order, deliveryDate: inDays(20) });
  const { clientSecret } = await here.open();
  const changed = { deliveryDate: inDays(10) };
  expect(await catchAppError(here.open(changed))).toMatchObject({ code: 'own_hold' });
  expect(await heldDays()).toHaveLength(2);
  expect(await here.move(changed)).toMatchObject({ clientSecret });
  expect(await getStripeStatus(other.clientSecret)).toBe('canceled');
  expect(await heldDays()).toEqual([{ start_date: inDays(10), end_date: inDays(10) }]);
});

it('at the limit of unfinished bookings one of them can be exchanged', async () => {
  const { ctx } = makeTestContext();
  await addUnits(5);
  const order = makeBookingData();
  const first = await tab(ctx, order).open();
  const second = await tab(ctx, { ...order, deliveryDate: inDays(20) }).open();
  const here = tab(ctx, { ...order, deliveryDate: inDays(30) });
  const error = await catchAppError(here.open());
  expect(error.code).toBe('too_many');
  expect(error.extras.body).toMatchObject({
    reason: 'holds',
    ownHold: { expiresAt: first.expiresAt, now: expect.any(String) },
  });
  await here.move();
  expect(await getStripeStatus(first.clientSecret)).toBe('canceled');
  expect(await getStripeStatus(second.clientSecret)).toBe('requires_payment_method');
  expect(await heldDays()).toHaveLength(2);
});

it('at the limit, unfinished bookings of another device are not revealed', async () => {
  const { ctx } = makeTestContext();
  await addUnits(5);
  const order = makeBookingData();
  await tab(ctx, order).open();
  await tab(ctx, { ...order, deliveryDate: inDays(20) }).open();
  const stranger = tab(ctx, { ...order, deliveryDate: inDays(30) }, 'another-device');
  for (const call of [stranger.open(), stranger.move()]) {
    const error = await catchAppError(call);
    expect(error.code).toBe('too_many');
    expect(error.extras.body).not.toHaveProperty('ownHold');
  }
  expect(await heldDays()).toHaveLength(2);
});

it('continues with a new hold when the old one has ended', async () => {
  const { ctx, passMinutes } = makeTestContext();
  await addUnits(1);
  const order = makeBookingData();
  const first = await tab(ctx, order).open();
  passMinutes(21);
  await tab(ctx, order).open();
  expect(await getStripeStatus(first.clientSecret)).toBe('canceled');
  expect(await heldDays()).toHaveLength(1);
});

it('is busy while the bank processes the old payment, and the payment continues', async () => {
  const { ctx } = makeTestContext();
  await addUnits(2);
  const order = makeBookingData();
  const first = await tab(ctx, order).open();
  await pay(first.clientSecret, '4000002500003155');
  const error = await catchAppError(tab(ctx, order).move());
  expect(error).toMatchObject({ code: 'busy' });
  expect(error.extras.retryAfter).toBeUndefined();
  expect(await getStripeStatus(first.clientSecret)).toBe('requires_action');
  await control('3ds', { paymentIntent: intentIdOf(first.clientSecret), result: 'succeed' });
  await syncOpenCheckouts(ctx, forced);
  expect(await rows('SELECT needs_attention FROM bookings')).toEqual([{ needs_attention: null }]);
  expect(await states()).toEqual([{ state: 'paid' }]);
});

it.each([
  ['before anyone noticed', false],
  ['and booked', true],
])('names the booking when the old hold was paid %s', async (_when, isNoticed) => {
  const { ctx } = makeTestContext();
  await addUnits(2);
  const order = makeBookingData();
  const first = await tab(ctx, order).open();
  await pay(first.clientSecret);
  if (isNoticed) await syncOpenCheckouts(ctx, forced);
  const error = await catchAppError(tab(ctx, order).move());
  expect(error).toMatchObject({
    code: 'already_paid',
    extras: { body: { booking: { id: expect.any(Number) } } },
  });
  expect(await rows('SELECT needs_attention FROM bookings')).toEqual([{ needs_attention: null }]);
  expect(await heldDays()).toEqual([]);
});

it('a second rental like a paid one can be booked on the same device', async () => {
  const { ctx } = makeTestContext();
  await addUnits(2);
  const order = makeBookingData();
  const first = await tab(ctx, order).open();
  await pay(first.clientSecret);
  await syncOpenCheckouts(ctx, forced);
  await tab(ctx, order).open();
  expect(await heldDays()).toHaveLength(1);
});

it('keeps the old hold when Stripe does not confirm that its payment is cancelled', async () => {
  const { ctx } = makeTestContext();
  await addUnits(1);
  const order = makeBookingData();
  const first = await tab(ctx, order).open();
  const path = `/v1/payment_intents/${intentIdOf(first.clientSecret)}/cancel`;
  await control('fail-next', { path, status: 500, when: 'before', times: 10 });
  const here = tab(ctx, order);
  expect(await catchAppError(here.move())).toMatchObject({ code: 'provider_unavailable' });
  expect(await heldDays()).toHaveLength(1);
  expect(await states()).toEqual([{ state: 'open' }]);
  await control('reset');
  await here.move();
  expect(await states()).toEqual([{ state: 'expired' }, { state: 'open' }]);
});
