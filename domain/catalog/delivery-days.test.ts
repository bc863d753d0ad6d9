import { expect, it } from 'vitest';
import { dayAt, latestTimeAt } from '#domain/shared/days.ts';
import { firstDeliveryDay } from './delivery-days.ts';
import { FIRST_RATE_CARD } from './seed.ts';

const ZONE = 'America/New_York';
const EVERY_DAY = FIRST_RATE_CARD.calendar;
/** The first delivery day of an order at an instant, with a cut-off. */
const firstDayAt = (instant: string, sameDayCutoff: string, leadDays = 0) => {
  const ms = Date.parse(instant);
  const order = { today: dayAt(ms, ZONE), time: latestTimeAt(ms, ZONE) };
  return firstDeliveryDay({ ...EVERY_DAY, sameDayCutoff, leadDays }, order, null);
};

it.each([
  // Standard time, daylight saving time, and the days on which the clock changes.
  ['2026-12-01T18:59:59.999Z', '14:00', '2026-12-01'],
  ['2026-12-01T19:00:00.000Z', '14:00', '2026-12-02'],
  ['2026-07-01T17:59:59.999Z', '14:00', '2026-07-01'],
  ['2026-07-01T18:00:00.000Z', '14:00', '2026-07-02'],
  ['2027-03-14T17:59:59.999Z', '14:00', '2027-03-14'],
  ['2027-03-14T18:00:00.000Z', '14:00', '2027-03-15'],
  ['2026-11-01T18:59:59.999Z', '14:00', '2026-11-01'],
  ['2026-11-01T19:00:00.000Z', '14:00', '2026-11-02'],
  // 02:30 does not exist on 2027-03-14: the clock goes from 01:59 to 03:00.
  ['2027-03-14T06:59:59.999Z', '02:30', '2027-03-14'],
  ['2027-03-14T07:00:00.000Z', '02:30', '2027-03-15'],
  // 01:30 comes twice on 2026-11-01: orders after the first one are late, also while the clock shows 01:15 again.
  ['2026-11-01T05:29:59.999Z', '01:30', '2026-11-01'],
  ['2026-11-01T05:30:00.000Z', '01:30', '2026-11-02'],
  ['2026-11-01T06:15:00.000Z', '01:30', '2026-11-02'],
  ['2026-11-01T07:15:00.000Z', '01:30', '2026-11-02'],
  // Around midnight of the business.
  ['2026-12-02T04:59:59.999Z', '14:00', '2026-12-02'],
  ['2026-12-02T05:00:00.000Z', '14:00', '2026-12-02'],
  ['2026-12-01T05:00:00.000Z', '00:00', '2026-12-02'],
])('an order at %s with the cut-off %s can be delivered from %s', (instant, cutoff, first) => {
  expect(firstDayAt(instant, cutoff)).toBe(first);
});

it('adds lead days to the day as which the order counts', () => {
  expect(firstDayAt('2026-12-01T18:59:00Z', '14:00', 2)).toBe('2026-12-03');
  expect(firstDayAt('2026-12-01T19:00:00Z', '14:00', 2)).toBe('2026-12-04');
});

it('adds the working days of a street permit', () => {
  const first = (today: string) =>
    firstDeliveryDay({ ...EVERY_DAY, leadDays: 1 }, { today, time: '09:00' }, { leadDays: 3 });
  // Tuesday; Thursday, whose permit takes until Wednesday.
  expect([first('2026-12-01'), first('2026-12-03')]).toEqual(['2026-12-07', '2026-12-09']);
});
