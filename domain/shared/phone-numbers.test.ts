import { expect, test } from 'vitest';
import { phoneKey, splitPhone, stripePhone } from './phone-numbers.ts';

test.each([
  ['(555) 010-0142', '(555) 010-0142', ''],
  ['(555) 010-0142 x12', '(555) 010-0142', '12'],
  ['555-010-0142 ext. 3', '555-010-0142', '3'],
  ['555-010-0142, extension 4', '555-010-0142', '4'],
  ['+44 20 7946 0958 #55', '+44 20 7946 0958', '55'],
  ['5550100142X7', '5550100142', '7'],
  ['555-010-0142 ext', '555-010-0142 ext', ''],
  ['555-010-0142\nx1', '555-010-0142', '1'],
])('%j is %j with the extension %j', (typed, number, extension) => {
  expect(splitPhone(typed)).toEqual({ number, extension });
});

test.each([
  ['as typed', '(518) 555-0100', '(518) 555-0100'],
  ['with an extension that fits', '518-555-0100 x12', '518-555-0100 x12'],
  ['of 20 characters', '+44 (0) 20 7946 0958', '+44 (0) 20 7946 0958'],
  ['without a long extension', '(518) 555-0100 ext. 72501', '(518) 555-0100'],
  ['without an extension after x', '+1 (518) 555-0100 x4417', '+1 (518) 555-0100'],
  ['without an extension after #', '1-518-555-0100 #22154', '1-518-555-0100'],
  ['as digits', '+ 1  ( 518 )  555 - 0100', '+15185550100'],
  ['as digits, without the trunk zero', '+49 (0) 89 123 456 78', '+498912345678'],
])('a phone number is sent %s', (_, typed, sent) => {
  expect(stripePhone(typed)).toBe(sent);
});

test.each([
  ['two numbers', '518-555-0100 / 518-555-0101'],
  ['words', '518 555 0100 (mornings)'],
  ['two numbers without a separator', '518 555 0100 518 555 0101'],
  ['nothing', '   '],
])('%s: no phone number is sent', (_, typed) => {
  expect(stripePhone(typed)).toBeNull();
});

test('the result always fits the limit of Stripe', () => {
  for (const typed of [
    '5'.repeat(21),
    '5'.repeat(40),
    '+'.repeat(25),
    '555 '.repeat(10),
    'x1234567890123456789012',
  ])
    expect(stripePhone(typed)?.length ?? 0).toBeLessThanOrEqual(20);
});

test.each([
  ['(555) 010-0199', '5550100199'],
  ['+1 555.010.0199 ext. 12', '5550100199'],
  ['555/010\u00a00199 #4', '5550100199'],
  ['+44 (0)20 7946 0018', '2079460018'],
  ['', ''],
])('%s is the key %s', (typed, key) => {
  expect(phoneKey(typed)).toBe(key);
});
