import { beforeEach, describe, expect, it } from 'vitest';
import { FIRST_RATE_CARD } from '#domain/catalog/seed.ts';
import { addDays, daysOfMonth } from '#domain/shared/days.ts';
import { insertRow } from '#worker/test/builders.ts';
import { publishCard } from '#worker/test/catalog.ts';
import { tracingDatabase } from '#worker/test/databases.ts';
import { call, readError } from '#worker/test/http.ts';
import { insertBookedDays, insertHeldDays, insertUnit } from '#worker/test/unit-days.ts';
import { inDays, makeTestContext, rows, startOver, testEnv } from '#worker/test/world.ts';
import { listTypes, listUnavailable } from './service.ts';

const TODAY = '2026-11-21';
const LAST = '2027-11-21';
const { ctx: base } = makeTestContext();
const NOW = '2026-11-21T15:00:00.000Z';
const ctx = { ...base, today: () => TODAY, now: () => Date.parse(NOW) };

beforeEach(startOver);

const off = { is_available: 0 };
const deleted = { deleted_at: 1 };
const rentalOn = (start: string, type: '1-day' | '7-day' | '30-day' = '7-day') => ({ start, type });
const size = (name: '10' | '15' | '20' | '30', units: number, available = units > 0) => ({
  id: `${name}-yard`,
  name: `${name}-Yard`,
  available,
  count: units,
});

describe('the sizes', () => {
  it('are none without units', async () => {
    expect(await listTypes(ctx, null)).toEqual([]);
    expect(await listTypes(ctx, rentalOn(TODAY))).toEqual([]);
    await insertUnit('15-yard', deleted);
    expect(await listTypes(ctx, null)).toEqual([]);
  });

  it('are in order of size, without sizes that have no unit', async () => {
    for (const type of ['30-yard', '10-yard', '15-yard', '10-yard']) await insertUnit(type);
    const sizes = [size('10', 2), size('15', 1), size('30', 1)];
    expect(await listTypes(ctx, null)).toEqual(sizes);
    expect(await listTypes(ctx, rentalOn(TODAY))).toEqual(sizes);
  });

  it('count 0 when all their units are out of service', async () => {
    await insertUnit('15-yard', off);
    await insertUnit('20-yard', off);
    await insertUnit('20-yard');
    await insertUnit('20-yard', deleted);
    const sizes = [size('15', 0), size('20', 1)];
    expect(await listTypes(ctx, null)).toEqual(sizes);
    expect(await listTypes(ctx, rentalOn('2026-12-01'))).toEqual(sizes);
  });

  it('count, for a rental, the units that are free on all of its days', async () => {
    const first = await insertUnit();
    const second = await insertUnit();
    await insertBookedDays(first, '2026-12-07', '2026-12-08');
    await insertHeldDays(second, '2026-12-01');
    expect(await listTypes(ctx, rentalOn('2026-12-01'))).toEqual([size('15', 0)]);
    expect(await listTypes(ctx, rentalOn('2026-11-30', '1-day'))).toEqual([size('15', 2)]);
    expect(await listTypes(ctx, rentalOn('2026-12-02', '7-day'))).toEqual([size('15', 1)]);
    expect(await listTypes(ctx, rentalOn('2026-12-08', '1-day'))).toEqual([size('15', 1)]);
    expect(await listTypes(ctx, rentalOn('2026-12-09', '30-day'))).toEqual([size('15', 2)]);
  });

  it('without a date count the units in service, and are available if any day is free', async () => {
    const only = await insertUnit();
    await insertBookedDays(only, addDays(TODAY, -3), addDays(LAST, -1));
    expect(await listTypes(ctx, null)).toEqual([size('15', 1, true)]);
    await insertHeldDays(only, LAST);
    expect(await listTypes(ctx, null)).toEqual([size('15', 1, false)]);
  });

  it('have nothing before today or beyond the horizon', async () => {
    await insertUnit();
    const units = async (day: string) => (await listTypes(ctx, rentalOn(day, '30-day')))[0]?.count;
    expect(await units(addDays(TODAY, -1))).toBe(0);
    expect(await units(TODAY)).toBe(1);
    expect(await units(LAST)).toBe(1);
    expect(await units(addDays(LAST, 1))).toBe(0);
    expect(await units('9999-12-31')).toBe(0);
  });
});

