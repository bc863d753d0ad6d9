import { beforeEach, describe, expect, it } from 'vitest';
import type { DumpsterType, RentalType } from '#domain/rental/rental.ts';
import { addDays } from '#domain/shared/days.ts';
import { call } from '#worker/test/http.ts';
import { insertBookedDays, insertHeldDays, insertUnit } from '#worker/test/unit-days.ts';
import { inDays, makeTestContext, startOver } from '#worker/test/world.ts';
import { findNearestDays } from './service.ts';

const TODAY = '2026-11-21';
const LAST = '2027-11-21';
const { ctx: base } = makeTestContext();
const ctx = { ...base, today: () => TODAY };

beforeEach(startOver);

const SENTENCE = 'No bookings found - available immediately';
const off = { is_available: 0 };

describe('the next day', () => {
  const nextAvailable = async (rentalType: RentalType, type: DumpsterType | null) =>
    (await findNearestDays(ctx, { rentalType, dumpsterType: type ?? undefined })).nextAvailableDate;

  it('is a sentence when nothing is booked or held from today on', async () => {
    const unit = await insertUnit();
    await insertBookedDays(unit, addDays(TODAY, -10), addDays(TODAY, -1));
    expect(await nextAvailable('7-day', null)).toBe(SENTENCE);
    expect(await nextAvailable('30-day', '15-yard')).toBe(SENTENCE);
  });

  it('is a day as soon as something is booked, of the requested size if there is one', async () => {
    const unit = await insertUnit();
    await insertUnit('20-yard');
    await insertHeldDays(unit, '2027-05-01');
    expect(await nextAvailable('7-day', null)).toBe(TODAY);
    expect(await nextAvailable('7-day', '15-yard')).toBe(TODAY);
    expect(await nextAvailable('7-day', '20-yard')).toBe(SENTENCE);
  });

  it('is a day when a unit out of service is booked', async () => {
    await insertBookedDays(await insertUnit('15-yard', off), '2026-12-01');
    expect(await nextAvailable('1-day', '15-yard')).toBeNull();
    await insertUnit();
    expect(await nextAvailable('1-day', '15-yard')).toBe(TODAY);
  });

  it('is the day after the first rental that leaves enough free days', async () => {
    const unit = await insertUnit();
    await insertBookedDays(unit, addDays(TODAY, -2), '2026-11-25');
    await insertHeldDays(unit, '2026-12-01', '2026-12-07');
    expect(await nextAvailable('1-day', null)).toBe('2026-11-26');
    expect(await nextAvailable('7-day', null)).toBe('2026-12-08');
  });

  it('is null without a unit in service, or without a free day up to the horizon', async () => {
    expect(await nextAvailable('1-day', null)).toBeNull();
    await insertUnit('15-yard', off);
    expect(await nextAvailable('1-day', null)).toBeNull();
    const unit = await insertUnit();
    await insertBookedDays(unit, TODAY, LAST);
    expect(await nextAvailable('1-day', null)).toBeNull();
  });

  it('can be the last day of the horizon, for any length', async () => {
    const unit = await insertUnit();
    await insertBookedDays(unit, TODAY, addDays(LAST, -1));
    expect(await nextAvailable('30-day', null)).toBe(LAST);
    await insertBookedDays(unit, addDays(LAST, 29));
    expect(await nextAvailable('30-day', null)).toBeNull();
    expect(await nextAvailable('7-day', null)).toBe(LAST);
  });
});

describe('the next day from a requested day on', () => {
  const ask = (from: string, daysBefore?: number) =>
    findNearestDays(ctx, { rentalType: '7-day', dumpsterType: '15-yard', from, daysBefore });

  it('is the first free day from then on, and the requested day itself if it is free', async () => {
    await insertBookedDays(await insertUnit(), '2027-04-18', '2027-04-24');
    expect(await ask('2027-04-20')).toEqual({ nextAvailableDate: '2027-04-25' });
    expect(await ask('2027-04-11')).toEqual({ nextAvailableDate: '2027-04-11' });
    expect(await ask('2027-04-12')).toEqual({ nextAvailableDate: '2027-04-25' });
  });

  it('counts from today when the requested day is past', async () => {
    await insertBookedDays(await insertUnit(), TODAY, '2026-11-30');
    for (const from of [TODAY, addDays(TODAY, -1), '0001-01-01']) {
      expect(await ask(from, 31)).toEqual({ nextAvailableDate: '2026-12-01', previousAvailableDate: null });
    }
  });

  it('is null when nothing is free from that day on, also beyond the horizon', async () => {
    const unit = await insertUnit();
    expect(await ask(LAST)).toEqual({ nextAvailableDate: SENTENCE });
    expect(await ask(addDays(LAST, 1), 6)).toEqual({ nextAvailableDate: null, previousAvailableDate: LAST });
    expect(await ask('9999-12-31', 31)).toEqual({ nextAvailableDate: null, previousAvailableDate: null });
    await insertBookedDays(unit, '2027-06-01', '2027-12-31');
    expect(await ask('2027-06-01')).toEqual({ nextAvailableDate: null });
    expect(await ask('2027-05-20')).toEqual({ nextAvailableDate: '2027-05-20' });
  });

  it('is the sentence only when nothing at all is booked from today on', async () => {
    const unit = await insertUnit();
    expect(await ask('2027-04-20', 6)).toEqual({
      nextAvailableDate: SENTENCE,
      previousAvailableDate: '2027-04-19',
    });
    await insertHeldDays(unit, '2026-12-01');
    expect(await ask('2027-04-20')).toEqual({ nextAvailableDate: '2027-04-20' });
  });

  it('includes the nearest free day before, within the requested number of days', async () => {
    await insertBookedDays(await insertUnit(), '2027-04-18', '2027-04-24');
    const reply = (previousAvailableDate: string | null) => ({
      nextAvailableDate: '2027-04-25',
      previousAvailableDate,
    });
    expect(await ask('2027-04-17', 6)).toEqual(reply('2027-04-11'));
    expect(await ask('2027-04-18', 6)).toEqual(reply(null));
    expect(await ask('2027-04-18', 7)).toEqual(reply('2027-04-11'));
    expect(await ask(addDays(TODAY, 1), 31)).toMatchObject({ previousAvailableDate: TODAY });
  });
});

describe('over HTTP', () => {
  it('the query contains the requested day and the days before it', async () => {
    await insertBookedDays(await insertUnit(), inDays(10), inDays(16));
    const query = `dumpsterType=15-yard&from=${inDays(12)}`;
    const next = await call(`/api/next-available-date/1-day?${query}`);
    expect([next.status, await next.json()]).toEqual([200, { nextAvailableDate: inDays(17) }]);
    const both = await call(`/api/next-available-date/1-day?${query}&daysBefore=6`);
    expect(await both.json()).toEqual({
      nextAvailableDate: inDays(17),
      previousAvailableDate: inDays(9),
    });
  });
});
