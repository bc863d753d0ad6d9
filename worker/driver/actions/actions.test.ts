import { beforeEach, describe, expect, it } from 'vitest';
import type { ActionReply } from '#contract/driver-actions.ts';
import { processPendingRows } from '#worker/entry/queue/outbox.ts';
import {
  bookingsNow,
  type Driver,
  jobsNow,
  makeRouteDay,
  places,
  sendActions,
  sendForResults,
  stopsNow,
  uploadedPhoto,
  wholeDayActions,
} from '#worker/test/driver-day.ts';
import { insertRental, listChanges, signIn } from '#worker/test/staff.ts';
import { makeTestContext, rows, startOver } from '#worker/test/world.ts';

beforeEach(startOver);

describe('a whole day', () => {
  it('moves units, jobs and bookings, and makes a dump fee; sent twice it changes nothing', async () => {
    const { ben, dana, units, numbers } = await makeRouteDay();
    // Five drives of two miles.
    await rows('UPDATE driver_route_stops SET distance_m = 3219');
    const actions = await wholeDayActions(ben, units, numbers);
    expect(await sendForResults(ben, actions.slice(0, 1))).toEqual(['applied']);
    expect(await bookingsNow()).toMatchObject([{ status: 'in_transit' }, {}, {}]);
    expect(await sendForResults(ben, actions.slice(0, 9))).toEqual([
      'already_applied',
      ...Array(8).fill('applied'),
    ]);
    const [one = 0, two = 0, three = 0, four = 0] = units;
    expect(await places()).toMatchObject([
      { unit: one, place: 'booking', at: 1 },
      { unit: two, place: 'disposal', at: 1 },
      { unit: three, place: 'booking', at: 2 },
      { unit: four, place: 'booking', at: 3 },
      { place: 'yard' },
      { place: 'yard' },
    ]);
    expect(await rows('SELECT total_miles AS miles FROM driver_routes')).toEqual([{ miles: null }]);
    expect(await sendForResults(ben, actions.slice(9))).toEqual(Array(3).fill('applied'));
    const state = async () => ({
      bookings: await bookingsNow(),
      stops: await stopsNow(),
      jobs: await jobsNow(),
      places: await places(),
      fees: await rows(
        'SELECT booking_id, weight, fee_amount, ticket_number, dump_location, created_by FROM dump_fees',
      ),
      moves: await rows('SELECT count(*) AS count FROM unit_locations'),
      history: await rows('SELECT count(*) AS count FROM history'),
      route: await rows('SELECT status, version, total_miles AS miles FROM driver_routes'),
    });
    const after = await state();
    expect(after).toMatchObject({
      bookings: [
        { id: 1, status: 'confirmed', site: 'on_site' },
        { id: 2, status: 'confirmed', site: 'on_site' },
        { id: 3, status: 'completed', site: 'picked_up' },
      ],
      stops: ['delivered', 'delivered', 'completed', 'completed', 'completed'].map((status) => ({
        status,
        outcome: 'done',
      })),
      jobs: [31, 32, 33].map((id) => ({ id, status: 'done', by: ben.id })),
      fees: [
        {
          booking_id: 2,
          weight: 2400,
          fee_amount: 8000,
          ticket_number: 'T-77',
          dump_location: 'County landfill',
          created_by: ben.id,
        },
      ],
      route: [{ status: 'finished', miles: 10 }],
    });
    expect(after.places.filter(({ place }) => place !== 'booking')).toHaveLength(4);
    expect(after.places.filter(({ place }) => place === 'yard')).toHaveLength(4);

    const again = await Promise.all([sendActions(ben, actions), sendActions(ben, actions.toReversed())]);
    expect(new Set(again.flat().map(({ result }) => result))).toEqual(new Set(['already_applied']));
    expect(await state()).toEqual(after);
    const texts = (await listChanges(dana, 2)).map(({ text, changedBy }) => [changedBy, text]);
    expect(texts).toContainEqual(['ben', 'Exchange marked done']);
    expect(texts).toContainEqual(['ben', expect.stringContaining('Dump ticket added')]);
  });

  it('of a phone whose clock is an hour wrong has the right times', async () => {
    const { ben } = await makeRouteDay();
    const wrong = (minutes: number) => new Date(Date.now() + (60 - minutes) * 60_000).toISOString();
    await sendActions(ben, [{ stopId: 14, type: 'arrived', deviceTime: wrong(20) }], wrong(0));
    await sendActions(ben, [{ stopId: 12, type: 'arrived', deviceTime: wrong(-500) }], wrong(0));
    const found = await rows<{ at: number }>(
      'SELECT actual_arrival AS at FROM driver_route_stops WHERE id IN (12, 14) ORDER BY id',
    );
    const minutes = found.map(({ at }) => Math.round((Date.now() - at) / 60_000));
    expect(minutes).toEqual([0, 20]);
  });
});

it('done is refused while items are missing, and judged again under the same id', async () => {
  const { ben, units, numbers } = await makeRouteDay();
  const done = { id: crypto.randomUUID(), stopId: 11, type: 'done', payload: { isCustomerThere: true } };
  expect(await sendActions(ben, [done])).toEqual([
    {
      id: done.id,
      result: 'refused',
      code: 'missing_items',
      reason: 'Record first: the unit that you brought, a photo of the placement, the signature.',
      missing: ['unit', 'delivery_placement', 'signature'],
    },
  ]);
  await uploadedPhoto(11, 'delivery_placement', ben);
  await uploadedPhoto(11, 'signature', ben);
  const [signature] = await rows<{ id: string }>(
    "SELECT upload_id AS id FROM delivery_photos WHERE photo_type = 'signature'",
  );
  const rest = [
    { stopId: 11, type: 'unit', payload: { number: numbers[units[0] ?? 0] } },
    { stopId: 11, type: 'signature', payload: { photoId: signature?.id } },
    done,
    done,
  ];
  expect(await sendForResults(ben, rest)).toEqual(['applied', 'applied', 'applied', 'already_applied']);
  expect(await rows('SELECT customer_signature AS key FROM driver_route_stops WHERE id = 11')).toEqual([
    { key: `photos/${signature?.id}` },
  ]);
});

