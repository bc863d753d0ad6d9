import { run } from '../run.ts';
import { checkExportedNames } from './exported-names.ts';
import { checkGuards } from './guards.ts';
import { FOLDERS } from './imports/rooms.ts';
import { checkLockFile } from './lock-file.ts';
import { checkLogEvents } from './log-events.ts';
import { checkMigrations } from './migrations.ts';
import { checkProse } from './prose.ts';
import { checkRules } from './rules.ts';
import { checkScreenNouns } from './screen-nouns.ts';
import { checkTriggers } from './triggers.ts';

export type Check = { name: string; isPassed: boolean; output: string };

/**
 * `tsc -b` checks every program of tsconfig.json, and repeats only programs with changed files. Four threads would check
 * the same types again, for twice the processor time.
 */
const COMMANDS = [
  ['tsc', '-b', '--singleThreaded'],
  ['biome', 'check', '--error-on-warnings', '--colors=off'],
  ['depcruise', '--config', 'scripts/verify/imports/dependency-cruiser.config.ts', ...Object.keys(FOLDERS)],
  ['knip', '--no-progress'],
];

/** tsc, a Go program, collects garbage when its memory has grown fivefold instead of twofold: a fifth less. */
const ENVIRONMENT = { GOGC: '400' };

/** Types, lint, format and the checks of this folder. A failed check does not stop the others. */
export async function runChecks(root: string): Promise<Check[]> {
  const running = COMMANDS.map((command) => check(root, command));
  return [
    textCheck('prose', checkProse(root)),
    textCheck('nouns of screens', checkScreenNouns(root)),
    textCheck('exported names', checkExportedNames(root)),
    textCheck('log events', checkLogEvents(root)),
    textCheck('migrations', checkMigrations(root)),
    textCheck('triggers', checkTriggers(root)),
    textCheck('rules', checkRules(root)),
    textCheck('guards', checkGuards(root)),
    textCheck('lock file', checkLockFile(root)),
    ...(await Promise.all(running)),
  ];
}

/** A check that returns its findings as text, '' without any. */
function textCheck(name: string, output: string): Check {
  return { name, isPassed: output === '', output };
}

async function check(root: string, command: string[]): Promise<Check> {
  const { status, output } = await run(command, { cwd: root, env: ENVIRONMENT });
  return { name: command.join(' '), isPassed: status === 0, output };
}

/** Throws with the output of every failed check. */
export function assertPassed(checks: Check[]): void {
  const failed = checks.filter(({ isPassed }) => !isPassed);
  if (failed.length === 0) return;
  throw new Error(failed.map(({ name, output }) => `${name}\n${output.trim()}`).join('\n\n'));
}
