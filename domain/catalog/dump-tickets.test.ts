import { expect, test } from 'vitest';
import { formatWeight } from './dump-tickets.ts';

test('a weight is shown in pounds', () => {
  expect([formatWeight(1), formatWeight(2400), formatWeight(200_000)]).toEqual([
    '1 lb',
    '2,400 lb',
    '200,000 lb',
  ]);
});
