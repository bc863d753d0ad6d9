import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ALL_ENDPOINTS } from '#contract/all.ts';
import type { listDriverRoutes } from '#contract/driver-routes.ts';
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { insertRow } from '#worker/test/builders.ts';
import { type Driver, makeRouteDay, putPhoto, sendActions } from '#worker/test/driver-day.ts';
import { insertRoute } from '#worker/test/driver-routes.ts';
import { call } from '#worker/test/http.ts';
import { jpeg } from '#worker/test/images.ts';
import { signIn } from '#worker/test/staff.ts';
import { rows, startOver } from '#worker/test/world.ts';

/** Of the latest world: the bucket keeps its objects. */
let photoId = '';

/** Ben has the route of today with a photo; Eve a route of today, and others that she must not see. */
async function world() {
  await startOver();
  const { ben, dana } = await makeRouteDay();
  const eve = await signIn('eve', 'driver');
  const job = async (id: number, startsIn: number, isPublished: boolean) => {
    await insertRow('bookings', id, { first_name: 'Hidden', last_name: `Customer${id}` });
    const stops = [{ id: 10 * id, type: 'delivery', booking_id: id }] as const;
    await insertRoute(id, { driverId: eve.id, startsIn, isPublished, stops });
  };
  await job(5, 1, false);
  await job(6, 2, true);
  await job(7, -2, true);
  photoId = crypto.randomUUID();
  const put = await putPhoto(ben, jpeg(), { id: photoId, stopId: 11, type: 'delivery_placement' });
  expect(put.status).toBe(200);
  return { ben, dana, eve };
}

describe('a driver', () => {
  let [ben, eve]: Driver[] = [];
  beforeEach(async () => {
    ({ ben, eve } = await world());
  });

  it('reads no route of another driver, none that is not published, and none after tomorrow or before yesterday', async () => {
    const text = await (await eve!.send('GET', 'driver/routes')).text();
    const { routes } = JSON.parse(text) as ReplyOf<typeof listDriverRoutes>;
    expect([routes, text.match(/Hidden|Ada/g)]).toEqual([[], null]);
  });

  it('records nothing at stops of others and of routes that are not published', async () => {
    const results = await sendActions(
      eve!,
      [11, 13, 50, 999].map((stopId) => ({ stopId, type: 'arrived' })),
    );
    expect(results.map(({ result, code }) => [result, code])).toEqual(
      Array(4).fill(['refused', 'not_published']),
    );
    for (const stopId of [11, 50]) {
      const reply = await putPhoto(eve!, jpeg(), { stopId, type: 'delivery_placement' });
      expect(reply.status).toBe(404);
    }
    expect(await rows('SELECT id FROM driver_actions')).toEqual([]);
    expect(await rows('SELECT driver_id AS driver FROM delivery_photos')).toEqual([{ driver: ben!.id }]);
  });

  it('sends what was recorded before a stop was given to another driver, and reads the stop no more', async () => {
    await rows('UPDATE driver_routes SET driver_id = ?, version = version + 1 WHERE id = 1', eve!.id);
    const { routes } = await (await ben!.send('GET', 'driver/routes')).json<
      ReplyOf<typeof listDriverRoutes>
    >();
    expect(routes).toEqual([]);
    expect(await sendActions(ben!, [{ stopId: 11, type: 'arrived' }])).toMatchObject([{ result: 'applied' }]);
  });

  it('reads own photos only, and those through the call of drivers', async () => {
    const statusOf = async (driver: Driver, path: string) => (await driver.send('GET', path)).status;
    expect([
      await statusOf(ben!, `driver/photos/${photoId}`),
      await statusOf(eve!, `driver/photos/${photoId}`),
      await statusOf(ben!, `admin/photos/${photoId}`),
      await statusOf(eve!, `admin/photos/${photoId}`),
    ]).toEqual([200, 404, 403, 403]);
  });
});

describe('a photo', () => {
  beforeAll(async () => {
    await world();
  });

  it.each([
    ['super_admin', 200],
    ['admin', 200],
    ['dispatcher', 200],
    ['view_only', 200],
    ['driver', 403],
    ['customer', 403],
  ] as const)('is answered to %s with %i', async (role, status) => {
    const user = await signIn(`one-${role}`, role);
    expect((await user.send('GET', `admin/photos/${photoId}`)).status).toBe(status);
    if (role === 'driver' || role === 'customer') return;
    expect((await user.send('GET', `driver/photos/${photoId}`)).status).toBe(403);
    const put = await putPhoto(user, jpeg(), { stopId: 11, type: 'delivery_placement' });
    expect(put.status).toBe(403);
  });

  it('is answered to no one who is not signed in', async () => {
    for (const path of [`driver/photos/${photoId}`, `admin/photos/${photoId}`])
      expect((await call(`/api/${path}`)).status).toBe(401);
  });
});

describe('a driver gets no call of the office, with ids that exist', () => {
  let ben: Driver;
  beforeAll(async () => {
    ({ ben } = await world());
  });
  const OPEN = ['public', 'signature', 'session', 'route:own'];
  const office: [string, Endpoint][] = ALL_ENDPOINTS.filter(({ access }) => !OPEN.includes(access)).map(
    (endpoint) => [endpoint.name, endpoint],
  );
  const VALUES: Record<string, string> = { uuid: crypto.randomUUID(), rentalType: '7-day' };

  it('of all calls', async () => {
    const entered: string[] = [];
    for (const [name, { method, path }] of office) {
      const address = path.replace('/api/', '').replace(/:(\w+)/g, (_, param) => VALUES[param] ?? '1');
      if ((await ben.send(method, address)).status !== 403) entered.push(name);
    }
    expect([office.length > 100, entered]).toEqual([true, []]);
  });
});
