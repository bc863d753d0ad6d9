import { randomUUID } from 'node:crypto';
import { CATALOG_KEY, parseStoredCatalog } from '#contract/catalog-store.ts';
import type { PublicCatalog } from '#contract/public-catalog.ts';
import { findUnknownMigration } from '../local/migrate.ts';
import { envOption, isSignedIn, listAppliedMigrations, wranglerOrThrow } from './cloudflare.ts';
import type { DeployConfig } from './config.ts';
import { backupKey, secrets, stripeWebhook, turnstileKeys, turnstileSecret } from './keys.ts';
import { checkFromOutside, remainingByHand } from './outside.ts';
import { region } from './region.ts';
import { resourceSteps } from './resources.ts';
import { settingProblems, settingWarnings } from './settings.ts';
import { isYes, type Step, type Tools } from './step.ts';

/** The steps of a deployment in their order. `npm run deploy -- --dry-run` prints them. */
export function deploymentPlan(config: DeployConfig): Step[] {
  return [
    settings,
    signIn,
    region,
    turnstileKeys(),
    backupKey(config),
    ...resourceSteps(config),
    secrets(config),
    build(config),
    migrations(config),
    worker(config),
    catalogCopy(config),
    pages(config),
    stripeWebhook(config),
    turnstileSecret(config),
    checkFromOutside(),
    remainingByHand(config),
  ];
}

const settings: Step = {
  title: 'Settings',
  commands: ['[vars] (staging: [env.preview.vars]) in wrangler.toml'],
  findMissing: async (tools) => {
    for (const warning of settingWarnings(tools.config())) tools.say(`Warning: ${warning}`);
    const problems = settingProblems(tools.config());
    if (problems.length === 0) return [];
    throw new Error(
      `Not deployed. Correct these settings:\n${problems.map((each) => `- ${each}`).join('\n')}`,
    );
  },
  run: async () => {},
};

const signIn: Step = {
  title: 'Sign in',
  commands: ['npx wrangler login'],
  findMissing: async ({ wrangler }) => ((await isSignedIn(wrangler)) ? [] : ['A login at Cloudflare']),
  run: async ({ wrangler, ask, isInteractive }) => {
    if (isInteractive && isYes(await ask('Sign in at Cloudflare in the browser now? (yes/no) '))) {
      await wrangler(['login'], { isShown: true });
      if (await isSignedIn(wrangler)) return;
    }
    throw new Error('Not signed in to Cloudflare: run npx wrangler login, or set CLOUDFLARE_API_TOKEN.');
  },
};

/** Before anything changes: a site that cannot be built stops the deployment here. */
function build({ environment }: DeployConfig): Step {
  return {
    title: 'Build',
    commands: [environment === 'preview' ? 'npm run build -- --preview' : 'npm run build'],
    isRepeated: true,
    findMissing: async () => [],
    run: async (tools) => tools.withSite(async () => {}, await readPublishedCatalog(tools, environment)),
  };
}

/** What the Worker stored for the pages at the last publication; null before the first one. */
async function readPublishedCatalog(
  { wrangler, say }: Tools,
  environment: DeployConfig['environment'],
): Promise<PublicCatalog | null> {
  const options = ['--text', '--binding', 'CATALOG', '--remote', envOption(environment)];
  const { status, stdout } = await wrangler(['kv', 'key', 'get', CATALOG_KEY, ...options]);
  const catalog = status === 0 ? parseStoredCatalog(stdout) : null;
  say(
    catalog
      ? `Builds version ${catalog.version} of the catalog in.`
      : 'No published catalog is stored: builds the first rate card in.',
  );
  return catalog;
}

/** Migrations before the Worker: the new Worker needs them, and the previous one works with them (CONTRIBUTING, Migrations). */
function migrations(config: DeployConfig): Step {
  const command = ['d1', 'migrations', 'apply', 'DB', '--remote', envOption(config.environment)];
  return {
    title: 'Migrations',
    commands: [`npx wrangler ${command.join(' ')}`],
    findMissing: async (tools) => {
      const applied = (await listAppliedMigrations(tools.wrangler, tools.config())).map(({ name }) => name);
      const unknown = findUnknownMigration(applied, tools.migrations);
      if (unknown) {
        throw new Error(
          `The remote database has the migration ${unknown}, which this version of the code does not have: deploy the newer version, or name a new database in wrangler.toml.`,
        );
      }
      return tools.migrations.filter((name) => !applied.includes(name));
    },
    run: async ({ wrangler }) => {
      await wranglerOrThrow(wrangler, command, { isShown: true });
    },
  };
}

function worker(config: DeployConfig): Step {
  const command = ['deploy', envOption(config.environment)];
  return {
    title: 'Worker',
    commands: [`npx wrangler ${command.join(' ')}`],
    isRepeated: true,
    findMissing: async () => [],
    run: async (tools) => {
      await wranglerOrThrow(tools.wrangler, command, { isShown: true });
    },
  };
}

/**
 * Asks the new Worker for a copy of the catalog in KV: the copy of an earlier release can lack fields. A task, and no copy
 * from here, because only the Worker knows whether a colleague publishes at this moment.
 */
function catalogCopy(config: DeployConfig): Step {
  const command = (sql: string) => [
    'd1',
    'execute',
    'DB',
    '--remote',
    envOption(config.environment),
    '--yes',
    '--command',
    sql,
  ];
  return {
    title: 'Catalog for the pages',
    commands: [`npx wrangler ${command(`"${insertCatalogTask('ID', 0)}"`).join(' ')}`],
    isRepeated: true,
    findMissing: async () => [],
    run: async ({ wrangler }) => {
      await wranglerOrThrow(wrangler, command(insertCatalogTask(randomUUID(), Date.now())));
    },
  };
}

/** The row of a publication (worker/notify/outbox): the cron finds it within minutes. */
function insertCatalogTask(id: string, nowMs: number): string {
  return `INSERT INTO outbox (id, kind, subject, dedupe_key, created_at) VALUES ('${id}', 'catalog-published', 'deployment', 'catalog-published:${id}', ${nowMs})`;
}

/** After the Worker: contract changes only add, so the old pages work with the new Worker. */
function pages({ environment, pages: { project, branch } }: DeployConfig): Step {
  const command = ['pages', 'deploy', '--project-name', project, '--branch', branch, '--commit-dirty'];
  return {
    title: 'Pages',
    commands: [`cd web && npx wrangler ${command.join(' ')}`],
    isRepeated: true,
    findMissing: async () => [],
    run: async (tools) =>
      tools.withSite(
        async () => {
          await wranglerOrThrow(tools.wrangler, command, { isSite: true, isShown: true });
        },
        await readPublishedCatalog(tools, environment),
      ),
  };
}
