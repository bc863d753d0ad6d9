import { beforeEach, describe, expect, it } from 'vitest';
import type { Board, BoardRoute } from '#contract/dispatch.ts';
import type { RouteHistoryEntry } from '#contract/dispatch-routes.ts';
import { insertRow } from '#worker/test/builders.ts';
import { deliveryOf, makeDispatchWorld, pickupOf } from '#worker/test/dispatch.ts';
import { makeRouteDay, places, sendForResults, uploadedPhoto } from '#worker/test/driver-day.ts';
import { inDays, rows, startOver } from '#worker/test/world.ts';

let world: Awaited<ReturnType<typeof makeDispatchWorld>>;
beforeEach(async () => {
  world = await makeDispatchWorld();
});

type At = { id: number; version: number };
const stopsOf = ({ stops }: Pick<BoardRoute, 'stops'>) => stops.map(({ type, job }) => job?.id ?? type);

describe('a stop', () => {
  it('keeps its pin and its minutes, also on another route; the history of the routes says who changed what', async () => {
    const [first, second] = [await world.addRoute('lee', 1), await world.addRoute('kim', 2)];
    const { route } = await world.put(first, deliveryOf(1), pickupOf(4));
    const [delivery, pickup] = route.stops.map(({ id }) => ({ stopId: id }));
    const pinned = await world.arrange(route, {
      stops: [{ ...delivery, isPinned: true, minutes: 45 }, pickup],
    });
    expect(pinned.route.stops.map(({ isPinned, minutes }) => [isPinned, minutes])).toEqual([
      [true, 45],
      [false, 15],
    ]);
    const minutes = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 60_000;
    expect(minutes(pinned.route.stops[0]?.arrival ?? '', pinned.route.stops[0]?.departure ?? '')).toBe(45);
    const moved = await world.arrange(second, { stops: [delivery] });
    expect(moved.route.stops.map((stop) => [stop.isPinned, stop.minutes])).toEqual([[false, 45]]);
    const historyOf = async ({ id }: At) =>
      (await world.dana.send('GET', `dispatch/routes/${id}/history`)).json<RouteHistoryEntry[]>();
    const lines = (entries: RouteHistoryEntry[]) => entries.map((entry) => entry.lines.join('; '));
    expect(lines(await historyOf(first))).toEqual([
      'Taken off: delivery of booking #1, to the route of kim',
      'Position kept: delivery of booking #1; Minutes changed: delivery of booking #1: 45 min',
      'Added: delivery of booking #1, pickup of booking #4',
      'Route added',
    ]);
    expect(lines(await historyOf(second))).toEqual(['Added: delivery of booking #1', 'Route added']);
    expect((await historyOf(first)).map(({ changedBy }) => changedBy)).toEqual(Array(4).fill('dana'));
  });
});

it('the notes of a route have lines, and no control characters', async () => {
  const route = await world.addRoute('lee', 1);
  const write = (version: number, notes: string) =>
    world.dana.send('PATCH', `dispatch/routes/${route.id}`, { ifMatch: `"${version}"`, notes });
  for (const notes of ['a\u0000b', '\ud800', 'x'.repeat(501)])
    expect((await write(1, notes)).status).toBe(400);
  const reply = await write(1, 'Fuel first\nGate code 4711');
  expect(await reply.json()).toMatchObject({ notes: 'Fuel first\nGate code 4711' });
});

it('a route starts and ends at the yards that are chosen: its times and its history change with them', async () => {
  await rows('UPDATE sites SET lat = 42.65, lng = -73.75');
  await insertRow('sites', 2, { name: 'North yard', lat: 43.65, lng: -73.75 });
  await insertRow('sites', 3, { kind: 'disposal', name: 'Landfill' });
  await rows("UPDATE bookings SET address = '1 Quarry Road' WHERE id = 1");
  await insertRow('geocodes', 1, {
    address: '1 quarry road, albany, ny, 12207',
    lat: 42.66,
    lng: -73.75,
  });
  const added = await world.addRoute('lee', 1, inDays(1));
  const { route } = await world.put(added, deliveryOf(1));
  expect([route.start?.name, route.end?.name]).toEqual(['Main yard', 'Main yard']);
  const change = ({ id, version }: At, changes: object) =>
    world.dana.send('PATCH', `dispatch/routes/${id}`, { ifMatch: `"${version}"`, ...changes });
  for (const siteId of [3, 99]) expect((await change(route, { startSiteId: siteId })).status).toBe(400);
  const reply = await change(route, { startSiteId: 2, notes: 'Fuel first' });
  const changed = await reply.json<BoardRoute>();
  expect([reply.status, changed.start?.name, changed.end?.name]).toEqual([200, 'North yard', 'Main yard']);
  const [before, after] = [route.stops[0]?.arrival ?? '', changed.stops[0]?.arrival ?? ''];
  expect(Date.parse(after)).toBeGreaterThan(Date.parse(before));
  const stored = await rows('SELECT estimated_arrival AS arrival FROM driver_route_stops');
  expect(stored).toEqual([{ arrival: Date.parse(after) }]);
  const ended = await (await change(changed, { endSiteId: 2 })).json<BoardRoute>();
  expect(ended.end?.name).toBe('North yard');
  const history = await world.dana.send('GET', `dispatch/routes/${route.id}/history`);
  const lines = (await history.json<RouteHistoryEntry[]>()).map((entry) => entry.lines);
  expect(lines.slice(0, 2)).toEqual([
    ['Ends at: Main yard → North yard'],
    ['Starts at: Main yard → North yard', 'Notes: none → Fuel first'],
  ]);
});

