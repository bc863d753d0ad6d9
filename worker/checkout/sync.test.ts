import { beforeEach, expect, it } from 'vitest';
import { sha256 } from '#worker/base/platform/digest.ts';
import { getStripeStatus, ip, KEY } from '#worker/test/checkouts.ts';
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
import { openCheckout } from './open.ts';
import { bookingStatus } from './status.ts';
import { applyDeposit, syncOpenCheckouts } from './tasks.ts';

beforeEach(startOver);

const sweep = { isForced: false };

it('cancels at Stripe before it releases the days', async () => {
  const { ctx, passMinutes } = makeTestContext();
  await addUnits(1);
  const { clientSecret } = await openCheckout(ctx, { data: makeBookingData(), key: KEY, ip });
  passMinutes(19);
  expect(await syncOpenCheckouts(ctx, sweep)).toEqual({ examined: 1, promoted: 0, released: 0 });
  passMinutes(1);
  expect(await syncOpenCheckouts(ctx, sweep)).toEqual({ examined: 1, promoted: 0, released: 1 });
  expect(await getStripeStatus(clientSecret)).toBe('canceled');
  expect(await rows('SELECT id FROM dumpster_schedule')).toEqual([]);
});

it('keeps the days while Stripe does not answer', async () => {
  const { ctx, passMinutes } = makeTestContext();
  await addUnits(1);
  await openCheckout(ctx, { data: makeBookingData(), key: KEY, ip });
  passMinutes(31);
  await control('fail-next', { path: '/v1/payment_intents', status: 500, when: 'before', times: 2 });
  expect(await syncOpenCheckouts(ctx, sweep)).toMatchObject({ released: 0 });
  expect(await rows('SELECT id FROM dumpster_schedule')).toHaveLength(1);
  expect(await syncOpenCheckouts(ctx, sweep)).toMatchObject({ released: 1 });
});

it('creates the booking of a payment that succeeded before the cancellation', async () => {
  const { ctx, passMinutes } = makeTestContext();
  await addUnits(1);
  const { clientSecret } = await openCheckout(ctx, { data: makeBookingData(), key: KEY, ip });
  passMinutes(40);
  await pay(clientSecret);
  expect(await syncOpenCheckouts(ctx, sweep)).toEqual({ examined: 1, promoted: 1, released: 0 });
  expect(await rows('SELECT booking_id FROM dumpster_schedule')).toHaveLength(1);
});

it('extends the hold by half while a payment is in progress', async () => {
  const { ctx, passMinutes } = makeTestContext();
  await addUnits(1);
  const request = { data: makeBookingData(), key: KEY, ip };
  const { clientSecret } = await openCheckout(ctx, request);
  await pay(clientSecret, '4000002500003155');
  passMinutes(25);
  expect(await syncOpenCheckouts(ctx, sweep)).toMatchObject({ released: 0 });
  const again = await openCheckout(ctx, request);
  expect(again.clientSecret).toBe(clientSecret);
  expect(Date.parse(again.expiresAt)).toBeGreaterThan(Date.parse(again.now));
  passMinutes(5);
  expect(await syncOpenCheckouts(ctx, sweep)).toMatchObject({ released: 1 });
  expect(await getStripeStatus(clientSecret)).toBe('canceled');
});

it('gives a new hold and intent to the same key once the hold is over', async () => {
  const { ctx, passMinutes } = makeTestContext();
  await addUnits(1);
  const request = { data: makeBookingData(), key: KEY, ip };
  const first = await openCheckout(ctx, request);
  passMinutes(21);
  const second = await openCheckout(ctx, request);
  expect(second.clientSecret).not.toBe(first.clientSecret);
  expect(await getStripeStatus(first.clientSecret)).toBe('canceled');
  expect(await rows('SELECT id FROM dumpster_schedule')).toHaveLength(1);
});

