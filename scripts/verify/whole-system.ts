import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashFiles } from '../production/sources.ts';

/** `reads`: the folders and files of the project that can change the result; tests in them are left out. */
type WholeSystemTests = { tests: readonly string[]; reads: readonly string[] };

const PACKAGES = ['package.json', 'package-lock.json', 'wrangler.toml', 'vitest.config.ts'];
const WORKER = ['contract', 'domain', 'emulators', 'migrations', 'worker', 'scripts/local', ...PACKAGES];

/** The tests that start whole systems: a third of the time of all tests, and few changes concern them. */
export const WHOLE_SYSTEM_TESTS = {
  kills: {
    tests: ['scripts/local/crashes.test.ts', 'scripts/local/driver-crashes.test.ts'],
    reads: WORKER,
  },
  local: { tests: ['scripts/local/system.test.ts'], reads: [...WORKER, 'scripts', 'web'] },
  restores: {
    tests: ['scripts/backups/restore.test.ts', 'scripts/restores/rehearsal.test.ts'],
    reads: [...WORKER, 'scripts'],
  },
  demo: { tests: ['scripts/demo/make.test.ts'], reads: [...WORKER, 'scripts/demo'] },
  bench: {
    tests: ['scripts/bench/business/database.test.ts', 'scripts/bench/staff-calls.test.ts'],
    reads: [...WORKER, 'scripts/bench'],
  },
  'stand-in': { tests: ['emulators/stripe/stand-in.browser.test.ts'], reads: ['emulators', ...PACKAGES] },
} as const satisfies Record<string, WholeSystemTests>;
export type WholeSystemName = keyof typeof WHOLE_SYSTEM_TESTS;

/** The content with which the tests passed the last time, by their names. `npm run test:system` writes it. */
const RECORD = '.ci/whole-system-passed.json';
type Passed = Partial<Record<WholeSystemName, string>>;

/** The tests that have not passed with this content of what they read. */
export function listChangedSystems(root: string): WholeSystemName[] {
  const passed = readPassed(root);
  return names().filter((name) => passed[name] !== hashWholeSystemTests(root, name));
}

/** Records that tests have passed. `contents`: what they read, before they ran. */
export function recordPassed(root: string, contents: Passed): void {
  const record = { ...readPassed(root), ...contents };
  const sorted = Object.fromEntries(names().flatMap((name) => (record[name] ? [[name, record[name]]] : [])));
  writeFileSync(join(root, RECORD), `${JSON.stringify(sorted, null, 2)}\n`);
}

/** A hash of the tests and of what they read. */
export function hashWholeSystemTests(root: string, name: WholeSystemName): string {
  const { tests, reads } = WHOLE_SYSTEM_TESTS[name];
  return hashFiles(root, [...reads, ...tests]);
}

export const names = () => Object.keys(WHOLE_SYSTEM_TESTS) as WholeSystemName[];

function readPassed(root: string): Passed {
  const file = join(root, RECORD);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Passed) : {};
}
