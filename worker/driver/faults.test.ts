import { beforeEach, describe, expect, it } from 'vitest';
import type { BoardRoute } from '#contract/dispatch.ts';
import {
  type Driver,
  jobsNow,
  makeRouteDay,
  minutesAgo,
  places,
  putPhoto,
  type Sent,
  sendActions,
  sendForResults,
  stopsNow,
  wholeDayActions,
} from '#worker/test/driver-day.ts';
import { bytesOf, jpeg, segment } from '#worker/test/images.ts';
import { inDays, rows, startOver, testEnv } from '#worker/test/world.ts';

beforeEach(async () => {
  await startOver();
  const { objects } = await testEnv.PHOTOS.list();
  await testEnv.PHOTOS.delete(objects.map(({ key }) => key));
});

const DAY_MINUTES = 24 * 60;
const numbered = (n: number) => jpeg(segment(0xfe, bytesOf(`photo ${n}`)));
const shifted = (actions: readonly Sent[], minutes: number) =>
  actions.map((action) => ({
    ...action,
    deviceTime: new Date(Date.parse(action.deviceTime ?? '') - minutes * 60_000).toISOString(),
  }));

/** All that is stored, but for times of receipt. */
const stateNow = async () => ({
  stops: await stopsNow(),
  jobs: await jobsNow(),
  places: await places(),
  fees: await rows('SELECT booking_id, weight, fee_amount, ticket_number, load_stop_id FROM dump_fees'),
  moves: await rows('SELECT dumpster_id, place, since, voided_at FROM unit_locations ORDER BY id'),
  log: await rows('SELECT id, type, result FROM driver_actions ORDER BY id'),
  photos: await rows(
    'SELECT upload_id, stop_id, photo_type, booking_id, sha256 FROM delivery_photos ORDER BY id',
  ),
  objects: (await testEnv.PHOTOS.list()).objects.map(({ key, etag }) => [key, etag]),
  conflicts: await rows('SELECT kind, action_id FROM driver_conflicts ORDER BY id'),
  history: await rows('SELECT count(*) AS count FROM history'),
  outbox: await rows('SELECT count(*) AS count FROM outbox'),
  bookings: await rows('SELECT id, status, site_status, version FROM bookings ORDER BY id'),
});

describe('a phone that was offline for two days', () => {
  it('sends 20 photos and its day at once; the times are those of the day, and customers get no late messages', async () => {
    const { ben, units, numbers } = await makeRouteDay();
    await rows('UPDATE driver_routes SET date = ?, version = version + 1', inDays(-2));
    const actions = shifted(await wholeDayActions(ben, units, numbers), 2 * DAY_MINUTES);
    for (let n = 0; n < 20; n += 1) {
      const photo = { stopId: 14, type: n % 2 ? 'pickup_before' : 'pickup_after' };
      const more = `&takenAt=${minutesAgo(2 * DAY_MINUTES + 20)}`;
      expect((await putPhoto(ben, numbered(n), { ...photo, more })).status).toBe(200);
    }
    expect(await sendForResults(ben, actions)).toEqual(Array(actions.length).fill('applied'));
    expect((await jobsNow()).map(({ status }) => status)).toEqual(['done', 'done', 'done']);
    expect((await places()).filter(({ place }) => place === 'truck' || place === 'disposal')).toEqual([]);
    const [{ at } = { at: 0 }] = await rows<{ at: number }>(
      'SELECT actual_arrival AS at FROM driver_route_stops WHERE id = 11',
    );
    expect(new Date(at).toISOString().slice(0, 16)).toBe(minutesAgo(2 * DAY_MINUTES + 55).slice(0, 16));
    expect(await rows("SELECT kind FROM outbox WHERE kind LIKE '%way%'")).toEqual([]);
    expect(await rows('SELECT count(*) AS count FROM dump_fees')).toEqual([{ count: 1 }]);
  });
});

