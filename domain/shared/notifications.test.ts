import { expect, it } from 'vitest';
import { isSecurity, plainReason } from './notifications.ts';

it.each([
  ['Error: Mailbox full', 'Mailbox full'],
  ['Error: no mailbox <ada@example.com>, try later', 'no mailbox (address), try later'],
  ['Error: ada.stone@example.com: unknown', '(address) unknown'],
  ['Error: https://rent.test/reset-password#token=abc answered 500', '(address) answered 500'],
  ['Error: refused\n    at send (mail.ts:4)', 'refused'],
  ['Error: client_secret=pi_1_secret_2 is wrong', '(hidden) is wrong'],
  ['Error: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b is gone', '(code) is gone'],
  [`Error: ${'very '.repeat(60)}long`, `${'very '.repeat(31)}ve...`],
])('the reason of %j is %j', (error, reason) => {
  expect(plainReason(error)).toBe(reason);
});

it('ending sessions is a security notification, a booking confirmation is not', () => {
  expect([isSecurity('end-sessions'), isSecurity('deposit-paid')]).toEqual([true, false]);
});
