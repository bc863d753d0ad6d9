import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../run.ts';

export type Check = { name: string; isPassed: boolean; output: string };

/** Types of every program of tsconfig.json, then lint and format: all of them, whatever fails. */
export async function runChecks(root: string): Promise<Check[]> {
  const { references } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')) as {
    references: { path: string }[];
  };
  const commands = [
    ['biome', 'check', '--error-on-warnings', '--colors=off'],
    ...references.map(({ path }) => ['tsc', '--noEmit', '-p', path]),
  ];
  return Promise.all(commands.map((command) => check(root, command)));
}

async function check(root: string, command: string[]): Promise<Check> {
  const { status, output } = await run(command, { cwd: root });
  return { name: command.join(' '), isPassed: status === 0, output };
}

/** The failed ones with what they said; throws when there are any. */
export function assertPassed(checks: Check[]): void {
  const failed = checks.filter(({ isPassed }) => !isPassed);
  if (failed.length === 0) return;
  throw new Error(failed.map(({ name, output }) => `${name}\n${output.trim()}`).join('\n\n'));
}
