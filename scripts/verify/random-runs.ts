import type { RandomRuns } from '#domain/test/random-runs.ts';

type Env = Record<string, string | undefined>;

/**
 * TEST_LONG=1 is set by `npm run test:long`. TEST_SEED replaces the seed, TEST_RUNS the number of runs and
 * TEST_STEPS the length of a run. Without TEST_SEED, `npm test` always uses seed 1.
 */
export function readRandomRuns(env: Env): RandomRuns {
  const isLong = env.TEST_LONG === '1';
  return {
    isLong,
    seed: readNumber(env, 'TEST_SEED') ?? 1,
    runs: readNumber(env, 'TEST_RUNS'),
    steps: readNumber(env, 'TEST_STEPS'),
  };
}

function readNumber(env: Env, name: string): number | null {
  const text = env[name];
  if (!text) return null;
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} must be a whole number, not '${text}'.`);
  return Number(text);
}
