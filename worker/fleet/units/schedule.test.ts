import { env as bindings } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getFleetTimeline, SizeAvailability } from '#contract/inventory.ts';
import { rowCount } from '#domain/test/random-runs.ts';
import { makeContext } from '#worker/base/context.ts';
import { insertRow } from '#worker/test/builders.ts';
import { countingDatabase } from '#worker/test/databases.ts';
import { readError } from '#worker/test/http.ts';
import { signIn } from '#worker/test/staff.ts';
import { insertHold, insertUnitWithBookings } from '#worker/test/unit-days.ts';
import { inDays, rows, startOver, testEnv } from '#worker/test/world.ts';
import { fleetSchedule, fleetTimeline, sizeAvailability } from './schedule.ts';

beforeEach(startOver);

const entry = (id: number, from: number, to: number) => ({
  id,
  bookingId: id,
  startDate: inDays(from),
  endDate: inDays(to),
});

describe("a unit's schedule", () => {
  it('has its bookings in the order of their days, without unpaid holds', async () => {
    const { send } = await signIn('lena', 'view_only');
    await insertUnitWithBookings([
      [12, 20, 26],
      [15, -5, -3],
      [11, 3, 3],
    ]);
    await insertHold(5, 6);
    const of = async (query: string) => (await send('GET', `dumpster-schedules/dumpster/1${query}`)).json();
    const [past, near, far] = [entry(15, -5, -3), entry(11, 3, 3), entry(12, 20, 26)];
    expect(await of('')).toEqual([past, near, far]);
    expect(await of(`?from=${inDays(0)}`)).toEqual([near, far]);
    expect(await of(`?to=${inDays(20)}`)).toEqual([past, near, far]);
    expect(await of(`?from=${inDays(4)}&to=${inDays(19)}`)).toEqual([]);
    const held = { id: expect.any(Number), bookingId: null, startDate: inDays(5), endDate: inDays(6) };
    expect(await of('?holds=true')).toEqual([past, near, held, far]);
    expect(await of('?holds=false')).toEqual([past, near, far]);
  });

  it('is not found for a missing unit', async () => {
    const { send } = await signIn('dana', 'admin');
    const paths = [
      '/dumpster-schedules/dumpster/7',
      '/dumpster-schedules/dumpster/x',
      '/dumpsters/0',
    ] as const;
    const statuses = await Promise.all(paths.map(async (path) => (await send('GET', path)).status));
    expect(statuses).toEqual([404, 404, 404]);
  });
});

it('the schedule of the fleet has the next 30 days by default', async () => {
  const { send } = await signIn('dana', 'admin');
  await insertUnitWithBookings([
    [11, -1, 0],
    [12, 29, 31],
    [13, 35, 36],
  ]);
  await insertRow('dumpsters', 2);
  await rows('UPDATE dumpster_schedule SET dumpster_id = 2 WHERE id = 11');
  const of = async (query = '') => (await send('GET', `dumpster-schedules${query}`)).json();
  const [first, second, third] = [
    { ...entry(12, 29, 31), dumpsterId: 1 },
    { ...entry(11, -1, 0), dumpsterId: 2 },
    { ...entry(13, 35, 36), dumpsterId: 1 },
  ];
  expect(await of()).toEqual([first, second]);
  expect(await of(`?from=${inDays(30)}`)).toEqual([first, third]);
});

describe('the number of free units', () => {
  const freeOf = (sizes: SizeAvailability[], name: string) =>
    sizes.find((size) => size.dumpsterType === name);

  it('is counted for all of the days together and for each day; holds count as taken', async () => {
    const { send } = await signIn('dana', 'admin');
    await insertUnitWithBookings([[11, 1, 1]]);
    await insertHold(2, 3);
    for (const n of [2, 3]) await insertRow('dumpsters', n);
    await insertRow('dumpsters', 4, { is_available: 0 });
    await insertRow('dumpsters', 5, { deleted_at: 1 });
    await insertRow('dumpsters', 6, { dumpster_type: '30-yard', is_available: 0 });
    const query = `?from=${inDays(0)}&to=${inDays(4)}`;
    const sizes = await (await send('GET', `dumpster-availability${query}`)).json<SizeAvailability[]>();
    expect(sizes.map((size) => size.dumpsterType)).toEqual(['10-Yard', '15-Yard', '20-Yard', '30-Yard']);
    const days = (free: number[]) => free.map((count, i) => ({ day: inDays(i), free: count }));
    expect(freeOf(sizes, '15-Yard')).toEqual({
      dumpsterType: '15-Yard',
      sizeId: '15-yard',
      total: 4,
      inService: 3,
      available: 2,
      days: days([3, 2, 2, 2, 3]),
    });
    expect(freeOf(sizes, '30-Yard')).toMatchObject({ total: 1, inService: 0, available: 0 });
    expect(freeOf(sizes, '10-Yard')).toMatchObject({ total: 0, days: days([0, 0, 0, 0, 0]) });
  });

  it('is that of today by default', async () => {
    const { send } = await signIn('dana', 'admin');
    await insertUnitWithBookings([[11, 0, 0]]);
    const of = async (query: string) =>
      freeOf(
        await (await send('GET', `dumpster-availability${query}`)).json<SizeAvailability[]>(),
        '15-Yard',
      );
    expect(await of('')).toMatchObject({ available: 0, days: [{ day: inDays(0), free: 0 }] });
    expect(await of(`?from=${inDays(1)}`)).toMatchObject({ available: 1, days: [{ day: inDays(1) }] });
    expect(await of(`?to=${inDays(1)}`)).toMatchObject({ available: 0, days: [{ free: 0 }, { free: 1 }] });
  });
});