it('releases expired holds when another customer wants the size', async () => {
  const { ctx, passMinutes } = makeTestContext();
  await addUnits(1);
  const first = await openCheckout(ctx, { data: makeBookingData(), key: KEY, ip });
  passMinutes(21);
  const second = await openCheckout(ctx, { data: makeBookingData(), key: null, ip });
  expect(await getStripeStatus(first.clientSecret)).toBe('canceled');
  await pay(second.clientSecret);
  expect(await syncOpenCheckouts(ctx, { isForced: true })).toMatchObject({ promoted: 1 });
});

it('releases expired holds when a customer changes to their size', async () => {
  const { ctx, passMinutes } = makeTestContext();
  await addUnits(1);
  await addUnits(1, '20-yard');
  await openCheckout(ctx, { data: makeBookingData({ dumpsterType: '20-yard' }), key: null, ip });
  passMinutes(21);
  const data = makeBookingData();
  await openCheckout(ctx, { data, key: KEY, ip });
  await openCheckout(ctx, { data: { ...data, dumpsterType: '20-yard' }, key: KEY, ip });
  expect(await rows('SELECT revision FROM dumpster_schedule')).toEqual([{ revision: 2 }]);
});

it('flags the booking of a payment whose unit was taken', async () => {
  const { ctx } = makeTestContext();
  await addUnits(1);
  const { clientSecret } = await openCheckout(ctx, { data: makeBookingData(), key: KEY, ip });
  await rows('DELETE FROM dumpster_schedule');
  await rows('UPDATE dumpsters SET is_available = 0');
  await pay(clientSecret);
  await syncOpenCheckouts(ctx, { isForced: true });
  expect(await rows('SELECT needs_attention FROM bookings')).toEqual([{ needs_attention: 'no_unit' }]);
  const asked = { paymentIntent: intentIdOf(clientSecret), clientSecret, withReceipt: true as const };
  expect(await bookingStatus(ctx, asked)).toMatchObject({ status: 'succeeded', hasUnit: false });
});

it('assigns another free unit of the size to a payment whose unit was taken', async () => {
  const { ctx } = makeTestContext();
  await addUnits(2);
  const { clientSecret } = await openCheckout(ctx, { data: makeBookingData(), key: KEY, ip });
  await rows('DELETE FROM dumpster_schedule');
  await pay(clientSecret);
  await syncOpenCheckouts(ctx, { isForced: true });
  expect(await rows('SELECT needs_attention FROM bookings')).toEqual([{ needs_attention: null }]);
  expect(await rows('SELECT start_date, checkout_id FROM dumpster_schedule')).toEqual([
    { start_date: inDays(10), checkout_id: null },
  ]);
});

it('flags a booking whose payment differs from its revision', async () => {
  const { ctx } = makeTestContext();
  await addUnits(1);
  const { clientSecret } = await openCheckout(ctx, { data: makeBookingData(), key: KEY, ip });
  await rows('UPDATE checkout_revisions SET amount = 52500');
  await pay(clientSecret);
  await syncOpenCheckouts(ctx, { isForced: true });
  expect(await rows('SELECT deposit_amount, needs_attention FROM bookings')).toEqual([
    { deposit_amount: 42_500, needs_attention: 'payment_mismatch' },
  ]);
});

it('records a declined attempt in the ledger and its success after it', async () => {
  const { ctx } = makeTestContext();
  await addUnits(1);
  const { clientSecret } = await openCheckout(ctx, { data: makeBookingData(), key: KEY, ip });
  const ledger = () => rows('SELECT id, status, amount, booking_id IS NOT NULL AS booked FROM transactions');
  const id = intentIdOf(clientSecret);
  await pay(clientSecret, '4000000000000002');
  await applyDeposit(ctx, await ctx.stripe.retrieveIntent(id));
  expect(await ledger()).toEqual([{ id, status: 'requires_payment_method', amount: 42_500, booked: 0 }]);
  const declined = await ctx.stripe.retrieveIntent(id);
  await pay(clientSecret);
  await applyDeposit(ctx, await ctx.stripe.retrieveIntent(id));
  const paid = [{ id, status: 'succeeded', amount: 42_500, booked: 1 }];
  expect(await ledger()).toEqual(paid);
  // A late, older event: the ledger keeps its newer state.
  await applyDeposit(ctx, declined);
  expect(await ledger()).toEqual(paid);
  const [row] = await rows<{ snapshot: string }>('SELECT snapshot FROM transactions');
  expect(row?.snapshot).not.toContain('client_secret');
});

