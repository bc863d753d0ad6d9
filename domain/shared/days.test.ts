import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomRuns } from '#domain/test/random-runs.ts';
import { findSearchedDay } from './day-search.ts';
import {
  addDays,
  clockAt,
  dayAt,
  daysBetween,
  daysOfMonth,
  formatDay,
  formatMoment,
  formatTime,
  hourAt,
  instantOn,
  isDay,
  isMonth,
  localTimeFormat,
  monthOf,
  startOfDay,
} from './days.ts';

const NEW_YORK = 'America/New_York';
const at = (instant: string, timeZone = NEW_YORK) => dayAt(Date.parse(instant), timeZone);

describe("the business's day", () => {
  it.each([
    // 2026: clocks go forward on 8 March and back on 1 November.
    ['2026-03-08T04:59:59.999Z', '2026-03-07'],
    ['2026-03-08T05:00:00Z', '2026-03-08'],
    ['2026-03-08T06:59:59Z', '2026-03-08'],
    ['2026-03-08T07:00:00Z', '2026-03-08'],
    ['2026-03-09T03:59:59.999Z', '2026-03-08'],
    ['2026-03-09T04:00:00Z', '2026-03-09'],
    ['2026-11-01T03:59:59.999Z', '2026-10-31'],
    ['2026-11-01T04:00:00Z', '2026-11-01'],
    ['2026-11-01T05:30:00Z', '2026-11-01'],
    ['2026-11-01T06:30:00Z', '2026-11-01'],
    ['2026-11-02T04:59:59.999Z', '2026-11-01'],
    ['2026-11-02T05:00:00Z', '2026-11-02'],
    // 2027: 14 March and 7 November.
    ['2027-03-14T04:59:59.999Z', '2027-03-13'],
    ['2027-03-14T05:00:00Z', '2027-03-14'],
    ['2027-03-15T03:59:59.999Z', '2027-03-14'],
    ['2027-03-15T04:00:00Z', '2027-03-15'],
    ['2027-11-07T03:59:59.999Z', '2027-11-06'],
    ['2027-11-07T04:00:00Z', '2027-11-07'],
    ['2027-11-08T04:59:59.999Z', '2027-11-07'],
    ['2027-11-08T05:00:00Z', '2027-11-08'],
    // The business's year ends five hours after the UTC year.
    ['2027-01-01T04:59:59.999Z', '2026-12-31'],
    ['2027-01-01T05:00:00Z', '2027-01-01'],
    ['2028-02-29T05:00:00Z', '2028-02-29'],
    ['2028-03-01T04:59:59.999Z', '2028-02-29'],
  ])('is at %s the %s', (instant, day) => {
    expect(at(instant)).toBe(day);
  });

  it('is that of its own time zone', () => {
    const instant = '2026-12-31T23:30:00Z';
    expect([at(instant, 'UTC'), at(instant, 'Asia/Tokyo'), at(instant, 'Pacific/Honolulu')]).toEqual([
      '2026-12-31',
      '2027-01-01',
      '2026-12-31',
    ]);
  });

  it('advances by exactly one on days when clocks change', () => {
    for (const day of ['2026-03-08', '2026-11-01', '2027-03-14', '2027-11-07']) {
      const noon = Date.parse(`${day}T17:00:00Z`);
      const days = [-1, 0, 1].map((offset) => dayAt(noon + offset * 86_400_000, NEW_YORK));
      expect(days).toEqual([addDays(day, -1), day, addDays(day, 1)]);
    }
  });
});

describe('which texts are days', () => {
  it.each(['2028-02-29', '2000-02-29', '2026-12-31', '2026-01-01', '2027-02-28', '9999-12-31'])(
    '%s exists',
    (text) => {
      expect(isDay(text)).toBe(true);
    },
  );

  it.each([
    '2027-02-29',
    '2100-02-29',
    '2026-02-30',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-1',
    '26-01-01',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    '2026-01-01\n',
    '٢٠٢٦-٠١-٠١',
    '',
  ])('%j does not', (text) => {
    expect(isDay(text)).toBe(false);
  });

  it.each([
    ['2026-01', true],
    ['2026-12', true],
    ['2026-13', false],
    ['2026-00', false],
    ['2026-1', false],
    ['2026-01-01', false],
    ['', false],
  ])('%j as a month: %s', (text, is) => {
    expect(isMonth(text)).toBe(is);
  });
});

