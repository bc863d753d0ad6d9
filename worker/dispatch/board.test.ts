import { beforeEach, describe, expect, it } from 'vitest';
import type { Board, BoardRoute } from '#contract/dispatch.ts';
import { addDays } from '#domain/shared/days.ts';
import { insertRow } from '#worker/test/builders.ts';
import { deliveryOf, makeDispatchWorld, pickupOf } from '#worker/test/dispatch.ts';
import { followJobs } from '#worker/test/transitions.ts';
import { inDays, makeTestContext, rows } from '#worker/test/world.ts';
import { arrangeStops } from './stops.ts';

let world: Awaited<ReturnType<typeof makeDispatchWorld>>;
beforeEach(async () => {
  world = await makeDispatchWorld();
});

type At = { id: number; version: number };
const today = () => inDays(0);
const statuses = async (...ids: number[]) => {
  const found = await rows<{ id: number; status: string }>('SELECT id, status FROM jobs');
  return ids.map((id) => found.find((job) => job.id === id)?.status);
};
const stopsOf = ({ stops }: Pick<BoardRoute, 'stops'>) => stops.map(({ type, job }) => job?.id ?? type);

describe('the board', () => {
  it('lists open jobs, late ones first, plans them on a route, and opens them again', async () => {
    await rows('UPDATE jobs SET due_day = ? WHERE id = ?', inDays(-1), deliveryOf(3));
    const before = await world.board(inDays(1));
    expect(before.drivers.map(({ name }) => name)).toEqual(['kim', 'lee']);
    expect(before.jobs.map(({ id }) => id)).toEqual([
      deliveryOf(3),
      deliveryOf(1),
      deliveryOf(2),
      pickupOf(4),
    ]);
    const route = await world.addRoute('lee', 1, inDays(1));
    const { status, route: planned } = await world.put(route, deliveryOf(1), deliveryOf(2), pickupOf(4));
    expect(status).toBe(200);
    expect(planned.stops.map(({ job, loadAfter }) => [job?.id, loadAfter])).toEqual([
      [deliveryOf(1), { empty: 1, full: 0 }],
      [deliveryOf(2), { empty: 0, full: 0 }],
      [pickupOf(4), { empty: 0, full: 1 }],
    ]);
    // 20 minutes to an address that is not on the map, and 15 there.
    const minutes = (ms: string) => (Date.parse(ms) - Date.parse(planned.startsAt)) / 60_000;
    expect(planned.stops.map(({ arrival }) => minutes(arrival))).toEqual([20, 55, 90]);
    expect(await statuses(deliveryOf(1), deliveryOf(2), pickupOf(4))).toEqual([
      'planned',
      'planned',
      'planned',
    ]);
    const after = await world.board(inDays(1));
    expect([after.jobs.map(({ id }) => id), after.routes.map(stopsOf)]).toEqual([
      [deliveryOf(3)],
      [[deliveryOf(1), deliveryOf(2), pickupOf(4)]],
    ]);
    // A drop answers what the board shows then.
    expect(planned).toEqual(after.routes[0]);
    await world.put(planned, pickupOf(4));
    expect(await statuses(deliveryOf(1), deliveryOf(2), pickupOf(4))).toEqual(['open', 'open', 'planned']);
  });

  it('offers the jobs of the next working day', async () => {
    const { nextDay } = await world.board();
    await insertRow('blackout_days', 1, { day: nextDay, created_by: null });
    const { nextDay: openDay } = await world.board();
    expect(openDay > nextDay).toBe(true);
    const due: [number, string][] = [
      [deliveryOf(1), nextDay],
      [deliveryOf(2), openDay],
      [deliveryOf(3), addDays(openDay, 1)],
    ];
    for (const [id, day] of due) await rows('UPDATE jobs SET due_day = ? WHERE id = ?', day, id);
    const { jobs, nextJobs } = await world.board();
    expect(jobs.map(({ id }) => id)).toEqual([pickupOf(4)]);
    expect(nextJobs.map(({ id }) => id)).toEqual([deliveryOf(1), deliveryOf(2)]);
  });

  it('a preview says why an order is refused and writes nothing', async () => {
    const route = await world.addRoute('kim', 2);
    const preview = await world.arrange(route, { jobIds: [deliveryOf(1), deliveryOf(2)], preview: true });
    expect([preview.status, preview.refused?.code, preview.route.version]).toEqual([200, 'load', 1]);
    expect(await statuses(deliveryOf(1))).toEqual(['open']);
  });

  it('an impossible load is refused with the reason, and possible with yard stops', async () => {
    const route = await world.addRoute('kim', 2);
    const refusal = await world.put(route, deliveryOf(1), deliveryOf(2), pickupOf(4));
    expect(refusal).toMatchObject({
      status: 409,
      message:
        'Truck 2 carries one unit and has none left for the delivery of booking #2. Add a yard stop before it.',
      refused: { code: 'load' },
      board: { day: today() },
    });
    const { route: planned } = await world.arrange(route, {
      jobIds: [deliveryOf(1), deliveryOf(2), pickupOf(4)],
      addYardStops: true,
    });
    expect(stopsOf(planned)).toEqual([deliveryOf(1), 'yard', deliveryOf(2), pickupOf(4)]);
    // The yard stop stays after the job that it followed.
    expect(stopsOf((await world.put(planned, deliveryOf(1), pickupOf(4))).route)).toEqual([
      deliveryOf(1),
      'yard',
      pickupOf(4),
    ]);
  });

  it('a closed site, a job that is done, and a delivery before its day are refused', async () => {
    await insertRow('sites', 2, {
      kind: 'disposal',
      name: 'Landfill',
      hours: JSON.stringify(Array(7).fill(null)),
    });
    const route = await world.addRoute('lee', 1);
    const refusalOf = async (stops: object[]) => (await world.arrange(route, { stops })).message;
    expect(await refusalOf([{ type: 'disposal' }])).toBe('Landfill is closed on this day.');
    expect(await refusalOf([{ jobId: deliveryOf(4) }])).toBe('The delivery of booking #4 is done.');
    expect(await refusalOf([{ jobId: pickupOf(1) }])).toMatch(
      /^The pickup of booking #1 is due on .*Reschedule/,
    );
    expect(
      (await world.arrange(route, { stops: [{ jobId: deliveryOf(1) }, { jobId: deliveryOf(1) }] })).status,
    ).toBe(400);
    expect((await world.arrange(route, { stops: [{ jobId: 999 }] })).status).toBe(404);
    expect((await world.dana.send('PUT', `dispatch/routes/${route.id}/stops`, { jobIds: [] })).status).toBe(
      400,
    );
  });

  it('a stop moves to another route, and both routes change', async () => {
    const [first, second] = [await world.addRoute('lee', 1), await world.addRoute('kim', 2)];
    const { route } = await world.put(first, deliveryOf(1), deliveryOf(2));
    const moved = await world.arrange(second, { stops: [{ stopId: route.stops[0]?.id }] });
    expect(stopsOf(moved.route)).toEqual([deliveryOf(1)]);
    const after = await world.board();
    expect(after.routes.map((one) => [stopsOf(one), one.version])).toEqual([
      [[deliveryOf(2)], 3],
      [[deliveryOf(1)], 2],
    ]);
    // The stop that the other dispatcher saw is gone.
    const again = await world.arrange(after.routes[0] ?? first, { stops: [{ stopId: route.stops[0]?.id }] });
    expect([again.status, await statuses(deliveryOf(1))]).toEqual([409, ['planned']]);
  });

  it('of two who plan the same job at once one succeeds; the other gets the current board', async () => {
    const [first, second] = [await world.addRoute('lee', 1), await world.addRoute('kim', 2)];
    const { ctx } = makeTestContext({ pauseMs: 5 });
    const plan = ({ id, version }: At) =>
      arrangeStops(ctx, { actor: world.dana.actor, id, version, jobIds: [deliveryOf(1)] });
    const results = await Promise.allSettled([plan(first), plan(second)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const failed = results.find((result) => result.status === 'rejected');
    const board = failed?.reason.extras.body.board as Board;
    expect(board.routes.flatMap(stopsOf)).toEqual([deliveryOf(1)]);
    // And of two who change the same route.
    const [route] = board.routes.filter(({ stops }) => stops.length === 1);
    const change = (jobId: number) =>
      arrangeStops(ctx, {
        actor: world.dana.actor,
        ...(route ?? first),
        stops: [{ jobId: deliveryOf(1) }, { jobId }],
      });
    const both = await Promise.allSettled([change(deliveryOf(2)), change(deliveryOf(3))]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find((result) => result.status === 'rejected')?.reason.code).toBe('stale');
  });
});

describe('a route', () => {
  it('is published once; later changes are marked and reach its driver', async () => {
    const { route } = await world.put(await world.addRoute('lee', 1), deliveryOf(1), deliveryOf(2));
    const published = await world.publish(route);
    expect(published.stops.map(({ changedAt }) => changedAt)).toEqual([null, null]);
    expect((await world.publish(published)).version).toBe(published.version);
    const changed = (await world.put(published, deliveryOf(2), deliveryOf(1), pickupOf(4))).route;
    expect(changed.stops.map(({ job, changedAt }) => [job?.id, changedAt !== null])).toEqual([
      [deliveryOf(2), false],
      [deliveryOf(1), true],
      [pickupOf(4), true],
    ]);
    expect(await rows('SELECT count(*) AS stops FROM stop_publications')).toEqual([{ stops: 3 }]);
    // What was published keeps its rows.
    expect((await world.put(changed, deliveryOf(2))).route.stops).toHaveLength(1);
    expect(await rows('SELECT count(*) AS removed FROM driver_route_stops WHERE removed_at > 0')).toEqual([
      { removed: 2 },
    ]);
    const last = (await world.board()).routes[0] ?? changed;
    const removal = await world.dana.send('DELETE', `dispatch/routes/${last.id}`, {
      ifMatch: `"${last.version}"`,
    });
    expect([removal.status, await statuses(deliveryOf(2))]).toEqual([204, ['open']]);
    expect((await world.board()).routes).toEqual([]);
  });

  it('a stop in progress stays, and nothing is placed before it', async () => {
    const { route } = await world.put(await world.addRoute('lee', 1), deliveryOf(1), deliveryOf(2));
    await rows("UPDATE driver_route_stops SET status = 'in_transit' WHERE job_id = ?", deliveryOf(1));
    const refusals = [[deliveryOf(2)], [deliveryOf(2), deliveryOf(1)]];
    for (const jobIds of refusals)
      expect((await world.put(route, ...jobIds)).refused?.code).toBe('stop_in_progress');
    expect(stopsOf((await world.put(route, deliveryOf(1))).route)).toEqual([deliveryOf(1)]);
    const at = (await world.board()).routes[0] ?? route;
    const removal = await world.dana.send('DELETE', `dispatch/routes/${at.id}`, {
      ifMatch: `"${at.version}"`,
    });
    expect(removal.status).toBe(409);
  });

  it('a driver and a truck have one a day; another truck can be given', async () => {
    const route = await world.addRoute('lee', 1);
    const driverId = route.driver.id;
    const create = (body: object) =>
      world.dana.send('POST', 'dispatch/routes', { day: today(), driverId, truckId: 2, ...body });
    expect((await create({})).status).toBe(409);
    expect((await create({ day: inDays(1), truckId: 9 })).status).toBe(400);
    const change = await world.dana.send('PATCH', `dispatch/routes/${route.id}`, {
      ifMatch: '"1"',
      truckId: 2,
      notes: 'Fuel first',
    });
    expect(await change.json()).toMatchObject({
      truck: { name: 'Truck 2' },
      notes: 'Fuel first',
      version: 2,
    });
    const stale = await world.dana.send('PATCH', `dispatch/routes/${route.id}`, {
      ifMatch: '"1"',
      truckId: 1,
    });
    expect(await stale.json()).toMatchObject({ code: 'stale', board: { routes: [{ version: 2 }] } });
  });
});

describe('a planned job', () => {
  async function planned(...jobIds: number[]) {
    const { route } = await world.put(await world.addRoute('lee', 1), ...jobIds);
    return { route, now: async () => (await world.board()).routes[0] };
  }
  const patch = async (id: number, body: { status: string; pickedUp?: boolean }) =>
    expect((await world.dana.send('PATCH', `bookings/${id}/status`, body)).status).toBe(200);

  it('that is cancelled with its booking leaves the route; a driver on the way keeps the stop, with a warning', async () => {
    const { route, now } = await planned(deliveryOf(1), deliveryOf(2));
    await patch(1, { status: 'cancelled' });
    expect([stopsOf((await now()) ?? route), (await now())?.version]).toEqual([
      [deliveryOf(2)],
      route.version + 1,
    ]);
    await rows("UPDATE driver_route_stops SET status = 'in_transit' WHERE job_id = ?", deliveryOf(2));
    await patch(2, { status: 'cancelled' });
    expect((await now())?.stops[0]?.warnings).toMatchObject([{ code: 'conflict' }]);
  });

  it('that staff mark done is done on the route', async () => {
    const { now } = await planned(pickupOf(4), deliveryOf(1));
    for (const id of [pickupOf(4), deliveryOf(1)]) {
      expect((await world.dana.send('POST', `jobs/${id}/done`)).status).toBe(200);
    }
    expect((await now())?.stops.map(({ status }) => status)).toEqual(['completed', 'delivered']);
    expect(await statuses(pickupOf(4), deliveryOf(1))).toEqual(['done', 'done']);
  });

  it('stays planned when the status of its booking changes, and in the figures of today', async () => {
    const { now } = await planned(deliveryOf(1), pickupOf(4));
    await patch(1, { status: 'in_transit' });
    await patch(4, { status: 'completed', pickedUp: false });
    await patch(4, { status: 'confirmed' });
    expect(await statuses(deliveryOf(1), pickupOf(4))).toEqual(['planned', 'planned']);
    expect((await now())?.stops).toHaveLength(2);
    const work = await (await world.dana.send('GET', 'today')).json<{ deliveries: { count: number } }>();
    expect(work.deliveries.count).toBe(3);
  });

  it('that moves to a later day leaves the route; one that was not made is offered again', async () => {
    const { now } = await planned(deliveryOf(1), deliveryOf(2));
    await rows("UPDATE jobs SET due_day = ?, status = 'open' WHERE id = ?", inDays(2), deliveryOf(1));
    await followJobs();
    expect([stopsOf((await now()) as BoardRoute), await statuses(deliveryOf(1))]).toEqual([
      [deliveryOf(2)],
      ['open'],
    ]);
    const tomorrow = await world.board(inDays(1));
    const left = tomorrow.jobs.find(({ id }) => id === deliveryOf(2));
    expect(left?.leftOn?.day).toBe(today());
    // The boards after the day on which it is due leave it to the board of that day.
    expect((await world.board(inDays(2))).jobs.map(({ id }) => id)).toContain(deliveryOf(1));
    expect((await world.board(inDays(3))).jobs.map(({ id }) => id)).not.toContain(deliveryOf(1));
    const next = await world.addRoute('kim', 2, inDays(1));
    const carried = await world.arrange(next, { stops: [{ stopId: left?.leftOn?.stopId }] });
    expect(stopsOf(carried.route)).toEqual([deliveryOf(2)]);
    expect((await now())?.stops).toEqual([]);
  });
});
