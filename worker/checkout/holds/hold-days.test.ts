import { beforeEach, describe, expect, it } from 'vitest';
import { FIRST_DUMPSTER_TYPES } from '#domain/catalog/first-card.ts';
import { openCheckout } from '#worker/checkout/open.ts';
import { insertRow } from '#worker/test/builders.ts';
import { countAnswers, countHeldDays, findRefusal, holdRequest, PHONE } from '#worker/test/checkouts.ts';
import { listUnitIds } from '#worker/test/staff.ts';
import { addUnits, inDays, makeTestContext, rows, startOver } from '#worker/test/world.ts';

beforeEach(startOver);

describe('days held unpaid', () => {
  it('are at most a tenth of a size in a year, for any number of networks at once', async () => {
    const world = makeTestContext({ pauseMs: 5 });
    await addUnits(10);
    await addUnits(10, '20-yard');
    const calls = Array.from({ length: 50 }, (_, n) =>
      holdRequest(n, { rentalType: '30-day', deliveryDate: inDays(1 + 7 * n) }),
    );
    expect(await countAnswers(world, calls)).toEqual({ ok: 12, too_many: 38 });
    expect(await countHeldDays()).toBe(360);
    world.passMinutes(17);
    const error = await findRefusal(world, calls[49]!);
    expect(error?.message).toBe(
      `Many customers are booking at this moment. Please try again in a few minutes, or call us at ${PHONE}.`,
    );
    expect(error?.extras).toEqual({
      // Not the remaining three minutes: the end of another customer's hold is not revealed.
      retryAfter: 300,
      body: { reason: 'hold_days', phone: PHONE },
    });
    expect(await countAnswers(world, [holdRequest(60, { rentalType: '1-day' })])).toEqual({ ok: 1 });
    expect(await countAnswers(world, [holdRequest(62)])).toEqual({ too_many: 1 });
    expect(await countAnswers(world, [holdRequest(61, { dumpsterType: '20-yard' })])).toEqual({ ok: 1 });
  });

  it('are at most a tenth of the fleet', async () => {
    const world = makeTestContext({ pauseMs: 5 });
    // The limit of one size is 60 days, so 240 for four sizes; the limit of the fleet of four units is 146.
    for (const type of FIRST_DUMPSTER_TYPES) await addUnits(1, type);
    const calls = Array.from({ length: 16 }, (_, n) =>
      holdRequest(n, {
        dumpsterType: FIRST_DUMPSTER_TYPES[n % 4]!,
        rentalType: '30-day',
        deliveryDate: inDays(1 + 30 * Math.floor(n / 4)),
      }),
    );
    expect(await countAnswers(world, calls)).toEqual({ ok: 4, too_many: 12 });
    expect(await countHeldDays()).toBe(120);
  });

  it.each([
    { units: 1, limit: 60, rentals: ['30-day', '30-day'] },
    { units: 2, limit: 73, rentals: ['30-day', '30-day', '7-day', ...Array<string>(6).fill('1-day')] },
  ])('are, with $units in service, $limit at most', async ({ units, limit, rentals }) => {
    const world = makeTestContext();
    await addUnits(units);
    const calls = rentals.map((rentalType, n) =>
      holdRequest(n, { rentalType, deliveryDate: inDays(1 + 30 * n) }),
    );
    expect(await countAnswers(world, calls)).toEqual({ ok: rentals.length });
    expect(await countHeldDays()).toBe(limit);
    const oneMore = holdRequest(20, { rentalType: '1-day', deliveryDate: inDays(300) });
    expect(await countAnswers(world, [oneMore])).toEqual({ too_many: 1 });
  });

  it('are three tenths with Turnstile', async () => {
    const world = makeTestContext();
    world.ctx.settings = { ...world.ctx.settings, turnstileSecretKey: 'secret' };
    await addUnits(2);
    const calls = Array.from({ length: 9 }, (_, n) =>
      holdRequest(n, { rentalType: '30-day', deliveryDate: inDays(1 + 30 * n), turnstileToken: 'human' }),
    );
    expect(await countAnswers(world, calls)).toEqual({ ok: 7, too_many: 2 });
  });

  it('do not change the answer that days are sold out', async () => {
    const world = makeTestContext({ pauseMs: 5 });
    await addUnits(2);
    const calls = Array.from({ length: 50 }, (_, n) => holdRequest(n, { rentalType: '30-day' }));
    expect(await countAnswers(world, calls)).toEqual({ ok: 2, sold_out: 48 });
  });

  it('do not include the days of bookings', async () => {
    const world = makeTestContext();
    await addUnits(1);
    const [unit] = await listUnitIds();
    await insertRow('bookings', 1);
    const days = { start_date: inDays(100), end_date: inDays(300) };
    await insertRow('dumpster_schedule', 1, { dumpster_id: unit ?? 0, ...days });
    expect(await countAnswers(world, [holdRequest(1, { rentalType: '30-day' })])).toEqual({ ok: 1 });
  });

  it('are free again when holds have ended, even before the cron runs', async () => {
    const world = makeTestContext();
    await addUnits(1);
    const day = (n: number) => holdRequest(n, { rentalType: '30-day', deliveryDate: inDays(1 + 30 * n) });
    expect(await countAnswers(world, [day(0), day(1)])).toEqual({ ok: 2 });
    expect(await countAnswers(world, [day(2)])).toEqual({ too_many: 1 });
    world.passMinutes(20);
    expect(await countAnswers(world, [day(3)])).toEqual({ ok: 1 });
    expect(await countHeldDays()).toBe(30);
  });
});