describe('counting in days', () => {
  it.each([
    ['2026-03-07', 2, '2026-03-09'],
    ['2026-10-31', 2, '2026-11-02'],
    ['2027-03-13', 1, '2027-03-14'],
    ['2027-11-07', 1, '2027-11-08'],
    ['2027-02-28', 1, '2027-03-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2028-02-29', 1, '2028-03-01'],
    ['2028-02-29', 366, '2029-03-01'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2027-01-01', -1, '2026-12-31'],
    ['2026-04-30', 1, '2026-05-01'],
    ['2026-11-21', 365, '2027-11-21'],
    ['2026-11-21', 0, '2026-11-21'],
  ])('%s plus %i days is %s', (day, count, expected) => {
    expect(addDays(day, count)).toBe(expected);
    expect(daysBetween(day, expected)).toBe(count);
  });

  it('adding and subtracting days returns the first day', () => {
    const days = fc.integer({ min: 0, max: 30_000 }).map((count) => addDays('2000-01-01', count));
    void fc.assert(
      fc.property(days, fc.integer({ min: -1000, max: 1000 }), (day, count) => {
        const there = addDays(day, count);
        expect(isDay(there)).toBe(true);
        expect(addDays(there, -count)).toBe(day);
        expect(daysBetween(day, there)).toBe(count);
        expect(there < day).toBe(count < 0);
      }),
      randomRuns({ sample: 100, long: 10000 }),
    );
  });
});

describe('months', () => {
  it.each([
    ['2026-11', 30, '2026-11-30'],
    ['2026-12', 31, '2026-12-31'],
    ['2027-02', 28, '2027-02-28'],
    ['2028-02', 29, '2028-02-29'],
    ['2026-03', 31, '2026-03-31'],
    ['9999-12', 31, '9999-12-31'],
  ])('%s has %i days', (month, count, last) => {
    const days = daysOfMonth(month);
    expect(days).toHaveLength(count);
    expect([days[0], days.at(-1)]).toEqual([`${month}-01`, last]);
    expect(new Set(days.map(monthOf))).toEqual(new Set([month]));
  });
});

it.each([
  ['2026-12-01', 'Dec 1, 2026'],
  ['2027-01-31', 'Jan 31, 2027'],
  ['2028-02-29', 'Feb 29, 2028'],
  ['2026-11-09', 'Nov 9, 2026'],
])('%s is shown as %s', (day, shown) => {
  expect(formatDay(day)).toBe(shown);
});

describe('the first millisecond of a day', () => {
  it.each([
    ['2026-03-08', NEW_YORK, '2026-03-08T05:00:00Z'],
    ['2026-03-09', NEW_YORK, '2026-03-09T04:00:00Z'],
    ['2026-11-01', NEW_YORK, '2026-11-01T04:00:00Z'],
    ['2026-11-02', NEW_YORK, '2026-11-02T05:00:00Z'],
    ['2026-12-31', 'Pacific/Kiritimati', '2026-12-30T10:00:00Z'],
    ['2026-12-31', 'Pacific/Pago_Pago', '2026-12-31T11:00:00Z'],
    ['2026-05-01', 'Asia/Kathmandu', '2026-04-30T18:15:00Z'],
    // On this day, clocks skip midnight: the day begins at one o'clock.
    ['2024-09-08', 'America/Santiago', '2024-09-08T04:00:00Z'],
  ])('of %s in %s is %s', (day, timeZone, instant) => {
    expect(new Date(startOfDay(day, timeZone)).toISOString()).toBe(new Date(instant).toISOString());
  });

  it('belongs to the day, and the millisecond before it to the previous day', () => {
    void fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4000 }),
        fc.constantFrom(NEW_YORK, 'America/Los_Angeles', 'Pacific/Chatham'),
        (count, timeZone) => {
          const day = addDays('2024-01-01', count);
          const start = startOfDay(day, timeZone);
          expect(dayAt(start, timeZone)).toBe(day);
          expect(dayAt(start - 1, timeZone)).toBe(addDays(day, -1));
        },
      ),
      randomRuns({ sample: 200, long: 10000 }),
    );
  });
});

