import { beforeEach, describe, expect, it } from 'vitest';
import type { Board } from '#contract/dispatch.ts';
import type { ErrorReply } from '#contract/endpoint.ts';
import { geocodeKey } from '#domain/dispatch/travel.ts';
import { purgeOld } from '#worker/entry/cron/purge.ts';
import { consume } from '#worker/entry/queue/consumer.ts';
import { insertRow } from '#worker/test/builders.ts';
import { controlRouting, makeTestRouting } from '#worker/test/routing.ts';
import { insertRental, signIn } from '#worker/test/staff.ts';
import { inDays, makeTestContext, rows, startOver, testEnv } from '#worker/test/world.ts';
import { type Geocoder, geocodeBooking } from './service.ts';
import { geocodeUpcoming } from './tasks.ts';

const ALBANY_ZIP = { lat: 42.66, lng: -73.8 };
const DOOR = { lat: 42.6512, lng: -73.7551 };
const KEY = geocodeKey({ address: '12 Quarry Road', city: 'Albany', state: 'NY', zip: '12207' });
const DAY_MS = 86_400_000;

let { ctx, passMinutes } = makeTestContext();
beforeEach(async () => {
  await startOver();
  ({ ctx, passMinutes } = makeTestContext());
});

/** A booking of today with a delivery that is to be made. */
async function addBooking(n: number, changes: Parameters<typeof insertRental>[1] = {}) {
  await insertRental(n, { status: 'confirmed', startsIn: 0, ...changes });
  await insertRow('jobs', n, { booking_id: n, due_day: inDays(0) });
}

const places = () => rows('SELECT address, lat, lng, precision, source FROM geocodes ORDER BY address');
const finds = (place: Awaited<ReturnType<Geocoder['geocode']>>): Geocoder => ({ geocode: async () => place });
const DOWN: Geocoder = {
  geocode: async () => {
    throw new Error('503');
  },
};

describe('a lookup', () => {
  it('without a geocoder stores the middle of the ZIP code', async () => {
    await addBooking(1);
    expect(await geocodeBooking(ctx, 1)).toBe('estimated');
    const [found] = await places();
    expect(found).toMatchObject({ address: KEY, precision: 'zip', source: 'zip' });
    expect(Math.abs(Number(found?.lat) - ALBANY_ZIP.lat)).toBeLessThan(0.2);
    expect(await geocodeBooking(ctx, 1)).toBe('known');
    expect(await rows('SELECT booking_id, address FROM booking_places')).toEqual([
      { booking_id: 1, address: KEY },
    ]);
  });

  it('stores what the geocoder finds, and asks only once', async () => {
    await addBooking(1);
    expect(await geocodeBooking(ctx, 1, finds({ ...DOOR, precision: 'rooftop' }))).toBe('found');
    expect(await geocodeBooking(ctx, 1, DOWN)).toBe('known');
    expect(await places()).toEqual([{ address: KEY, ...DOOR, precision: 'rooftop', source: 'geocoder' }]);
  });

  it('of an address that the geocoder does not know is the ZIP code, and is not repeated', async () => {
    await addBooking(1);
    expect(await geocodeBooking(ctx, 1, finds(null))).toBe('estimated');
    expect(await geocodeBooking(ctx, 1, DOWN)).toBe('known');
    expect(await places()).toMatchObject([{ precision: 'zip', source: 'geocoder' }]);
  });

  it('that finds a street of the same name in another state is the ZIP code', async () => {
    await addBooking(1);
    expect(await geocodeBooking(ctx, 1, finds({ lat: 31.6, lng: -84.2, precision: 'rooftop' }))).toBe(
      'estimated',
    );
    expect(await places()).toMatchObject([{ precision: 'zip', source: 'geocoder' }]);
  });

  it('of a message that comes twice, at once, or for a booking that is gone leaves one place', async () => {
    await addBooking(1);
    const message = (bookingId: number) => ({
      id: String(bookingId),
      timestamp: new Date(),
      attempts: 1,
      body: { type: 'geocode', bookingId },
      ack: () => undefined,
      retry: () => expect.unreachable('the message is repeated'),
    });
    const messages = [message(1), message(1), message(99)];
    await consume({ queue: 'tasks', messages } as unknown as MessageBatch<unknown>, testEnv);
    await Promise.all([geocodeBooking(ctx, 1), geocodeBooking(ctx, 1)]);
    expect(await places()).toHaveLength(1);
  });

  it('has no place for an unknown ZIP code, and none after a removal of the customer', async () => {
    await addBooking(1, { zip: '00000' });
    await addBooking(2, { zip: '', address: 'Removed', city: 'Removed' });
    expect(await geocodeBooking(ctx, 1)).toBe('estimated');
    expect(await geocodeBooking(ctx, 2)).toBe('known');
    expect(await places()).toEqual([]);
    expect(await rows('SELECT booking_id FROM booking_places')).toEqual([{ booking_id: 1 }]);
  });
});

