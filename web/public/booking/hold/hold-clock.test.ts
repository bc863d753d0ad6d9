import { expect, test } from 'vitest';
import { formatCountdown, holdAnnouncement, holdFrom, secondsLeft } from './hold-clock.ts';

const reply = { now: '2026-11-21T12:00:00.000Z', expiresAt: '2026-11-21T12:20:00.000Z' };

test("the duration of a hold follows from the server's two times, not from the device clock", () => {
  const hold = holdFrom(reply, 5_000);
  expect(secondsLeft(hold, 5_000)).toBe(1200);
  expect(secondsLeft(hold, 5_001)).toBe(1200);
  expect(secondsLeft(hold, 6_000)).toBe(1199);
});

test('an expired hold stays at zero', () => {
  const hold = holdFrom(reply, 0);
  expect(secondsLeft(hold, 1_200_000)).toBe(0);
  expect(secondsLeft(hold, 9_999_999)).toBe(0);
});

test('time is shown as minutes and seconds', () => {
  expect([1200, 65, 9, 0].map(formatCountdown)).toEqual(['20:00', '1:05', '0:09', '0:00']);
});

test('the remaining time is announced at ten, five, two and one minutes only', () => {
  const spoken = new Set(Array.from({ length: 1200 }, (_, second) => holdAnnouncement(1200 - second)));
  expect([...spoken]).toEqual([
    '',
    'Your dumpster is held for less than 10 minutes more.',
    'Your dumpster is held for less than 5 minutes more.',
    'Your dumpster is held for less than 2 minutes more.',
    'Your dumpster is held for less than a minute more.',
  ]);
});