it.each([
  ['?from=2026-02-30', 'from', 'Must be a calendar day (yyyy-mm-dd)'],
  ['?from=2027-01-02&to=2027-01-01', 'to', 'The last day must not lie before the first'],
  ['?from=2027-01-01&to=2028-01-02', 'to', 'At most 366 days can be asked for'],
  ['?days=3', 'days', 'Unknown field'],
])('the query %s is refused', async (...[query, path, message]) => {
  const { send } = await signIn('dana', 'admin');
  for (const list of ['dumpster-schedules', 'dumpster-availability']) {
    const reply = await send('GET', `${list}${query}`);
    expect([reply.status, (await readError(reply)).issues]).toEqual([400, [{ path, message }]]);
  }
  expect((await send('GET', 'dumpster-availability?from=2027-01-01&to=2028-01-01')).status).toBe(200);
});

describe('the timeline', () => {
  it('has the units by size and number, with what occupies them', async () => {
    const { send } = await signIn('lena', 'view_only');
    await insertUnitWithBookings([
      [11, 3, 5],
      [12, 50, 51],
    ]);
    await insertHold(7, 8);
    await insertRow('dumpsters', 2, { dumpster_type: '10-yard', dumpster_number: 'A-2' });
    const of = async (to: number, query = '') =>
      send('GET', `fleet-timeline?from=${inDays(0)}&to=${inDays(to)}${query}`);
    const { units, bars } = await (await of(41)).json<ReplyOf<typeof getFleetTimeline>>();
    expect(units.map(({ sizeId, isAvailable }) => [sizeId, isAvailable])).toEqual([
      ['10-yard', true],
      ['15-yard', true],
    ]);
    expect(bars).toMatchObject([
      {
        dumpsterId: 1,
        bookingId: 11,
        role: 'first',
        startDate: inDays(3),
        customer: 'Ada Customer11',
        version: 1,
      },
      { dumpsterId: 1, bookingId: null, startDate: inDays(7), customer: null, status: null, version: null },
    ]);
    expect(await (await of(41, '&dumpsterType=10-yard')).json()).toMatchObject({ units: [{}], bars: [] });
    expect([(await of(42)).status, (await of(-1)).status]).toEqual([400, 400]);
  });
});

// The last test: emptying these tables row by row takes longer than filling them.
it('the schedule of a large fleet reads only the requested days, not past years', async () => {
  const fleet = rowCount({ sample: 200, long: 1000 });
  await bindings.DB.prepare(
    `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${fleet})
     INSERT INTO dumpsters (id, dumpster_number, dumpster_type, created_at) SELECT n, 'U-' || n, '15-yard', 0 FROM n`,
  ).run();
  await addRentals({ first: 1, every: fleet, firstDay: inDays(2), rounds: 1 });
  const inAYoungFirm = await rowsRead();
  await addRentals({ first: 10_000, every: fleet, firstDay: '2020-01-01', rounds: 3 });
  const afterYears = await rowsRead();
  expect(afterYears).toEqual(inAYoungFirm);
  // Each unit and its one rental, and a row of both indexes; for the timeline also its booking.
  expect(Math.max(...Object.values(afterYears))).toBeLessThanOrEqual(6 * fleet);
});

async function rowsRead() {
  const read = async (ask: (ctx: ReturnType<typeof makeContext>) => Promise<unknown>) => {
    const { database, rowsRead: count } = countingDatabase(bindings.DB);
    await ask(makeContext({ ...testEnv, DB: database }, { timeouts: 'request' }));
    return count();
  };
  return {
    schedules: await read((ctx) => fleetSchedule(ctx, {})),
    availability: await read((ctx) => sizeAvailability(ctx, { from: inDays(0), to: inDays(29) })),
    timeline: await read((ctx) => fleetTimeline(ctx, { from: inDays(0), to: inDays(41) })),
  };
}

type Rentals = { first: number; every: number; firstDay: string; rounds: number };

/** One-day rentals of every unit, on `rounds` consecutive days. */
async function addRentals({ first, every, firstDay, rounds }: Rentals) {
  const count = every * rounds;
  const numbers = `WITH RECURSIVE n(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < ${count - 1})`;
  const day = `date('${firstDay}', '+' || (n / ${every}) || ' days')`;
  await bindings.DB.prepare(
    `INSERT INTO bookings (id, first_name, last_name, email, phone, address, city, state, zip, rental_type, delivery_date,
       end_date, pickup_day, rate_card_id, material_id, deposit_amount, stripe_payment_intent_id, created_at)
     ${numbers} SELECT ${first} + n, 'Ada', 'Past', 'ada@example.com', '5550100142', '12 Quarry Road', 'Albany', 'NY', '12207',
       '1-day', ${day}, ${day}, ${day}, 1, 'mixed', 32500, 'pi_' || (${first} + n), 0 FROM n`,
  ).run();
  await bindings.DB.prepare(
    `INSERT INTO dumpster_schedule (dumpster_id, booking_id, start_date, end_date, created_at)
     ${numbers} SELECT n % ${every} + 1, ${first} + n, ${day}, ${day}, 0 FROM n`,
  ).run();
}