it('refuses alone what it cannot read, and stops that were never published to this driver', async () => {
  const { ben } = await makeRouteDay();
  const eve = await signIn('eve', 'driver');
  const id = crypto.randomUUID();
  const codes = (results: ActionReply[]) => results.map(({ result, code }) => [result, code]);
  expect(
    codes(
      await sendActions(ben, [
        { stopId: 11, type: 'dance' },
        { stopId: 11, type: 'ticket', payload: { number: 'T', gross: 5, tare: 1, net: 3, fee: 1 } },
        { stopId: 999, type: 'arrived' },
        { id, stopId: 11, type: 'arrived' },
      ]),
    ),
  ).toEqual([
    ['refused', 'invalid'],
    ['refused', 'invalid'],
    ['refused', 'not_published'],
    ['applied', null],
  ]);
  expect(
    codes(
      await sendActions(eve, [
        { stopId: 11, type: 'arrived' },
        { id, stopId: 11, type: 'arrived' },
      ]),
    ),
  ).toEqual([
    ['refused', 'not_published'],
    ['refused', 'invalid'],
  ]);
  expect(await rows('SELECT id FROM driver_actions')).toEqual([{ id }]);
});

describe('another unit', () => {
  const take = async (driver: Driver, number: unknown, stopId = 11) =>
    (await sendActions(driver, [{ stopId, type: 'unit', payload: { number } }]))[0];

  it('gets the days of the booking', async () => {
    const { ben, dana, units, numbers } = await makeRouteDay();
    const [former = 0, , , , other = 0] = units;
    expect(await take(ben, ` ${String(numbers[other]).toLowerCase()} `)).toMatchObject({ result: 'applied' });
    expect(await rows('SELECT dumpster_id AS unit FROM dumpster_schedule WHERE booking_id = 1')).toEqual([
      { unit: other },
    ]);
    const [entry] = await listChanges(dana, 1);
    expect(entry?.text).toContain(`${numbers[former]}`);
  });

  it('is refused with the reason when it does not exist, is elsewhere, reserved, or of another size', async () => {
    const { ben, units, numbers } = await makeRouteDay();
    const [, onSite = 0, , , reserved = 0, big = 0] = units;
    await insertRental(4, { startsIn: 2, unit: reserved });
    await rows("UPDATE dumpsters SET dumpster_type = '30-yard' WHERE id = ?", big);
    const reasons = [];
    for (const number of ['X-99', numbers[onSite], numbers[reserved], numbers[big]]) {
      const answer = await take(ben, number);
      expect(answer).toMatchObject({ result: 'refused', code: 'unit' });
      reasons.push(answer?.reason);
    }
    expect(reasons).toEqual([
      'There is no unit X-99. Check the number.',
      expect.stringContaining('recorded at booking #2'),
      expect.stringMatching(/\S+/),
      expect.stringContaining('30-Yard'),
    ]);
    const collected = { number: numbers[onSite], direction: 'collected' };
    expect(await sendActions(ben, [{ stopId: 14, type: 'unit', payload: collected }])).toMatchObject([
      { result: 'refused', reason: expect.stringContaining('recorded at booking #2, not here') },
    ]);
  });
});

it('an attempt opens the job again, flags the booking and sets its status back', async () => {
  const { ben, dana } = await makeRouteDay();
  const attempted = { stopId: 11, type: 'attempted', payload: { reason: 'blocked', note: 'Car in the way' } };
  expect(await sendForResults(ben, [{ stopId: 11, type: 'on_my_way' }, attempted])).toEqual([
    'applied',
    'applied',
  ]);
  expect((await stopsNow())[0]).toEqual({ id: 11, status: 'attempted', outcome: 'attempted' });
  expect((await jobsNow())[0]).toMatchObject({ status: 'open' });
  const listed = async () => (await dana.send('GET', 'dispatch/attempted-stops')).json();
  expect(await listed()).toMatchObject([
    {
      bookingId: 1,
      stop: { id: 11, type: 'delivery', driver: 'ben', reason: 'Access blocked: Car in the way' },
    },
  ]);
  expect(await rows('SELECT status, needs_attention AS flag FROM bookings WHERE id = 1')).toEqual([
    { status: 'confirmed', flag: 'attempted' },
  ]);
  expect((await listChanges(dana, 1))[0]?.text).toBe(
    'Delivery could not be completed: Access blocked: Car in the way',
  );
  const { ctx, mails } = makeTestContext();
  await processPendingRows(ctx, { includeRecent: true });
  expect(mails.map(({ subject }) => subject)).toEqual(['Booking #1: Delivery could not be completed']);
  expect(mails[0]?.text).toContain('Car in the way');
  await uploadedPhoto(11, 'delivery_placement', ben);
  const [unit] = await rows<{ number: string }>(
    'SELECT dumpster_number AS number FROM dumpsters JOIN dumpster_schedule ON dumpster_id = dumpsters.id WHERE booking_id = 1',
  );
  expect(
    await sendForResults(ben, [
      { stopId: 11, type: 'unit', payload: { number: unit?.number } },
      { stopId: 11, type: 'done' },
    ]),
  ).toEqual(['applied', 'applied']);
  expect(await rows('SELECT needs_attention AS flag FROM bookings WHERE id = 1')).toEqual([{ flag: null }]);
  expect(await listed()).toEqual([]);
});