describe('the unavailable days of a month', () => {
  const ask = (month: string, rentalType: '1-day' | '7-day' | '30-day' = '1-day') =>
    listUnavailable(ctx, { rentalType, dumpsterType: '15-yard', month });

  it('are only the past days when a unit is free', async () => {
    await insertUnit();
    expect(await ask('2026-11')).toEqual({
      today: TODAY,
      now: NOW,
      dates: daysOfMonth('2026-11').filter((day) => day < TODAY),
      reasons: {},
      pickupDays: {},
    });
    expect(await ask('2026-12', '30-day')).toEqual({
      today: TODAY,
      now: NOW,
      dates: [],
      reasons: {},
      pickupDays: {},
    });
  });

  it('are all days of a past month, of a month beyond the horizon, and of a size without units', async () => {
    await insertUnit('20-yard');
    expect((await ask('2026-12')).dates).toEqual(daysOfMonth('2026-12'));
    await insertUnit('15-yard', off);
    expect((await ask('2026-12')).dates).toEqual(daysOfMonth('2026-12'));
    await insertUnit();
    expect((await ask('2026-10')).dates).toEqual(daysOfMonth('2026-10'));
    expect((await ask('2027-12')).dates).toEqual(daysOfMonth('2027-12'));
    expect((await ask('9999-12')).dates).toEqual(daysOfMonth('9999-12'));
    expect((await ask('2027-11')).dates).toEqual(daysOfMonth('2027-11').filter((day) => day > LAST));
  });

  it('include days on which a rental would overlap a booking of the next month', async () => {
    const unit = await insertUnit();
    await insertBookedDays(unit, '2027-01-03', '2027-01-09');
    expect((await ask('2026-12', '7-day')).dates).toEqual([
      '2026-12-28',
      '2026-12-29',
      '2026-12-30',
      '2026-12-31',
    ]);
    expect((await ask('2027-01', '1-day')).dates).toEqual(
      daysOfMonth('2027-01').filter((day) => day >= '2027-01-03' && day <= '2027-01-09'),
    );
  });

  it('include days of a rental that began in the previous month', async () => {
    const unit = await insertUnit();
    await insertHeldDays(unit, '2026-11-28', '2026-12-04');
    expect((await ask('2026-12')).dates).toEqual(['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04']);
  });

  it('include a day only if every unit is taken', async () => {
    const units = [await insertUnit(), await insertUnit()];
    await insertBookedDays(units[0] ?? 0, '2026-12-10', '2026-12-12');
    await insertHeldDays(units[1] ?? 0, '2026-12-12', '2026-12-14');
    expect((await ask('2026-12')).dates).toEqual(['2026-12-12']);
    expect((await ask('2026-12', '7-day')).dates).toEqual(
      daysOfMonth('2026-12').filter((day) => day >= '2026-12-06' && day <= '2026-12-12'),
    );
  });
});