describe('two routes', () => {
  it('swap trucks and drivers, but not the driver of a route that has begun', async () => {
    const [first, second] = [await world.addRoute('lee', 1), await world.addRoute('kim', 2)];
    const { route } = await world.put(first, deliveryOf(1));
    const swap = async (one: At, other: At, what: string) => {
      const body = { ifMatch: `"${one.version}"`, routeId: other.id, version: other.version, what };
      const reply = await world.dana.send('POST', `dispatch/routes/${one.id}/swap`, body);
      return { status: reply.status, ...(await reply.json<{ routes: BoardRoute[]; message: string }>()) };
    };
    const crews = (routes: BoardRoute[]) => routes.map(({ driver, truck }) => [driver.name, truck?.id]);
    const trucks = await swap(route, second, 'truck');
    expect(crews(trucks.routes)).toEqual([
      ['lee', 2],
      ['kim', 1],
    ]);
    const [one, other] = trucks.routes as [BoardRoute, BoardRoute];
    expect((await swap(first, other, 'driver')).status).toBe(409);
    const drivers = await swap(one, other, 'driver');
    expect(crews(drivers.routes)).toEqual([
      ['kim', 2],
      ['lee', 1],
    ]);
    expect(drivers.routes.map(stopsOf)).toEqual([[deliveryOf(1)], []]);
    await rows("UPDATE driver_route_stops SET status = 'in_transit'");
    const [now, empty] = (await world.board()).routes as [BoardRoute, BoardRoute];
    expect(await swap(now, empty, 'driver')).toMatchObject({
      status: 409,
      message: 'kim has begun the route. Move stops instead.',
    });
    expect((await swap(now, empty, 'truck')).status).toBe(200);
    expect((await swap(now, now, 'truck')).status).toBe(409);
  });
});

it('an exchange names the unit that is brought and the one that is taken away, and both can change', async () => {
  await startOver();
  const { dana, units } = await makeRouteDay();
  await rows("UPDATE dumpster_schedule SET end_date = ? WHERE booking_id = 2 AND role = 'first'", inDays(0));
  const [, first, brought, , free, other] = units;
  const exchange = async () => {
    const board = await (await dana.send('GET', `dispatch?day=${inDays(0)}`)).json<Board>();
    return board.routes.flatMap(({ stops }) => stops).find(({ type }) => type === 'exchange')?.job;
  };
  expect(await exchange()).toMatchObject({
    unit: { id: brought },
    unitRole: 'exchange 1',
    collectedUnit: { id: first },
    collectedRole: 'first',
  });
  for (const [role, dumpsterId] of [
    ['exchange 1', free],
    ['first', other],
  ] as const) {
    const offered = await dana.send('GET', `bookings/2/free-dumpsters?role=${encodeURIComponent(role)}`);
    expect((await offered.json<{ id: number }[]>()).map(({ id }) => id)).toContain(dumpsterId);
    expect((await dana.send('PATCH', 'bookings/2/dumpster', { dumpsterId, role })).status).toBe(200);
  }
  expect(await exchange()).toMatchObject({ unit: { id: free }, collectedUnit: { id: other } });
  expect((await places()).find(({ unit }) => unit === other)).toMatchObject({ place: 'booking', at: 2 });
  const none = await dana.send('GET', 'bookings/2/free-dumpsters?role=exchange%202');
  expect(await none.json()).toEqual([]);
});

describe('a route that gets another truck while a unit is on the first one', () => {
  it('leaves the unit there, and warns until its location is corrected', async () => {
    await startOver();
    const { ben, dana, units, numbers } = await makeRouteDay();
    await insertRow('trucks', 2, { capacity: 2 });
    const unit = units[3] ?? 0;
    const truckOfUnit = async () => (await places()).find((row) => row.unit === unit);
    const warnings = async () => {
      const { routes } = await (await dana.send('GET', `dispatch?day=${inDays(0)}`)).json<Board>();
      return routes.flatMap((route) =>
        route.warnings.flatMap(({ code, text }) => (code === 'unit_on_other_truck' ? [text] : [])),
      );
    };
    for (const type of ['pickup_before', 'pickup_after']) await uploadedPhoto(14, type, ben);
    expect(await sendForResults(ben, [{ stopId: 14, type: 'done' }])).toEqual(['applied']);
    expect([await truckOfUnit(), await warnings()]).toEqual([{ unit, place: 'truck', at: 1 }, []]);
    const [{ version, truck } = { version: 0, truck: '' }] = await rows<{ version: number; truck: string }>(
      'SELECT r.version, t.name AS truck FROM driver_routes r JOIN trucks t ON t.id = 1 WHERE r.id = 1',
    );
    const reply = await dana.send('PATCH', 'dispatch/routes/1', { ifMatch: `"${version}"`, truckId: 2 });
    expect(reply.status).toBe(200);
    const warning = expect.stringContaining(`Still on another truck: ${numbers[unit]} on ${truck}.`);
    expect(await warnings()).toEqual([warning]);
    // The driver unloads the second truck.
    await sendForResults(ben, [{ stopId: 15, type: 'done' }]);
    expect([await truckOfUnit(), await warnings()]).toEqual([{ unit, place: 'truck', at: 1 }, [warning]]);
    const current = await dana.send('GET', `inventory/${unit}/location`);
    const corrected = await dana.send('POST', `inventory/${unit}/location`, {
      ifMatch: current.headers.get('ETag') ?? '',
      place: 'yard',
      reason: 'Moved to the second truck',
    });
    expect(corrected.status).toBe(200);
    expect(await warnings()).toEqual([]);
  });
});
