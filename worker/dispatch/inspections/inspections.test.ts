import { beforeEach, expect, it } from 'vitest';
import type { listDriverConflicts } from '#contract/driver-conflicts.ts';
import type { listDriverRoutes } from '#contract/driver-routes.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Inspection, listInspections } from '#contract/inspections.ts';
import { DEFAULT_INSPECTION_ITEMS } from '#domain/dispatch/inspections.ts';
import { insertRow } from '#worker/test/builders.ts';
import { type Driver, makeRouteDay, putPhoto, sendForResults } from '#worker/test/driver-day.ts';
import { insertRoute } from '#worker/test/driver-routes.ts';
import { readError } from '#worker/test/http.ts';
import { jpeg } from '#worker/test/images.ts';
import { signIn } from '#worker/test/staff.ts';
import { takeOffRows } from '#worker/test/transitions.ts';
import { currentDay, rows, startOver } from '#worker/test/world.ts';

const ID = '7d1f3c52-7c1a-4d58-9a36-0d6a52f1c001';
const PHOTO = '7d1f3c52-7c1a-4d58-9a36-0d6a52f1c0aa';
const DEFECT = { item: 'Service brakes', note: 'Soft', photoIds: [PHOTO] };

let day: Awaited<ReturnType<typeof makeRouteDay>>;

/** The firm asks for inspections, and truck 5 is on the route of Ben. */
beforeEach(async () => {
  await startOver();
  day = await makeRouteDay();
  await insertRow('trucks', 5, { name: 'Truck 5', capacity: 1 });
  await rows('UPDATE driver_routes SET truck_id = 5');
  const { dana } = day;
  const changed = await dana.send('PUT', 'admin/dispatch-settings', {
    hasInspections: true,
    inspectionItems: ['Tires', 'Horn'],
  });
  expect(await changed.json()).toMatchObject({ hasInspections: true, inspectionItems: ['Tires', 'Horn'] });
  expect((await dana.send('PATCH', 'admin/trucks/5', { inspectionItems: ['Crane'] })).status).toBe(200);
});

const inspect = (driver: Driver, payload: object, { id = ID, stopId = 11 } = {}) =>
  sendForResults(driver, [
    {
      id,
      stopId,
      type: 'inspection',
      payload: { kind: 'before', truckId: 5, defects: [], isSafe: true, ...payload },
    },
  ]);
const onPhone = async (driver: Driver) => {
  const reply = await driver.send('GET', 'driver/routes');
  const { routes } = await reply.json<ReplyOf<typeof listDriverRoutes>>();
  return routes[0];
};
const atOffice = async () => {
  const reply = await day.dana.send('GET', `dispatch/inspections?day=${currentDay()}`);
  return reply.json<ReplyOf<typeof listInspections>>();
};
const conflicts = async () =>
  (await day.dana.send('GET', 'dispatch/conflicts')).json<ReplyOf<typeof listDriverConflicts>>();

it('the phone has the items of the firm and of the truck; without the setting it asks for nothing', async () => {
  const { ben, dana } = day;
  expect((await onPhone(ben))?.inspection).toEqual({
    items: ['Tires', 'Horn', 'Crane'],
    before: null,
    after: null,
    lastReport: null,
  });
  await rows('UPDATE dispatch_settings SET inspection_items = NULL');
  expect((await onPhone(ben))?.inspection?.items).toEqual([...DEFAULT_INSPECTION_ITEMS, 'Crane']);
  await dana.send('PUT', 'admin/dispatch-settings', { hasInspections: false });
  expect((await onPhone(ben))?.inspection).toBeNull();
  expect(await atOffice()).toEqual({ isOn: false, inspections: [] });
});

it('an inspection without a defect is one row, which needs nothing of the office', async () => {
  const { ben } = day;
  expect(await inspect(ben, {})).toEqual(['applied']);
  expect(await inspect(ben, {})).toEqual(['already_applied']);
  expect((await onPhone(ben))?.inspection?.before).toMatchObject({ id: ID, defects: [], isSafe: true });
  expect(await atOffice()).toMatchObject({
    isOn: true,
    inspections: [{ routeId: 1, kind: 'before', driver: 'ben', defects: [], repair: null }],
  });
  expect([await conflicts(), await rows('SELECT count(*) AS count FROM driver_actions')]).toEqual([
    [],
    [{ count: 1 }],
  ]);
});

