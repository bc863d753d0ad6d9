import { beforeEach, describe, expect, it } from 'vitest';
import type { Board } from '#contract/dispatch.ts';
import type { listDriverConflicts } from '#contract/driver-conflicts.ts';
import type { listDriverRoutes } from '#contract/driver-routes.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getPriceProposal } from '#contract/price-proposal.ts';
import type { StopRecordReply } from '#contract/stop-records.ts';
import { DRY_RUN_ITEM } from '#domain/catalog/rate-card.ts';
import { makeItem } from '#domain/test/rate-cards.ts';
import { makeRouteDay, minutesAgo, putPhoto, sendForResults } from '#worker/test/driver-day.ts';
import { jpeg } from '#worker/test/images.ts';
import { publishFirm } from '#worker/test/prices.ts';
import { takeOffRows } from '#worker/test/transitions.ts';
import { rows, startOver } from '#worker/test/world.ts';

beforeEach(startOver);

type Dana = Awaited<ReturnType<typeof makeRouteDay>>['dana'];
const conflictsOf = async (dana: Dana) =>
  (await dana.send('GET', 'dispatch/conflicts')).json<ReplyOf<typeof listDriverConflicts>>();

describe('a driver at a stop that the office had removed', () => {
  it('who could not do the job leaves one card with reason and note, in place of those for the arrival', async () => {
    await publishFirm({
      chargeItems: [makeItem({ id: DRY_RUN_ITEM, name: 'Dry run', unit: 'flat', unitPrice: 15_000 })],
    });
    const { ben, dana } = await makeRouteDay();
    await rows("UPDATE bookings SET rate_card_id = (SELECT id FROM rate_cards WHERE status = 'published')");
    await takeOffRows('id = 11');
    await sendForResults(ben, [
      { stopId: 11, type: 'on_my_way', deviceTime: minutesAgo(30) },
      { stopId: 11, type: 'arrived', deviceTime: minutesAgo(20) },
    ]);
    expect((await conflictsOf(dana)).map(({ kind }) => kind)).toEqual(['stop_removed', 'stop_removed']);
    const payload = { reason: 'blocked', note: 'A car' };
    await sendForResults(ben, [{ stopId: 11, type: 'attempted', payload, deviceTime: minutesAgo(15) }]);
    expect((await putPhoto(ben, jpeg(), { stopId: 11, type: 'problem' })).status).toBe(200);
    const [card, ...others] = await conflictsOf(dana);
    expect(others).toEqual([]);
    expect(Math.abs(Date.parse(card?.doneAt ?? '') - Date.parse(minutesAgo(15)))).toBeLessThan(60_000);
    // What the card shows beside it: the photo, and the charge for the trip, which is added with one press.
    const record = await (await dana.send('GET', 'dispatch/stops/11/record')).json<StopRecordReply>();
    expect(record).toMatchObject({ isRemoved: true, photos: [{ type: 'problem', isStored: true }] });
    const proposal = () => dana.send('GET', 'bookings/1/price-proposal');
    const { prices } = await (await proposal()).json<ReplyOf<typeof getPriceProposal>>();
    expect(prices.items.map(({ id }) => id)).toContain(DRY_RUN_ITEM);
    const ifMatch = (await dana.send('GET', 'bookings/1')).headers.get('ETag') ?? '';
    const trip = { type: 'item', itemId: DRY_RUN_ITEM, quantity: 1, unitAmount: null };
    const added = await dana.send('POST', 'bookings/1/price-additions', { ...trip, ifMatch });
    expect(added.status).toBe(200);
    expect(card).toMatchObject({
      kind: 'dry_run',
      bookingId: 1,
      stopId: 11,
      message:
        "Recorded 'Unable to complete: Access blocked: A car', but the stop had been taken off the route",
    });
  });
});

