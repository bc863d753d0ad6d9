import { inject } from 'vitest';

/** Set by the environment: TEST_SEED, TEST_RUNS, TEST_STEPS, and TEST_LONG for `npm run test:long`. */
export type RandomRuns = { isLong: boolean; seed: number; runs: number | null; steps: number | null };

declare module 'vitest' {
  interface ProvidedContext {
    randomRuns: RandomRuns;
  }
}

/** A number for `npm test`, which is a fixed sample, and one for `npm run test:long`. */
type Amount = { sample: number; long: number };

/** fast-check's parameters for a random test: how many runs it makes, and from which seed. */
export function randomRuns(amount: Amount): { numRuns: number; seed: number } {
  const { isLong, seed, runs } = inject('randomRuns');
  return { numRuns: runs ?? (isLong ? amount.long : amount.sample), seed };
}

/** How many steps the longest run of a random test has. */
export function maxSteps(amount: Amount): number {
  const { isLong, steps } = inject('randomRuns');
  return steps ?? (isLong ? amount.long : amount.sample);
}

/** All cases in `npm run test:long`, those of the sample in `npm test`. */
export function casesOf<T>(all: readonly T[], isInSample: (one: T) => boolean): T[] {
  return inject('randomRuns').isLong ? [...all] : all.filter(isInSample);
}
