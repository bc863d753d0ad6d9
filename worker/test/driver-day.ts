import { expect } from 'vitest';
import type { ActionReply } from '#contract/driver-actions.ts';
import { sha256 } from '#worker/base/platform/digest.ts';
import { insertRow } from './builders.ts';
import { insertRoute } from './driver-routes.ts';
import { call } from './http.ts';
import { insertRental, listUnitIds, signIn } from './staff.ts';
import { addUnits, inDays, rows } from './world.ts';

export type Driver = Awaited<ReturnType<typeof signIn>>;
export type Sent = { id?: string; stopId: number; type: string; deviceTime?: string; payload?: object };

export const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

export async function sendActions(driver: Driver, actions: Sent[], sentAt = new Date().toISOString()) {
  const reply = await driver.send('POST', 'driver/actions', {
    sentAt,
    actions: actions.map((action) => ({ id: crypto.randomUUID(), deviceTime: minutesAgo(1), ...action })),
  });
  expect(reply.status).toBe(200);
  const { results } = await reply.json<{ results: ActionReply[] }>();
  return results;
}
export const sendForResults = async (driver: Driver, actions: Sent[]) =>
  (await sendActions(driver, actions)).map(({ result }) => result);

/** A photo that was uploaded before. */
export const uploadedPhoto = (stopId: number, type: string, driver: Driver) =>
  rows(
    'INSERT INTO delivery_photos (driver_id, stop_id, photo_type, photo_url, upload_id, created_at) VALUES (?, ?, ?, ?, ?, 1)',
    driver.id,
    stopId,
    type,
    '/x',
    crypto.randomUUID(),
  );

type PhotoInput = { id?: string; stopId: number; type: string; more?: string };

/** Uploads a picture as the phone does. */
export async function putPhoto(
  driver: Driver,
  bytes: Uint8Array,
  { id = crypto.randomUUID(), stopId, type, more = '' }: PhotoInput,
): Promise<Response> {
  const query = `stopId=${stopId}&type=${type}&sha256=${await sha256(bytes)}${more}`;
  const headers = { Cookie: driver.Cookie, 'Content-Type': 'image/jpeg' };
  return call(`/api/driver/photos/${id}?${query}`, { method: 'PUT', headers, body: bytes });
}

/**
 * Booking 1 is delivered today (stop 11), booking 2 is exchanged (12), then a disposal site (13), booking 3 is picked
 * up (14), the yard (15). Bookings 2 and 3 have units on site.
 */
export async function makeRouteDay() {
  await addUnits(6);
  const units = await listUnitIds();
  const [one = 0, two = 0, three = 0, four = 0] = units;
  const ben = await signIn('ben', 'driver');
  const dana = await signIn('dana', 'dispatcher');
  await insertRental(1, { startsIn: 0, unit: one, status: 'confirmed' });
  for (const [n, unit] of [
    [2, two],
    [3, four],
  ] as const) {
    await insertRental(n, { startsIn: -3, unit, status: 'confirmed' });
    await insertRow('jobs', n, { id: 20 + n, type: 'delivery', due_day: inDays(-3), status: 'done' });
    await insertRow('unit_locations', n, {
      dumpster_id: unit,
      place: 'booking',
      booking_id: n,
      job_id: 20 + n,
    });
  }
  await rows('UPDATE dumpster_schedule SET end_date = ? WHERE booking_id = 2', inDays(-1));
  await insertRow('dumpster_schedule', 9, {
    dumpster_id: three,
    booking_id: 2,
    role: 'exchange 1',
    start_date: inDays(0),
    end_date: inDays(3),
  });
  for (const [id, bookingId, type] of [
    [31, 1, 'delivery'],
    [32, 2, 'exchange'],
    [33, 3, 'final_pickup'],
  ] as const) {
    await insertRow('jobs', bookingId, { id, type, due_day: inDays(0) });
  }
  await insertRow('sites', 1, { kind: 'disposal', name: 'County landfill' });
  await insertRow('sites', 2, { kind: 'yard', name: 'Main yard' });
  await insertRoute(1, {
    driverId: ben.id,
    stops: [
      { id: 11, type: 'delivery', booking_id: 1, job_id: 31 },
      { id: 12, type: 'exchange', booking_id: 2, job_id: 32 },
      { id: 13, type: 'disposal', site_id: 1 },
      { id: 14, type: 'final_pickup', booking_id: 3, job_id: 33 },
      { id: 15, type: 'yard', site_id: 2 },
    ],
  });
  const numbers = Object.fromEntries(
    (await rows<{ id: number; number: string }>('SELECT id, dumpster_number AS number FROM dumpsters')).map(
      ({ id, number }) => [id, number],
    ),
  );
  return { ben, dana, units, numbers };
}

export const places = () =>
  rows<{ unit: number; place: string; at: number | null }>(`
    SELECT d.id AS unit, coalesce(l.place, 'yard') AS place, coalesce(l.booking_id, l.truck_id, l.site_id) AS at
    FROM dumpsters d LEFT JOIN unit_locations l ON l.id = (
      SELECT id FROM unit_locations WHERE dumpster_id = d.id AND voided_at IS NULL ORDER BY since DESC, id DESC LIMIT 1)
    ORDER BY d.id`);
export const bookingsNow = () => rows('SELECT id, status, site_status AS site FROM bookings ORDER BY id');
export const stopsNow = () => rows('SELECT id, status, outcome FROM driver_route_stops ORDER BY id');
export const jobsNow = () => rows('SELECT id, status, done_by AS by FROM jobs WHERE id > 30 ORDER BY id');

/** Everything that a driver does on the route of makeRouteDay(). */
export async function wholeDayActions(
  ben: Driver,
  units: number[],
  numbers: Record<string, string>,
): Promise<Sent[]> {
  for (const [stopId, types] of [
    [11, ['delivery_placement']],
    [12, ['pickup_before', 'delivery_placement']],
    [13, ['ticket']],
    [14, ['pickup_before', 'pickup_after']],
  ] as const) {
    for (const type of types) await uploadedPhoto(stopId, type, ben);
  }
  const number = (index: number) => numbers[units[index] ?? 0] ?? '';
  const at = (minutes: number) => ({ deviceTime: minutesAgo(minutes), id: crypto.randomUUID() });
  return [
    { stopId: 11, type: 'on_my_way', ...at(60) },
    { stopId: 11, type: 'arrived', ...at(55) },
    { stopId: 11, type: 'unit', payload: { number: number(0) }, ...at(54) },
    { stopId: 11, type: 'done', payload: {}, ...at(50) },
    { stopId: 12, type: 'unit', payload: { number: number(2), direction: 'brought' }, ...at(44) },
    { stopId: 12, type: 'unit', payload: { number: number(1), direction: 'collected' }, ...at(43) },
    { stopId: 12, type: 'done', ...at(40) },
    {
      stopId: 13,
      type: 'ticket',
      payload: { number: 'T-77', gross: 14_400, tare: 12_000, net: 2400, fee: 8000 },
      ...at(35),
    },
    { stopId: 13, type: 'done', ...at(34) },
    { stopId: 14, type: 'on_my_way', ...at(30) },
    { stopId: 14, type: 'done', ...at(20) },
    { stopId: 15, type: 'done', ...at(10) },
  ];
}
