import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { randomRuns } from '#domain/test/random-runs.ts';
import { formatUsd, formatUsdWhole, parseDollars } from './money.ts';

it.each([
  ['0', 0],
  ['0.1', 10],
  ['0.01', 1],
  ['1.10', 110],
  ['19.99', 1999],
  ['1.15', 115],
  ['8.2', 820],
  ['1234.5', 123_450],
  ['1,234.50', 123_450],
  ['$425', 42_500],
  ['999999.99', 99_999_999],
  ['999,999.99', 99_999_999],
  // An amount that is pasted with spaces around it is accepted.
  [' $5 ', 500],
])('%j is %i cents', (text, cents) => {
  expect(parseDollars(text)).toBe(cents);
});

it.each([
  '',
  ' ',
  '1.005',
  '0.001',
  '-1',
  '-0.01',
  '+1',
  '1e3',
  '1.2.3',
  '1.',
  '.5',
  '1,23',
  '12,34.50',
  '1,234,567',
  '1000000',
  '1,000,000.00',
  '1 000',
  '1.234,50',
  '0x10',
  'Infinity',
  'NaN',
  '١٢',
  '5 USD',
  '$',
  '$$5',
  '5\n6',
])('%j is not an amount', (text) => {
  expect(parseDollars(text)).toBeNull();
});

it.each([
  [0, '$0.00'],
  [1, '$0.01'],
  [99, '$0.99'],
  [100, '$1.00'],
  [123_450, '$1,234.50'],
  [99_999_999, '$999,999.99'],
  [100_000_000, '$1,000,000.00'],
  [-2550, '-$25.50'],
  [-5, '-$0.05'],
])('%i cents are %s', (cents, text) => {
  expect(formatUsd(cents)).toBe(text);
});

it.each([
  [32_500, '$325'],
  [42_500, '$425'],
  [52_500, '$525'],
  [120_000, '$1,200'],
  [32_550, '$325.50'],
  [0, '$0'],
])('a price of %i cents is %s', (cents, text) => {
  expect(formatUsdWhole(cents)).toBe(text);
});

it('reads back every amount that it shows, to the cent', () => {
  void fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), (cents) => {
      expect(parseDollars(formatUsd(cents))).toBe(cents);
      expect(parseDollars(formatUsdWhole(cents))).toBe(cents);
    }),
    randomRuns({ sample: 100, long: 10000 }),
  );
});
