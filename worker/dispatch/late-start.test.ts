import { beforeEach, describe, expect, it } from 'vitest';
import { type Day, formatTime, instantOn } from '#domain/shared/days.ts';
import { insertRow } from '#worker/test/builders.ts';
import { deliveryOf, makeDispatchWorld, pickupOf } from '#worker/test/dispatch.ts';
import { inDays, makeTestContext, rows } from '#worker/test/world.ts';
import { sendArrivalWindows } from './arrival-windows.ts';
import { readBoard } from './board.ts';
import { arrangeStops } from './stops.ts';

const ZONE = 'America/New_York';
let world: Awaited<ReturnType<typeof makeDispatchWorld>>;
beforeEach(async () => {
  world = await makeDispatchWorld();
});

const contextAt = (time: string, day = inDays(0)) => ({
  ...makeTestContext().ctx,
  now: () => instantOn(day, time, ZONE),
  today: () => day,
});
const clock = (instant: string) => formatTime(Date.parse(instant), ZONE);

/** The routes of a day as the board shows them at a time. */
async function routesAt(
  time: string,
  { day = inDays(0), today = inDays(0) }: { day?: Day; today?: Day } = {},
) {
  const { routes } = await readBoard(contextAt(time, today), day);
  return routes.map(({ startsAt, endsAt, minutes, stops, warnings }) => ({
    starts: clock(startsAt),
    ends: clock(endsAt),
    minutes,
    arrivals: stops.map(({ arrival }) => clock(arrival)),
    late: stops.map(({ latenessMinutes }) => latenessMinutes),
    warnings: warnings.map(({ text }) => text),
  }));
}

/** 20 minutes to each address that is not on the map, 15 there, 20 back. */
const PLANNED = { starts: '7:00 AM', ends: '8:30 AM', minutes: 90, arrivals: ['7:20 AM', '7:55 AM'] };

it('a route of today that no driver has begun starts now, or later with the working day', async () => {
  const { route } = await world.put(await world.addRoute('lee', 1), deliveryOf(1), deliveryOf(2));
  await rows("UPDATE jobs SET time_window = '14:00-16:00' WHERE id = ?", deliveryOf(2));
  expect(route.stops).toHaveLength(2);
  await world.addRoute('kim', 2);
  expect((await routesAt('05:30'))[0]).toMatchObject({ starts: '7:00 AM', arrivals: PLANNED.arrivals });
  const [late, empty] = await routesAt('16:30');
  expect(late).toEqual({
    starts: '4:30 PM',
    ends: '6:00 PM',
    minutes: 90,
    arrivals: ['4:50 PM', '5:25 PM'],
    late: [0, 85],
    warnings: ['Ends 1 h after working hours'],
  });
  const none = { minutes: 0, arrivals: [], warnings: [] };
  expect(empty).toMatchObject({ ...none, starts: '7:00 AM', ends: '7:00 AM' });
  expect((await routesAt('23:50'))[1]).toMatchObject(none);
});

it('a route of another day keeps its start; one that is begun started when its driver left', async () => {
  await world.put(await world.addRoute('lee', 1), deliveryOf(1), deliveryOf(2));
  const tomorrow = inDays(1);
  expect(await routesAt('16:30', { today: tomorrow })).toMatchObject([PLANNED]);
  expect(await routesAt('16:30', { today: inDays(-1) })).toMatchObject([PLANNED]);
  await rows(
    "UPDATE driver_route_stops SET status = 'in_transit', departed_at = ? WHERE job_id = ?",
    instantOn(inDays(0), '16:20', ZONE),
    deliveryOf(1),
  );
  const [begun] = await routesAt('16:30');
  expect(begun).toMatchObject({ starts: '4:20 PM', minutes: 90, arrivals: ['4:40 PM', '5:15 PM'] });
  await rows(
    'UPDATE driver_route_stops SET departed_at = ? WHERE departed_at IS NOT NULL',
    instantOn(inDays(0), '03:50', ZONE),
  );
  expect((await routesAt('04:00'))[0]).toMatchObject({ starts: '3:50 AM', ends: '5:20 AM', minutes: 90 });
});

