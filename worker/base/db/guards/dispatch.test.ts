import { beforeEach, expect, it } from 'vitest';
import { moveBooking } from '#worker/bookings/service.ts';
import { sendArrivalWindows } from '#worker/dispatch/arrival-windows.ts';
import { checkRoutes } from '#worker/dispatch/route-needs.ts';
import { deliveryOf, makeDispatchWorld } from '#worker/test/dispatch.ts';
import { violate } from '#worker/test/guarded.ts';
import { makeQuietContext } from '#worker/test/history.ts';
import { captureLog } from '#worker/test/http.ts';
import { signIn } from '#worker/test/staff.ts';
import { inDays, rows } from '#worker/test/world.ts';

let world: Awaited<ReturnType<typeof makeDispatchWorld>>;
beforeEach(async () => {
  world = await makeDispatchWorld();
  captureLog();
});

const setPending = (id: number) => world.dana.send('PATCH', `bookings/${id}/status`, { status: 'pending' });
const stops = () =>
  rows('SELECT job_id AS job FROM driver_route_stops WHERE removed_at IS NULL ORDER BY job_id');
/** A route of tomorrow with the deliveries of bookings 1 and 2. */
async function planned() {
  const route = await world.addRoute('lee', 1, inDays(1));
  return (await world.put(route, deliveryOf(1), deliveryOf(2))).route;
}

it('a route does not get a driver who was deactivated', async () => {
  const [lee] = await rows<{ id: number }>("SELECT id FROM users WHERE username = 'lee'");
  const route = { day: inDays(1), driverId: lee?.id, truckId: 1 };
  const seen = await violate(
    'crew',
    () => world.dana.send('POST', 'dispatch/routes', route),
    () => rows('UPDATE users SET is_active = 0 WHERE id = ?', lee?.id),
  );
  expect(seen).toEqual({ failed: ['crew'], outcome: 'invalid', entries: [] });
  expect(await rows('SELECT id FROM driver_routes')).toEqual([]);
});

it('a drop on a route that changed is stale', async () => {
  const route = await world.addRoute('lee', 1, inDays(1));
  const drop = () =>
    world.dana.send('PUT', `dispatch/routes/${route.id}/stops`, {
      ifMatch: `"${route.version}"`,
      jobIds: [deliveryOf(1)],
    });
  const seen = await violate('route_versions', drop, () => world.put(route, deliveryOf(2)));
  expect(seen).toEqual({ failed: ['route_versions'], outcome: 'stale', entries: [] });
  expect(await stops()).toEqual([{ job: deliveryOf(2) }]);
});

it('a drop of a job whose booking changed is stale', async () => {
  const route = await world.addRoute('lee', 1, inDays(1));
  const drop = () =>
    world.dana.send('PUT', `dispatch/routes/${route.id}/stops`, {
      ifMatch: `"${route.version}"`,
      jobIds: [deliveryOf(1)],
    });
  const seen = await violate('plan_as_read', drop, () => setPending(1));
  expect(seen).toEqual({ failed: ['plan_as_read'], outcome: 'stale', entries: [] });
  expect(await stops()).toEqual([]);
});

const CARRIES: [string, () => Promise<unknown>][] = [
  ['job_versions', () => rows('UPDATE jobs SET version = version + 1 WHERE id = ?', deliveryOf(1))],
  ['booking_versions', () => setPending(1)],
];
it.each(CARRIES)('a job that changed is not carried over: %s', async (guard, other) => {
  const body = { day: inDays(0), jobIds: [deliveryOf(1)], notify: true };
  const seen = await violate(guard, () => world.dana.send('POST', 'dispatch/carry-over', body), other);
  expect(seen).toMatchObject({ failed: [guard], entries: [] });
  expect(seen.outcome).toMatch(/^(conflict|stale)$/);
  expect(await rows('SELECT due_day AS day FROM jobs WHERE id = ?', deliveryOf(1))).toEqual([
    { day: inDays(0) },
  ]);
});

it('a unit is checked again when a route was published', async () => {
  const route = await planned();
  const actor = world.dana.actor;
  const move = { id: 1, version: null, dumpsterId: world.units[0] ?? 0, check: checkRoutes };
  const seen = await violate(
    'routes',
    (ctx) => moveBooking(ctx, actor, move),
    () => world.publish(route),
  );
  expect(seen).toMatchObject({ failed: ['routes'], outcome: 'ok', entries: ['changed'] });
});

it('the times of a route that changed are planned again with a new window', async () => {
  const route = await planned();
  const seen = await violate(
    'plan',
    () => world.dana.send('PUT', `jobs/${deliveryOf(1)}/window`, { window: 'morning' }),
    () => world.put(route, deliveryOf(2), deliveryOf(1)),
  );
  expect(seen).toMatchObject({ failed: ['plan'], outcome: 'ok' });
  expect(seen.entries.filter((action) => action === 'job_window_changed')).toHaveLength(1);
});

it('each customer gets one arrival window from two calls', async () => {
  await world.publish(await planned());
  const other = () => sendArrivalWindows(makeQuietContext(), { isForced: true });
  const seen = await violate('missing', (ctx) => sendArrivalWindows(ctx, { isForced: true }), other);
  expect(seen).toEqual({ failed: ['missing', 'missing'], outcome: 'ok', entries: [] });
  expect(await rows('SELECT job_id AS job FROM arrival_windows ORDER BY job_id')).toEqual([
    { job: deliveryOf(1) },
    { job: deliveryOf(2) },
  ]);
});

it('a truck that got a route is not removed', async () => {
  const admin = await signIn('ann', 'admin');
  const seen = await violate(
    'removable',
    () => admin.send('DELETE', 'admin/trucks/2'),
    () => world.addRoute('lee', 2, inDays(1)),
  );
  expect(seen).toEqual({ failed: ['removable'], outcome: 'conflict', entries: [] });
});
