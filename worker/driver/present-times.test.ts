import { beforeEach, expect, it } from 'vitest';
import { geocodeKey } from '#domain/dispatch/travel.ts';
import { readBoard } from '#worker/dispatch/board.ts';
import { insertRow } from '#worker/test/builders.ts';
import { tracingDatabase } from '#worker/test/databases.ts';
import { makeRouteDay, minutesAgo, sendActions } from '#worker/test/driver-day.ts';
import { makeTestContext, rows, startOver, testEnv } from '#worker/test/world.ts';
import { loadDriverRoutes } from './service.ts';

beforeEach(startOver);

type Address = Parameters<typeof geocodeKey>[0];

/** SQLite writes the second address in another way than geocodeKey. */
async function placeStops() {
  await rows("UPDATE bookings SET address = '1 Quarry Road' WHERE id = 1");
  await rows("UPDATE bookings SET address = 'Élan Street 5, Rear' WHERE id = 2");
  await rows("UPDATE bookings SET address = '3 Quarry Road' WHERE id = 3");
  const found = await rows<Address>('SELECT address, city, state, zip FROM bookings ORDER BY id');
  for (const [index, address] of found.entries())
    await insertRow('geocodes', index + 1, {
      address: geocodeKey(address),
      lat: 42.6 + index / 10,
      lng: -73.7,
    });
  await rows('UPDATE sites SET lat = 42.5, lng = -73.8');
  await rows("UPDATE jobs SET time_window = '23:00-23:30' WHERE id = 32");
}

it('a phone gets the arrivals that the board shows, before and after its driver leaves, in one batch', async () => {
  const { ben } = await makeRouteDay();
  await placeStops();
  const { database, sent } = tracingDatabase(testEnv.DB);
  const traced = makeTestContext({ database }).ctx;
  const arrivals = async () => {
    const nowMs = Date.now();
    const ctx = { ...traced, routing: null, now: () => nowMs };
    await loadDriverRoutes(ctx, ben.actor);
    sent.splice(0);
    const { routes } = await loadDriverRoutes(ctx, ben.actor);
    const reads = [...sent];
    const board = await readBoard(ctx, ctx.today());
    const shown = board.routes[0]?.stops.map(({ arrival }) => arrival);
    return { phone: routes[0]?.stops.map(({ plannedArrival }) => plannedArrival), board: shown, reads };
  };
  const before = await arrivals();
  expect(before.phone).toHaveLength(5);
  expect(before.phone).toEqual(before.board);
  expect(new Set(before.phone).size).toBe(5);
  // The second statement reads the point of the address that has another key.
  expect(before.reads.map((sql) => (sql === 'batch' ? sql : /FROM (\w+)/.exec(sql)?.[1]))).toEqual([
    'batch',
    'geocodes',
  ]);
  await sendActions(ben, [{ stopId: 11, type: 'on_my_way', deviceTime: minutesAgo(30) }]);
  const after = await arrivals();
  expect(after.phone).toEqual(after.board);
});
