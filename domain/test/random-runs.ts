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

/** The number of steps in a run of a random test: `minLength`, or fewer when TEST_STEPS is less, up to the amount. */
export function runLength(minLength: number, amount: Amount): { minLength: number; maxLength: number } {
  const { isLong, steps } = inject('randomRuns');
  const maxLength = steps ?? (isLong ? amount.long : amount.sample);
  return { minLength: Math.min(minLength, maxLength), maxLength };
}

/** The number of rows with which a test fills a table. */
export function rowCount({ sample, long }: Amount): number {
  return inject('randomRuns').isLong ? long : sample;
}

/** Returns all cases in `npm run test:long`, and the cases of the sample in `npm test`. */
export function chooseCases<T>(all: readonly T[], isInSample: (one: T) => boolean): T[] {
  return inject('randomRuns').isLong ? [...all] : all.filter(isInSample);
}