it('a damage that is reported at a stop names the unit that the driver said, and the stop goes on', async () => {
  const { ben, dana, units, numbers } = await makeRouteDay();
  const number = numbers[units[1] ?? 0] ?? '';
  const results = await sendForResults(ben, [
    { stopId: 12, type: 'damaged', payload: { number: number.toLowerCase(), note: 'Bent rail' } },
    { stopId: 12, type: 'damaged', payload: { number: 'X-99' } },
    { stopId: 12, type: 'on_my_way' },
  ]);
  expect(results).toEqual(['applied', 'applied', 'applied']);
  expect(await conflictsOf(dana)).toMatchObject([
    {
      kind: 'unit_damaged',
      unit: number,
      damagedUnitId: units[1],
      bookingId: 2,
      message: `Unit ${number} is damaged. Take it out of service if it cannot be used. The driver wrote: Bent rail`,
    },
    { kind: 'unit_damaged', unit: 'X-99', damagedUnitId: null },
  ]);
  const reply = await ben.send('GET', 'driver/routes');
  const { routes } = await reply.json<ReplyOf<typeof listDriverRoutes>>();
  const stop = routes[0]?.stops.find(({ id }) => id === 12);
  expect([stop?.status, stop?.recorded.isUnitDamaged]).toEqual(['in_transit', true]);
});

it('a damaged dumpster is proposed out of service', async () => {
  const { ben, dana, units, numbers } = await makeRouteDay();
  const payload = { reason: 'unit_damaged', note: 'A hinge is broken' };
  expect(await sendForResults(ben, [{ stopId: 14, type: 'attempted', payload }])).toEqual(['applied']);
  const number = numbers[units[3] ?? 0];
  expect(await conflictsOf(dana)).toMatchObject([
    {
      kind: 'unit_damaged',
      unit: number,
      message: `Unit ${number} is damaged. Take it out of service if it cannot be used. The driver wrote: A hinge is broken`,
    },
  ]);
});

it('a clock that is put back between two taps gives no arrival before the departure, and is marked', async () => {
  const { ben } = await makeRouteDay();
  await sendForResults(ben, [
    { stopId: 11, type: 'on_my_way', deviceTime: minutesAgo(10) },
    { stopId: 11, type: 'arrived', deviceTime: minutesAgo(190) },
  ]);
  const [stop] = await rows<{ left: number; there: number }>(
    'SELECT departed_at AS left, actual_arrival AS there FROM driver_route_stops WHERE id = 11',
  );
  expect(stop?.there).toBe(stop?.left);
  expect(await rows('SELECT type, is_time_clamped AS clamped FROM driver_actions ORDER BY rowid')).toEqual([
    { type: 'on_my_way', clamped: 0 },
    { type: 'arrived', clamped: 1 },
  ]);
});

it('a phone reads the arrivals that the board shows now, and where a yard without a name is', async () => {
  const { ben, dana } = await makeRouteDay();
  await rows('UPDATE driver_route_stops SET estimated_arrival = 1, site_id = nullif(site_id, 2)');
  await rows("UPDATE sites SET address = '5 Yard Road, Albany' WHERE id = 2");
  // A route that no driver has begun starts now, so the arrivals move with the clock: read the board before and after.
  const readArrivals = async () => {
    const board = await (await dana.send('GET', 'dispatch')).json<Board>();
    return new Map(board.routes[0]?.stops.map(({ id, arrival }) => [id, Date.parse(arrival)]));
  };
  const before = await readArrivals();
  const reply = await ben.send('GET', 'driver/routes');
  const after = await readArrivals();
  const { routes } = await reply.json<ReplyOf<typeof listDriverRoutes>>();
  const stops = routes[0]?.stops ?? [];
  expect(stops.length).toBe(5);
  for (const { id, plannedArrival } of stops) {
    const atMs = Date.parse(plannedArrival ?? '');
    expect([id, (before.get(id) ?? Infinity) <= atMs, atMs <= (after.get(id) ?? 0)]).toEqual([
      id,
      true,
      true,
    ]);
  }
  expect(stops.at(-1)?.place).toMatchObject({ name: 'Main yard', address: '5 Yard Road, Albany' });
});
