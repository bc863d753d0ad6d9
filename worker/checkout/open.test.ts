import { beforeEach, expect, it } from 'vitest';
import type { Context } from '#worker/base/context.ts';
import { catchAppError, getStripeIntent, ip, KEY } from '#worker/test/checkouts.ts';
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
import { detailsFingerprint } from './keys.ts';
import { openCheckout } from './open.ts';
import { syncOpenCheckouts } from './tasks.ts';

beforeEach(startOver);

const heldDays = () => rows('SELECT revision, start_date, end_date FROM dumpster_schedule ORDER BY id');

it('holds a unit for the days and opens one intent for our price', async () => {
  const { ctx } = makeTestContext();
  await addUnits(1);
  const order = makeBookingData({ rentalType: '7-day', deliveryDate: inDays(10) });
  const reply = await openCheckout(ctx, { data: order, key: KEY, ip });
  expect(await getStripeIntent(reply.clientSecret)).toMatchObject({
    amount: 42_500,
    status: 'requires_payment_method',
    setup_future_usage: 'off_session',
    payment_method_options: { card: { setup_credential_usage: 'unscheduled' } },
    payment_method_types: ['card'],
    receipt_email: order.email,
    customer: null,
    metadata: { kind: 'deposit', revision: '1', rental_type: '7-day', delivery_date: inDays(10) },
  });
  expect(await heldDays()).toEqual([{ revision: 1, start_date: inDays(10), end_date: inDays(16) }]);
  expect(Date.parse(reply.expiresAt) - Date.parse(reply.now)).toBeGreaterThan(19.5 * 60_000);
});

it('gives the same intent and hold to the same call, with and without a key', async () => {
  const { ctx, passMinutes } = makeTestContext();
  await addUnits(2);
  const keyed = { data: makeBookingData(), key: KEY, ip };
  const unkeyed = { data: makeBookingData(), key: null, ip };
  const first = await openCheckout(ctx, keyed);
  const firstUnkeyed = await openCheckout(ctx, unkeyed);
  passMinutes(5);
  const second = await openCheckout(ctx, keyed);
  const secondUnkeyed = await openCheckout(ctx, unkeyed);
  expect([second.clientSecret, second.expiresAt]).toEqual([first.clientSecret, first.expiresAt]);
  expect(secondUnkeyed.clientSecret).toBe(firstUnkeyed.clientSecret);
  expect(firstUnkeyed.clientSecret).not.toBe(first.clientSecret);
  expect(await heldDays()).toHaveLength(2);
});

it('stores the device of a checkout, and recognises the same data from another device', async () => {
  const { ctx } = makeTestContext();
  await addUnits(1);
  const data = makeBookingData();
  const first = await openCheckout(ctx, { data: { ...data, deviceId: 'device-a' }, key: null, ip });
  const second = await openCheckout(ctx, { data: { ...data, deviceId: 'device-b' }, key: null, ip });
  expect(second.clientSecret).toBe(first.clientSecret);
  expect(await rows('SELECT device_id FROM checkouts')).toEqual([{ device_id: 'device-a' }]);
});

it('moves the hold and the amount when the details change', async () => {
  const { ctx } = makeTestContext();
  await addUnits(1);
  const data = makeBookingData();
  const first = await openCheckout(ctx, { data, key: KEY, ip });
  const changed = {
    ...data,
    rentalType: '30-day' as const,
    deliveryDate: inDays(12),
    email: 'new@example.com',
  };
  const second = await openCheckout(ctx, { data: changed, key: KEY, ip });
  expect(second).toMatchObject({ clientSecret: first.clientSecret, expiresAt: first.expiresAt });
  expect(await getStripeIntent(second.clientSecret)).toMatchObject({
    amount: 52_500,
    receipt_email: 'new@example.com',
    metadata: { revision: '2', delivery_date: inDays(12) },
  });
  expect(await heldDays()).toEqual([{ revision: 2, start_date: inDays(12), end_date: inDays(41) }]);
});