describe('calls to the database', () => {
  /** The reply, and the statements that were sent; a batch is one. */
  const trace = async (path: string) => {
    const { database, sent } = tracingDatabase(testEnv.DB);
    const reply = await call(path, {}, { ...testEnv, DB: database });
    return { status: reply.status, body: await reply.json(), sent };
  };
  const next = '/api/next-available-date/7-day?dumpsterType=15-yard';
  const month = inDays(40).slice(0, 7);
  const daysOf = (rentalType: string) =>
    `/api/unavailable-dates?rentalType=${rentalType}&dumpsterType=15-yard&month=${month}`;
  const oneBatch = { status: 200, sent: ['batch'] };
  const repeated = { status: 200, sent: ['batch', expect.stringContaining('"snapshot"'), 'batch'] };

  beforeEach(async () => {
    await insertUnit();
    // The instance reads the published catalog.
    await call('/api/available-dumpster-types');
  });

  it.each([
    '/api/available-dumpster-types',
    `/api/available-dumpster-types?deliveryDate=${inDays(10)}&rentalType=7-day&zip=12207&placementType=street`,
    daysOf('30-day'),
    `${next}&from=${inDays(10)}&daysBefore=6`,
  ])('%s makes one, with a limit of truck moves too', async (path) => {
    expect(await trace(path)).toMatchObject(oneBatch);
    await publishCard({ calendar: { ...FIRST_RATE_CARD.calendar, maxTruckMovesPerDay: 9 } });
    await trace(path);
    expect(await trace(path)).toMatchObject(oneBatch);
  });

  it('a limit of truck moves that was just published holds in the first reply', async () => {
    await insertRow('bookings', 900);
    await insertRow('jobs', 900, { due_day: inDays(0) });
    await publishCard({ calendar: { ...FIRST_RATE_CARD.calendar, maxTruckMovesPerDay: 1 } });
    expect(await trace(next)).toEqual({ ...repeated, body: { nextAvailableDate: inDays(1) } });
    expect(await trace(next)).toMatchObject(oneBatch);
  });

  it('a rental type that was just published has the right days in the first reply', async () => {
    const [, week] = FIRST_RATE_CARD.rentalOptions;
    if (!week) throw new Error('The first catalog has no second rental option');
    const twoWeeks = { ...week, id: '14-day', title: '14-Day Rental', label: '14-Day', days: 14 };
    await publishCard({ rentalOptions: [...FIRST_RATE_CARD.rentalOptions, twoWeeks] });
    const days = daysOfMonth(month);
    const last = days.at(-1) ?? '';
    const [unit] = await rows<{ id: number }>('SELECT id FROM dumpsters');
    await insertBookedDays(unit?.id ?? 0, addDays(last, 10), addDays(last, 12));
    expect(await trace(daysOf('14-day'))).toMatchObject({ ...repeated, body: { dates: days.slice(-4) } });
  });

  it('closed days that move a pickup past the days of the first batch are read in a second one', async () => {
    const last = daysOfMonth(month).at(-1) ?? '';
    const [unit] = await rows<{ id: number }>('SELECT id FROM dumpsters');
    // A week from the last day of the month ends on the first closed day; its pickup is on the booked day.
    for (const n of [6, 7]) {
      await insertRow('blackout_days', n, { day: addDays(last, n), created_by: null });
    }
    await insertBookedDays(unit?.id ?? 0, addDays(last, 8));
    const reply = { status: 200, body: { dates: [last] } };
    expect(await trace(daysOf('7-day'))).toMatchObject({ ...reply, sent: ['batch', 'batch'] });
    expect(await trace(daysOf('7-day'))).toMatchObject({ ...reply, ...oneBatch });
  });

  it('an unknown size is refused by what one call returns', async () => {
    const { status, sent } = await trace('/api/next-available-date/7-day?dumpsterType=40-yard');
    expect([status, sent]).toEqual([400, ['batch']]);
  });
});

describe('over HTTP', () => {
  it.each([
    ['/api/available-dumpster-types?deliveryDate=2026-12-01', 'deliveryDate'],
    ['/api/available-dumpster-types?rentalType=7-day', 'deliveryDate'],
    ['/api/available-dumpster-types?deliveryDate=2027-02-29&rentalType=7-day', 'deliveryDate'],
    ['/api/available-dumpster-types?deliveryDate=2026-12-01&rentalType=2-day', 'rentalType'],
    ['/api/unavailable-dates?rentalType=7-day&dumpsterType=15-yard&month=2026-13', 'month'],
    ['/api/unavailable-dates?rentalType=7-day&dumpsterType=15-yard', 'month'],
    ['/api/unavailable-dates?rentalType=7-day&dumpsterType=40-yard&month=2026-12', 'dumpsterType'],
    ['/api/next-available-date/7-day?dumpsterType=', 'dumpsterType'],
    ['/api/next-available-date/7-day?from=', 'from'],
    ['/api/next-available-date/7-day?from=2027-02-29', 'from'],
    ['/api/next-available-date/7-day?from=04/20/2027', 'from'],
    ['/api/next-available-date/7-day?from=2027-04-20T00:00:00Z', 'from'],
    ['/api/next-available-date/7-day?from=2027-04-20&daysBefore=0', 'daysBefore'],
    ['/api/next-available-date/7-day?from=2027-04-20&daysBefore=32', 'daysBefore'],
  ])('%s is refused for its %s', async (path, field) => {
    const reply = await call(path);
    const { code, issues } = await readError(reply);
    expect([reply.status, code, issues?.map((issue) => issue.path)]).toEqual([400, 'invalid', [field]]);
  });

  it.each(['7-day', '7-Day', '7-day%20Rental', '7-DAY%20RENTAL'])(
    'a rental type may be written %s',
    async (type) => {
      const reply = await call(`/api/next-available-date/${type}?dumpsterType=15-YARD`);
      expect([reply.status, await reply.json()]).toEqual([200, { nextAvailableDate: null }]);
    },
  );
});