describe('when the geocoder is down', () => {
  it('the place is that of the ZIP code until the cron finds it an hour later', async () => {
    await addBooking(1);
    expect(await geocodeBooking(ctx, 1, DOWN)).toBe('failed');
    expect(await places()).toMatchObject([{ precision: 'zip', source: 'zip' }]);
    const run = (geocoder: Geocoder | null) => geocodeUpcoming(ctx, { isForced: false }, geocoder);
    const up = finds({ ...DOOR, precision: 'street' });
    expect(await run(up)).toMatchObject({ found: 0 });
    passMinutes(61);
    expect(await run(null)).toMatchObject({ known: 0, estimated: 0 });
    expect(await run(up)).toMatchObject({ found: 1 });
    expect(await places()).toEqual([{ address: KEY, ...DOOR, precision: 'street', source: 'geocoder' }]);
  });

  it.each([{ status: 503 }, { status: 429 }, { status: 403 }, { drop: true }, { delayMs: 1500 }])(
    'every fault of the service leaves the place of the ZIP code: %o',
    async (fault) => {
      await addBooking(1);
      await controlRouting('fail-next', { path: '/pelias', ...fault });
      expect(await geocodeBooking(ctx, 1, makeTestRouting({}, 500))).toBe('failed');
      expect(await places()).toMatchObject([{ precision: 'zip', source: 'zip' }]);
      await controlRouting('reset');
      expect(await geocodeBooking(ctx, 1, makeTestRouting())).toBe('found');
      expect(await places()).toMatchObject([{ source: 'geocoder' }]);
    },
  );

  it('a run asks once, and still places what has no place by its ZIP code', async () => {
    let calls = 0;
    const counting: Geocoder = {
      geocode: () => {
        calls += 1;
        return DOWN.geocode({ address: '', city: '', state: '', zip: '' });
      },
    };
    for (const n of [1, 2, 3]) await addBooking(n, { address: `${n} Oak Street` });
    expect(await geocodeUpcoming(ctx, { isForced: false }, counting)).toEqual({
      failed: 1,
      estimated: 2,
      found: 0,
      known: 0,
    });
    expect(calls).toBe(1);
    expect(await places()).toHaveLength(3);
  });
});

it('the cron looks up coming jobs without a place, and no others', async () => {
  await addBooking(1);
  await addBooking(2, { address: '2 Oak Street', startsIn: 20 });
  await rows('UPDATE jobs SET due_day = ? WHERE booking_id = 2', inDays(20));
  await addBooking(3, { address: '3 Oak Street' });
  await rows("UPDATE jobs SET status = 'done' WHERE booking_id = 3");
  expect(await geocodeUpcoming(ctx, { isForced: false })).toMatchObject({ estimated: 1 });
  expect(await geocodeUpcoming(ctx, { isForced: true })).toMatchObject({ estimated: 0, known: 0 });
  expect(await rows('SELECT booking_id FROM booking_places')).toEqual([{ booking_id: 1 }]);
});

