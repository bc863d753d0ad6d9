import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CalendarRules } from '#domain/catalog/rate-card.ts';
import { FIRST_RATE_CARD } from '#domain/catalog/seed.ts';
import { addDays, daysBetween, weekdayOf } from '#domain/shared/days.ts';
import { randomRuns } from '#domain/test/random-runs.ts';
import {
  type BookingRules,
  countFreeUnits,
  firstFreeDay,
  freeUnitsByDay,
  isUnitFree,
  isWithinHorizon,
  lastDeliveryDay,
  lastFreeDay,
  refusalOfDay,
  refusedDays,
  type UnitOccupancy,
} from './availability.ts';

const TODAY = '2026-11-21';
const taken = (start: string, end: string): UnitOccupancy => ({ occupied: [{ start, end }] });

/** The rules of the first catalog (every day, no limits) with changes. */
function rulesOf(
  days: number,
  changes: Partial<CalendarRules> = {},
  rest: Partial<BookingRules> = {},
): BookingRules {
  const rules = { ...FIRST_RATE_CARD.calendar, ...changes };
  return {
    calendar: { rules, closedDays: new Set() },
    today: TODAY,
    firstDay: TODAY,
    days,
    movesTaken: new Map(),
    ...rest,
  };
}
const nextAvailableDay = (units: readonly UnitOccupancy[], today: string, days: number) =>
  firstFreeDay(units, { from: today, to: lastDeliveryDay(today) }, rulesOf(days));

describe('one unit', () => {
  const unit = taken('2026-12-10', '2026-12-16');

  it.each([
    ['2026-12-03', 7, true],
    ['2026-12-04', 7, false],
    ['2026-12-09', 1, true],
    ['2026-12-10', 1, false],
    ['2026-12-16', 1, false],
    ['2026-12-17', 30, true],
    ['2026-12-01', 30, false],
  ])('from %s for %i days free: %s', (start, days, isFree) => {
    expect(isUnitFree(unit, start, days)).toBe(isFree);
  });
});

it('books from today to 365 days ahead', () => {
  expect(lastDeliveryDay(TODAY)).toBe('2027-11-21');
  expect(lastDeliveryDay('2027-12-31')).toBe('2028-12-30');
  expect(['2026-11-20', TODAY, '2027-11-21', '2027-11-22'].map((day) => isWithinHorizon(day, TODAY))).toEqual(
    [false, true, true, false],
  );
});

it('returns today, the day after a rental, or null', () => {
  expect(nextAvailableDay([], TODAY, 1)).toBeNull();
  expect(nextAvailableDay([{ occupied: [] }], TODAY, 30)).toBe(TODAY);
  expect(nextAvailableDay([taken(TODAY, '2026-11-27')], TODAY, 7)).toBe('2026-11-28');
  expect(nextAvailableDay([taken(TODAY, '2027-11-20')], TODAY, 30)).toBe('2027-11-21');
  expect(nextAvailableDay([taken(TODAY, '2027-11-21')], TODAY, 1)).toBeNull();
});

it('looks for a gap that is long enough', () => {
  const unit: UnitOccupancy = {
    occupied: [
      { start: '2026-12-10', end: '2026-12-16' },
      { start: '2026-11-21', end: '2026-12-04' },
    ],
  };
  expect(nextAvailableDay([unit], TODAY, 5)).toBe('2026-12-05');
  expect(nextAvailableDay([unit], TODAY, 6)).toBe('2026-12-17');
});

/** Counts again day by day, without the range logic of the tested code. */
function isFreeDayByDay(unit: UnitOccupancy, start: string, days: number): boolean {
  const wanted = Array.from({ length: days }, (_, i) => addDays(start, i));
  const busy = new Set<string>();
  for (const { start: first, end } of unit.occupied) {
    for (let day = first; day <= end; day = addDays(day, 1)) busy.add(day);
  }
  return wanted.every((day) => !busy.has(day));
}

const occupied = fc
  .record({ offset: fc.integer({ min: -20, max: 400 }), length: fc.constantFrom(1, 7, 30, 200) })
  .map(({ offset, length }) => ({ start: addDays(TODAY, offset), end: addDays(TODAY, offset + length - 1) }));
const fleet = fc.array(fc.record({ occupied: fc.array(occupied, { maxLength: 5 }) }), { maxLength: 4 });
const length = fc.constantFrom(1, 7, 30);

