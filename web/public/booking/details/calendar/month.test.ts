import { expect, test } from 'vitest';
import { clampMonth } from './month.ts';

const RANGE = { today: '2026-11-21', lastDay: '2027-11-21' };

test('only months within the horizon are shown', () => {
  expect(
    ['2026-01', '2027-03', '2030-01'].map((month) => clampMonth(month, RANGE.today, RANGE.lastDay)),
  ).toEqual(['2026-11', '2027-03', '2027-11']);
});
