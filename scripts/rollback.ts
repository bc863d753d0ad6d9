import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { askOnTerminal } from './admin/ask.ts';
import { runCommand } from './command.ts';
import { runWrangler } from './deploy/cloudflare.ts';
import { readDeployConfig } from './deploy/config.ts';
import { rollBack } from './deploy/rollback.ts';
import { ROOT } from './root.ts';
import { isContract } from './verify/migrations.ts';

/** npm run rollback: takes production back to its previous deployment, Pages first, then the Worker. */
await runCommand(async () => {
  const [option] = process.argv.slice(2);
  if (option === '--preview') {
    throw new Error(
      'Pages cannot take a branch back. For staging, check out the earlier commit and run npm run deploy -- --preview.',
    );
  }
  if (option) throw new Error(`Unknown option ${option}. npm run rollback has none.`);
  await rollBack(readDeployConfig(ROOT, 'production'), {
    wrangler: runWrangler,
    accountId: process.env.CLOUDFLARE_ACCOUNT_ID,
    fetch: (url, init) => fetch(url, init),
    say: console.log,
    ask: askOnTerminal,
    isContract: (name) => isContract(readFileSync(join(ROOT, 'migrations', name), 'utf8')),
  });
});
