import { describe, expect, test } from 'vitest';
import {
  findFieldProblem,
  formattedCvc,
  formattedExpiry,
  formattedNumber,
} from '#emulators/stripe/browser/card-rules.ts';

test.each([
  ['4242424242424242', '4242 4242 4242 4242'],
  ['42424', '4242 4'],
  ['378282246310005', '3782 822463 10005'],
  ['4242-4242 4242x4242999', '4242 4242 4242 4242'],
  ['', ''],
])('the number %s is written %s', (typed, shown) => {
  expect(formattedNumber(typed)).toBe(shown);
});

test.each([
  ['1', '1'],
  ['4', '04 / '],
  ['12', '12 / '],
  ['1/', '01 / '],
  ['123', '12 / 3'],
  ['1234', '12 / 34'],
  ['12/2034', '12 / 34'],
  ['9/34', '09 / 34'],
])('the date %s is written %s', (typed, shown) => {
  expect(formattedExpiry(typed)).toBe(shown);
});

test('the code has the number of digits that the brand requires', () => {
  expect(formattedCvc('12345', '4242')).toBe('123');
  expect(formattedCvc('12345', '3782')).toBe('1234');
});

describe('what is wrong', () => {
  const good = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123' };
  const today = new Date(2026, 10, 20);

  test.each([
    ['number', {}, undefined],
    ['number', { number: '' }, 'incomplete_number'],
    ['number', { number: '4242 4242' }, 'incomplete_number'],
    ['number', { number: '4242 4242 4242 4241' }, 'invalid_number'],
    ['expiry', {}, undefined],
    ['expiry', { expiry: '' }, 'incomplete_expiry'],
    ['expiry', { expiry: '13 / 34' }, 'invalid_expiry_month'],
    ['expiry', { expiry: '11 / 26' }, undefined],
    ['expiry', { expiry: '10 / 26' }, 'invalid_expiry_month_past'],
    ['expiry', { expiry: '12 / 25' }, 'invalid_expiry_year_past'],
    ['expiry', { expiry: '12 / 99' }, 'invalid_expiry_year'],
    ['cvc', {}, undefined],
    ['cvc', { cvc: '12' }, 'incomplete_cvc'],
    ['cvc', { number: '3782 822463 10005' }, 'incomplete_cvc'],
  ] as const)('with the %s of %j: %s', (...[name, change, code]) => {
    expect(findFieldProblem(name, { ...good, ...change }, today)?.code).toBe(code);
  });
});
