import { beforeEach, describe, expect, it } from 'vitest';
import type { BoardConflict, BoardRoute } from '#contract/dispatch.ts';
import type { RouteHistoryEntry } from '#contract/dispatch-routes.ts';
import { insertRow } from '#worker/test/builders.ts';
import { deliveryOf, giveUnitAt4, makePlanWorld, pickupOf, planDayOf } from '#worker/test/dispatch.ts';
import { signIn } from '#worker/test/staff.ts';
import { inDays, makeTestContext, rows } from '#worker/test/world.ts';
import { publishRoute } from './publish-route.ts';
import { arrangeStops } from './stops.ts';

let world: Awaited<ReturnType<typeof makePlanWorld>>;
beforeEach(async () => {
  world = await makePlanWorld();
});

type At = { id: number; version: number };
type Staff = Awaited<ReturnType<typeof signIn>>;

const publish = async (staff: Staff, { id, version }: At, body: object = {}) => {
  const reply = await staff.send('POST', `dispatch/routes/${id}/publish`, {
    ifMatch: `"${version}"`,
    ...body,
  });
  return { http: reply.status, ...(await reply.json<BoardRoute & BoardConflict>()) };
};

describe('a delivery whose unit stands at another customer', () => {
  it.each([
    ['until an exchange of the same route', 'exchange'],
    ['until its pickup at the same address', 'final_pickup'],
  ])('%s cannot be dropped before it, and is refused when its route is published', async (_, type) => {
    await giveUnitAt4(world.units, type);
    if (type === 'exchange') {
      await insertRow('dumpster_schedule', 90, {
        dumpster_id: world.units[5] ?? 0,
        booking_id: 4,
        role: 'exchange 1',
        start_date: planDayOf(),
        end_date: inDays(5),
      });
    }
    if (type === 'final_pickup') await rows("UPDATE bookings SET address = '4 Quarry Road' WHERE id = 1");
    const route = await world.addRoute('lee', 1, planDayOf());
    const { route: draft } = await world.put(route, deliveryOf(1));
    const early = await world.put(draft, deliveryOf(1), pickupOf(4));
    expect([early.status, early.refused?.code, early.refused?.jobId]).toEqual([
      409,
      'unit_elsewhere',
      deliveryOf(1),
    ]);
    expect(early.refused?.text).toContain('is at booking #4 until the');
    expect(early.refused?.text).toContain('on this route');
    const refused = await publish(world.dana, draft);
    expect([refused.http, refused.code, refused.blocking?.map(({ stop }) => stop)]).toEqual([
      409,
      'conflict',
      ['delivery of booking #1'],
    ]);
    expect(refused.board?.routes.map(({ publishedAt }) => publishedAt)).toEqual([null]);
  });

  it('that another route collects too late is refused, and so is moving that pickup behind it', async () => {
    await giveUnitAt4(world.units);
    const kim = await world.addRoute('kim', 2, planDayOf());
    const lee = await world.addRoute('lee', 1, planDayOf());
    const first = await world.put(lee, deliveryOf(1));
    expect([first.status, first.route.stops[0]?.warnings[0]?.code]).toEqual([200, 'unit_elsewhere']);
    const late = await world.put(kim, pickupOf(4));
    expect([late.status, late.refused?.text]).toMatchObject([409, expect.stringMatching(ON_KIMS_ROUTE)]);
    await world.put(first.route);
    // The pickup comes first, its truck is back in the yard, and the other truck loads the unit in its second tour.
    const stops = [{ jobId: pickupOf(4) }, { type: 'disposal', siteId: 2 }, { type: 'yard' }];
    const { route: bringing } = await world.arrange(kim, { stops });
    const again = { id: lee.id, version: lee.version + 2 };
    const tour = [{ type: 'break', minutes: 240 }, { type: 'yard' }, { jobId: deliveryOf(1) }];
    const { status, route } = await world.arrange(again, { stops: tour });
    expect([status, route.stops.flatMap(({ warnings }) => warnings)]).toEqual([200, []]);
    const early = await publish(world.dana, route);
    expect([early.http, early.blocking?.map(({ text }) => text)]).toEqual([
      409,
      [
        expect.stringMatching(
          /depends on the route of kim, which is not published\. Publish that route first\.$/,
        ),
      ],
    ]);
    const collecting = await publish(world.dana, bringing);
    const published = await publish(world.dana, route);
    expect([published.http, published.publishedAt]).toEqual([200, expect.any(String)]);
    const own = bringing.stops.map(({ id }) => ({ stopId: id }));
    const moved = await world.arrange(collecting, { stops: [{ type: 'break', minutes: 400 }, ...own] });
    expect([moved.status, moved.refused]).toMatchObject([409, { jobId: deliveryOf(1) }]);
    expect(moved.refused?.text).toMatch(/^Route of lee: /);
    // Nor can the pickup leave the day.
    const removed = await world.put(collecting);
    expect([removed.status, removed.refused]).toMatchObject([409, { jobId: deliveryOf(1) }]);
  });

  it('is published with an override of an administrator, with the reason in the history', async () => {
    await giveUnitAt4(world.units);
    const lee = await world.addRoute('lee', 1, planDayOf());
    const { route } = await world.put(lee, deliveryOf(1));
    const override = { reason: 'Kim brings it at noon', stopIds: route.stops.map(({ id }) => id) };
    expect((await publish(world.dana, route, { override })).http).toBe(403);
    const admin = await signIn('ada', 'admin');
    expect((await publish(admin, route, { override: { reason: ' ' } })).http).toBe(400);
    expect((await publish(admin, route)).http).toBe(409);
    // Another stop than those that were shown.
    const other = await publish(admin, route, { override: { ...override, stopIds: [] } });
    expect([other.http, other.blocking?.map(({ stop }) => stop)]).toEqual([409, ['delivery of booking #1']]);
    expect((await publish(admin, route, { override })).http).toBe(200);
    const history = await admin.send('GET', `dispatch/routes/${route.id}/history`);
    const [entry] = await history.json<RouteHistoryEntry[]>();
    expect(entry?.lines).toEqual([
      'Route published',
      'Published although these stops cannot be made: delivery of booking #1',
      'Reason: Kim brings it at noon',
    ]);
  });
});