it('keeps the old hold when the new days are sold out', async () => {
  const { ctx } = makeTestContext();
  await addUnits(1);
  await addUnits(1, '20-yard');
  const data = makeBookingData();
  const first = await openCheckout(ctx, { data, key: KEY, ip });
  await openCheckout(ctx, { data: makeBookingData({ dumpsterType: '20-yard' }), key: null, ip });
  const larger = { ...data, dumpsterType: '20-yard' as const };
  expect(await catchAppError(openCheckout(ctx, { data: larger, key: KEY, ip }))).toMatchObject({
    code: 'sold_out',
  });
  expect(await heldDays()).toHaveLength(2);
  expect(await getStripeIntent(first.clientSecret)).toMatchObject({
    amount: 42_500,
    metadata: { revision: '1' },
  });
  const again = await openCheckout(ctx, { data, key: KEY, ip });
  expect(again.clientSecret).toBe(first.clientSecret);
});

it('refuses the last unit to a second customer and stores nothing for the key', async () => {
  const { ctx } = makeTestContext();
  await addUnits(1);
  await openCheckout(ctx, { data: makeBookingData(), key: null, ip });
  const late = { data: makeBookingData(), key: KEY, ip };
  expect(await catchAppError(openCheckout(ctx, late))).toMatchObject({ code: 'sold_out' });
  expect(await rows('SELECT key FROM checkouts WHERE key = ?', KEY)).toEqual([]);
  await addUnits(1, '20-yard');
  await rows("UPDATE dumpsters SET dumpster_type = '15-yard'");
  expect((await openCheckout(ctx, late)).clientSecret).toContain('_secret_');
});

it('answers a paid checkout with its booking', async () => {
  const { ctx } = makeTestContext();
  await addUnits(1);
  const request = { data: makeBookingData(), key: KEY, ip };
  const { clientSecret } = await openCheckout(ctx, request);
  await pay(clientSecret);
  const error = await catchAppError(openCheckout(ctx, request));
  expect(error.code).toBe('already_paid');
  expect(error.extras.body).toMatchObject({
    booking: { rentalType: '7-day', depositAmount: 42_500, endDate: inDays(16), status: 'pending' },
  });
  expect(await catchAppError(openCheckout(ctx, request))).toMatchObject({ code: 'already_paid' });
  expect(await rows('SELECT id FROM bookings')).toHaveLength(1);
});

it('refuses changes while the customer confirms the payment with the bank', async () => {
  const { ctx } = makeTestContext();
  await addUnits(2);
  const data = makeBookingData();
  const { clientSecret } = await openCheckout(ctx, { data, key: KEY, ip });
  expect(await pay(clientSecret, '4000002500003155')).toMatchObject({ status: 'requires_action' });
  const changed = { ...data, deliveryDate: inDays(30) };
  expect(await catchAppError(openCheckout(ctx, { data: changed, key: KEY, ip }))).toMatchObject({
    code: 'conflict',
  });
  expect((await openCheckout(ctx, { data, key: KEY, ip })).clientSecret).toBe(clientSecret);
});

it('releases everything when Stripe is down, and starts a new checkout afterwards', async () => {
  const { ctx } = makeTestContext();
  await addUnits(1);
  const request = { data: makeBookingData(), key: KEY, ip };
  for (const when of ['before', 'after']) {
    await control('fail-next', { path: '/v1/payment_intents', status: 500, when, times: 2 });
    expect(await catchAppError(openCheckout(ctx, request))).toMatchObject({ code: 'provider_unavailable' });
    expect(await heldDays()).toEqual([]);
  }
  const { clientSecret } = await openCheckout(ctx, request);
  expect(await getStripeIntent(clientSecret)).toMatchObject({ status: 'requires_payment_method' });
});

/** A customer changes seven days to thirty, and Stripe fails before or after it applies the change. */
async function changeWithLostReply(ctx: Context, when: 'before' | 'after') {
  await addUnits(2);
  const data = makeBookingData();
  const { clientSecret } = await openCheckout(ctx, { data, key: KEY, ip });
  const changed = { ...data, rentalType: '30-day' as const };
  await control('fail-next', {
    path: `/v1/payment_intents/${intentIdOf(clientSecret)}`,
    method: 'POST',
    status: 500,
    when,
    times: 2,
  });
  expect(await catchAppError(openCheckout(ctx, { data: changed, key: KEY, ip }))).toMatchObject({
    code: 'provider_unavailable',
  });
  return { clientSecret, changed };
}

