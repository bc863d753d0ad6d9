import { join } from 'node:path';
import type { SiteEnvironment } from '#web/build/site-vars.ts';
import { ROOT } from '../root.ts';
import { QUIET_TOOLS, type RunResult, run } from '../run.ts';
import { rowsOfJson } from '../summaries-report.ts';
import { type DeployConfig, isPlaceholder } from './config.ts';

export type WranglerOptions = {
  /** Inside web/, the Pages project. */
  isSite?: boolean;
  input?: string;
  isShown?: boolean;
};
/** Runs wrangler to its end. Tests pass one that answers from recorded replies. */
export type Wrangler = (args: string[], options?: WranglerOptions) => Promise<RunResult>;

export const runWrangler: Wrangler = (args, { isSite = false, ...options } = {}) =>
  run(['wrangler', ...args], { cwd: isSite ? join(ROOT, 'web') : ROOT, env: { ...QUIET_TOOLS }, ...options });

/** The option that names the environment: an empty one is the top level of wrangler.toml. */
export function envOption(environment: SiteEnvironment): string {
  return environment === 'preview' ? '--env=preview' : '--env=';
}

/** Runs wrangler and returns what it prints to stdout. Throws with its output if it fails. */
export async function wranglerOrThrow(
  wrangler: Wrangler,
  args: string[],
  options: WranglerOptions = {},
): Promise<string> {
  const { status, output, stdout } = await wrangler(args, options);
  if (status !== 0) {
    throw new Error(
      `Stopped: wrangler ${args.join(' ')} failed. Steps before it are done.\n${output.trim()}`,
    );
  }
  return stdout;
}

/** The JSON in what wrangler printed; warnings around it are ignored. Throws if there is none. */
export function parsePrintedJson<Value>(printed: string): Value {
  const json = /^[[{][\s\S]*[\]}]\s*$/m.exec(printed)?.[0];
  if (!json) throw new Error(`wrangler printed no JSON: ${printed.trim()}`);
  return JSON.parse(json) as Value;
}

export async function isSignedIn(wrangler: Wrangler): Promise<boolean> {
  const { status, output } = await wrangler(['whoami']);
  return status === 0 && !/not authenticated/i.test(output);
}

/** The id of the account's database with this name; null if there is none. */
export async function findDatabaseId(wrangler: Wrangler, name: string): Promise<string | null> {
  const databases = parsePrintedJson<{ uuid: string; name: string }[]>(
    await wranglerOrThrow(wrangler, ['d1', 'list', '--json']),
  );
  return databases.find((each) => each.name === name)?.uuid ?? null;
}

/** The ids of the account's KV namespaces by title. */
export async function listNamespaces(wrangler: Wrangler): Promise<Map<string, string>> {
  const namespaces = parsePrintedJson<{ id: string; title: string }[]>(
    await wranglerOrThrow(wrangler, ['kv', 'namespace', 'list']),
  );
  return new Map(namespaces.map(({ title, id }) => [title, id]));
}

/** The domains of the Pages project; null if there is no project. */
export async function findPagesDomains(wrangler: Wrangler, project: string): Promise<string[] | null> {
  const projects = parsePrintedJson<{ 'Project Name': string; 'Project Domains': string }[]>(
    await wranglerOrThrow(wrangler, ['pages', 'project', 'list', '--json']),
  );
  const found = projects.find((each) => each['Project Name'] === project);
  return found ? found['Project Domains'].split(', ') : null;
}

/** The names of the Worker's secrets; none for a Worker that was never deployed. */
export async function listSecrets(wrangler: Wrangler, { environment }: DeployConfig): Promise<string[]> {
  const args = ['secret', 'list', envOption(environment), '--format', 'json'];
  const { status, stdout, output } = await wrangler(args);
  if (status === 0) return parsePrintedJson<{ name: string }[]>(stdout).map(({ name }) => name);
  if (/not found|does not exist|10007/i.test(output)) return [];
  throw new Error(`The Worker's secrets could not be read:\n${output.trim()}`);
}

/** The migrations of the remote database in their order; none for a new database. */
export async function listAppliedMigrations(
  wrangler: Wrangler,
  { environment, database }: DeployConfig,
): Promise<{ name: string; appliedAt: string }[]> {
  if (isPlaceholder(database.id)) return [];
  const query = 'SELECT name, applied_at AS appliedAt FROM d1_migrations ORDER BY id';
  const args = [
    'd1',
    'execute',
    'DB',
    '--remote',
    envOption(environment),
    '--yes',
    '--json',
    '--command',
    query,
  ];
  const { status, output, stdout } = await wrangler(args);
  if (status === 0) return rowsOfJson<{ name: string; appliedAt: string }>(stdout);
  if (/no such table: d1_migrations/.test(output)) return [];
  throw new Error(`The migrations of the remote database could not be read:\n${output.trim()}`);
}
