import { beforeEach, expect, it } from 'vitest';
import { ipKey } from '#worker/limits/address.ts';
import { insertEvent } from '#worker/payments/events-repo.ts';
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
import { applyDeposit } from './jobs.ts';
import { phoneKey } from './keys.ts';
import { openCheckout } from './open.ts';

beforeEach(startOver);

const ip = '203.0.113.7';

it('counts twenty calls a minute per address', async () => {
  const { ctx, passMinutes } = makeTestContext();
  await addUnits(1);
  const request = { data: anOrder(), key: null, ip };
  for (let call = 0; call < 20; call += 1) await openCheckout(ctx, request);
  await expect(openCheckout(ctx, request)).rejects.toMatchObject({ code: 'too_many' });
  await expect(openCheckout(ctx, { ...request, ip: '203.0.113.8' })).rejects.toMatchObject({
    code: 'sold_out',
  });
  passMinutes(1);
  await openCheckout(ctx, request);
});

it('allows ten live holds per address', async () => {
  const { ctx, passMinutes } = makeTestContext();
  await addUnits(12);
  for (let hold = 0; hold < 10; hold += 1) await openCheckout(ctx, { data: anOrder(), key: null, ip });
  const error = await openCheckout(ctx, { data: anOrder(), key: null, ip }).catch(
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ code: 'too_many', extras: { retryAfter: expect.any(Number) } });
  await openCheckout(ctx, { data: anOrder(), key: null, ip: '203.0.113.8' });
  passMinutes(20);
  await openCheckout(ctx, { data: anOrder(), key: null, ip });
});

it.each(['email', 'phone'] as const)('allows two live holds per %s, however it is written', async (field) => {
  const { ctx } = makeTestContext();
  await addUnits(5);
  const spellings = {
    email: ['ada@example.com', 'Ada@Example.com', 'ADA@example.com'],
    phone: ['5550100142', '(555) 010-0142', '+1 555 010 0142'],
  }[field];
  const open = (text: string | undefined, host: number) =>
    openCheckout(ctx, { data: anOrder({ [field]: text }), key: null, ip: `203.0.113.${host}` });
  await open(spellings[0], 1);
  await open(spellings[1], 2);
  await expect(open(spellings[2], 3)).rejects.toMatchObject({ code: 'too_many' });
});

it('ends an intent after five failed attempts and shuts its address and e-mail out for an hour', async () => {
  const { ctx, passMinutes } = makeTestContext();
  await addUnits(3);
  const data = anOrder();
  const { clientSecret } = await openCheckout(ctx, { data, key: null, ip });
  const id = intentOf(clientSecret);
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await pay(clientSecret, '4000000000000002');
    await insertEvent(ctx.db, {
      id: `evt_${attempt}`,
      type: 'payment_intent.payment_failed',
      objectId: id,
      apiVersion: null,
      created: 0,
      receivedAt: 0,
      processedAt: null,
    });
    await applyDeposit(ctx, await ctx.stripe.retrieveIntent(id));
  }
  expect((await stripeState()).payment_intents.find((one) => one.id === id)?.status).toBe('canceled');
  expect(await rows('SELECT id FROM dumpster_schedule')).toEqual([]);
  const sameEmail = { data: anOrder({ email: data.email }), key: null, ip: '198.51.100.1' };
  const sameIp = { data: anOrder(), key: null, ip };
  await expect(openCheckout(ctx, sameEmail)).rejects.toMatchObject({ code: 'too_many' });
  await expect(openCheckout(ctx, sameIp)).rejects.toMatchObject({ code: 'too_many' });
  passMinutes(60);
  await openCheckout(ctx, sameEmail);
  await openCheckout(ctx, sameIp);
});

it('counts an IPv6 household as one address', () => {
  expect(ipKey('2001:db8:1:2:aaaa::1')).toBe('2001:db8:1:2::/64');
  expect(ipKey('2001:0db8:0001:0002:0:0:0:9')).toBe('2001:db8:1:2::/64');
  expect(ipKey('2001:db8::1')).toBe('2001:db8:0:0::/64');
  expect(ipKey('203.0.113.7')).toBe('203.0.113.7');
});

it('reads one phone in many spellings', () => {
  expect(['+1 (555) 010-0142 x3', '555.010.0142', '15550100142'].map(phoneKey)).toEqual(
    Array(3).fill('5550100142'),
  );
});
