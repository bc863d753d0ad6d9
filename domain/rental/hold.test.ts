import { expect, it } from 'vitest';
import { extendedEndMs, HOLD_SECONDS, holdState } from './hold.ts';

const MINUTE = 60_000;
const createdAtMs = Date.parse('2026-11-21T15:00:00Z');
const hold = { createdAtMs, expiresAtMs: createdAtMs + HOLD_SECONDS * 1000 };

it('holds for 20 minutes, and 30 while a payment is in progress', () => {
  expect((hold.expiresAtMs - createdAtMs) / MINUTE).toBe(20);
  expect((extendedEndMs(hold) - createdAtMs) / MINUTE).toBe(30);
});

it.each([
  [0, 'live'],
  [20 * MINUTE - 1, 'live'],
  [20 * MINUTE, 'extendable'],
  [30 * MINUTE - 1, 'extendable'],
  [30 * MINUTE, 'over'],
  [24 * 60 * MINUTE, 'over'],
])('is after %i ms %s', (passed, state) => {
  expect(holdState(hold, createdAtMs + passed)).toBe(state);
});

it('also extends a shorter hold by half its length', () => {
  const short = { createdAtMs, expiresAtMs: createdAtMs + 10_000 };
  expect(extendedEndMs(short) - createdAtMs).toBe(15_000);
});
