import { beforeEach, expect, it } from 'vitest';
import type { StopRecordReply } from '#contract/stop-records.ts';
import type { Today } from '#contract/today.ts';
import {
  makeRouteDay,
  minutesAgo,
  sendActions,
  uploadedPhoto,
  wholeDayActions,
} from '#worker/test/driver-day.ts';
import { rows, startOver } from '#worker/test/world.ts';

beforeEach(startOver);

type Office = Awaited<ReturnType<typeof makeRouteDay>>['dana'];
const recordOf = async (office: Office, stopId: number, query = '') =>
  (await office.send('GET', `dispatch/stops/${stopId}/record${query}`)).json<StopRecordReply>();
const ofBooking = async (office: Office, id: number) =>
  (await office.send('GET', `bookings/${id}/stop-records`)).json<StopRecordReply[]>();

it('the record of a stop has its times, units, photos and each action; positions only on request', async () => {
  const { ben, dana, units, numbers } = await makeRouteDay();
  await uploadedPhoto(11, 'delivery_placement', ben);
  await rows("UPDATE delivery_photos SET gps_lat = 42.6, gps_lng = -73.7, key = 'k', sha256 = 's'");
  await sendActions(ben, [
    { stopId: 11, type: 'arrived', payload: { lat: 42.65, lng: -73.75 }, deviceTime: minutesAgo(9) },
    { stopId: 11, type: 'unit', payload: { number: 'no such unit' }, deviceTime: minutesAgo(8) },
    { stopId: 11, type: 'unit', payload: { number: numbers[units[0] ?? 0] }, deviceTime: minutesAgo(7) },
    { stopId: 11, type: 'done', payload: { note: 'Beside the garage' }, deviceTime: minutesAgo(5) },
  ]);
  const record = await recordOf(dana, 11);
  expect(record).toMatchObject({
    id: 11,
    type: 'delivery',
    status: 'delivered',
    isRemoved: false,
    outcome: 'done',
    unit: numbers[units[0] ?? 0],
    collectedUnit: null,
    ticket: null,
    site: null,
    driver: { id: ben.id },
    booking: { id: 1 },
    actions: [
      { type: 'arrived', hasPosition: true, position: null },
      { type: 'unit', result: 'refused', value: 'no such unit' },
      { type: 'unit', result: 'applied' },
      { type: 'done', note: 'Beside the garage' },
    ],
    photos: [{ type: 'delivery_placement', isStored: true, hasPosition: true, position: null }],
  });
  const placed = await recordOf(dana, 11, '?positions=true');
  expect(placed.actions[0]?.position).toEqual({ lat: 42.65, lng: -73.75 });
  expect(placed.photos[0]?.position).toEqual({ lat: 42.6, lng: -73.7 });
});

it('a booking has the records of its stops, and the disposal stop of its ticket', async () => {
  const { ben, dana, units, numbers } = await makeRouteDay();
  expect(await ofBooking(dana, 2)).toEqual([]);
  await sendActions(ben, await wholeDayActions(ben, units, numbers));
  const records = await ofBooking(dana, 2);
  expect(records.map(({ id }) => id)).toEqual([12, 13]);
  expect(records[1]).toMatchObject({
    site: 'County landfill',
    ticket: { number: 'T-77', gross: 14_400, tare: 12_000, net: 2400, fee: 8000 },
    photos: [{ type: 'ticket', isStored: false }],
  });
  expect((await ofBooking(dana, 3)).map(({ id }) => id)).toEqual([14]);
});

it('a stop that does not exist is not found, and drivers cannot read records', async () => {
  const { ben, dana } = await makeRouteDay();
  expect((await dana.send('GET', 'dispatch/stops/99/record')).status).toBe(404);
  expect((await ben.send('GET', 'dispatch/stops/11/record')).status).toBe(403);
  expect((await ben.send('GET', 'bookings/1/stop-records')).status).toBe(403);
});

it('Today counts what a dispatcher has not decided', async () => {
  const { ben, dana } = await makeRouteDay();
  await sendActions(ben, [{ stopId: 11, type: 'arrived' }]);
  const undecided = async () => (await (await dana.send('GET', 'today')).json<Today>()).fromDrivers;
  expect(await undecided()).toBe(0);
  const [action] = await rows<{ id: string }>('SELECT id FROM driver_actions');
  await rows(
    "INSERT INTO driver_conflicts (action_id, kind, stop_id, message, created_at) VALUES (?, 'stop_removed', 11, 'm', 1)",
    action?.id,
  );
  expect(await undecided()).toBe(1);
  await rows('UPDATE driver_conflicts SET decided_at = 2');
  expect(await undecided()).toBe(0);
});
