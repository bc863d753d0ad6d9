import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { run } from '../run.ts';
import { makeTestFolder } from './test-folder.ts';

type Suite = { file: string; specs: { title: string; ok: boolean }[]; suites?: Suite[] };
export type JourneyReport = { suites: Suite[]; errors: { message?: string }[] };

/** How often each journey was red, the most frequent first. An error outside of every journey has its own line. */
export function countRed(reports: readonly JourneyReport[]): [name: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { suites, errors } of reports) {
    const red = [...suites.flatMap(redOf), ...errors.map(({ message }) => message ?? 'unknown error')];
    for (const name of red) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].toSorted(([, one], [, other]) => other - one);
}

function redOf({ file, specs, suites = [] }: Suite): string[] {
  const red = specs.filter(({ ok }) => !ok).map(({ title }) => `${file}: ${title}`);
  return [...red, ...suites.flatMap(redOf)];
}

type Repeats = { root: string; times: number; env: Record<string, string> };

/**
 * Runs every journey several times, each time on new systems, while another program keeps each core busy. Returns the
 * reports.
 */
export async function repeatJourneys({ root, times, env }: Repeats): Promise<JourneyReport[]> {
  const folder = makeTestFolder();
  const load = Array.from({ length: availableParallelism() }, startLoad);
  const reports: JourneyReport[] = [];
  try {
    for (let round = 1; round <= times; round += 1) {
      console.log(`Journeys under load, round ${round} of ${times}`);
      const file = join(folder, `journeys-${round}.json`);
      const command = ['playwright', 'test', '-c', 'journeys/playwright.config.ts', '--reporter=dot,json'];
      const names = { TMPDIR: folder, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
      await run(command, { cwd: root, env: { ...env, ...names }, isShown: true });
      reports.push(JSON.parse(readFileSync(file, 'utf8')) as JourneyReport);
    }
  } finally {
    for (const program of load) program.kill('SIGKILL');
  }
  return reports;
}

const startLoad = (): ChildProcess => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
