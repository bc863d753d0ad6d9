import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unstable_readConfig } from 'wrangler';
import { type Day, dayAt } from '#domain/shared/days.ts';
import type { SiteEnvironment } from '#web/build/site-vars.ts';

/** What an environment of the two wrangler.toml files names at Cloudflare. */
export type DeployConfig = {
  environment: SiteEnvironment;
  vars: Record<string, string>;
  worker: string;
  /** The cloud region near which the Worker runs; '' for none. Both environments have the same. */
  placement: string;
  database: { name: string; id: string };
  queues: string[];
  buckets: string[];
  /** A namespace of Workers KV has an id in the file; its title follows from the database's name and the binding. */
  namespaces: { binding: string; id: string; title: string }[];
  pages: { project: string; branch: string };
};

/** Pages deploys this branch to production, and every other branch as a preview. */
const BRANCHES: Readonly<Record<SiteEnvironment, string>> = { production: 'main', preview: 'staging' };

/** Reads the files of a checkout. Throws if they name no database. */
export function readDeployConfig(root: string, environment: SiteEnvironment): DeployConfig {
  const env = environment === 'preview' ? { env: environment } : {};
  const options = { hideWarnings: true };
  const config = unstable_readConfig({ config: join(root, 'wrangler.toml'), ...env }, options);
  // Without the environment: both are branches of one Pages project.
  const site = unstable_readConfig({ config: join(root, 'web', 'wrangler.toml') }, options);
  const [database] = config.d1_databases;
  if (!database?.database_name || !database.database_id || !config.name || !site.name) {
    throw new Error(
      'wrangler.toml must name the Worker and its database, and web/wrangler.toml the Pages project.',
    );
  }
  const { database_name: name, database_id: id } = database;
  const consumers: { queue: string }[] = config.queues.consumers ?? [];
  const buckets: { bucket_name?: string }[] = config.r2_buckets;
  const namespaces: { binding: string; id?: string }[] = config.kv_namespaces;
  return {
    environment,
    vars: Object.fromEntries(Object.entries(config.vars).map(([key, value]) => [key, String(value)])),
    worker: config.name,
    placement: config.placement && 'region' in config.placement ? config.placement.region : '',
    database: { name, id },
    queues: consumers.map(({ queue }) => queue),
    buckets: buckets.flatMap((each) => each.bucket_name ?? []),
    namespaces: namespaces.map(({ binding, id: namespaceId = '' }) => ({
      binding,
      id: namespaceId,
      title: `${name}-${binding.toLowerCase()}`,
    })),
    pages: { project: site.name, branch: BRANCHES[environment] },
  };
}

/** The day of the business at an instant, in the time zone that the environment is deployed with. */
export function businessDayAt({ vars }: Pick<DeployConfig, 'vars'>, epochMs: number): Day {
  const timeZone = vars.BUSINESS_TIME_ZONE;
  if (!timeZone)
    throw new Error('BUSINESS_TIME_ZONE is missing in wrangler.toml: set it to the zone of the business.');
  return dayAt(epochMs, timeZone);
}

export const PLACEHOLDER_ID = '00000000-0000-0000-0000-000000000000';

/** The ids that a fresh checkout has in place of real ones: zeros, the last digit aside. */
export function isPlaceholder(id: string): boolean {
  return /^[0-]*\d?$/.test(id);
}

/** A value in wrangler.toml: a variable of the environment, or the id of a binding. */
export type Setting =
  | { type: 'variable'; name: string }
  | { type: 'placement' }
  | { type: 'database' }
  | { type: 'namespace'; binding: string };

/**
 * Writes one value into wrangler.toml and leaves every other character as it is. A namespace that Pages binds, too, is
 * also written into web/wrangler.toml.
 */
export function writeSetting(
  root: string,
  environment: SiteEnvironment,
  change: Setting & { value: string },
): void {
  const write = (file: string) =>
    writeFileSync(file, withSetting(readFileSync(file, 'utf8'), environment, change));
  write(join(root, 'wrangler.toml'));
  const site = join(root, 'web', 'wrangler.toml');
  if (change.type === 'namespace' && readFileSync(site, 'utf8').includes(`binding = "${change.binding}"`)) {
    write(site);
  }
}

/** Throws if the file has no table or no line for the value. */
export function withSetting(
  toml: string,
  environment: SiteEnvironment,
  { value, ...setting }: Setting & { value: string },
): string {
  const prefix = environment === 'preview' ? 'env.preview.' : '';
  const { header, key, has } = PLACES[setting.type](setting);
  const tables = toml.split(/^(?=\[)/m);
  const index = tables.findIndex(
    (table) => table.startsWith(header.replace('^', prefix)) && (has === null || table.includes(has)),
  );
  const line = new RegExp(`^${key} = "[^"\\n]*"`, 'm');
  const table = tables[index];
  if (table === undefined || !line.test(table)) {
    throw new Error(
      `wrangler.toml has no ${key} in ${header.replace('^', prefix)}: add it, then run this again.`,
    );
  }
  tables[index] = table.replace(line, () => `${key} = ${JSON.stringify(value)}`);
  return tables.join('');
}

/** The table (^ stands for the environment), the key, and a line that tells tables with one header apart. */
type Place = { header: string; key: string; has: string | null };
const PLACES: Record<Setting['type'], (setting: Setting) => Place> = {
  variable: (setting) => ({ header: '[^vars]', key: 'name' in setting ? setting.name : '', has: null }),
  // The Worker of staging inherits it.
  placement: () => ({ header: '[placement]', key: 'region', has: null }),
  database: () => ({ header: '[[^d1_databases]]', key: 'database_id', has: null }),
  namespace: (setting) => ({
    header: '[[^kv_namespaces]]',
    key: 'id',
    has: `binding = "${'binding' in setting ? setting.binding : ''}"`,
  }),
};