describe('a pin', () => {
  const messageOf = async (reply: Response) => [reply.status, (await reply.json<ErrorReply>()).message];

  it('is where staff place it, in the history, and no lookup changes it', async () => {
    await addBooking(1);
    await geocodeBooking(ctx, 1);
    const dana = await signIn('dana', 'dispatcher');
    const put = () => dana.send('PUT', 'dispatch/pins/1', DOOR);
    expect(await (await put()).json()).toEqual({ ...DOOR, precision: 'manual' });
    await put();
    const board = await (await dana.send('GET', 'dispatch')).json<Board>();
    expect(board.jobs.map(({ mapPoint }) => mapPoint)).toEqual([{ ...DOOR, precision: 'manual' }]);
    expect(await geocodeBooking(ctx, 1, finds({ lat: 40, lng: -74, precision: 'rooftop' }))).toBe('known');
    await geocodeUpcoming(ctx, { isForced: true }, finds({ lat: 40, lng: -74, precision: 'rooftop' }));
    expect(await places()).toEqual([{ address: KEY, ...DOOR, precision: 'manual', source: 'staff' }]);
    const entries = "SELECT action, actor_name, after FROM history WHERE subject = 'booking'";
    expect(await rows(entries)).toEqual([
      { action: 'pin_placed', actor_name: 'dana', after: JSON.stringify(DOOR) },
    ]);
  });

  it('can be removed: the point is that of the ZIP code until the next lookup', async () => {
    await addBooking(1);
    const dana = await signIn('dana', 'dispatcher');
    await dana.send('PUT', 'dispatch/pins/1', DOOR);
    expect(await (await dana.send('DELETE', 'dispatch/pins/1')).json()).toMatchObject({ precision: 'zip' });
    await dana.send('DELETE', 'dispatch/pins/1');
    expect(await rows("SELECT action FROM history WHERE subject = 'booking'")).toEqual([
      { action: 'pin_placed' },
      { action: 'pin_removed' },
    ]);
    await geocodeBooking(ctx, 1, finds({ ...DOOR, precision: 'rooftop' }));
    expect(await places()).toMatchObject([{ source: 'geocoder' }]);
  });

  it('far from the ZIP code, off the earth or of a booking that is gone is refused with the reason', async () => {
    await addBooking(1);
    const dana = await signIn('dana', 'dispatcher');
    const put = (id: number, body: Record<string, number>) => dana.send('PUT', `dispatch/pins/${id}`, body);
    expect(await messageOf(await put(1, { lat: DOOR.lat, lng: -DOOR.lng }))).toEqual([
      400,
      expect.stringMatching(/^This point is [\d,]+ miles from ZIP code 12207\./),
    ]);
    expect((await put(1, { lat: 91, lng: 0 })).status).toBe(400);
    expect((await put(99, DOOR)).status).toBe(404);
    await rows("UPDATE bookings SET zip = '' WHERE id = 1");
    expect((await put(1, DOOR)).status).toBe(409);
    expect((await dana.send('DELETE', 'dispatch/pins/1')).status).toBe(409);
    expect(await places()).toEqual([]);
  });
});

it('a corrected address is looked up, also when its message is lost', async () => {
  await addBooking(1);
  await geocodeBooking(ctx, 1);
  const dana = await signIn('dana', 'dispatcher');
  const { version } = await (await dana.send('GET', 'bookings/1')).json<{ version: number }>();
  const reply = await dana.send('PATCH', 'bookings/1', {
    address: '99 Hill Street',
    ifMatch: `"${version}"`,
  });
  expect(reply.status).toBe(200);
  expect(await geocodeUpcoming(ctx, { isForced: false })).toMatchObject({ estimated: 1 });
  expect((await places()).map(({ address }) => address)).toEqual([KEY, '99 hill street, albany, ny, 12207']);
  passMinutes((31 * DAY_MS) / 60_000);
  await purgeOld(ctx);
  expect((await places()).map(({ address }) => address)).toEqual(['99 hill street, albany, ny, 12207']);
});

it('every ZIP code has a place', async () => {
  const [{ count } = { count: 0 }] = await rows<{ count: number }>(
    'SELECT count(*) AS count FROM zip_places, json_each(places)',
  );
  expect(count).toBeGreaterThan(41_000);
  await addBooking(1, { zip: '85288-1234' });
  await geocodeBooking(ctx, 1);
  expect(await places()).toMatchObject([{ lat: 33.44, lng: -111.92 }]);
});