/** Both are published: kim brings the unit from booking 4 to the yard, and lee takes it from there to booking 1. */
async function dependingRoutes() {
  await giveUnitAt4(world.units);
  const kim = await world.addRoute('kim', 2, planDayOf());
  const { route: bringing } = await world.arrange(kim, {
    stops: [{ jobId: pickupOf(4) }, { type: 'disposal', siteId: 2 }, { type: 'yard' }],
  });
  const lee = await world.addRoute('lee', 1, planDayOf());
  const { route } = await world.arrange(lee, {
    stops: [{ type: 'break', minutes: 240 }, { type: 'yard' }, { jobId: deliveryOf(1) }],
  });
  return { kim: await publish(world.dana, bringing), lee: await publish(world.dana, route) };
}

describe('a change that makes a stop of a published route impossible', () => {
  const BROKEN = 'delivery of booking #1 on the route of lee';
  const change = async (method: string, path: string, { version, ...body }: { version: number }) => {
    const reply = await world.dana.send(method, path, { ifMatch: `"${version}"`, ...body });
    const { message, blocking } = reply.status === 204 ? {} : await reply.json<Partial<BoardConflict>>();
    return { http: reply.status, message, stops: blocking?.map(({ stop }) => stop) };
  };
  const refused = (stop = BROKEN) => ({ http: 409, message: expect.stringContaining(stop), stops: [stop] });

  it('is refused: the removal of the route that collects its unit, and a window that comes too late', async () => {
    const { kim } = await dependingRoutes();
    expect(await change('DELETE', `dispatch/routes/${kim.id}`, { version: kim.version })).toEqual(refused());
    const window = { version: 2, window: '16:00-17:00' };
    expect(await change('PUT', `jobs/${pickupOf(4)}/window`, window)).toEqual(refused());
    const routes = (await world.board(planDayOf())).routes;
    expect(routes.map(({ version, stops }) => [version, stops.length])).toEqual([
      [kim.version, 3],
      [expect.any(Number), 3],
    ]);
  });

  it('is refused: a smaller truck, a yard from which the unit comes too late, and a swap', async () => {
    const { kim } = await dependingRoutes();
    await insertRow('sites', 3, { name: 'Far yard', lat: 45.4, lng: -75.6 });
    const yard = { version: kim.version, startSiteId: 3 };
    expect(await change('PATCH', `dispatch/routes/${kim.id}`, yard)).toEqual(refused());
    await insertRow('trucks', 3, { capacity: 1 });
    const { route } = await world.put(
      await world.addRoute('lee', 1, inDays(2)),
      deliveryOf(2),
      deliveryOf(3),
    );
    const two = await publish(world.dana, route);
    const smaller = { version: two.version, truckId: 3 };
    const found = await change('PATCH', `dispatch/routes/${two.id}`, smaller);
    expect(found).toMatchObject({ http: 409, stops: [expect.stringContaining('on the route of lee')] });
    const other = await world.addRoute('kim', 3, inDays(2));
    const swap = { version: two.version, routeId: other.id, what: 'truck' };
    const body = { ...swap, ifMatch: `"${two.version}"`, version: other.version };
    expect((await world.dana.send('POST', `dispatch/routes/${two.id}/swap`, body)).status).toBe(409);
  });

  it('is refused: a removed route comes back only while its stops can be made', async () => {
    const { kim, lee } = await dependingRoutes();
    expect((await change('DELETE', `dispatch/routes/${lee.id}`, { version: lee.version })).http).toBe(204);
    const removed = { version: lee.version + 1 };
    const emptied = await world.put(kim);
    expect(emptied.status).toBe(200);
    const path = `dispatch/routes/${lee.id}/restore`;
    expect(await change('POST', path, removed)).toEqual(refused());
    const stops = [{ jobId: pickupOf(4) }, { type: 'disposal', siteId: 2 }, { type: 'yard' }];
    expect((await world.arrange(emptied.route, { stops })).status).toBe(200);
    expect((await change('POST', path, removed)).http).toBe(200);
  });
});