it('actions that are sent three times, out of order, after the route was deleted are each recorded once', async () => {
  const { ben, dana, units, numbers } = await makeRouteDay();
  const actions = await wholeDayActions(ben, units, numbers);
  const [route] = await rows<BoardRoute>('SELECT version FROM driver_routes');
  const removed = await dana.send('DELETE', 'dispatch/routes/1', { ifMatch: `"${route?.version}"` });
  expect(removed.status).toBe(204);
  // A refused one is judged again: its items may come after it.
  for (let round = 0; round < 3; round += 1) await sendActions(ben, actions.toReversed());
  const known = await rows('SELECT id FROM driver_actions');
  expect(known).toHaveLength(actions.length);
  expect((await sendActions(ben, actions)).every(({ result }) => result === 'already_applied')).toBe(true);
  expect((await jobsNow()).map(({ status }) => status)).toEqual(['done', 'done', 'done']);
  const once = (what: string) => rows(`SELECT id FROM history WHERE action = '${what}'`);
  expect([(await once('job_done')).length, (await once('dump_ticket_added')).length]).toEqual([3, 1]);
  const conflicts = await rows<{ kind: string; action: string }>(
    'SELECT kind, action_id AS action FROM driver_conflicts',
  );
  expect(conflicts.some(({ kind }) => kind === 'route_removed')).toBe(true);
  expect(new Set(conflicts.map(({ kind, action }) => `${kind} ${action}`)).size).toBe(conflicts.length);
});

it('a signature of 2 MB is stored whole and belongs to the stop', async () => {
  const { ben, dana } = await makeRouteDay();
  const id = crypto.randomUUID();
  const noise = new Uint8Array(2 * 1024 * 1024).fill(7);
  const [start, end] = [jpeg().slice(0, -2), jpeg().slice(-2)];
  const file = new Uint8Array([...start, ...noise, ...end]);
  expect((await putPhoto(ben, file, { id, stopId: 11, type: 'signature' })).status).toBe(200);
  expect(await sendForResults(ben, [{ stopId: 11, type: 'signature', payload: { photoId: id } }])).toEqual([
    'applied',
  ]);
  const shown = await dana.send('GET', `admin/photos/${id}`);
  expect(new Uint8Array(await shown.arrayBuffer()).byteLength).toBe(file.byteLength);
  expect(await rows('SELECT customer_signature AS key FROM driver_route_stops WHERE id = 11')).toEqual([
    { key: `photos/${id}` },
  ]);
});

/** The photos of the day, with the ids that the phone made. */
async function uploadDay(ben: Driver, ids: readonly string[]) {
  const photos = [
    [11, 'delivery_placement'],
    [12, 'pickup_before'],
    [12, 'delivery_placement'],
    [13, 'ticket'],
    [14, 'pickup_before'],
    [14, 'pickup_after'],
  ] as const;
  for (const [n, [stopId, type]] of photos.entries())
    expect((await putPhoto(ben, numbered(n), { id: ids[n] ?? '', stopId, type })).status).toBe(200);
}

it('a runtime that ends between a photo and its action, and all of it sent twice more, ends in the same state', async () => {
  const { ben, units, numbers } = await makeRouteDay();
  const actions = await wholeDayActions(ben, units, numbers);
  await rows('DELETE FROM delivery_photos');
  const ids = Array.from({ length: 6 }, () => crypto.randomUUID());
  // The object is stored, and the runtime ends before the row.
  await uploadDay(ben, ids);
  await rows('DELETE FROM delivery_photos WHERE upload_id IN (?, ?)', ids[0], ids[3]);
  // The phone has no answer and sends again: the photos, then the actions. Replies of its first calls are lost.
  await uploadDay(ben, ids);
  for (const end of [1, 4, 9, actions.length]) await sendActions(ben, actions.slice(0, end));
  const after = await stateNow();
  expect(after.jobs.map(({ status }) => status)).toEqual(['done', 'done', 'done']);
  expect([after.fees.length, after.photos.length, after.objects.length]).toEqual([1, 6, 6]);
  expect(after.places.some(({ place }) => place === 'truck' || place === 'disposal')).toBe(false);
  for (let round = 0; round < 2; round += 1) {
    await uploadDay(ben, ids);
    await sendActions(ben, actions);
  }
  expect(await stateNow()).toEqual(after);
});
