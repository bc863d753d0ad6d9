import { join } from 'node:path';
import { unstable_readConfig } from 'wrangler';
import { runCommand } from './command.ts';
import { listMigrationNames } from './local/migrate.ts';
import { withBundle } from './production/bundle.ts';
import { type Deployment, isRealDatabase, missingSettings } from './production/readiness.ts';
import { ROOT } from './root.ts';
import { run } from './run.ts';
import { rowsOfJson } from './summaries-report.ts';

/** Migrations first, then the Worker, then the pages that call it: contract changes only add. */
await runCommand(async () => {
  const found = missingSettings(await readDeployment());
  if (found.length > 0)
    throw new Error(`Not deployed. What is missing:\n${found.map((each) => `- ${each}`).join('\n')}`);
  await withBundle(ROOT, async () => {
    await step(['wrangler', 'd1', 'migrations', 'apply', 'DB', '--remote'], ROOT);
    await step(['wrangler', 'deploy'], ROOT);
    await step(['wrangler', 'pages', 'deploy', '--branch', 'main', '--commit-dirty'], join(ROOT, 'web'));
  });
  console.log('Deployed.');
});

async function readDeployment(): Promise<Deployment> {
  const config = unstable_readConfig({ config: join(ROOT, 'wrangler.toml') });
  const whoami = await run(['wrangler', 'whoami'], { cwd: ROOT });
  const isLoggedIn = whoami.status === 0 && !/not authenticated/i.test(whoami.output);
  const databaseId = config.d1_databases[0]?.database_id;
  return {
    vars: config.vars,
    databaseId,
    migrations: {
      known: listMigrationNames(join(ROOT, 'migrations')),
      applied: isLoggedIn && isRealDatabase(databaseId) ? await readAppliedMigrations() : [],
    },
    isLoggedIn,
    secrets: isLoggedIn ? await readSecrets() : null,
  };
}

/** A new database has no table d1_migrations yet. */
async function readAppliedMigrations(): Promise<string[]> {
  const query = ['--json', '--command', 'SELECT name FROM d1_migrations ORDER BY id'];
  const { status, output, stdout } = await run(
    ['wrangler', 'd1', 'execute', 'DB', '--remote', '--yes', ...query],
    { cwd: ROOT },
  );
  if (status === 0) return rowsOfJson<{ name: string }>(stdout).map(({ name }) => name);
  if (/no such table: d1_migrations/.test(output)) return [];
  throw new Error(`Not deployed. The migrations of the remote database cannot be read:\n${output.trim()}`);
}

/** A Worker that was never deployed has none. */
async function readSecrets(): Promise<string[] | null> {
  const { status, stdout } = await run(['wrangler', 'secret', 'list', '--format', 'json'], { cwd: ROOT });
  if (status !== 0) return null;
  return (JSON.parse(stdout) as { name: string }[]).map(({ name }) => name);
}

async function step(command: string[], cwd: string): Promise<void> {
  const { status } = await run(command, { cwd, isShown: true });
  if (status !== 0) throw new Error(`Stopped: ${command.join(' ')} failed. What came before it is deployed.`);
}
