import { beforeEach, expect, test } from 'vitest';
import { deliveryOf, makeDispatchWorld } from '#worker/test/dispatch.ts';
import { rows } from '#worker/test/world.ts';

let world: Awaited<ReturnType<typeof makeDispatchWorld>>;
beforeEach(async () => {
  world = await makeDispatchWorld();
});

const statuses = async (...ids: number[]) => {
  const found = await rows<{ id: number; status: string }>('SELECT id, status FROM jobs');
  return ids.map((id) => found.find((job) => job.id === id)?.status);
};

test.each([true, false])(
  'a removed route comes back with its stops, once (published: %s)',
  async (isPublished) => {
    const { route } = await world.put(await world.addRoute('lee', 1), deliveryOf(1), deliveryOf(2));
    const before = isPublished ? await world.publish(route) : route;
    const send = (method: string, path: string, version: number) =>
      world.dana.send(method, `dispatch/routes/${route.id}${path}`, { ifMatch: `"${version}"` });
    expect((await send('DELETE', '', before.version)).status).toBe(204);
    expect(await statuses(deliveryOf(1), deliveryOf(2))).toEqual(['open', 'open']);
    expect((await send('POST', '/restore', before.version)).status).toBe(409);
    const reply = await send('POST', '/restore', before.version + 1);
    expect(reply.status).toBe(200);
    const [after] = (await world.board()).routes;
    expect(after?.stops.map(({ id }) => id)).toEqual(before.stops.map(({ id }) => id));
    expect([after?.publishedAt, after?.version]).toEqual([before.publishedAt, before.version + 2]);
    expect(await statuses(deliveryOf(1), deliveryOf(2))).toEqual(['planned', 'planned']);
    expect((await send('POST', '/restore', before.version + 2)).status).toBe(404);
  },
);

test('a removed route stays removed when one of its jobs is on another route or cancelled', async () => {
  const { route } = await world.put(await world.addRoute('lee', 1), deliveryOf(1), deliveryOf(2));
  const send = (method: string, path: string, version: number) =>
    world.dana.send(method, `dispatch/routes/${route.id}${path}`, { ifMatch: `"${version}"` });
  await send('DELETE', '', route.version);
  const other = await world.put(await world.addRoute('kim', 2), deliveryOf(1));
  expect((await send('POST', '/restore', route.version + 1)).status).toBe(409);
  await world.put(other.route);
  await rows("UPDATE jobs SET status = 'cancelled' WHERE id = ?", deliveryOf(2));
  expect((await send('POST', '/restore', route.version + 1)).status).toBe(409);
  expect(await statuses(deliveryOf(1), deliveryOf(2))).toEqual(['open', 'cancelled']);
  expect((await world.board()).routes).toHaveLength(1);
});
