import { beforeEach, describe, expect, it } from 'vitest';
import { daysOfMonth } from '#domain/shared/days.ts';
import { insertRow } from '#worker/test/builders.ts';
import { publishCard } from '#worker/test/catalog.ts';
import { insertUnit } from '#worker/test/unit-days.ts';
import { makeTestContext, startOver } from '#worker/test/world.ts';
import { findNearestDays, listTypes, listUnavailable } from './service.ts';

const { ctx: base } = makeTestContext();
// Saturday 10:00 in New York.
const ctx = { ...base, today: () => '2026-11-21', now: () => Date.parse('2026-11-21T15:00:00.000Z') };

beforeEach(startOver);

const rentalOn = (start: string) => ({ start, type: '1-day' });

describe('the calendar of the published catalog', () => {
  const streetRule = { permitBy: 'customer', leadDays: 3, feeItem: null, text: '' } as const;
  const zones = [{ id: 'city', name: 'City', surcharge: 0, streetRule }];
  const calendar = {
    deliveryWeekdays: [1, 2, 3, 4, 5],
    leadDays: 1,
    sameDayCutoff: '10:00',
    maxTruckMovesPerDay: 2,
    horizonDays: 20,
  };
  const rental = { rentalType: '1-day', dumpsterType: '15-yard', month: '2026-11' };
  const street = { zip: '12207', placementType: 'street' } as const;

  beforeEach(async () => {
    await insertUnit();
    await publishCard({ calendar, area: { mode: 'everywhere', zones } }, { zoneZips: { city: ['12207'] } });
  });

  it('gives reasons for days that are neither past nor beyond the horizon', async () => {
    await insertRow('bookings', 900);
    await insertRow('jobs', 900, { due_day: '2026-11-25' });
    await insertRow('blackout_days', 900, { day: '2026-11-26', created_by: null });
    const { reasons } = await listUnavailable(ctx, rental);
    expect(reasons).toEqual({
      '2026-11-21': 'closed',
      '2026-11-22': 'closed',
      '2026-11-25': 'full',
      '2026-11-26': 'closed',
      '2026-11-28': 'closed',
      '2026-11-29': 'closed',
    });
    const december = await listUnavailable(ctx, { ...rental, month: '2026-12' });
    expect(december.dates.filter((day) => !(day in december.reasons))).toEqual(
      daysOfMonth('2026-12').filter((day) => day > '2026-12-11'),
    );
  });

  it('tells the day of the pickup where closed days move it past the last rental day', async () => {
    await insertRow('blackout_days', 900, { day: '2026-11-30', created_by: null });
    const { pickupDays } = await listUnavailable(ctx, { ...rental, rentalType: '7-day' });
    expect(pickupDays).toEqual({
      '2026-11-22': '2026-12-01',
      '2026-11-23': '2026-12-01',
      '2026-11-24': '2026-12-01',
      '2026-11-29': '2026-12-07',
      '2026-11-30': '2026-12-07',
    });
  });

  it('names the rule that refuses a day for every size, and none when only units are missing', async () => {
    await insertRow('bookings', 900);
    await insertRow('jobs', 900, { due_day: '2026-11-25' });
    await insertRow('blackout_days', 900, { day: '2026-11-26', created_by: null });
    await insertUnit('20-yard', { is_available: 0 });
    const reasons = async (day: string, placement = {}) =>
      (await listTypes(ctx, rentalOn(day), placement)).map((type) => type.reason ?? type.count);
    expect(await reasons('2026-11-21')).toEqual(['closed', 'closed']);
    expect(await reasons('2026-11-26')).toEqual(['closed', 'closed']);
    expect(await reasons('2026-11-25')).toEqual(['full', 'full']);
    expect(await reasons('2026-11-24', street)).toEqual(['too_soon', 'too_soon']);
    expect(await reasons('2026-11-24')).toEqual([1, 0]);
    expect(await reasons('2026-11-20')).toEqual([0, 0]);
    expect(await reasons('2026-12-12')).toEqual([0, 0]);
  });

  it('adds the days of a street permit to the lead time, in every call', async () => {
    // The order counts as one of Sunday, a day later is Monday, and the permit takes until Thursday.
    const { reasons } = await listUnavailable(ctx, { ...rental, ...street });
    expect(Object.keys(reasons).filter((day) => reasons[day] === 'too_soon')).toEqual([
      '2026-11-23',
      '2026-11-24',
      '2026-11-25',
    ]);
    const next = (placement: object) => findNearestDays(ctx, { rentalType: '1-day', ...placement });
    expect(await next(street)).toEqual({ nextAvailableDate: '2026-11-26' });
    expect(await next({ ...street, zip: '10001' })).toEqual({ nextAvailableDate: '2026-11-23' });
    expect(await next({ ...street, placementType: 'private' })).toEqual({ nextAvailableDate: '2026-11-23' });
    const count = async (placement: object) =>
      (await listTypes(ctx, rentalOn('2026-11-24'), placement)).map((size) => size.count);
    expect([await count(street), await count({})]).toEqual([[0], [1]]);
  });
});
