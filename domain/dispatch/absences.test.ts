import { describe, expect, it, test } from 'vitest';
import { type Absence, absenceText, countStaying, findAbsence } from './absences.ts';
import { hoursOn } from './places.ts';

const absence = (changes: Partial<Absence>): Absence => ({
  truckId: null,
  driverId: null,
  fromTime: '10:00',
  reason: 'other',
  note: '',
  ...changes,
});

describe('who is out', () => {
  const truck = absence({ truckId: 1 });
  const driver = absence({ driverId: 7 });
  test.each([
    ['the truck', { truckId: 1, driverId: 8 }, truck],
    ['the driver', { truckId: 2, driverId: 7 }, driver],
    ['the driver without a truck', { truckId: null, driverId: 7 }, driver],
    ['neither', { truckId: 2, driverId: 8 }, null],
    ['a truck that is not known', { truckId: null, driverId: null }, null],
  ])('%s', (_, crew, expected) => {
    expect(findAbsence([truck, driver], crew)).toBe(expected);
  });

  it('is named with the reason, and only as far as it is on the route', () => {
    const names = { truck: 'Truck 1', driver: 'Kim Lee' };
    const both = absence({ truckId: 1, driverId: 7, reason: 'breakdown', note: 'engine' });
    const text = (crew: { truckId: number | null; driverId: number }) =>
      absenceText(both, { crew, names, time: '10:00 AM' });
    expect(text({ truckId: 1, driverId: 7 })).toBe(
      'Truck 1 and Kim Lee are out from 10:00 AM: The truck broke down (engine)',
    );
    expect(text({ truckId: 2, driverId: 7 })).toBe(
      'Kim Lee is out from 10:00 AM: The truck broke down (engine)',
    );
  });
});

test.each([
  { name: 'what is left by then stays', leaves: [10, 20, 30], fromMs: 20, expected: 2 },
  { name: 'nothing stays from the start of the day', leaves: [10, 20, 30], fromMs: 0, expected: 0 },
  { name: 'all stay if the route is over by then', leaves: [10, 20], fromMs: 60, expected: 2 },
])('$name', ({ leaves, fromMs, expected }) => {
  const stops = leaves.map((leavesMs) => ({ isBegun: false, leavesMs }));
  expect(countStaying(stops, fromMs)).toBe(expected);
});

test('a stop in progress stays, however late it ends', () => {
  const stops = [
    { isBegun: true, leavesMs: 10 },
    { isBegun: true, leavesMs: 90 },
    { isBegun: false, leavesMs: 95 },
  ];
  expect(countStaying(stops, 20)).toBe(2);
});

test('the hours of one day are in place of those of its weekday', () => {
  const week = [null, ...Array(6).fill({ opens: '08:00', closes: '16:00' })];
  expect(hoursOn({ hours: week, dayHours: null }, 0)).toBe('closed');
  expect(hoursOn({ hours: week, dayHours: null }, 1)).toEqual({ opens: '08:00', closes: '16:00' });
  expect(hoursOn({ hours: null, dayHours: null }, 1)).toBeNull();
  expect(hoursOn({ hours: week, dayHours: { opens: '08:00', closes: '12:00' } }, 1)).toEqual({
    opens: '08:00',
    closes: '12:00',
  });
  expect(hoursOn({ hours: null, dayHours: { opens: null, closes: null } }, 1)).toBe('closed');
});
