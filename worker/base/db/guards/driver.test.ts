import { beforeEach, expect, it } from 'vitest';
import {
  type Driver,
  makeRouteDay,
  minutesAgo,
  putPhoto,
  sendForResults,
  uploadedPhoto,
} from '#worker/test/driver-day.ts';
import { violate } from '#worker/test/guarded.ts';
import { makeQuietContext } from '#worker/test/history.ts';
import { captureLog } from '#worker/test/http.ts';
import { jpeg } from '#worker/test/images.ts';
import { rows, startOver } from '#worker/test/world.ts';

let ben: Driver;
let dana: Driver;
beforeEach(async () => {
  await startOver();
  captureLog();
  ({ ben, dana } = await makeRouteDay());
});

const restrict = () =>
  makeQuietContext().sessions.restrict(ben.id, { atMs: Date.now() - 600_000, untilMs: Date.now() + 60_000 });
const takePhotos = async () => {
  for (const type of ['pickup_before', 'pickup_after']) await uploadedPhoto(14, type, ben);
};
const pickup = () => ({ id: crypto.randomUUID(), stopId: 14, type: 'done', deviceTime: minutesAgo(5) });
const actions = () => rows('SELECT result, approval FROM driver_actions ORDER BY rowid');

it('an action at a stop whose booking changed is read again, and applied once', async () => {
  const arrived = { stopId: 11, type: 'arrived' };
  const other = () => dana.send('PATCH', 'bookings/1/status', { status: 'pending' });
  const seen = await violate('stop_as_read', () => sendForResults(ben, [arrived]), other);
  expect(seen).toMatchObject({ failed: ['stop_as_read'], outcome: 'ok' });
  expect(await actions()).toEqual([{ result: 'applied', approval: null }]);
});

it('a ticket whose load changed is read again, and its fee is added once', async () => {
  await takePhotos();
  expect(await sendForResults(ben, [pickup()])).toEqual(['applied']);
  const ticket = { stopId: 15, type: 'ticket', payload: { number: 'T-1', net: 2000, fee: 7000 } };
  const other = () => rows('UPDATE bookings SET version = version + 1 WHERE id = 3');
  const seen = await violate('load_version', () => sendForResults(ben, [ticket]), other);
  expect(seen).toEqual({ failed: ['load_version'], outcome: 'ok', entries: ['dump_ticket_added'] });
  expect(await rows('SELECT ticket_number FROM dump_fees')).toHaveLength(1);
});

it('a refused action that another call stored for approval is not applied', async () => {
  const done = pickup();
  expect(await sendForResults(ben, [done])).toEqual(['refused']);
  await takePhotos();
  const other = async () => {
    await restrict();
    expect(await sendForResults(ben, [{ ...done, deviceTime: minutesAgo(20) }])).toEqual(['applied']);
  };
  const seen = await violate('refused_still', () => sendForResults(ben, [done]), other);
  expect(seen).toEqual({ failed: ['refused_still'], outcome: 'ok', entries: [] });
  expect(await actions()).toEqual([{ result: 'applied', approval: 'waiting' }]);
});

it('an action that was rejected just before is not approved', async () => {
  await takePhotos();
  await restrict();
  const done = { ...pickup(), deviceTime: minutesAgo(20) };
  expect(await sendForResults(ben, [done])).toEqual(['applied']);
  const decide = (approve: boolean) => dana.send('POST', `dispatch/waiting-actions/${done.id}`, { approve });
  const seen = await violate(
    'waiting',
    () => decide(true),
    () => decide(false),
  );
  expect(seen).toEqual({ failed: ['waiting'], outcome: 'conflict', entries: [] });
  expect(await actions()).toEqual([{ result: 'applied', approval: 'rejected' }]);
});

it('a photo that another call stored is not stored again', async () => {
  const photo = { id: crypto.randomUUID(), stopId: 11, type: 'delivery_placement' };
  const put = async () => putPhoto(ben, jpeg(), photo);
  expect(await violate('new', put, put)).toEqual({ failed: ['new'], outcome: 'ok', entries: [] });
  expect(await rows('SELECT id FROM delivery_photos')).toHaveLength(1);
});

it('a pin that was removed is not removed again', async () => {
  expect((await dana.send('PUT', 'dispatch/pins/1', { lat: 42.66, lng: -73.77 })).status).toBe(200);
  const remove = () => dana.send('DELETE', 'dispatch/pins/1');
  const seen = await violate('pinned', remove, remove);
  expect(seen).toEqual({ failed: ['pinned'], outcome: 'ok', entries: [] });
});
