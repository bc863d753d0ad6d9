import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './command.ts';
import { ROOT } from './root.ts';
import { run } from './run.ts';
import { findChrome } from './verify/find-chrome.ts';
import { countRed, repeatJourneys } from './verify/journey-repeats.ts';
import { readRandomRuns } from './verify/random-runs.ts';
import { names, WHOLE_SYSTEM_TESTS } from './verify/whole-system.ts';

/** A race that loses once in ten runs is found two times in three; `npm test` repeats nothing. */
const JOURNEY_ROUNDS = 10;
const FOLDERS = ['contract', 'domain', 'emulators', 'scripts', 'web', 'worker'];

/**
 * The random tests with many runs, those of large tables with more rows, the kill tests of every call, all tests of whole
 * systems, the faults that tests must find, and every journey ten times under load. Each start uses another seed unless
 * TEST_SEED is set.
 */
await runCommand(async () => {
  const seed = process.env.TEST_SEED ?? String(Math.floor(Date.now() / 1000) % 1_000_000_000);
  const env = { TEST_LONG: '1', TEST_SEED: seed, CHROME_PATH: findChrome(process.env) };
  readRandomRuns({ ...process.env, ...env });
  console.log(`Seed ${seed}: repeat with TEST_SEED=${seed} npm run test:long`);
  const wholeSystems = names().flatMap((name) => WHOLE_SYSTEM_TESTS[name].tests);
  const files = [...new Set([...randomTestFiles(), ...wholeSystems])];
  const vitest = await run(['vitest', 'run', ...files], { cwd: ROOT, env, isShown: true });
  const journeys = await run(
    ['playwright', 'test', '-c', 'journeys/playwright.config.ts', 'random-walk', 'double-taps'],
    {
      cwd: ROOT,
      env,
      isShown: true,
    },
  );
  const mutations = await run(['node', 'scripts/test-mutations.ts'], { cwd: ROOT, isShown: true });
  const reports = await repeatJourneys({
    root: ROOT,
    times: JOURNEY_ROUNDS,
    env: { CHROME_PATH: env.CHROME_PATH },
  });
  const red = countRed(reports);
  for (const [name, count] of red) console.log(`Red in ${count} of ${JOURNEY_ROUNDS} rounds: ${name}`);
  console.log(`Seed ${seed}`);
  process.exitCode = vitest.status || journeys.status || mutations.status || (red.length > 0 ? 1 : 0);
});

/** The test files with random runs, or that take the number of cases or rows from domain/test/random-runs.ts. */
function randomTestFiles(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
    .filter((file) => /\.test\.tsx?$/.test(file))
    .filter((file) => readFileSync(join(ROOT, file), 'utf8').match(/'fast-check'|\/test\/random-runs\.ts'/));
}
