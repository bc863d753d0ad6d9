import { beforeEach, describe, expect, it } from 'vitest';
import { phoneKey } from '#domain/shared/phone-numbers.ts';
import type { Context } from '#worker/base/context.ts';
import { openCheckout } from '#worker/checkout/open.ts';
import { applyDeposit } from '#worker/checkout/tasks.ts';
import { insertEvent } from '#worker/money/events/repo.ts';
import { getStripeStatus, ip } from '#worker/test/checkouts.ts';
import {
  addUnits,
  intentIdOf,
  makeBookingData,
  makeTestContext,
  pay,
  rows,
  startOver,
} from '#worker/test/world.ts';

beforeEach(startOver);

/** The customer's card is declined, and the webhook delivers each event. */
async function declineTimes(ctx: Context, clientSecret: string, times = 5) {
  const objectId = intentIdOf(clientSecret);
  for (let attempt = 1; attempt <= times; attempt += 1) {
    await pay(clientSecret, '4000000000000002');
    await insertEvent(ctx.db, {
      id: `evt_${attempt}`,
      type: 'payment_intent.payment_failed',
      objectId,
      apiVersion: null,
      created: 0,
      receivedAt: 0,
      processedAt: null,
    });
    await applyDeposit(ctx, await ctx.stripe.retrieveIntent(objectId));
  }
}

it('an open checkout carries how many of its payments were declined', async () => {
  const { ctx } = makeTestContext();
  await addUnits(1);
  const request = { data: makeBookingData(), key: null, ip };
  const opened = await openCheckout(ctx, request);
  expect(opened).not.toHaveProperty('failedAttempts');
  await declineTimes(ctx, opened.clientSecret, 4);
  expect(await openCheckout(ctx, request)).toMatchObject({
    clientSecret: opened.clientSecret,
    failedAttempts: 4,
  });
});

it('counts twenty calls a minute per address', async () => {
  const { ctx, passMinutes } = makeTestContext();
  await addUnits(1);
  const request = { data: makeBookingData(), key: null, ip };
  for (let call = 0; call < 20; call += 1) await openCheckout(ctx, request);
  await expect(openCheckout(ctx, request)).rejects.toMatchObject({ code: 'too_many' });
  await expect(openCheckout(ctx, { ...request, ip: '203.0.113.8' })).rejects.toMatchObject({
    code: 'sold_out',
  });
  passMinutes(1);
  await openCheckout(ctx, request);
});

it('counts the calls of one IPv6 home network together', async () => {
  const { ctx } = makeTestContext();
  await addUnits(1);
  const call = (network: number) =>
    openCheckout(ctx, { data: makeBookingData(), key: null, ip: `2001:db8:1:${network.toString(16)}::1` });
  await call(0x200);
  for (let n = 1; n < 20; n += 1) await expect(call(0x200 + n)).rejects.toMatchObject({ code: 'sold_out' });
  await expect(call(0x2ff)).rejects.toMatchObject({
    code: 'too_many',
    extras: { body: { reason: 'calls' } },
  });
  await expect(call(0x300)).rejects.toMatchObject({ code: 'sold_out' });
});

it('allows ten live holds per address', async () => {
  const { ctx, passMinutes } = makeTestContext();
  await addUnits(12);
  for (let hold = 0; hold < 10; hold += 1)
    await openCheckout(ctx, { data: makeBookingData(), key: null, ip });
  const error = await openCheckout(ctx, { data: makeBookingData(), key: null, ip }).catch(
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ code: 'too_many', extras: { retryAfter: expect.any(Number) } });
  await openCheckout(ctx, { data: makeBookingData(), key: null, ip: '203.0.113.8' });
  passMinutes(20);
  await openCheckout(ctx, { data: makeBookingData(), key: null, ip });
});

describe.each(['email', 'phone'] as const)('live holds with one %s', (field) => {
  const spellings = {
    email: ['ada@example.com', 'Ada@Example.com', 'ADA@example.com'],
    phone: ['5550100142', '(555) 010-0142', '+1 555 010 0142'],
  }[field];
  const refused = { code: 'too_many', extras: { body: { reason: 'holds', phone: '(555) 010-0142' } } };

  async function openTwo(callers: { ip: string; deviceId?: string }[]) {
    const { ctx } = makeTestContext();
    await addUnits(5);
    const open = (count: number, { ip: from, ...device }: { ip: string; deviceId?: string }) =>
      openCheckout(ctx, {
        data: makeBookingData({ [field]: spellings[count], ...device }),
        key: null,
        ip: from,
      });
    for (const [count, caller] of callers.entries()) await open(count, caller);
    return (caller: { ip: string; deviceId?: string }) => open(2, caller);
  }

  it('are two at most from one address, in any spelling', async () => {
    const openThird = await openTwo([{ ip }, { ip }]);
    await expect(openThird({ ip })).rejects.toMatchObject(refused);
    await expect(openThird({ ip: `::ffff:${ip}` })).rejects.toMatchObject(refused);
    await openThird({ ip: '198.51.100.1' });
  });

  it('are two at most from one IPv6 home network', async () => {
    const openThird = await openTwo([{ ip: '2001:db8:1:201::1' }, { ip: '2001:db8:1:202::1' }]);
    await expect(openThird({ ip: '2001:db8:1:203::1' })).rejects.toMatchObject(refused);
    await openThird({ ip: '2001:db8:1:301::1' });
  });

  it('are two at most from one device that changes its address', async () => {
    const deviceId = 'device-a';
    const openThird = await openTwo([
      { ip: '203.0.113.1', deviceId },
      { ip: '198.51.100.1', deviceId },
    ]);
    await expect(openThird({ ip: '192.0.2.1', deviceId })).rejects.toMatchObject(refused);
  });

  it('cannot be used up by other customers', async () => {
    const openThird = await openTwo([
      { ip: '198.51.100.1', deviceId: 'stranger-a' },
      { ip: '198.51.100.1', deviceId: 'stranger-a' },
    ]);
    expect((await openThird({ ip, deviceId: 'customer' })).clientSecret).toContain('_secret_');
  });
});

