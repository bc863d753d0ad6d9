import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runCommand } from './command.ts';
import { MUTATIONS } from './mutations/all.ts';
import type { Mutation } from './mutations/mutation.ts';
import { ROOT } from './root.ts';
import { run } from './run.ts';

const LEFT_OUT = new Set(['.cache', '.ci', '.git', '.wrangler', 'dist', 'node_modules', 'test-results']);

/**
 * Makes each fault of scripts/mutations in a copy of the project and runs the tests that must find it. Lists the faults
 * that no test finds. Arguments: words of the rules or files to try, or `node` or `worker` for one kind.
 */
await runCommand(async () => {
  const words = process.argv.slice(2);
  const chosen = MUTATIONS.filter(
    ({ rule, file, project }) =>
      words.length === 0 || words.some((word) => project === word || `${rule} ${file}`.includes(word)),
  );
  const copy = makeCopy();
  try {
    const missed = [...(await findBroken(copy, chosen)), ...(await findMissed(copy, chosen))];
    for (const line of missed) console.log(line);
    console.log(`${chosen.length - missed.length} of ${chosen.length} faults are found`);
    process.exitCode = missed.length > 0 ? 1 : 0;
  } finally {
    rmSync(dirname(copy), { recursive: true, force: true });
  }
});

/** A test that fails without a fault finds none. */
async function findBroken(copy: string, mutations: readonly Mutation[]): Promise<string[]> {
  const broken: string[] = [];
  for (const project of ['node', 'worker'] as const) {
    const tests = mutations.flatMap((mutation) => (mutation.project === project ? mutation.tests : []));
    const failed = tests.length === 0 ? [] : await failedFiles(copy, project, [...new Set(tests)]);
    broken.push(...failed.map((file) => `Fails without a fault: ${file}`));
  }
  return broken;
}

async function findMissed(copy: string, mutations: readonly Mutation[]): Promise<string[]> {
  const missed: string[] = [];
  for (const mutation of mutations) {
    const { rule, file, project, tests } = mutation;
    const failed = await withFault(copy, mutation, () => failedFiles(copy, project, tests));
    const silent = tests.filter((test) => !failed.includes(test));
    console.log(`${silent.length === 0 ? 'found ' : 'MISSED'} ${file}: ${rule}`);
    if (silent.length > 0) missed.push(`Not found by ${silent.join(', ')}: ${rule} (${file})`);
  }
  return missed;
}

async function withFault<T>(
  copy: string,
  { file, find, replace }: Mutation,
  work: () => Promise<T>,
): Promise<T> {
  const source = readFileSync(join(ROOT, file), 'utf8');
  if (source.split(find).length !== 2) throw new Error(`Not once in ${file}: ${find}`);
  writeFileSync(
    join(copy, file),
    source.replace(find, () => replace),
  );
  try {
    return await work();
  } finally {
    writeFileSync(join(copy, file), source);
  }
}

type Report = { testResults: { name: string; status: string }[] };

/** The files with a failed test, or that cannot be loaded. */
async function failedFiles(
  copy: string,
  project: Mutation['project'],
  tests: readonly string[],
): Promise<string[]> {
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const options =
    project === 'node'
      ? ['--config', 'scripts/mutations/node.config.ts', '--root', copy]
      : ['--project', project];
  const command = ['vitest', 'run', ...options, '--reporter=json', `--outputFile=${report}`, ...tests];
  const { output } = await run(command, { cwd: copy });
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
    const failed = testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
    return tests.filter((test) => failed.some((name) => name.endsWith(`/${test}`)));
  } catch (error) {
    throw new Error(`vitest wrote no report:\n${output.trim()}`, { cause: error });
  }
}

/** The sources, with the packages of the project. */
function makeCopy(): string {
  const copy = join(mkdtempSync(join(tmpdir(), 'mutations-')), 'project');
  mkdirSync(copy);
  for (const name of readdirSync(ROOT)) {
    if (!LEFT_OUT.has(name)) cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}
