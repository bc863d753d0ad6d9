import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { writeNewKey } from './backups/keys.ts';
import { downloadRemovals } from './backups/removals.ts';
import { downloadBackup, listBackups, openBackup } from './backups/source.ts';
import { runCommand } from './command.ts';
import { openTarget, type Target } from './target.ts';

const USAGE = `npm run backup                          makes a backup now
npm run backup -- --list                lists the backups
npm run backup -- --download FOLDER     copies the newest backup into FOLDER; a manifest's key after it copies another one
npm run backup -- --new-key FILE        makes a pair of keys; FILE gets the private key`;

/** How often the progress is read. Each query at Cloudflare takes seconds. */
const POLL_MS = { local: 500, cloudflare: 5000 };
/** The cron begins requested backups every minute. */
const START_MS = 180_000;

await runCommand(async () => {
  const args = process.argv.slice(2);
  const { values, positionals } = readArguments(args);
  if (values['new-key']) return makeKey(values['new-key']);
  const target = openTarget(args);
  if (values.list) return showBackups(target);
  if (values.download) return download(target, values.download, positionals[0]);
  console.log(`Manifest: ${await makeBackup(target)}`);
});

function readArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        list: { type: 'boolean' },
        download: { type: 'string' },
        'new-key': { type: 'string' },
        local: { type: 'boolean' },
        remote: { type: 'boolean' },
        preview: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  }
}

async function makeKey(file: string): Promise<void> {
  const recipient = await writeNewKey(file);
  console.log(`The private key is in ${file}. Copy it to two safe places outside Cloudflare: without it no backup can be read.
The public key, for BACKUP_PUBLIC_KEY in wrangler.toml:
${recipient}`);
}

async function showBackups(target: Target): Promise<void> {
  const backups = await listBackups(target);
  for (const { manifest, finishedAt, rows, bytes } of backups) {
    const size = `${rows.toLocaleString('en-US')} rows, ${(bytes / 1e6).toFixed(1)} MB`;
    console.log(`${new Date(finishedAt).toISOString()}  ${size.padEnd(28)}  ${manifest}`);
  }
  if (backups.length === 0) console.log('There is no backup yet.');
}

async function download(target: Target, folder: string, key: string | undefined): Promise<void> {
  const chosen = key ?? (await listBackups(target))[0]?.manifest;
  if (!chosen) throw new Error('There is no backup yet: make one with npm run backup.');
  const source = await openBackup(chosen, () => target);
  console.log(`Removals of personal data: ${await downloadRemovals(target, folder)}`);
  console.log(`Manifest: ${await downloadBackup(source, folder)}`);
}

type RunRow = {
  state: 'running' | 'succeeded' | 'failed';
  error: string | null;
  manifest_key: string | null;
  tables_done: number | null;
  tables: number | null;
};

/** Requests a backup, shows its progress, and returns the key of its manifest. */
async function makeBackup(target: Target): Promise<string> {
  const requestedAt = Date.now();
  await target.query(`INSERT INTO backup_runs (requested_at) VALUES (${requestedAt}) ON CONFLICT DO NOTHING`);
  const [run] = await target.query<{ id: number }>("SELECT id FROM backup_runs WHERE state = 'running'");
  if (!run) throw new Error('The backup was not requested. Run the command again.');
  console.log('Making a backup ...');
  const isLocal = target.environment === 'local';
  let failure: Error | null = null;
  target.wake('backup-resume').catch((error: Error) => {
    failure = error;
  });
  for (let shown = ''; ; ) {
    const row = await readRun(target, run.id);
    if (row.state === 'succeeded' && row.manifest_key) return row.manifest_key;
    if (row.state === 'failed') throw new Error(`The backup failed: ${row.error}`);
    if (failure) throw failure;
    const progress = describeProgress(row, Date.now() - requestedAt);
    if (progress !== shown) console.log(progress);
    shown = progress;
    await wait(isLocal ? POLL_MS.local : POLL_MS.cloudflare);
  }
}

async function readRun(target: Target, id: number): Promise<RunRow> {
  const [row] = await target.query<RunRow>(
    `SELECT state, error, manifest_key, json_extract(progress, '$.tableIndex') AS tables_done,
       json_array_length(progress, '$.tables') AS tables FROM backup_runs WHERE id = ${id}`,
  );
  if (!row) throw new Error('The backup is no longer in the database.');
  return row;
}

function describeProgress({ error, tables_done, tables }: RunRow, elapsedMs: number): string {
  if (error) return `A step failed and is repeated: ${error}`;
  if (tables !== null) return `${tables_done} of ${tables} tables`;
  if (elapsedMs < START_MS) return 'Waiting for the cron, which runs every minute ...';
  return 'The backup has not begun: look for task_failed in the log (docs/runbook.md, Backups).';
}