it('a defect has its note and photo, and is no record of the customer whose stop carries it', async () => {
  const { ben, dana } = day;
  const more = { id: PHOTO, stopId: 11, type: 'defect' };
  expect((await putPhoto(ben, jpeg(), more)).status).toBe(200);
  await inspect(ben, { defects: [DEFECT] });
  expect((await atOffice()).inspections).toMatchObject([{ defects: [DEFECT], isSafe: true }]);
  expect((await dana.send('GET', `admin/photos/${PHOTO}`)).status).toBe(200);
  const record = await (await dana.send('GET', 'dispatch/stops/11/record')).json<object>();
  expect(record).toMatchObject({ actions: [], photos: [] });
  expect(await (await dana.send('GET', 'bookings/1/stop-records')).json()).toEqual([]);
  const stop = (await onPhone(ben))?.stops.find(({ id }) => id === 11);
  expect(stop?.recorded.photos).toEqual([]);
  // It is safe to drive: only the board shows it.
  expect(await conflicts()).toEqual([]);
});

it('a truck that is not safe to drive is a notice for the office until a mechanic signs it off, once', async () => {
  const { ben, dana } = day;
  await inspect(ben, {
    defects: [{ item: 'Service brakes', note: 'Soft' }, { item: 'Horn' }],
    isSafe: false,
  });
  expect(await conflicts()).toMatchObject([
    {
      kind: 'truck_unsafe',
      driver: 'ben',
      bookingId: null,
      message: expect.stringContaining('Service brakes: Soft; Horn'),
    },
  ]);
  const sign = (body: Record<string, unknown>, id = ID) =>
    dana.send('POST', `dispatch/inspections/${id}/repair`, body);
  const repair = { result: 'repaired', name: 'Mo Field', note: 'New pads' };
  expect((await sign({ ...repair, name: ' ' })).status).toBe(400);
  expect((await sign(repair, PHOTO)).status).toBe(404);
  expect(await (await sign(repair)).json<Inspection>()).toMatchObject({ id: ID, repair });
  expect(await conflicts()).toEqual([]);
  expect(await readError(await sign({ ...repair, result: 'not_needed' }))).toMatchObject({
    code: 'conflict',
    message: 'This report was signed off already. Load it again.',
  });
  await expect(rows("UPDATE truck_repairs SET name = 'x'")).rejects.toThrow('truck_repair_kept');
  await expect(rows('DELETE FROM truck_repairs')).rejects.toThrow('truck_repair_kept');
  expect((await atOffice()).inspections[0]?.repair).toMatchObject(repair);
});

it('nothing is signed off without a defect, or by a view-only user', async () => {
  const { ben, dana } = day;
  await inspect(ben, {});
  const lee = await signIn('lee', 'view_only');
  const path = `dispatch/inspections/${ID}/repair`;
  const repair = { result: 'repaired', name: 'Mo' };
  expect((await dana.send('POST', path, repair)).status).toBe(409);
  expect((await lee.send('POST', path, repair)).status).toBe(403);
  expect((await lee.send('GET', `dispatch/inspections?day=${currentDay()}`)).status).toBe(200);
  expect((await ben.send('GET', `dispatch/inspections?day=${currentDay()}`)).status).toBe(403);
});

it('the next driver of the truck reads the last report with a defect until one has confirmed it', async () => {
  const { ben, dana } = day;
  await inspect(ben, { kind: 'after', defects: [DEFECT] });
  const nell = await signIn('nell', 'driver');
  await insertRoute(2, { driverId: nell.id, stops: [{ id: 21, type: 'yard', site_id: 2 }] });
  await rows('UPDATE driver_routes SET truck_id = NULL WHERE id = 1');
  await rows('UPDATE driver_routes SET truck_id = 5 WHERE id = 2');
  expect((await onPhone(nell))?.inspection?.lastReport).toMatchObject({
    id: ID,
    driver: 'ben',
    repair: null,
  });
  await dana.send('POST', `dispatch/inspections/${ID}/repair`, { result: 'not_needed', name: 'Mo' });
  expect((await onPhone(nell))?.inspection?.lastReport?.repair).toMatchObject({ result: 'not_needed' });
  const later = { id: crypto.randomUUID(), stopId: 21 };
  expect(await inspect(nell, { confirmedId: ID }, later)).toEqual(['applied']);
  expect((await onPhone(nell))?.inspection).toMatchObject({ lastReport: null, before: { id: later.id } });
});

it('an inspection is refused at a stop of another driver, and kept at a stop that the office removed', async () => {
  const { ben } = day;
  const nell = await signIn('nell', 'driver');
  expect(await inspect(nell, {})).toEqual(['refused']);
  await takeOffRows('id = 11');
  expect(await inspect(ben, {})).toEqual(['applied']);
  expect((await onPhone(ben))?.inspection?.before).toMatchObject({ id: ID });
  expect(await conflicts()).toEqual([]);
});