describe('five failed attempts', () => {
  const home = '2001:db8:1:201::1';
  const otherHome = '2001:db8:2:201::1';
  const blocked = { code: 'too_many', extras: { body: { reason: 'declined_payments' } } };

  /** A hold whose caller's card is declined five times. Returns its details and a function for calls by others. */
  async function blockedBy(changes: Parameters<typeof makeBookingData>[0] = {}, hasAddressLimits = true) {
    const { ctx, passMinutes } = makeTestContext();
    ctx.settings = { ...ctx.settings, hasAddressLimits };
    await addUnits(3);
    const data = makeBookingData(changes);
    const { clientSecret } = await openCheckout(ctx, { data, key: null, ip: home });
    await declineTimes(ctx, clientSecret);
    const call = (from: string, others: Parameters<typeof makeBookingData>[0] = {}) =>
      openCheckout(ctx, { data: makeBookingData(others), key: null, ip: from });
    return { email: data.email, clientSecret, call, passMinutes };
  }

  it('end the intent and block the home network for an hour', async () => {
    const { clientSecret, call, passMinutes } = await blockedBy();
    expect(await getStripeStatus(clientSecret)).toBe('canceled');
    expect(await rows('SELECT id FROM dumpster_schedule')).toEqual([]);
    await expect(call(home)).rejects.toMatchObject(blocked);
    await expect(call('2001:db8:1:2ff::1')).rejects.toMatchObject(blocked);
    await call('2001:db8:1:301::1');
    passMinutes(60);
    await call(home);
  });

  it('with the e-mail address of a customer do not block the customer', async () => {
    const { email, call } = await blockedBy({ deviceId: 'stranger' });
    await call(otherHome, { email, deviceId: 'customer' });
    await call(otherHome, { email });
  });

  it('block the e-mail address on the device that changes its network', async () => {
    const { email, call } = await blockedBy({ deviceId: 'device-a' });
    await expect(call(otherHome, { email, deviceId: 'device-a' })).rejects.toMatchObject(blocked);
    await call(otherHome, { email, deviceId: 'device-b' });
    await call(otherHome, { deviceId: 'device-a' });
  });

  it('block the e-mail address alone on a network whose limits are off', async () => {
    const { email, call } = await blockedBy({}, false);
    await expect(call('2001:db8:1:2ff::1', { email })).rejects.toMatchObject(blocked);
    await call(otherHome, { email });
    await call(home);
  });
});

describe('Retry-After at a limit of live holds', () => {
  /** Thirty holds of other customers in one /24, the first of them ten minutes old, and a call from the same /24. */
  async function fullNetwork() {
    const { ctx, passMinutes } = makeTestContext();
    await addUnits(40);
    const open = (changes: Parameters<typeof makeBookingData>[0], from: string) =>
      openCheckout(ctx, { data: makeBookingData({ rentalType: '1-day', ...changes }), key: null, ip: from });
    const stranger = { email: 'ada@example.com', phone: '5550100142' };
    await open(stranger, '203.0.113.1');
    passMinutes(10);
    for (let n = 0; n < 28; n += 1) await open({}, `203.0.113.${2 + Math.floor(n / 10)}`);
    return { stranger, open };
  }

  const refusedFor = (seconds: unknown) => ({
    code: 'too_many',
    extras: { retryAfter: seconds, body: { reason: 'holds' } },
  });

  it("does not show when another customer's hold ends, even with the e-mail address and phone of that customer", async () => {
    const { stranger, open } = await fullNetwork();
    await open({}, '203.0.113.5');
    await expect(open(stranger, ip)).rejects.toMatchObject(refusedFor(300));
  });

  it('shows when the hold of the same device or home network ends', async () => {
    const { open } = await fullNetwork();
    await open({ deviceId: 'device-a' }, '203.0.113.5');
    const { retryAfter } = await open({ deviceId: 'device-a' }, ip).catch((error) => error.extras);
    expect(retryAfter).toBeGreaterThan(1150);
    await expect(open({}, '203.0.113.5')).rejects.toMatchObject(refusedFor(expect.any(Number)));
    const home = await open({}, '203.0.113.5').catch((error) => error.extras);
    expect(home.retryAfter).toBeGreaterThan(1150);
  });

  it('at the limit of a contact shows when a hold of that contact ends, not an earlier one of the household', async () => {
    const { ctx, passMinutes } = makeTestContext();
    await addUnits(4);
    const open = (changes: Parameters<typeof makeBookingData>[0]) =>
      openCheckout(ctx, {
        data: makeBookingData({ rentalType: '1-day', ...changes }),
        key: null,
        ip: '203.0.113.5',
      });
    await open({});
    passMinutes(10);
    const contact = { email: 'ada@example.com', phone: '5550100142' };
    await open(contact);
    await open(contact);
    const { retryAfter } = await open(contact).catch((error) => error.extras);
    expect(retryAfter).toBeGreaterThan(1150);
  });
});

it('treats different spellings of one phone number as equal', () => {
  expect(['+1 (555) 010-0142 x3', '555.010.0142', '15550100142'].map(phoneKey)).toEqual(
    Array(3).fill('5550100142'),
  );
});
