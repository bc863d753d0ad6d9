import { inject } from 'vitest';

/** Set by the environment: TEST_SEED, TEST_RUNS, TEST_STEPS, and TEST_LONG for `npm run test:long`. */
export type RandomRuns = { isLong: boolean; seed: number; runs: number | null; steps: number | null };

declare module 'vitest' {
  interface ProvidedContext {
    randomRuns: RandomRuns;
  }
}

/** The number for `npm test`, which runs a fixed sample, and the number for `npm run test:long`. */
type Amount = { sample: number; long: number };

/** The parameters of fast-check for a random test: the number of runs and the seed. */
export function randomRuns(amount: Amount): { numRuns: number; seed: number } {
  const { isLong, seed, runs } = inject('randomRuns');
  return { numRuns: runs ?? (isLong ? amount.long : amount.sample), seed };
}

/** The number of steps in the longest run of a random test. */
export function maxSteps(amount: Amount): number {
  const { isLong, steps } = inject('randomRuns');
  return steps ?? (isLong ? amount.long : amount.sample);
}

/** Returns all cases in `npm run test:long`, and the cases of the sample in `npm test`. */
export function casesOf<T>(all: readonly T[], isInSample: (one: T) => boolean): T[] {
  return inject('randomRuns').isLong ? [...all] : all.filter(isInSample);
}
