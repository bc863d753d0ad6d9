import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PublicCatalog } from '#contract/public-catalog.ts';
import type { SiteEnvironment } from '#web/build/site-vars.ts';
import { withLock } from '../lock.mjs';
import { runOrThrow } from '../run.ts';
import { hashSources } from './sources.ts';

/** The production build. */
export type Bundle = {
  /** The folder of the Pages project: documents, assets, _headers, _redirects, _routes.json. */
  siteDir: string;
  /** The text of the Pages function. */
  functionScript: string;
  /** The text of the Worker. */
  workerScript: string;
};

type BuildOptions = {
  environment?: SiteEnvironment;
  /** Built into the documents, for the case that neither KV nor the Worker answers; null for the first rate card. */
  catalog?: PublicCatalog | null;
};

/**
 * Builds if the sources changed, or if the last build had other options, and passes the build to `use`. Holds a lock
 * until `use` returns, so that files of two builds are never mixed.
 */
export function withBundle<T>(
  root: string,
  use: (bundle: Bundle) => Promise<T>,
  { environment = 'production', catalog = null }: BuildOptions = {},
): Promise<T> {
  return withLock(join(root, '.cache', 'build.lock'), async () => {
    const builtIn = JSON.stringify(catalog);
    const stamp = `${environment} ${hashSources(root)} ${createHash('sha256').update(builtIn).digest('hex')}`;
    const isThere = existsSync(join(root, 'web', 'dist', 'index.html'));
    if (!isThere || stamp !== lastStamp(root)) await buildAll(root, { environment, builtIn, stamp });
    return use({
      siteDir: join(root, 'web', 'dist'),
      functionScript: readFileSync(join(root, 'dist', 'function', 'index.js'), 'utf8'),
      workerScript: readFileSync(join(root, 'dist', 'worker', 'index.js'), 'utf8'),
    });
  });
}

const stampFile = (root: string) => join(root, 'dist', 'built-from');

function lastStamp(root: string): string | null {
  try {
    return readFileSync(stampFile(root), 'utf8');
  } catch {
    return null;
  }
}

/** The public documents first: their build empties the folder. */
async function buildSite(root: string, env: Record<string, string>): Promise<void> {
  const build = ['vite', 'build', '-c', 'web/vite.config.ts'];
  await runOrThrow(build, { cwd: root, env });
  for (const mode of ['office', 'draft', 'driver'])
    await runOrThrow([...build, '--mode', mode], { cwd: root, env });
}

/** Vite renders React for the function; wrangler bundles the functions with the result. */
async function buildFunctions(root: string, env: Record<string, string>): Promise<void> {
  await runOrThrow(['vite', 'build', '-c', 'web/build/edge.config.ts'], { cwd: root, env });
  const command = ['wrangler', 'pages', 'functions', 'build', '--outdir', '../dist/function'];
  await runOrThrow(command, { cwd: join(root, 'web'), env });
}

type Build = { environment: SiteEnvironment; builtIn: string; stamp: string };

async function buildAll(root: string, { environment, builtIn, stamp }: Build): Promise<void> {
  process.stderr.write(environment === 'preview' ? 'Building staging ...\n' : 'Building ...\n');
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  // A caller such as a test runner may have set another NODE_ENV.
  const env = { NODE_ENV: 'production' };
  const catalogFile = join(root, 'dist', 'built-in-catalog.json');
  mkdirSync(join(root, 'dist'));
  writeFileSync(catalogFile, builtIn);
  const site = {
    ...env,
    BUILD_ID: createHash('sha256').update(stamp).digest('hex').slice(0, 16),
    SITE_ENVIRONMENT: environment,
    BUILT_IN_CATALOG: builtIn === 'null' ? '' : catalogFile,
  };
  await Promise.all([
    buildSite(root, site),
    runOrThrow(['wrangler', 'deploy', '--env=', '--dry-run', '--outdir', 'dist/worker'], { cwd: root, env }),
    buildFunctions(root, site),
  ]);
  writeFileSync(stampFile(root), stamp);
}
