import { expect, it } from 'vitest';
import { latestClock } from './past.ts';

it.each([
  ['2026-11-30T04:49:59Z', '2026-11-30T04:49:59.000Z'],
  ['2026-11-30T04:59:58Z', '2026-11-30T04:50:00.000Z'],
  ['2026-11-30T05:00:00Z', '2026-11-30T05:00:00.000Z'],
])('a demo that is made at %s begins its last work at %s, on the same day', (now, clock) => {
  expect(new Date(latestClock(Date.parse(now), 'America/New_York')).toISOString()).toBe(clock);
});
