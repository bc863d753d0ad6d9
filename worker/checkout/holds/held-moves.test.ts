import { beforeEach, describe, expect, it } from 'vitest';
import { FIRST_RATE_CARD } from '#domain/catalog/seed.ts';
import { openCheckout } from '#worker/checkout/open.ts';
import { publishCard } from '#worker/test/catalog.ts';
import { countAnswers, findRefusal, holdRequest, KEY, PHONE, type World } from '#worker/test/checkouts.ts';
import { signIn } from '#worker/test/staff.ts';
import { addUnits, inDays, makeBookingData, makeTestContext, startOver } from '#worker/test/world.ts';
import { sendHoldAlert } from './alert.ts';

const DAY = inDays(10);
const oneDay = { rentalType: '1-day', deliveryDate: DAY };
const sevenDays = { rentalType: '7-day', deliveryDate: DAY };
const ADDRESS = '203.0.113.7';

const at = (ip: string, details: Parameters<typeof makeBookingData>[0]) => ({
  data: makeBookingData(details),
  key: null,
  ip,
});
/** Customers with contacts of their own, who share one address. */
const atOneAddress = (count: number, details: Parameters<typeof makeBookingData>[0]) =>
  Array.from({ length: count }, (_, n) =>
    at(ADDRESS, { ...details, email: `ada${n}@example.com`, phone: `(518) 555-01${10 + n}` }),
  );

async function worldWithMoves(maxTruckMovesPerDay: number): Promise<World> {
  await startOver();
  await addUnits(12);
  await publishCard({ calendar: { ...FIRST_RATE_CARD.calendar, maxTruckMovesPerDay } });
  return makeTestContext({ pauseMs: 5 });
}

let world: World;
beforeEach(async () => {
  world = await worldWithMoves(10);
});

describe('the truck moves of a day that unpaid holds take', () => {
  it('are at most a third from one address, and the day stays open for other customers', async () => {
    expect(await countAnswers(world, atOneAddress(5, oneDay))).toEqual({ ok: 1, too_many: 4 });
    expect(await countAnswers(world, atOneAddress(10, sevenDays).slice(5))).toEqual({ ok: 1, too_many: 4 });
    expect(await findRefusal(world, holdRequest(1, oneDay))).toBeNull();
  });

  it('are at most four tenths from neighboring addresses', async () => {
    const neighbors = Array.from({ length: 8 }, (_, n) => at(`203.0.113.${n + 1}`, sevenDays));
    expect(await countAnswers(world, neighbors)).toEqual({ ok: 4, too_many: 4 });
  });

  it('are at most six tenths from all networks, and the refusal tells whom to call', async () => {
    const strangers = Array.from({ length: 20 }, (_, n) => holdRequest(n, oneDay));
    expect(await countAnswers(world, strangers)).toEqual({ ok: 3, too_many: 17 });
    const refusal = await findRefusal(world, holdRequest(30, sevenDays));
    expect(refusal?.extras).toEqual({ retryAfter: 300, body: { reason: 'hold_moves', phone: PHONE } });
    expect(await findRefusal(world, holdRequest(31, { ...sevenDays, deliveryDate: inDays(11) }))).toBeNull();
  });

  it('are free again when the holds have ended, even before the cron runs', async () => {
    await countAnswers(
      world,
      Array.from({ length: 3 }, (_, n) => holdRequest(n, oneDay)),
    );
    world.passMinutes(20);
    expect(await findRefusal(world, holdRequest(5, oneDay))).toBeNull();
  });

  it.each([2, 3, 4, 6, 25])('never keep out one customer of a firm with %i moves a day', async (moves) => {
    const firm = await worldWithMoves(moves);
    expect(await findRefusal(firm, at(ADDRESS, oneDay))).toBeNull();
  });

  it('stay with a revision that needs no more of them, and limit one that moves to the day', async () => {
    await countAnswers(
      world,
      Array.from({ length: 2 }, (_, n) => holdRequest(n, oneDay)),
    );
    const mine = { ...at(ADDRESS, oneDay), key: KEY };
    await openCheckout(world.ctx, mine);
    const changed = { ...mine, data: { ...mine.data, notes: 'Ring twice', dumpsterType: '15-yard' } };
    expect(await findRefusal(world, changed)).toBeNull();
    const other = { ...holdRequest(9, { ...oneDay, deliveryDate: inDays(30) }), key: crypto.randomUUID() };
    await openCheckout(world.ctx, other);
    const moved = { ...other, data: { ...other.data, deliveryDate: DAY } };
    expect(await findRefusal(world, moved)).toMatchObject({
      code: 'too_many',
      extras: { body: { reason: 'hold_moves' } },
    });
  });

  it('are exchanged for those of an unfinished booking in the same browser', async () => {
    const here = (details: Parameters<typeof makeBookingData>[0]) => {
      const request = at(ADDRESS, details);
      return { ...request, data: { ...request.data, deviceId: 'device-1' } };
    };
    await openCheckout(world.ctx, here(oneDay));
    const second = here({ ...oneDay, dumpsterType: '15-yard', notes: 'Second' });
    expect((await findRefusal(world, second))?.code).toBe('too_many');
    const moved = { ...second, data: { ...second.data, continueHold: true } };
    expect(await findRefusal(world, moved)).toBeNull();
  });
});

describe('staff', () => {
  it('get the e-mail while holds take nearly all truck moves that they can, and see the days', async () => {
    await countAnswers(
      world,
      Array.from({ length: 2 }, (_, n) => holdRequest(n, oneDay)),
    );
    expect(await sendHoldAlert(world.ctx)).toEqual({ sent: 0 });
    await countAnswers(world, [holdRequest(5, sevenDays)]);
    expect(await sendHoldAlert(world.ctx)).toEqual({ sent: 1 });
    expect(world.mails.map(({ text }) => text)).toEqual([
      expect.stringContaining('5 of 6 truck moves are held'),
    ]);
    const { send } = await signIn('dana', 'view_only');
    expect(await (await send('GET', 'holds')).json()).toMatchObject({
      moves: [
        { day: DAY, heldMoves: 5, maxHeldMoves: 6 },
        { day: inDays(16), heldMoves: 1, maxHeldMoves: 6 },
      ],
    });
  });

  it('get no e-mail about one customer of a small firm', async () => {
    const firm = await worldWithMoves(2);
    await countAnswers(firm, [holdRequest(0, oneDay)]);
    expect(await sendHoldAlert(firm.ctx)).toEqual({ sent: 0 });
  });
});
