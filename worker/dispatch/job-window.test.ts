import { beforeEach, describe, expect, it } from 'vitest';
import type { RouteHistoryEntry } from '#contract/dispatch-routes.ts';
import type { listDriverRoutes } from '#contract/driver-routes.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Job } from '#contract/jobs.ts';
import { clockAt } from '#domain/shared/days.ts';
import { deliveryOf, makeDispatchWorld, pickupOf } from '#worker/test/dispatch.ts';
import { makeRouteDay } from '#worker/test/driver-day.ts';
import { listChanges } from '#worker/test/staff.ts';
import { cancelRow } from '#worker/test/transitions.ts';
import { inDays, makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { sendArrivalWindows } from './arrival-windows.ts';
import { setJobWindow } from './job-window.ts';

let world: Awaited<ReturnType<typeof makeDispatchWorld>>;
beforeEach(async () => {
  world = await makeDispatchWorld();
});

const ZONE = 'America/New_York';
const tomorrow = () => inDays(1);
async function setWindow(id: number, window: unknown, ifMatch = '') {
  const reply = await world.dana.send('PUT', `jobs/${id}/window`, { ifMatch, window });
  const etag = reply.headers.get('ETag');
  return { status: reply.status, etag, body: await reply.json<Job & { message: string }>() };
}
const storedWindow = async (id: number) =>
  (await rows<{ window: string }>('SELECT time_window AS window FROM jobs WHERE id = ?', id))[0]?.window;
/** A route of tomorrow with the deliveries of bookings 1 and 2. */
async function plannedRoute() {
  const empty = await world.addRoute('lee', 1, tomorrow());
  return (await world.put(empty, deliveryOf(1), deliveryOf(2))).route;
}

describe('the window of an open job', () => {
  it('is set under the version of the job, once, with an entry in the history of the booking', async () => {
    const saved = await setWindow(deliveryOf(1), 'morning', '"1"');
    expect(saved).toMatchObject({
      status: 200,
      etag: '"2"',
      body: { id: deliveryOf(1), timeWindow: 'morning', version: 2, booking: { id: 1, version: 2 } },
    });
    // A second tap sends the old version and changes nothing.
    expect(await setWindow(deliveryOf(1), 'morning', '"1"')).toMatchObject({ status: 200, etag: '"2"' });
    const stale = await setWindow(deliveryOf(1), 'afternoon', '"1"');
    expect([stale.status, stale.body.message]).toEqual([
      409,
      'This delivery was changed. Load it again before you change it.',
    ]);
    expect((await setWindow(deliveryOf(1), '08:00-10:30')).body.timeWindow).toBe('08:00-10:30');
    expect((await listChanges(world.dana, 1)).map(({ text }) => text)).toEqual([
      'Delivery: time window changed from Morning to 8:00 AM to 10:30 AM',
      'Delivery: time window changed from Any time to Morning',
    ]);
    expect((await world.board()).jobs.find(({ id }) => id === deliveryOf(1))?.timeWindow).toBe('08:00-10:30');
  });

  it('is a half day or times of at least 30 minutes', async () => {
    for (const window of ['evening', '8:00-10:00', '10:00-08:00', '08:00-08:29', '', 5, null]) {
      expect((await setWindow(deliveryOf(1), window)).status, String(window)).toBe(400);
    }
    expect(await storedWindow(deliveryOf(1))).toBe('any');
    expect((await setWindow(999, 'any')).status).toBe(404);
  });

  it('cannot change once the job is done, cancelled or in progress', async () => {
    const messageOf = async (id: number) => {
      const { status, body } = await setWindow(id, 'morning');
      return `${status} ${body.message}`;
    };
    expect(await messageOf(deliveryOf(4))).toMatch(/^409 The delivery of booking #4 is done\./);
    await cancelRow(2);
    expect(await messageOf(deliveryOf(2))).toMatch(/^409 The delivery of booking #2 was cancelled\./);
    await rows("UPDATE jobs SET status = 'in_progress' WHERE id = ?", deliveryOf(1));
    expect(await messageOf(deliveryOf(1))).toMatch(/^409 The driver is on the way/);
  });

  it('is set by one of two colleagues who read the same version', async () => {
    const [dana] = await rows<{ id: number }>("SELECT id FROM users WHERE username = 'dana'");
    const actor = {
      userId: dana?.id ?? 0,
      username: 'dana',
      sessionId: 'test',
      role: 'dispatcher' as const,
    };
    const results = await Promise.allSettled(
      ['morning', 'afternoon'].map((window) =>
        setJobWindow(makeTestContext({ pauseMs: 5 }).ctx, actor, { id: deliveryOf(1), version: 1, window }),
      ),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await listChanges(world.dana, 1)).toHaveLength(1);
  });
});

describe('the window of a job on a route', () => {
  it('moves the later stops, and makes a stop late', async () => {
    const before = await plannedRoute();
    const [first] = before.stops;
    expect((await setWindow(deliveryOf(1), '10:00-11:00', `"${first?.job?.version}"`)).status).toBe(200);
    const [route] = (await world.board(tomorrow())).routes;
    const clocks = route?.stops.map(({ departure }) => clockAt(Date.parse(departure), ZONE));
    expect(clocks?.[0]).toBe('10:15');
    expect(route?.stops[0]?.waitingMinutes).toBeGreaterThan(0);
    expect(Date.parse(route?.stops[1]?.arrival ?? '')).toBeGreaterThan(
      Date.parse(before.stops[1]?.arrival ?? ''),
    );
    const stored = await rows<{ at: number }>(
      'SELECT estimated_arrival AS at FROM driver_route_stops ORDER BY stop_order',
    );
    expect(stored.map(({ at }) => at)).toEqual(route?.stops.map(({ arrival }) => Date.parse(arrival)));
    await setWindow(deliveryOf(2), '05:00-06:00');
    const [late] = (await world.board(tomorrow())).routes;
    expect(late?.stops[1]?.warnings.map(({ code }) => code)).toContain('late');
    expect([late?.version, late?.stops.map(({ changedAt }) => changedAt)]).toEqual([
      before.version + 2,
      [null, null],
    ]);
    const history = await world.dana.send('GET', `dispatch/routes/${before.id}/history`);
    expect((await history.json<RouteHistoryEntry[]>()).slice(0, 2).map(({ lines }) => lines)).toEqual([
      ['Window changed: delivery of booking #2: 5:00 AM to 6:00 AM'],
      ['Window changed: delivery of booking #1: 10:00 AM to 11:00 AM'],
    ]);
  });

  it('keeps the order and the settings of a colleague who changes the route at the same time', async () => {
    const route = await plannedRoute();
    const [one, two] = route.stops.map(({ id }) => ({ stopId: id }));
    const [moved, saved] = await Promise.all([
      world.arrange(route, { stops: [two, { ...one, isPinned: true }] }),
      setWindow(deliveryOf(1), 'afternoon'),
    ]);
    expect(saved.status).toBe(200);
    // The order of a version that is no longer current is refused with the board.
    expect([200, 409]).toContain(moved.status);
    const [now] = (await world.board(tomorrow())).routes;
    const order = moved.status === 200 ? [two?.stopId, one?.stopId] : [one?.stopId, two?.stopId];
    expect(now?.stops.map(({ id }) => id)).toEqual(order);
    expect(await storedWindow(deliveryOf(1))).toBe('afternoon');
  });

  it('of a published route marks the stop as changed, and the driver sees it', async () => {
    await startOver();
    const { ben, dana } = await makeRouteDay();
    expect((await dana.send('PUT', 'jobs/33/window', { window: 'afternoon' })).status).toBe(200);
    const { routes } = await (await ben.send('GET', 'driver/routes')).json<
      ReplyOf<typeof listDriverRoutes>
    >();
    const stops = routes.flatMap((route) => route.stops);
    expect(stops.map(({ id, window, changedAt }) => [id, window, changedAt !== null])).toEqual([
      [11, 'any', false],
      [12, 'any', false],
      [13, null, false],
      [14, 'afternoon', true],
      [15, null, false],
    ]);
  });

  it('leaves the arrival window that the customer was sent until the driver is expected outside of it', async () => {
    await world.publish(await plannedRoute());
    const { ctx } = makeTestContext();
    const run = () => sendArrivalWindows({ ...ctx, send: async () => {} }, { isForced: true });
    expect(await run()).toEqual({ first: 2, changed: 0 });
    await setWindow(deliveryOf(1), '13:00-15:00');
    // A dispatcher may still be changing the route.
    expect(await run()).toEqual({ first: 0, changed: 0 });
    await rows('UPDATE driver_route_stops SET changed_at = 1 WHERE changed_at IS NOT NULL');
    expect(await run()).toEqual({ first: 0, changed: 2 });
    expect(await run()).toEqual({ first: 0, changed: 0 });
  });

  it('that is over stays as it was', async () => {
    const route = await plannedRoute();
    await rows('UPDATE driver_routes SET date = ? WHERE id = ?', inDays(-1), route.id);
    expect((await setWindow(deliveryOf(1), 'morning')).status).toBe(200);
    const [stored] = await rows('SELECT version FROM driver_routes WHERE id = ?', route.id);
    expect(stored).toEqual({ version: route.version });
    expect(await storedWindow(pickupOf(1))).toBe('any');
  });
});
