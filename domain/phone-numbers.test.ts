import { expect, test } from 'vitest';
import { splitPhone } from './phone-numbers.ts';

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
