import { expect, test } from 'vitest';
import { clampMonth, dayByKey } from './month.ts';

const RANGE = { today: '2026-11-21', lastDay: '2027-11-21' };

test('only months within the horizon are shown', () => {
  expect(
    ['2026-01', '2027-03', '2030-01'].map((month) => clampMonth(month, RANGE.today, RANGE.lastDay)),
  ).toEqual(['2026-11', '2027-03', '2027-11']);
});

test('keys move by days, weeks and months', () => {
  const walk = (key: string, from = '2026-12-31') => dayByKey(key, from, RANGE);
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

test('keys stop at today and at the horizon', () => {
  expect(dayByKey('PageUp', '2026-12-01', RANGE)).toBe('2026-11-21');
  expect(dayByKey('ArrowDown', '2027-11-20', RANGE)).toBe('2027-11-21');
});
