import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashPassword } from '#worker/base/platform/passwords.ts';
import { type Account, insertStatement, inWords, parseAccount } from './admin/account.ts';
import { askAccount } from './admin/ask.ts';
import { runCommand } from './command.ts';
import { envOption } from './deploy/cloudflare.ts';
import { askControl } from './local/control.ts';
import { stateDirOf } from './local/settings.ts';
import { ROOT } from './root.ts';
import { runOrThrow } from './run.ts';
import { OFFLINE_NOTICE } from './target.ts';

/** Creates the first super administrator in production, with --preview on staging, or with --local in the running local system. */
await runCommand(async () => {
  const account = parseAccount(await askAccount(process.env));
  const create = process.argv.includes('--local') ? createLocally : createRemotely;
  await create(account).catch((error: unknown) => {
    throw inWords(error);
  });
  console.log(`${account.username} can sign in at /admin.`);
});

async function createLocally(account: Account): Promise<void> {
  await askControl(stateDirOf(process.env, ROOT), 'administrator', account);
}

async function createRemotely(account: Account): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'administrator-'));
  const file = join(folder, 'insert.sql');
  try {
    const hash = await hashPassword(account.password);
    writeFileSync(file, insertStatement(account, { hash, nowMs: Date.now() }), { mode: 0o600 });
    const env = envOption(process.argv.includes('--preview') ? 'preview' : 'production');
    console.log(OFFLINE_NOTICE);
    await runOrThrow(['wrangler', 'd1', 'execute', 'DB', '--remote', env, '--yes', '--file', file], {
      cwd: ROOT,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