it('a time of a day is the instant at which clocks show it, on the days on which they change, too', () => {
  for (const day of ['2026-03-08', '2026-11-01', '2026-11-23']) {
    for (const time of ['00:00', '00:59', '03:30', '12:00', '23:30']) {
      const ms = instantOn(day, time, NEW_YORK);
      expect([dayAt(ms, NEW_YORK), clockAt(ms, NEW_YORK)]).toEqual([day, time]);
    }
  }
});

it('a moment is shown on the clock of its time zone, with plain spaces', () => {
  const moment = Date.parse('2026-11-21T19:14:00Z');
  expect(formatTime(moment, NEW_YORK)).toBe('2:14 PM');
  expect(formatMoment(moment, 'America/Los_Angeles')).toBe('Nov 21, 2026, 11:14 AM');
});

it.each([
  ['2026-11-30T13:59:59.999Z', NEW_YORK, 8],
  ['2026-11-30T14:00:00Z', NEW_YORK, 9],
  ['2026-11-30T05:00:00Z', NEW_YORK, 0],
  ['2026-11-30T04:59:59Z', NEW_YORK, 23],
  // The skipped hour in spring, and the repeated hour in autumn.
  ['2027-03-14T06:59:59Z', NEW_YORK, 1],
  ['2027-03-14T07:00:00Z', NEW_YORK, 3],
  ['2027-11-07T05:30:00Z', NEW_YORK, 1],
  ['2027-11-07T06:30:00Z', NEW_YORK, 1],
  ['2026-11-30T06:15:00Z', 'Asia/Kathmandu', 12],
])('the hour at %s in %s is %i', (instant, timeZone, hour) => {
  expect(hourAt(Date.parse(instant), timeZone)).toBe(hour);
});

it('shows a moment in its time zone, also around clock changes', () => {
  const format = localTimeFormat('America/New_York');
  expect(format(Date.parse('2026-11-01T05:30:00Z'))).toBe('2026-11-01 01:30:00');
  expect(format(Date.parse('2026-11-01T06:30:00Z'))).toBe('2026-11-01 01:30:00');
  expect(format(Date.parse('2026-12-31T04:59:59Z'))).toBe('2026-12-30 23:59:59');
  expect(format(Date.parse('2027-01-01T05:00:00Z'))).toBe('2027-01-01 00:00:00');
});

describe('a day in a search', () => {
  const find = (text: string) => findSearchedDay(text, '2026-11-22');

  it.each([
    ['Nov 29', '2026-11-29', ''],
    ['lee november 29th, 2025 troy', '2025-11-29', 'lee  troy'],
    ['jan. 3', '2027-01-03', ''],
    ['Aug 1', '2026-08-01', ''],
    ['1 Dec', '2026-12-01', ''],
    ['lee 29th nov 2025 troy', '2025-11-29', 'lee  troy'],
    ['Dec 1 Jan', '2026-12-01', 'Jan'],
    ['12/1/26', '2026-12-01', ''],
    ['11/29', '2026-11-29', ''],
    ['Lee 11/29/2026', '2026-11-29', 'Lee'],
    ['2026-12-01 D-7', '2026-12-01', 'D-7'],
  ])('%s is %s', (text, day, rest) => {
    expect(find(text)).toEqual({ day, rest });
  });

  it.each([
    'Nov 31',
    '12 1/2 Main Street',
    'Mayfield 12',
    'Nov',
    '2026',
    'Marchand 5',
    '5 Marchand',
    '31 nov',
    '1 Mayfield',
  ])('%s is none', (text) => {
    expect(find(text)).toBeNull();
  });
});
