import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askControl } from './local/control.ts';
import { stateDirOf } from './local/settings.ts';
import { readState } from './local/state.ts';
import { ROOT } from './root.ts';
import { run, runOrThrow } from './run.ts';
import { rowsOfJson } from './summaries-report.ts';

/** The system that a command works on: the running local one, or an environment at Cloudflare. */
export type Target = {
  environment: 'local' | 'production' | 'preview';
  /** The first line that a command prints. */
  title: string;
  /** Runs one statement and returns its rows. */
  query<Row>(statement: string): Promise<Row[]>;
  /** Runs the statements in one transaction. At Cloudflare the database is offline in that time. */
  execute(statements: readonly string[]): Promise<void>;
  /** Runs a few short statements in one transaction, beside calls. Without secrets: the process list shows them. */
  update(statements: readonly string[]): Promise<void>;
  /** The content of an object in the bucket BACKUPS; null if there is none. */
  readObject(key: string): Promise<Uint8Array | null>;
  writeObject(key: string, content: Uint8Array): Promise<void>;
  /** The value of a key in FLAGS; null if it has none. */
  readFlag(key: string): Promise<string | null>;
  /** Null deletes the key. */
  writeFlag(key: string, value: string | null): Promise<void>;
  /** Runs a cron task of the local system now. At Cloudflare the cron runs on its schedule. */
  wake(task: string): Promise<void>;
};

/**
 * Chooses the target and prints its title. --local: the running local system. --remote: production; --preview: staging.
 * Without an option: the local system if it runs, else production.
 */
export function openTarget(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Target {
  const target = chooseTarget(args, stateDirOf(env, ROOT));
  console.log(target.title);
  return target;
}

export function chooseTarget(args: readonly string[], stateDir: string): Target {
  const named = ['--local', '--remote', '--preview'].filter((option) => args.includes(option));
  if (named.length > 1) throw new Error(`Choose one of ${named.join(' and ')}.`);
  if (named[0] === '--remote') return remoteTarget('production');
  if (named[0] === '--preview') return remoteTarget('preview');
  const running = findRunning(stateDir);
  if (named[0] === '--local' || running) return localTarget(stateDir, running);
  return remoteTarget('production');
}

/** The address of the system that runs on this state; null when none does. */
function findRunning(stateDir: string): string | null {
  const running = readState(stateDir, 'running.json');
  return running?.pids.some(isAlive) ? running.app : null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function localTarget(stateDir: string, app: string | null): Target {
  return {
    environment: 'local',
    title: `Target: the local system${app ? ` at ${app}` : ''} (${stateDir})`,
    query: (statement) => askControl(stateDir, 'query', statement),
    execute: async (statements) => void (await askControl(stateDir, 'execute', statements)),
    update: async (statements) => void (await askControl(stateDir, 'execute', statements)),
    readObject: async (key) => {
      const content = await askControl<string | null>(stateDir, 'read-object', key);
      return content === null ? null : Buffer.from(content, 'base64');
    },
    writeObject: async (key, content) => {
      await askControl(stateDir, 'write-object', { key, content: Buffer.from(content).toString('base64') });
    },
    readFlag: (key) => askControl(stateDir, 'read-flag', key),
    writeFlag: async (key, value) => void (await askControl(stateDir, 'write-flag', { key, value })),
    wake: async (task) => void (await askControl(stateDir, 'cron', task)),
  };
}

/** For commands that give wrangler a file of statements. */
export const OFFLINE_NOTICE =
  'Cloudflare takes the database offline while it runs the statements: until then, calls to the Worker fail.';

/** `where`: tests replace --remote by a local store of wrangler. */
export function remoteTarget(environment: 'production' | 'preview', where: string[] = ['--remote']): Target {
  const options = environment === 'preview' ? ['--env', 'preview'] : [];
  let isAnnounced = false;
  const d1 = (...args: string[]) =>
    runOrThrow(['wrangler', 'd1', 'execute', 'DB', ...where, '--yes', ...options, ...args], { cwd: ROOT });
  const r2 = async (verb: 'get' | 'put', key: string, file: string) => {
    const object = `${await readBucketName(environment)}/${key}`;
    return run(['wrangler', 'r2', 'object', verb, object, '--file', file, ...where], { cwd: ROOT });
  };
  const kv = (verb: 'get' | 'put' | 'delete', ...args: string[]) =>
    run(['wrangler', 'kv', 'key', verb, ...args, '--binding', 'FLAGS', ...where, ...options], { cwd: ROOT });
  return {
    environment,
    title: `Target: ${environment === 'preview' ? 'staging' : 'production'} at Cloudflare`,
    query: async (statement) => rowsOfJson(await d1('--json', '--command', statement)),
    execute: (statements) =>
      withTemporaryFile('statements.sql', async (file) => {
        writeFileSync(file, statements.map((statement) => `${statement}\n;\n`).join(''), { mode: 0o600 });
        if (!isAnnounced) console.log(OFFLINE_NOTICE);
        isAnnounced = true;
        await d1('--file', file);
      }),
    // Unlike a file, D1 runs a command as a batch, without an import.
    update: async (statements) => void (await d1('--command', statements.join(';\n'))),
    readObject: (key) =>
      withTemporaryFile('object', async (file) => {
        const { status, output } = await r2('get', key, file);
        if (status === 0) return readFileSync(file);
        if (/specified key does not exist/i.test(output)) return null;
        throw new Error(`The object ${key} could not be read:\n${output.trim()}`);
      }),
    writeObject: (key, content) =>
      withTemporaryFile('object', async (file) => {
        writeFileSync(file, content, { mode: 0o600 });
        const { status, output } = await r2('put', key, file);
        if (status !== 0) throw new Error(`The object ${key} could not be written:\n${output.trim()}`);
      }),
    readFlag: async (key) => {
      const { status, output, stdout } = await kv('get', key, '--text');
      if (status !== 0 && isMissingValue(output, key)) return null;
      if (status !== 0) throw new Error(`The flag ${key} could not be read:\n${output.trim()}`);
      const value = stdout.trim();
      return value === LOCAL_MISSING_VALUE ? null : value;
    },
    writeFlag: async (key, value) => {
      const { status, output } = value === null ? await kv('delete', key) : await kv('put', key, value);
      if (status !== 0) throw new Error(`The flag ${key} could not be written:\n${output.trim()}`);
    },
    wake: async () => {},
  };
}

/** What wrangler prints, with status 0, for a missing key of a local store. */
const LOCAL_MISSING_VALUE = 'Value not found';

/** Whether wrangler failed because the key has no value: it passes on the status of Cloudflare's reply. */
function isMissingValue(output: string, key: string): boolean {
  return output.includes(`/values/${encodeURIComponent(key)} - 404:`);
}

async function readBucketName(environment: 'production' | 'preview'): Promise<string> {
  // Loading wrangler takes half a second, and commands on a local system need nothing of it.
  const { unstable_readConfig } = await import('wrangler');
  const env = environment === 'preview' ? { env: 'preview' } : {};
  const config = unstable_readConfig({ config: join(ROOT, 'wrangler.toml'), ...env });
  const bucket = config.r2_buckets.find(
    (each: { binding: string }) => each.binding === 'BACKUPS',
  )?.bucket_name;
  if (!bucket) throw new Error(`wrangler.toml names no bucket BACKUPS for ${environment}.`);
  return bucket;
}

/** Runs `work` with the path of a file in a new private folder, which is deleted afterwards. */
async function withTemporaryFile<T>(name: string, work: (file: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'target-'));
  try {
    return await work(join(folder, name));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
