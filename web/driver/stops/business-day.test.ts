import { expect, test } from 'vitest';
import { sampleRoutes } from '#web/driver/test/driver-samples.ts';
import { businessClock } from './business-day.ts';

const HOUR_MS = 3_600_000;
const readAtMs = Date.parse('2026-11-23T13:00:00.000Z');
const clockAfter = (hours: number) =>
  businessClock({ reply: sampleRoutes([]), readAtMs }, readAtMs + hours * HOUR_MS);

test('without a connection the day follows the clock of the phone until tomorrow', () => {
  expect(clockAfter(0)).toEqual({ today: '2026-11-23', looksWrong: false });
  expect(clockAfter(24)).toEqual({ today: '2026-11-24', looksWrong: false });
  // The clock is set by a network.
  expect(clockAfter(-0.1)).toEqual({ today: '2026-11-23', looksWrong: false });
});

test.each([48, 24 * 400, -3, -48])('a clock that jumps %d hours keeps the last route', (hours) => {
  expect(clockAfter(hours)).toEqual({ today: '2026-11-23', looksWrong: true });
});