describe('a revision', () => {
  const KEY = '0d5b6a3e-6f0e-4a51-9a5c-2f6f7d5f9a10';

  it('is refused above the limit of held days, and keeps its old days', async () => {
    const world = makeTestContext();
    await addUnits(1);
    const mine = { ...holdRequest(1, { rentalType: '7-day' }), key: KEY };
    await openCheckout(world.ctx, mine);
    await openCheckout(world.ctx, holdRequest(2, { rentalType: '30-day', deliveryDate: inDays(100) }));
    await openCheckout(world.ctx, holdRequest(3, { rentalType: '7-day', deliveryDate: inDays(200) }));
    const longer = { ...mine, data: { ...mine.data, rentalType: '30-day' as const } };
    expect(await findRefusal(world, longer)).toMatchObject({
      code: 'too_many',
      extras: { body: { reason: 'hold_days', phone: PHONE } },
    });
    expect(await countHeldDays()).toBe(44);
    const later = { ...mine, data: { ...mine.data, deliveryDate: inDays(20) } };
    await openCheckout(world.ctx, later);
    expect(await countHeldDays()).toBe(44);
  });

  it('to another size keeps the limit of that size', async () => {
    const world = makeTestContext();
    await addUnits(1);
    await addUnits(20, '20-yard');
    const mine = { ...holdRequest(1, { dumpsterType: '20-yard' }), key: KEY };
    await openCheckout(world.ctx, mine);
    for (const n of [2, 3]) {
      await openCheckout(world.ctx, holdRequest(n, { rentalType: '30-day', deliveryDate: inDays(100 * n) }));
    }
    const smaller = { ...mine, data: { ...mine.data, dumpsterType: '15-yard' as const } };
    expect(await findRefusal(world, smaller)).toMatchObject({ code: 'too_many' });
    expect(await countHeldDays()).toBe(67);
  });

  it('to the same number of days is accepted when the limit is already exceeded', async () => {
    const world = makeTestContext();
    await addUnits(3);
    const mine = { ...holdRequest(1, { rentalType: '30-day' }), key: KEY };
    await openCheckout(world.ctx, mine);
    for (const n of [2, 3]) await openCheckout(world.ctx, holdRequest(n, { rentalType: '30-day' }));
    await rows('UPDATE dumpsters SET is_available = 0 WHERE id > (SELECT min(id) FROM dumpsters)');
    const renamed = { ...mine, data: { ...mine.data, firstName: 'Grace' } };
    await openCheckout(world.ctx, renamed);
    expect(await countHeldDays()).toBe(90);
  });

  it('keeps the limit when many customers lengthen their rentals at once', async () => {
    const world = makeTestContext({ pauseMs: 5 });
    await addUnits(5);
    const calls = Array.from({ length: 25 }, (_, n) => ({
      ...holdRequest(n, { rentalType: '1-day', deliveryDate: inDays(1 + 7 * n) }),
      key: `0d5b6a3e-6f0e-4a51-9a5c-${n.toString().padStart(12, '0')}`,
    }));
    expect(await countAnswers(world, calls)).toEqual({ ok: 25 });
    const longer = calls.map((each) => ({
      ...each,
      data: { ...each.data, rentalType: '30-day' as const },
    }));
    await countAnswers(world, longer);
    const days = await countHeldDays();
    expect(days).toBeLessThanOrEqual(183);
    expect(days).toBeGreaterThan(130);
  });
});
