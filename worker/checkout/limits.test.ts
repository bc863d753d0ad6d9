import { beforeEach, describe, expect, it } from 'vitest';
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
      openCheckout(ctx, { data: anOrder({ [field]: spellings[count], ...device }), key: null, ip: from });
    for (const [count, caller] of callers.entries()) await open(count, caller);
    return (caller: { ip: string; deviceId?: string }) => open(2, caller);
  }

  it('are two at most from one address, however it is written', async () => {
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

  it('cannot be used up by strangers', async () => {
    const openThird = await openTwo([
      { ip: '198.51.100.1', deviceId: 'stranger-a' },
      { ip: '198.51.100.1', deviceId: 'stranger-a' },
    ]);
    expect((await openThird({ ip, deviceId: 'customer' })).clientSecret).toContain('_secret_');
  });
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

it('reads one phone in many spellings', () => {
  expect(['+1 (555) 010-0142 x3', '555.010.0142', '15550100142'].map(phoneKey)).toEqual(
    Array(3).fill('5550100142'),
  );
});