it('returns the outcome of the payment only to the payer', async () => {
  const { ctx } = makeTestContext();
  ctx.send = () => Promise.resolve();
  await addUnits(1);
  const order = makeBookingData();
  const { clientSecret } = await openCheckout(ctx, { data: order, key: KEY, ip });
  const paymentIntent = intentIdOf(clientSecret);
  const asked = { paymentIntent, clientSecret };
  expect(await bookingStatus(ctx, asked)).toEqual({ status: 'requires_payment_method', booking: null });
  expect(await bookingStatus(ctx, { ...asked, withReceipt: true })).toMatchObject({
    contact: null,
    hasUnit: null,
  });
  await pay(clientSecret);
  const { email, address, city, state, zip } = order;
  expect(await bookingStatus(ctx, { ...asked, withReceipt: true })).toMatchObject({
    contact: { email, address, city, state, zip },
    hasUnit: true,
  });
  expect(await bookingStatus(ctx, asked)).not.toHaveProperty('contact');
  expect(await bookingStatus(ctx, asked)).toMatchObject({
    status: 'succeeded',
    booking: { depositAmount: 42_500 },
  });
  expect(await bookingStatus(ctx, asked)).toMatchObject({
    status: 'succeeded',
    booking: { status: 'pending' },
  });
  await control('reset');
  for (const wrong of [
    { ...asked, clientSecret: 'pi_x_secret_y' },
    { ...asked, paymentIntent: 'pi_x' },
  ]) {
    await expect(bookingStatus(ctx, wrong)).rejects.toMatchObject({ code: 'not_found' });
  }
  expect(await control('requests')).toEqual([]);
});

it('keeps only the SHA-256 of a client secret once the checkout is paid or released', async () => {
  const { ctx, passMinutes } = makeTestContext();
  await addUnits(2);
  const released = await openCheckout(ctx, { data: makeBookingData(), key: KEY, ip });
  const paid = await openCheckout(ctx, {
    data: makeBookingData({ email: 'b@example.com' }),
    key: crypto.randomUUID(),
    ip,
  });
  expect(await rows('SELECT 1 FROM checkouts WHERE client_secret IS NOT NULL')).toHaveLength(2);

  await pay(paid.clientSecret);
  passMinutes(30);
  expect(await syncOpenCheckouts(ctx, sweep)).toEqual({ examined: 2, promoted: 1, released: 1 });
  const stored = 'SELECT client_secret, client_secret_hash FROM checkouts ORDER BY state';
  expect(await rows(stored)).toEqual([
    { client_secret: null, client_secret_hash: await sha256(released.clientSecret) },
    { client_secret: null, client_secret_hash: await sha256(paid.clientSecret) },
  ]);

  const statusOf = (clientSecret: string, paymentIntent = intentIdOf(clientSecret)) =>
    bookingStatus(ctx, { paymentIntent, clientSecret });
  expect(await statusOf(paid.clientSecret)).toMatchObject({
    status: 'succeeded',
    booking: { status: 'pending' },
  });
  expect(await statusOf(released.clientSecret)).toEqual({ status: 'canceled', booking: null });
  const hash = await sha256(paid.clientSecret);
  await expect(statusOf(hash, intentIdOf(paid.clientSecret))).rejects.toMatchObject({ code: 'not_found' });
});
