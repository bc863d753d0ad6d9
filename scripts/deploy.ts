import { join } from 'node:path';
import { askOnTerminal } from './admin/ask.ts';
import { runCommand } from './command.ts';
import { runWrangler } from './deploy/cloudflare.ts';
import { readDeployConfig, writeSetting } from './deploy/config.ts';
import { deploymentPlan } from './deploy/plan.ts';
import { printPlan, runPlan, type Tools } from './deploy/step.ts';
import { listMigrationNames } from './local/migrate.ts';
import { withBundle } from './production/bundle.ts';
import { ROOT } from './root.ts';

const OPTIONS = ['--preview', '--dry-run', '--yes'];

/** npm run deploy [-- --preview] [--dry-run] [--yes]: leads through a deployment to production, or to staging. */
await runCommand(async () => {
  const args = process.argv.slice(2);
  const unknown = args.filter((argument) => !OPTIONS.includes(argument));
  if (unknown.length > 0)
    throw new Error(`Unknown option ${unknown.join(' ')}. There are ${OPTIONS.join(', ')}.`);
  const environment = args.includes('--preview') ? 'preview' : 'production';
  const config = () => readDeployConfig(ROOT, environment);
  const steps = deploymentPlan(config());
  console.log(
    `Deploys ${environment === 'preview' ? 'staging' : 'production'}: ${config().vars.PUBLIC_URL}\n`,
  );
  if (args.includes('--dry-run')) {
    printPlan(steps, console.log);
    return;
  }
  const tools: Tools = {
    wrangler: runWrangler,
    config,
    writeSetting: (change) => writeSetting(ROOT, environment, change),
    migrations: listMigrationNames(join(ROOT, 'migrations')),
    say: console.log,
    isInteractive: process.stdin.isTTY,
    ask: askOnTerminal,
    askSecret: (question) => askOnTerminal(question, { isHidden: true }),
    withSite: (work, catalog) => withBundle(ROOT, ({ siteDir }) => work(siteDir), { environment, catalog }),
    fetch: (url, init) => fetch(url, init),
    answers: new Map(),
  };
  await runPlan(steps, tools, { isConfirmed: args.includes('--yes') });
});
