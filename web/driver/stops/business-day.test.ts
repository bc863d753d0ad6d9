import { expect, test } from 'vitest';
import { sampleRoutes } from '#web/driver/test/driver-samples.ts';
import { businessClock } from './business-day.ts';

const HOUR_MS = 3_600_000;
const readAtMs = Date.parse('2026-11-23T13:00:00.000Z');
const clockAfter = (hours: number, offsetHours = 0) => {
  const phoneMs = readAtMs + offsetHours * HOUR_MS;
  return businessClock({ reply: sampleRoutes([]), readAtMs: phoneMs }, phoneMs + hours * HOUR_MS);
};

test('without a connection the day follows the clock of the phone until tomorrow', () => {
  expect(clockAfter(0)).toEqual({ today: '2026-11-23', looksWrong: false, isOld: false });
  expect(clockAfter(24)).toEqual({ today: '2026-11-24', looksWrong: false, isOld: false });
  // The clock is set by a network.
  expect(clockAfter(-0.1)).toEqual({ today: '2026-11-23', looksWrong: false, isOld: false });
});

test.each([48, 72, 24 * 400])(
  'after %d hours without a connection the last route stays, and no clock is wrong',
  (hours) => {
    expect(clockAfter(hours)).toEqual({ today: '2026-11-23', looksWrong: false, isOld: true });
  },
);

test.each([-3, -48])(
  'a clock that is put back by %d hours looks wrong, and the last route stays',
  (hours) => {
    expect(clockAfter(hours)).toEqual({ today: '2026-11-23', looksWrong: true, isOld: false });
  },
);

test.each([1, -1, 48])(
  'a clock that was %d hours off at the last contact looks wrong, and the day is right',
  (offset) => {
    expect(clockAfter(0, offset)).toEqual({ today: '2026-11-23', looksWrong: true, isOld: false });
    expect(clockAfter(24, offset)).toEqual({ today: '2026-11-24', looksWrong: true, isOld: false });
  },
);