it("keeps old and new days while Stripe's answer to a change is missing, then reads the intent", async () => {
  const { ctx } = makeTestContext();
  const { clientSecret } = await changeWithLostReply(ctx, 'after');
  expect(await heldDays()).toHaveLength(2);
  await syncOpenCheckouts(ctx, { isForced: true });
  expect(await heldDays()).toEqual([{ revision: 2, start_date: inDays(10), end_date: inDays(39) }]);
  await pay(clientSecret);
  await syncOpenCheckouts(ctx, { isForced: true });
  expect(await rows('SELECT rental_type, deposit_amount, needs_attention FROM bookings')).toEqual([
    { rental_type: '30-day', deposit_amount: 52_500, needs_attention: null },
  ]);
});

it('drops the new days when Stripe never received the change', async () => {
  const { ctx } = makeTestContext();
  const { clientSecret, changed } = await changeWithLostReply(ctx, 'before');
  await syncOpenCheckouts(ctx, { isForced: true });
  expect(await heldDays()).toEqual([{ revision: 1, start_date: inDays(10), end_date: inDays(16) }]);
  expect((await openCheckout(ctx, { data: changed, key: KEY, ip })).clientSecret).toBe(clientSecret);
  expect(await heldDays()).toEqual([{ revision: 3, start_date: inDays(10), end_date: inDays(39) }]);
});

it('Stripe refuses the e-mail: the customer sees the field, and the unit is free again', async () => {
  const { ctx } = makeTestContext();
  await addUnits(1);
  await control('fail-next', { path: '/v1/payment_intents', status: 400, param: 'receipt_email' });
  const error = await catchAppError(openCheckout(ctx, { data: makeBookingData(), key: KEY, ip }));
  expect(error.code).toBe('invalid');
  expect(error.extras.issues?.map((issue) => issue.path)).toEqual(['bookingData.email']);
  expect(await heldDays()).toEqual([]);
});

it('releases the days of a revision when Stripe refuses its e-mail', async () => {
  const { ctx } = makeTestContext();
  await addUnits(1);
  const order = makeBookingData({ deliveryDate: inDays(10) });
  await openCheckout(ctx, { data: order, key: KEY, ip });
  await control('fail-next', { path: '/v1/payment_intents/', status: 400, param: 'receipt_email' });
  const changed = { ...order, email: 'other@example.com', deliveryDate: inDays(30) };
  const error = await catchAppError(openCheckout(ctx, { data: changed, key: KEY, ip }));
  expect(error.extras.issues?.map(({ path }) => path)).toEqual(['bookingData.email']);
  expect(await heldDays()).toMatchObject([{ revision: 1, start_date: inDays(10) }]);
});

it('a refusal of a parameter without customer data is a 502', async () => {
  const { ctx } = makeTestContext();
  await addUnits(1);
  await control('fail-next', { path: '/v1/payment_intents', status: 400, param: 'metadata' });
  expect((await catchAppError(openCheckout(ctx, { data: makeBookingData(), key: KEY, ip }))).code).toBe(
    'provider_unavailable',
  );
});

it('any other detail, material, placement or quantity makes another fingerprint', async () => {
  const data = makeBookingData();
  const digestOf = (choices: Parameters<typeof detailsFingerprint>[1]) => detailsFingerprint(data, choices);
  const first = await digestOf({ material: 'mixed' });
  expect(await digestOf({ material: 'mixed', placementType: 'private', quantity: 1 })).toBe(first);
  const others = [
    await digestOf({ material: 'concrete' }),
    await digestOf({ material: 'mixed', placementType: 'street' }),
    await digestOf({ material: 'mixed', quantity: 2 }),
    await detailsFingerprint({ ...data, company: 'Gate' }, { material: 'mixed' }),
    await detailsFingerprint({ ...data, placement: 'Gate' }, { material: 'mixed' }),
    await detailsFingerprint({ ...data, poNumber: 'Gate' }, { material: 'mixed' }),
  ];
  expect(new Set([first, ...others]).size).toBe(7);
});
