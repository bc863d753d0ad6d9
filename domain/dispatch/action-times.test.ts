import fc from 'fast-check';
import { expect, it } from 'vitest';
import { randomRuns } from '#domain/test/random-runs.ts';
import { timeInOrder } from './action-times.ts';

it('with any clock, and in any order of sending, a driver is on the way before the arrival, and there before the end', () => {
  const time = fc.integer({ min: -10, max: 10 }).map((hours) => hours * 3_600_000);
  const types = fc.shuffledSubarray(['on_my_way', 'arrived', 'done'] as const);
  fc.assert(
    fc.property(types, fc.tuple(time, time, time), (order, times) => {
      const recorded: { type: (typeof order)[number]; atMs: number }[] = [];
      for (const [index, type] of order.entries()) {
        recorded.push({ type, atMs: timeInOrder({ type, atMs: times[index] ?? 0 }, recorded) });
      }
      const at = (type: string) => recorded.find((action) => action.type === type)?.atMs;
      const known = [at('on_my_way'), at('arrived'), at('done')].filter((one) => one !== undefined);
      expect(known).toEqual(known.toSorted((a, b) => a - b));
    }),
    randomRuns({ sample: 200, long: 5000 }),
  );
});

it('times that are in order stay, and a unit or ticket is recorded at any time', () => {
  const recorded = [{ type: 'on_my_way' as const, atMs: 10 }];
  expect(timeInOrder({ type: 'arrived', atMs: 20 }, recorded)).toBe(20);
  expect(timeInOrder({ type: 'arrived', atMs: 5 }, recorded)).toBe(10);
  expect(timeInOrder({ type: 'unit', atMs: 5 }, recorded)).toBe(5);
});