it('a drop answers and stores the times from now on', async () => {
  const { id, version } = await world.addRoute('lee', 1);
  const drop = { id, version, actor: await findActor(), jobIds: [deliveryOf(1)] };
  const { route } = await arrangeStops(contextAt('16:00'), drop);
  expect(route.stops.map(({ arrival }) => clock(arrival))).toEqual(['4:20 PM']);
  const stored = await rows<{ arrival: number }>(
    'SELECT estimated_arrival AS arrival FROM driver_route_stops',
  );
  expect(stored).toEqual([{ arrival: instantOn(inDays(0), '16:20', ZONE) }]);
});

it('a site is refused that is closed even if the driver left in the morning; else the stop has a warning', async () => {
  const hours = (opens: string, closes: string) => JSON.stringify(Array(7).fill({ opens, closes }));
  await insertRow('sites', 2, { kind: 'disposal', name: 'Landfill', hours: hours('07:00', '08:00') });
  const { id, version } = await world.addRoute('lee', 1);
  const stops = [{ jobId: pickupOf(4) }, { type: 'disposal' as const, siteId: 2 }];
  const drop = { id, version, actor: await findActor(), stops, preview: true };
  const early = await arrangeStops(contextAt('22:00'), drop);
  expect(early.refused?.text).toBe('Landfill closes at 8:00 AM; the truck would leave it at 11:25 PM.');
  await rows('UPDATE sites SET hours = ? WHERE id = 2', hours('07:00', '16:00'));
  const { refused, route } = await arrangeStops(contextAt('22:00'), drop);
  expect(refused).toBeNull();
  const text = 'Landfill closes at 4:00 PM; the truck would leave it at 11:25 PM.';
  expect(route.stops[1]?.warnings).toEqual([{ code: 'site_closed', text }]);
});

describe('the window of a customer on a route of today that no driver has begun', () => {
  const runAt = (time: string, day = inDays(0)) =>
    sendArrivalWindows({ ...contextAt(time, day), send: async () => {} }, { isForced: false });
  const publishRoute = async () => {
    const { route } = await world.put(await world.addRoute('lee', 1), deliveryOf(1), deliveryOf(2));
    await world.publish(route);
  };
  const sendInTheEvening = async () => {
    await publishRoute();
    expect(await runAt('19:45', inDays(-1))).toEqual({ first: 2, changed: 0 });
  };
  const todayAt = (time: string) => instantOn(inDays(0), time, ZONE);

  it('begins now, for one whose driver does not arrive within half an hour', async () => {
    await publishRoute();
    expect(await runAt('16:05')).toEqual({ first: 1, changed: 0 });
    const windows = await rows<{ from: number; to: number }>(
      'SELECT starts_at AS "from", ends_at AS "to" FROM arrival_windows',
    );
    expect(windows).toEqual([{ from: todayAt('16:00'), to: todayAt('18:00') }]);
  });

  it('stays as sent while only the clock is late: until the dispatcher changes the route', async () => {
    await sendInTheEvening();
    expect(await runAt('14:00')).toEqual({ first: 0, changed: 0 });
    await rows('UPDATE driver_route_stops SET changed_at = ?', todayAt('13:30'));
    expect(await runAt('14:00')).toEqual({ first: 0, changed: 2 });
  });

  it('stays as sent while only the clock is late: until the driver begins the route', async () => {
    await sendInTheEvening();
    await rows(
      "UPDATE driver_route_stops SET status = 'in_transit', departed_at = ? WHERE job_id = ?",
      todayAt('13:55'),
      deliveryOf(1),
    );
    expect(await runAt('14:00')).toEqual({ first: 0, changed: 1 });
  });
});

async function findActor() {
  const [dana] = await rows<{ id: number }>("SELECT id FROM users WHERE username = 'dana'");
  return { userId: dana?.id ?? 0, username: 'dana', role: 'dispatcher' as const, sessionId: 'test' };
}
