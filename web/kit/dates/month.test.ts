import { expect, test } from 'vitest';
import { dayByKey, monthTitle, shiftMonth, spokenDay, weeksOf } from './month.ts';

test('weeks begin on Sunday and are filled up with blanks', () => {
  const weeks = weeksOf('2026-12');
  expect(weeks).toHaveLength(5);
  expect(weeks[0]).toEqual([
    null,
    null,
    '2026-12-01',
    '2026-12-02',
    '2026-12-03',
    '2026-12-04',
    '2026-12-05',
  ]);
  expect(weeks[4]).toEqual([
    '2026-12-27',
    '2026-12-28',
    '2026-12-29',
    '2026-12-30',
    '2026-12-31',
    null,
    null,
  ]);
});

test('a February that begins on Sunday has four weeks', () => {
  expect(weeksOf('2026-02').map((week) => week[0])).toEqual([
    '2026-02-01',
    '2026-02-08',
    '2026-02-15',
    '2026-02-22',
  ]);
});

test('months turn over the year', () => {
  expect([shiftMonth('2026-12', 1), shiftMonth('2027-01', -1), shiftMonth('2027-01', 1)]).toEqual([
    '2027-01',
    '2026-12',
    '2027-02',
  ]);
});

test('days and months have names that are the same in every time zone', () => {
  expect(spokenDay('2026-11-21')).toBe('Saturday, November 21, 2026');
  expect(monthTitle('2027-01')).toBe('January 2027');
});

test('keys move by days, weeks and months', () => {
  const range = { firstDay: '2026-11-21', lastDay: '2027-11-21' };
  const walk = (key: string, from = '2026-12-31') => dayByKey(key, from, range);
  expect(
    ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'].map((k) =>
      walk(k),
    ),
  ).toEqual([
    '2026-12-30',
    '2027-01-01',
    '2026-12-24',
    '2027-01-07',
    '2026-12-27',
    '2027-01-02',
    '2026-11-30',
    '2027-01-31',
  ]);
  expect(walk('Enter')).toBeNull();
});

test('keys stop at the first and the last day', () => {
  const range = { firstDay: '2026-11-21', lastDay: '2027-11-21' };
  expect(dayByKey('PageUp', '2026-12-01', range)).toBe('2026-11-21');
  expect(dayByKey('ArrowDown', '2027-11-20', range)).toBe('2027-11-21');
});
