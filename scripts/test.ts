import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './command.ts';
import { withBundle } from './production/bundle.ts';
import { ROOT } from './root.ts';
import { type RunOptions, run } from './run.ts';
import { assertPassed, runChecks } from './verify/checks.ts';
import { type Counts, playwrightCounts, sum, vitestCounts, withStatus } from './verify/counts.ts';
import { failedPages } from './verify/failed-pages.ts';
import { findChrome } from './verify/find-chrome.ts';
import { makeTestFolder } from './verify/test-folder.ts';
import { listChangedSystems, names, WHOLE_SYSTEM_TESTS } from './verify/whole-system.ts';

/**
 * Everything that can be checked without going live. The journeys wait for about a third of their time, so all parts run
 * beside each other; the output of the journeys follows. The last line says how many tests passed and failed.
 */
await runCommand(async () => {
  // Without a browser it fails before the first test.
  findChrome(process.env);
  const folder = makeTestFolder();
  const checks = stage('Types, lint, format', async () => assertPassed(await runChecks(ROOT)));
  // A test that waits for the build would count that as its own time.
  const build = await stage('Production build', () => withBundle(ROOT, async () => undefined));
  const tests = runTests(
    ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${folder}/vitest.json`],
    { env: { TMPDIR: folder, LEFT_OUT_TESTS: leftOutTests().join(' ') }, isShown: true },
    () => vitestCounts(readReport(join(folder, 'vitest.json'))),
  );
  const journeys = runTests(
    ['playwright', 'test', '-c', 'journeys/playwright.config.ts', '--reporter=list,json'],
    {
      env: {
        TMPDIR: folder,
        PLAYWRIGHT_JSON_OUTPUT_NAME: join(folder, 'journeys.json'),
        // Node strips the types itself; Playwright would compile each file first.
        PW_DISABLE_TS_ESM: '1',
      },
      showAfter: tests,
    },
    () => playwrightCounts(readReport(join(folder, 'journeys.json'))),
  );
  const counts = [build, ...(await Promise.all([checks, tests, journeys]))];
  for (const page of failedPages(join(ROOT, 'test-results', 'journeys'))) console.log(page);
  const { passed, failed } = sum(counts);
  process.exitCode = failed > 0 ? 1 : 0;
  console.log(`${passed} passed, ${failed} failed`);
});

/** The tests of whole systems that have passed with these sources. */
function leftOutTests(): string[] {
  const changed = listChangedSystems(ROOT);
  const leftOut = names().filter((name) => !changed.includes(name));
  if (leftOut.length > 0)
    console.log(`Left out, because they have passed with these sources: ${leftOut.join(', ')}`);
  return leftOut.flatMap((name) => WHOLE_SYSTEM_TESTS[name].tests);
}

/** A stage without tests counts as one test. */
async function stage(name: string, work: () => Promise<void>): Promise<Counts> {
  try {
    await work();
    console.log(`${name}: passed`);
    return { passed: 1, failed: 0 };
  } catch (error) {
    console.log(`${name}: failed\n${error instanceof Error ? error.message : String(error)}`);
    return { passed: 0, failed: 1 };
  }
}

async function runTests(
  command: string[],
  options: Omit<RunOptions, 'cwd'>,
  readCounts: () => Counts,
): Promise<Counts> {
  const { status } = await run(command, { cwd: ROOT, ...options });
  try {
    return withStatus(readCounts(), status);
  } catch {
    return { passed: 0, failed: 1 };
  }
}

function readReport<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}
