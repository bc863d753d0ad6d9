import { beforeEach, describe, expect, it } from 'vitest';
import { FIRST_DUMPSTER_TYPES } from '#domain/catalog/first-card.ts';
import { openCheckout } from '#worker/checkout/open.ts';
import { addressInNetwork, countAnswers, findRefusal, holdRequest, PHONE } from '#worker/test/checkouts.ts';
import { addUnits, inDays, makeBookingData, makeTestContext, startOver } from '#worker/test/world.ts';

beforeEach(startOver);

describe('live holds of a network', () => {
  it('one IPv6 household gets ten of 156 holds, with twenty concurrent calls a minute, and no more with further calls', async () => {
    const world = makeTestContext({ pauseMs: 5 });
    for (const type of FIRST_DUMPSTER_TYPES) await addUnits(10, type);
    const attack = (count: number) =>
      Array.from({ length: count }, (_, i) => ({
        data: makeBookingData({
          dumpsterType: FIRST_DUMPSTER_TYPES[i % 4]!,
          deliveryDate: inDays(1 + i),
          rentalType: '30-day',
        }),
        key: null,
        ip: `2001:db8:1:2${i.toString(16).padStart(2, '0')}::${i}`,
      }));
    const calls = attack(156);
    expect(await countAnswers(world, calls.splice(0, 20))).toEqual({ ok: 10, too_many: 10 });
    while (calls.length > 0) {
      world.passMinutes(1);
      const nextCalls = calls.splice(0, 20);
      expect(await countAnswers(world, nextCalls)).toEqual({ too_many: nextCalls.length });
    }
    world.passMinutes(1);
    const error = await findRefusal(world, attack(1)[0]!);
    expect(error).toMatchObject({ code: 'too_many', extras: { body: { reason: 'holds', phone: PHONE } } });
    expect(error?.message).toContain(PHONE);
    expect(error?.extras.retryAfter).toBeGreaterThan(0);
  });

  it.each([
    ['an IPv6 /48', (n: number) => `2001:db8:1:${n.toString(16)}00::1`],
    ['an IPv4 /24', (n: number) => `203.0.113.${n}`],
  ])('%s gets thirty of fifty holds', async (_, address) => {
    const world = makeTestContext({ pauseMs: 5 });
    await addUnits(50);
    const calls = Array.from({ length: 50 }, (_each, n) => ({
      data: makeBookingData({ rentalType: '1-day' }),
      key: null,
      ip: address(n),
    }));
    expect(await countAnswers(world, calls)).toEqual({ ok: 30, too_many: 20 });
    expect((await openCheckout(world.ctx, holdRequest(7))).clientSecret).toContain('_secret_');
  });

  it.each([
    ['limits by address are off', '203.0.113.7', false],
    ['the address is not known', '', true],
  ])('is not limited if %s', async (_, address, hasAddressLimits) => {
    const world = makeTestContext();
    world.ctx.settings = { ...world.ctx.settings, hasAddressLimits };
    await addUnits(11);
    const calls = Array.from({ length: 15 }, () => ({
      data: makeBookingData({ rentalType: '30-day' }),
      key: null,
      ip: address,
    }));
    expect(await countAnswers(world, calls)).toEqual({ ok: 11, sold_out: 4 });
    await addUnits(4, '20-yard');
    const other = calls.map((each) => ({ ...each, data: makeBookingData({ dumpsterType: '20-yard' }) }));
    expect(await countAnswers(world, other.slice(0, 4))).toEqual({ ok: 4 });
  });

  it('does not follow a revision from another network', async () => {
    const world = makeTestContext();
    await addUnits(12);
    const key = (n: number) => `0d5b6a3e-6f0e-4a51-9a5c-${n.toString().padStart(12, '0')}`;
    for (let n = 0; n < 10; n += 1) {
      const first = { data: makeBookingData(), key: key(n), ip: '203.0.113.7' };
      await openCheckout(world.ctx, first);
      await openCheckout(world.ctx, {
        ...first,
        data: { ...first.data, notes: 'Gate code' },
        ip: addressInNetwork(1),
      });
    }
    expect(await findRefusal(world, { data: makeBookingData(), key: null, ip: '203.0.113.7' })).toMatchObject(
      {
        code: 'too_many',
      },
    );
  });
});