describe('compared with a count day by day', () => {
  it('as many units are free', () => {
    void fc.assert(
      fc.property(fleet, fc.integer({ min: 0, max: 400 }), length, (units, offset, days) => {
        const start = addDays(TODAY, offset);
        const expected = units.filter((unit) => isFreeDayByDay(unit, start, days)).length;
        expect(countFreeUnits(units, start, days)).toBe(expected);
      }),
      randomRuns({ sample: 100, long: 10000 }),
    );
  });

  it('the next day is the same', () => {
    void fc.assert(
      fc.property(fleet, length, (units, days) => {
        const horizon = Array.from({ length: 366 }, (_, i) => addDays(TODAY, i));
        const expected = horizon.find((day) => units.some((unit) => isFreeDayByDay(unit, day, days)));
        expect(nextAvailableDay(units, TODAY, days)).toBe(expected ?? null);
      }),
      randomRuns({ sample: 40, long: 4000 }),
    );
  });

  it('the first and the last free day of a range are the same', () => {
    const range = fc.record({
      start: fc.integer({ min: 0, max: 380 }),
      count: fc.integer({ min: 0, max: 40 }),
    });
    void fc.assert(
      fc.property(fleet, range, length, (units, { start, count }, days) => {
        const asked = Array.from({ length: count }, (_, i) => addDays(TODAY, start + i));
        const free = asked.filter(
          (day) => isWithinHorizon(day, TODAY) && units.some((unit) => isFreeDayByDay(unit, day, days)),
        );
        const between = { from: addDays(TODAY, start), to: addDays(TODAY, start + count - 1) };
        expect(firstFreeDay(units, between, rulesOf(days))).toBe(free[0] ?? null);
        expect(lastFreeDay(units, between, rulesOf(days))).toBe(free.at(-1) ?? null);
      }),
      randomRuns({ sample: 100, long: 10000 }),
    );
  });

  it('the same days are unavailable, including past days and days beyond the horizon', () => {
    void fc.assert(
      fc.property(fleet, fc.integer({ min: -40, max: 380 }), length, (units, offset, days) => {
        const asked = Array.from({ length: 31 }, (_, i) => addDays(TODAY, offset + i));
        const expected = asked.filter(
          (day) =>
            day < TODAY ||
            day > addDays(TODAY, 365) ||
            !units.some((unit) => isFreeDayByDay(unit, day, days)),
        );
        expect(refusedDays(units, asked, rulesOf(days)).map(({ day }) => day)).toEqual(expected);
      }),
      randomRuns({ sample: 100, long: 10000 }),
    );
  });
});

describe('day by day', () => {
  it('a unit is subtracted once per day, even if its occupied days overlap', () => {
    const held = {
      occupied: [
        { start: '2026-11-19', end: '2026-11-22' },
        { start: '2026-11-22', end: '2026-11-23' },
      ],
    };
    const units = [held, taken('2026-11-25', '2026-12-24'), taken('2026-10-01', '2026-11-20')];
    expect(freeUnitsByDay(units, TODAY, 6)).toEqual([2, 2, 2, 3, 2, 2]);
    expect([freeUnitsByDay([], TODAY, 2), freeUnitsByDay(units, TODAY, 0)]).toEqual([[0, 0], []]);
  });

  it('the result equals a separate count of each day', () => {
    const days = fc.record({
      from: fc.integer({ min: -9, max: 14 }),
      length: fc.integer({ min: 1, max: 9 }),
    });
    void fc.assert(
      fc.property(fc.array(fc.array(days, { maxLength: 4 }), { maxLength: 5 }), (fleet) => {
        const units = fleet.map((commitments) => ({
          occupied: commitments.map(({ from, length }) => ({
            start: addDays(TODAY, from),
            end: addDays(TODAY, from + length - 1),
          })),
        }));
        const one = Array.from({ length: 12 }, (_, i) => countFreeUnits(units, addDays(TODAY, i), 1));
        expect(freeUnitsByDay(units, TODAY, 12)).toEqual(one);
      }),
      randomRuns({ sample: 100, long: 10000 }),
    );
  });
});

