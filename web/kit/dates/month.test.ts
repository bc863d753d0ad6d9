import { expect, test } from 'vitest';
import { daysOfMonth } from '#domain/shared/days.ts';
import { dayByKey, listDaysOfWeek, listWeeksOfMonth, monthTitle, shiftMonth, spokenDay } from './month.ts';

test('weeks begin on Sunday, and those at the ends of a month are whole', () => {
  const weeks = listWeeksOfMonth('2026-12');
  expect(weeks.map(([first]) => first)).toEqual([
    '2026-11-29',
    '2026-12-06',
    '2026-12-13',
    '2026-12-20',
    '2026-12-27',
  ]);
  expect(weeks[0]).toEqual(listDaysOfWeek('2026-12-01'));
  expect(weeks.at(-1)?.slice(-3)).toEqual(['2026-12-31', '2027-01-01', '2027-01-02']);
});

test('a February that begins on Sunday has four weeks', () => {
  expect(listWeeksOfMonth('2026-02').flat()).toEqual(daysOfMonth('2026-02'));
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
