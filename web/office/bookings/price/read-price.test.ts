import { expect, test } from 'vitest';
import { dollarsText, readPrice } from './read-price.ts';

test.each([
  ['0', 0],
  ['325', 32_500],
  ['1250.5', 125_050],
  [' 1,250.05 ', 125_005],
  ['$999,999.99', 99_999_999],
])('%j is an amount of cents', (typed, cents) => {
  expect(readPrice(typed)).toEqual({ cents });
});

test.each([
  ['', 'Enter an amount in dollars'],
  ['325.505', 'Use at most two decimals'],
  ['0.1 ', null],
  ['-1', 'Must not be negative'],
  ['1000000', 'Must be at most $999,999.99'],
  ['1e3', 'Enter dollars, such as 325 or 325.50'],
  ['325.', 'Enter dollars, such as 325 or 325.50'],
  ['12 34', 'Enter dollars, such as 325 or 325.50'],
])('%j shows %j', (typed, inputError) => {
  expect(readPrice(typed).inputError ?? null).toBe(inputError);
});

test('an amount is shown in the input as a user would type it', () => {
  expect([dollarsText(null), dollarsText(0), dollarsText(125_050)]).toEqual(['', '0.00', '1250.50']);
});
