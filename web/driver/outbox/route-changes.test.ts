import { beforeEach, expect, test } from 'vitest';
import { routeChangeText, routeChangeTitle } from '#web/driver/stops/route-change.ts';
import { sampleRoutes, sampleStop } from '#web/driver/test/driver-samples.ts';
import { newPhone } from '#web/driver/test/outbox-database.ts';
import { confirmRouteChange, type DriverDatabase, readStoredState, saveRoutes } from './database.ts';

let database: DriverDatabase;
beforeEach(async () => {
  database = await newPhone(database);
});

const stops = [1, 2, 3, 4].map((id) =>
  sampleStop({ id, customer: { name: `C${id}`, phone: { number: '1', display: '1' } } }),
);
const [one, two, three, four] = stops as [
  (typeof stops)[0],
  (typeof stops)[0],
  (typeof stops)[0],
  (typeof stops)[0],
];
const receive = (list: typeof stops, change: Partial<ReturnType<typeof sampleRoutes>> = {}) =>
  saveRoutes(database, { reply: { ...sampleRoutes(list), ...change }, readAtMs: 1 }, []);
const changeNow = async () => (await readStoredState(database)).routes?.change ?? null;
const textsNow = async () => (await changeNow())?.map(routeChangeText);

test('what the office changed is stored with the route, also by the service worker, until it is confirmed', async () => {
  await receive([one, two, three, four]);
  await receive([three, { ...two, notes: 'Gate 4711', changedAt: '2026-11-23T13:00:00.000Z' }]);
  expect(await textsNow()).toEqual([
    'Stop 2, C2: order, notes',
    'C1: removed, was stop 1',
    'C4: removed, was stop 4',
  ]);
  expect(routeChangeTitle((await changeNow())!)).toBe('The office changed your route. 2 stops were removed.');
  // Another reply, and the page that was closed and opened again, still have it.
  await receive([three, two]);
  expect(await changeNow()).toHaveLength(3);
  await confirmRouteChange(database, 7, 2);
  expect(await textsNow()).toEqual(['C1: removed, was stop 1', 'C4: removed, was stop 4']);
  await confirmRouteChange(database, 7);
  expect(await changeNow()).toBeNull();
});

test("a change of today's route that the phone got the day before is named, and one of yesterday is over", async () => {
  const today = sampleRoutes([one]).routes[0]!;
  const tomorrow = { ...today, id: 2, day: '2026-11-24', stops: [three, four] };
  await receive([], { routes: [today, tomorrow] });
  await receive([], { routes: [{ ...today, stops: [one, two] }, tomorrow] });
  expect(await textsNow()).toEqual(['Stop 2, C2: added']);
  await receive([], { today: '2026-11-24', routes: [{ ...tomorrow, stops: [four] }] });
  expect(await textsNow()).toEqual(['C3: removed, was stop 1']);
});