describe('the calendar of the catalog', () => {
  const free: UnitOccupancy[] = [{ occupied: [] }];
  const closedDays = new Set(['2026-11-26']);
  const weekdays = rulesOf(1, { deliveryWeekdays: [1, 2, 3, 4, 5], horizonDays: 12 });
  const rules = { ...weekdays, calendar: { ...weekdays.calendar, closedDays }, firstDay: '2026-11-24' };

  it('gives a reason for each refused day, and none for past days and days beyond the horizon', () => {
    const movesTaken = new Map([
      ['2026-11-25', 3],
      ['2026-11-27', 2],
    ]);
    const limited = {
      ...rules,
      movesTaken,
      calendar: { ...rules.calendar, rules: { ...rules.calendar.rules, maxTruckMovesPerDay: 4 } },
    };
    const units = [taken('2026-12-01', '2026-12-01')];
    const asked = Array.from({ length: 15 }, (_, i) => addDays('2026-11-20', i));
    expect(refusedDays(units, asked, limited)).toEqual([
      { day: '2026-11-20', reason: null },
      { day: '2026-11-21', reason: 'closed' },
      { day: '2026-11-22', reason: 'closed' },
      { day: '2026-11-23', reason: 'too_soon' },
      { day: '2026-11-25', reason: 'full' },
      { day: '2026-11-26', reason: 'closed' },
      { day: '2026-11-28', reason: 'closed' },
      { day: '2026-11-29', reason: 'closed' },
      { day: '2026-12-01', reason: 'sold_out' },
      { day: '2026-12-04', reason: null },
    ]);
  });

  it('refuses a delivery whose pickup day has no truck move left, or whose unit is taken before the pickup', () => {
    // A delivery on Friday for two days is picked up on Monday.
    const two = { ...rules, days: 2 };
    const full = {
      ...two,
      calendar: { ...two.calendar, rules: { ...two.calendar.rules, maxTruckMovesPerDay: 1 } },
    };
    expect(refusalOfDay(free, '2026-11-27', full)).toBeNull();
    expect(refusalOfDay(free, '2026-11-27', { ...full, movesTaken: new Map([['2026-11-30', 1]]) })).toBe(
      'full',
    );
    expect(refusalOfDay([taken('2026-11-30', '2026-11-30')], '2026-11-27', two)).toBe('sold_out');
    expect(refusalOfDay([taken('2026-12-01', '2026-12-01')], '2026-11-27', two)).toBeNull();
  });

  it('agrees, for random rules, with a search day by day', () => {
    const moves = fc.array(
      fc.record({ offset: fc.integer({ min: 0, max: 60 }), count: fc.integer({ min: 1, max: 5 }) }),
    );
    const random = fc.record({
      weekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
      closed: fc.array(fc.integer({ min: 0, max: 60 })),
      lead: fc.integer({ min: 0, max: 9 }),
      max: fc.option(fc.integer({ min: 1, max: 4 })),
      horizon: fc.integer({ min: 9, max: 45 }),
      moves,
    });
    void fc.assert(
      fc.property(
        fleet,
        random,
        length,
        (units, { weekdays: open, closed, lead, max, horizon, moves: jobs }, days) => {
          const movesTaken = new Map(jobs.map(({ offset, count }) => [addDays(TODAY, offset), count]));
          const shut = new Set(closed.map((offset) => addDays(TODAY, offset)));
          const base = rulesOf(days, {
            deliveryWeekdays: open,
            maxTruckMovesPerDay: max,
            horizonDays: horizon,
          });
          const every = {
            ...base,
            firstDay: addDays(TODAY, lead),
            movesTaken,
            calendar: { ...base.calendar, closedDays: shut },
          };
          const isOpen = (day: string) => open.includes(weekdayOf(day)) && !shut.has(day);
          const isExpected = (day: string) => {
            if (!isOpen(day) || daysBetween(TODAY, day) < lead || daysBetween(TODAY, day) > horizon)
              return false;
            let pickup = addDays(day, days - 1);
            while (!isOpen(pickup)) pickup = addDays(pickup, 1);
            const hasMoves = [day, pickup].every(
              (due) => max === null || (movesTaken.get(due) ?? 0) + (pickup === day ? 2 : 1) <= max,
            );
            return hasMoves && units.some((unit) => isFreeDayByDay(unit, day, daysBetween(day, pickup) + 1));
          };
          const asked = Array.from({ length: 50 }, (_, i) => addDays(TODAY, i));
          const bookable = asked.filter(isExpected);
          const refused = refusedDays(units, asked, every).map(({ day }) => day);
          expect(refused).toEqual(asked.filter((day) => !bookable.includes(day)));
          const range = { from: TODAY, to: addDays(TODAY, 49) };
          expect(firstFreeDay(units, range, every)).toBe(bookable[0] ?? null);
          expect(lastFreeDay(units, range, every)).toBe(bookable.at(-1) ?? null);
        },
      ),
      randomRuns({ sample: 100, long: 10000 }),
    );
  });
});
