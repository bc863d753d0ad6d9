import { expect, it } from 'vitest';
import { findUnitNumber } from './unit-numbers.ts';

const FLEET = ['15-09', '15-10', '1-510', 'TB 7', 'tb-8'];

it.each([
  ['15-09', '15-09'],
  ['1509', '15-09'],
  ['15 09', '15-09'],
  ['15.09', '15-09'],
  [' #15-09 ', '15-09'],
  ['tb7', 'TB 7'],
  ['TB-8', 'tb-8'],
  // Two units have these digits.
  ['1510', null],
  ['15-10', '15-10'],
  ['99-99', null],
  ['-', null],
  ['', null],
])('%j is unit %j', (typed, number) => {
  expect(findUnitNumber(FLEET, typed)).toBe(number);
});
