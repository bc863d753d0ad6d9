import { cpSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SiteEnvironment } from '#web/build/site-vars.ts';
import { ROOT } from '../root.ts';
import type { RunResult } from '../run.ts';
import { readDeployConfig, writeSetting } from './config.ts';
import type { Tools } from './step.ts';

export const DATABASE_ID = '2a1c7f0e-0000-4000-8000-1234567890ab';
export const NAMESPACE_ID = '0f2ac74b498b48028cb68387c421e279';
export const CATALOG_ID = '4d6b0c11f3a24c6e9a7d5e2b8c0f1a37';

/** What exists in the account; commands add to it. */
function emptyAccount() {
  return {
    isSignedIn: true,
    databases: [] as string[],
    queues: [] as string[],
    buckets: [] as string[],
    namespaces: [] as string[],
    projects: [] as string[],
    hasWorker: false,
    secrets: {} as Record<string, string>,
    applied: [] as string[],
    /** The value in the namespace CATALOG. */
    catalog: null as unknown,
  };
}
type Account = ReturnType<typeof emptyAccount>;

/** A value is printed as JSON; null fails with 'not found'; 'changed' is a command that changes the account. */
type Reply = (account: Account, name: string, input: string | undefined) => unknown;

/** The commands in the form of wrangler 4.156, with the name that they concern. */
const REPLIES: [RegExp, Reply][] = [
  [/^whoami/, ({ isSignedIn }) => (isSignedIn ? {} : null)],
  [/^login/, (account) => changed(() => Object.assign(account, { isSignedIn: true }))],
  [/^d1 list/, ({ databases }) => databases.map((name) => ({ name, uuid: DATABASE_ID }))],
  [/^d1 create (\S+)/, ({ databases }, name) => adds(databases, name)],
  [
    /^d1 execute .*d1_migrations/,
    ({ applied }) => [{ results: applied.map((name) => ({ name, appliedAt: '' })) }],
  ],
  [/^d1 execute .*INSERT INTO outbox/, () => 'changed'],
  [/^d1 migrations apply/, ({ applied }) => adds(applied, ...MIGRATIONS)],
  [/^queues info (\S+)/, ({ queues }, name) => (queues.includes(name) ? {} : null)],
  [/^queues create (\S+)/, ({ queues }, name) => adds(queues, name)],
  [/^r2 bucket info (\S+)/, ({ buckets }, name) => (buckets.includes(name) ? {} : null)],
  [/^r2 bucket create (\S+)/, ({ buckets }, name) => adds(buckets, name)],
  [
    /^kv namespace list/,
    ({ namespaces }) =>
      namespaces.map((title) => ({ title, id: title.endsWith('-catalog') ? CATALOG_ID : NAMESPACE_ID })),
  ],
  [/^kv key get published --text --binding CATALOG/, ({ catalog }) => catalog],
  [/^kv namespace create (\S+)/, ({ namespaces }, name) => adds(namespaces, name)],
  [
    /^pages project list/,
    ({ projects }) =>
      projects.map((name) => ({ 'Project Name': name, 'Project Domains': `${name}.pages.dev` })),
  ],
  [/^pages project create (\S+)/, ({ projects }, name) => adds(projects, name)],
  [/^pages deploy/, () => 'changed'],
  [/^deploy/, (account) => changed(() => Object.assign(account, { hasWorker: true }))],
  [
    /^secret list/,
    ({ hasWorker, secrets }) =>
      hasWorker || Object.keys(secrets).length > 0 ? Object.keys(secrets).map((name) => ({ name })) : null,
  ],
  [
    /^secret put (\S+)/,
    ({ secrets }, name, input = '') => changed(() => Object.assign(secrets, { [name]: input })),
  ],
  [/^secret delete (\S+)/, ({ secrets }, name) => changed(() => Reflect.deleteProperty(secrets, name))],
];
const MIGRATIONS = ['0000_baseline.sql', '0001_more.sql'];

function changed(change: () => unknown): 'changed' {
  change();
  return 'changed';
}

function adds(list: string[], ...names: string[]): 'changed' {
  return changed(() => list.push(...names));
}

/** The reply of a public path. */
type OutsideReply = { status: number; location?: string; text?: string };

/**
 * For tests: an account at Cloudflare as wrangler shows it, with a copy of the configuration in a folder of its own.
 * `changes` lists the commands that changed something, in their order.
 */
export function recordedCloudflare(environment: SiteEnvironment) {
  const root = mkdtempSync(join(tmpdir(), 'deploy-'));
  mkdirSync(join(root, 'web'));
  for (const file of ['wrangler.toml', 'web/wrangler.toml']) cpSync(join(ROOT, file), join(root, file));
  const account = emptyAccount();
  const changes: string[] = [];
  const said: string[] = [];
  const asked: string[] = [];
  /** Answers by a part of the question. */
  const answers: Record<string, string> = {};
  const outside: Record<string, OutsideReply> = {};
  const write: Tools['writeSetting'] = (change) => writeSetting(root, environment, change);
  const ask = async (question: string) => {
    asked.push(question);
    const [, answer] = Object.entries(answers).find(([part]) => question.includes(part)) ?? [];
    if (answer === undefined) throw new Error(`Unexpected question: ${question}`);
    return answer;
  };
  const wrangler = async (args: string[], { input }: { input?: string } = {}): Promise<RunResult> => {
    const command = args.join(' ');
    const [pattern, reply] = REPLIES.find(([each]) => each.test(command)) ?? [];
    if (!pattern || !reply) throw new Error(`No reply is recorded for wrangler ${command}`);
    const result = reply(account, pattern.exec(command)?.[1] ?? '', input);
    if (result === 'changed') changes.push(command);
    const stdout = result === null ? '' : JSON.stringify(result, null, 2);
    return { status: result === null ? 1 : 0, stdout, output: result === null ? 'not found' : stdout };
  };
  const tools = (): Tools => ({
    wrangler,
    config: () => readDeployConfig(root, environment),
    writeSetting: write,
    migrations: MIGRATIONS,
    say: (line) => said.push(line),
    isInteractive: true,
    ask,
    askSecret: ask,
    withSite: async (work, catalog) => {
      changes.push(catalog ? `build with catalog ${catalog.version}` : 'build');
      await work('web/dist');
    },
    fetch: async (url) => {
      const { status, location, text } = outside[new URL(url).pathname] ?? { status: 404 };
      return new Response(text ?? '', { status, headers: location ? { Location: location } : {} });
    },
    answers: new Map(),
  });
  const setVariable = (name: string, value: string) => write({ type: 'variable', name, value });
  return { root, account, changes, said, asked, answers, outside, tools, setVariable };
}
