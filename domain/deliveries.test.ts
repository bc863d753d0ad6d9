import { expect, it } from 'vitest';
import { isSecurity, plainReason } from './deliveries.ts';

it.each([
  ['Error: Mailbox full', 'Error: Mailbox full'],
  ['Error: no mailbox <ada@example.com>, try later', 'Error: no mailbox (address), try later'],
  ['Error: ada.stone@example.com: unknown', 'Error: (address) unknown'],
  ['Error: https://rent.test/reset-password#token=abc answered 500', 'Error: (address) answered 500'],
  ['Error: refused\n    at send (mail.ts:4)', 'Error: refused'],
  ['Error: client_secret=pi_1_secret_2 is wrong', 'Error: (hidden) is wrong'],
  ['Error: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b is gone', 'Error: (code) is gone'],
  [`Error: ${'very '.repeat(60)}long`, `Error: ${'very '.repeat(30).trimEnd()}...`],
])('%s reads %s', (error, reason) => {
  expect(plainReason(error)).toBe(reason);
});

it('knows what is a matter of security', () => {
  expect([isSecurity('end-sessions'), isSecurity('deposit-paid')]).toEqual([true, false]);
});