it('a truck that begins with a unit of the day before has no room until it was at the yard', async () => {
  await rows('UPDATE jobs SET due_day = ? WHERE id = ?', inDays(0), pickupOf(4));
  const aboard = { id: null, dumpster_id: world.units[5] ?? 0, since: 5, place: 'truck', truck_id: 2 };
  await insertRow('unit_locations', 1, aboard);
  const kim = await world.addRoute('kim', 2, inDays(0));
  const full = await world.put(kim, pickupOf(4));
  expect([full.status, full.refused?.code]).toEqual([409, 'load']);
  const { status, route } = await world.arrange(kim, { jobIds: [pickupOf(4)], addYardStops: true });
  expect([status, route.stops.map(({ type, warnings }) => [type, warnings])]).toEqual([
    200,
    [
      ['yard', []],
      ['final_pickup', []],
    ],
  ]);
});

it('a pickup needs the exchange of its booking before it', async () => {
  await insertRow('dumpster_schedule', 90, {
    dumpster_id: world.units[5] ?? 0,
    booking_id: 4,
    role: 'exchange 1',
    start_date: planDayOf(),
    end_date: inDays(5),
  });
  await insertRow('jobs', 4, { id: 90, booking_id: 4, due_day: planDayOf() });
  const { route } = await world.put(await world.addRoute('lee', 1, planDayOf()), pickupOf(4));
  const refused = await publish(world.dana, route);
  expect([refused.http, refused.blocking?.map(({ text }) => text)]).toEqual([
    409,
    ['The exchange of this booking is not done.'],
  ]);
  const both = await world.put(route, 90, pickupOf(4));
  expect((await publish(world.dana, both.route)).http).toBe(200);
});

const ON_KIMS_ROUTE =
  /^Route of lee: Unit .* is at booking #4 until the pickup of booking #4 at .* on the route of kim\.$/;

it('an order that depends on another route is not stored when that one changes at the same time', async () => {
  await giveUnitAt4(world.units);
  const kim = await world.addRoute('kim', 2, planDayOf());
  const { route: bringing } = await world.arrange(kim, {
    stops: [{ jobId: pickupOf(4) }, { type: 'disposal', siteId: 2 }, { type: 'yard' }],
  });
  const lee = await world.addRoute('lee', 1, planDayOf());
  const { route } = await world.arrange(lee, {
    stops: [{ type: 'break', minutes: 240 }, { type: 'yard' }, { jobId: deliveryOf(1) }],
  });
  await publish(world.dana, bringing);
  const { ctx } = makeTestContext({ pauseMs: 5 });
  const { actor } = world;
  const results = await Promise.allSettled([
    publishRoute(ctx, actor, route),
    arrangeStops(ctx, { actor, id: bringing.id, version: bringing.version + 1, stops: [] }),
  ]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});
