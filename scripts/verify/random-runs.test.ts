import { expect, it } from 'vitest';
import { readRandomRuns } from './random-runs.ts';

it('npm test uses seed 1 and the samples', () => {
  expect(readRandomRuns({})).toEqual({ isLong: false, seed: 1, runs: null, steps: null });
});

it('seed, runs and steps come from the environment', () => {
  const env = { TEST_LONG: '1', TEST_SEED: '42', TEST_RUNS: '5000', TEST_STEPS: '30' };
  expect(readRandomRuns(env)).toEqual({ isLong: true, seed: 42, runs: 5000, steps: 30 });
});

it('a value that is not a whole number is refused by its name', () => {
  expect(() => readRandomRuns({ TEST_RUNS: 'many' })).toThrow(
    "TEST_RUNS must be a whole number, not 'many'.",
  );
});
