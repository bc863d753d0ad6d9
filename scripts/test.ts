import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './command.ts';
import { withBundle } from './production/bundle.ts';
import { ROOT } from './root.ts';
import { run } from './run.ts';
import { assertPassed, runChecks } from './verify/checks.ts';
import { type Counts, playwrightCounts, sum, vitestCounts, withStatus } from './verify/counts.ts';
import { findChrome } from './verify/find-chrome.ts';

/** Everything that can be known without going live. The last line says how many tests passed and failed. */
await runCommand(async () => {
  const chrome = findChrome(process.env);
  const reports = mkdtempSync(join(tmpdir(), 'reports-'));
  const counts = [
    await stage('Types, lint, format', async () => assertPassed(await runChecks(ROOT))),
    await stage('Production build', () => withBundle(ROOT, async () => undefined)),
    await runTests(
      ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${reports}/vitest.json`],
      { CHROME_PATH: chrome },
      () => vitestCounts(readReport(join(reports, 'vitest.json'))),
    ),
    await runTests(
      ['playwright', 'test', '-c', 'journeys/playwright.config.ts', '--reporter=list,json'],
      { CHROME_PATH: chrome, PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'journeys.json') },
      () => playwrightCounts(readReport(join(reports, 'journeys.json'))),
    ),
  ];
  rmSync(reports, { recursive: true, force: true });
  const { passed, failed } = sum(counts);
  process.exitCode = failed > 0 ? 1 : 0;
  console.log(`${passed} passed, ${failed} failed`);
});

/** A stage without tests of its own counts as one. */
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
  env: Record<string, string>,
  readCounts: () => Counts,
): Promise<Counts> {
  const { status } = await run(command, { cwd: ROOT, env, isShown: true });
  try {
    return withStatus(readCounts(), status);
  } catch {
    return { passed: 0, failed: 1 };
  }
}

function readReport<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}
