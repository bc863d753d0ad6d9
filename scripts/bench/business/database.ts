import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { V4WorkerOptions } from 'miniflare';
import { REBUILD_STATEMENTS } from '#worker/base/db/summaries/rebuild.ts';
import { migrate, readMigrations } from '../../local/migrate.ts';
import { startMiniflare } from '../../local/miniflare.ts';
import { configured } from '../../local/platform-workers.ts';
import { fill } from './fill.ts';
import type { Business } from './rentals.ts';

export type CacheOptions = { root: string; cacheDir: string };

/** Writes a generated business into the state of a local system that has not been started yet. */
export async function placeBusiness(
  business: Business,
  stateDir: string,
  options: CacheOptions,
): Promise<void> {
  cpSync(await keptBusiness(business, options), join(stateDir, 'platform'), { recursive: true });
}

/** Generating a large one is slow, so each is stored until the migrations or this generator change. Returns its path. */
export async function keptBusiness(business: Business, { root, cacheDir }: CacheOptions): Promise<string> {
  const made = join(cacheDir, `${business.bookings}-${computeDatabaseKey(root, business)}`);
  if (existsSync(made)) return made;
  process.stderr.write(`Making ${business.bookings.toLocaleString('en-US')} bookings (once) ...\n`);
  mkdirSync(cacheDir, { recursive: true });
  const making = mkdtempSync(join(cacheDir, 'making-'));
  await makeBusiness(business, making, root);
  dropOthers(cacheDir, `${business.bookings}-`);
  renameSync(making, made);
  return made;
}

/** Creates a filled database where Miniflare looks for it. Returns its file. */
export async function makeBusiness(business: Business, persistDir: string, root: string): Promise<string> {
  await makeEmptyDatabase(persistDir, root);
  const file = databaseFile(persistDir);
  const database = new DatabaseSync(file);
  fill(database, business);
  database.close();
  return file;
}

/** A database with only the migrations, applied by D1 as at the start of a local system. */
export async function makeEmptyDatabase(persistDir: string, root: string): Promise<void> {
  const miniflare = await startMiniflare({
    port: 0,
    persistDir,
    workers: [tablesOnly(root)],
    onLog: (line) => console.error(line),
  });
  await migrate(await miniflare.getD1Database('DB', 'tables'), readMigrations(join(root, 'migrations')));
  await miniflare.dispose();
}

/** A Worker that only binds the database. */
function tablesOnly(root: string): V4WorkerOptions {
  const { compatibilityDate, d1Databases } = configured(root);
  return {
    name: 'tables',
    modules: true,
    script: 'export default {}',
    ...(compatibilityDate && { compatibilityDate }),
    ...(d1Databases && { d1Databases }),
  };
}

/** Named by a hash of the database's id. */
function databaseFile(persistDir: string): string {
  const dir = join(persistDir, 'd1', 'miniflare-D1DatabaseObject');
  const name = readdirSync(dir).find((each) => /^[0-9a-f]{64}\.sqlite$/.test(each));
  if (!name) throw new Error(`Miniflare keeps no database in ${dir}.`);
  return join(dir, name);
}

function computeDatabaseKey(root: string, business: Business): string {
  const hash = createHash('sha256').update(JSON.stringify([business, REBUILD_STATEMENTS]));
  const here = readdirSync(import.meta.dirname).filter((name) => !name.endsWith('.test.ts'));
  const files = [
    ...here.map((name) => join(import.meta.dirname, name)),
    ...readdirSync(join(root, 'migrations')).map((name) => join(root, 'migrations', name)),
  ];
  for (const file of files.filter((name) => /\.(ts|sql)$/.test(name)).sort()) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

/** Only the latest of each size is kept. */
function dropOthers(cacheDir: string, prefix: string): void {
  for (const name of readdirSync(cacheDir).filter((each) => each.startsWith(prefix))) {
    rmSync(join(cacheDir, name), { recursive: true, force: true });
  }
}
