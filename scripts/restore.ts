import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { MAINTENANCE_KEY, MAINTENANCE_ON } from '#worker/base/platform/maintenance.ts';
import { findPrivateKey } from './backups/keys.ts';
import { assertEmpty, assertEnvironment, loadBackup } from './backups/load.ts';
import { uploadRemovals } from './backups/removals.ts';
import { countRows, openBackup } from './backups/source.ts';
import { withCheckedBackup } from './backups/verify.ts';
import { runCommand } from './command.ts';
import { readMigrations } from './local/migrate.ts';
import { stateDirOf } from './local/settings.ts';
import { followRestore } from './restores/follow.ts';
import { assertMaintenance, isMaintenanceOn, RESUME_WRITES, stopStatement } from './restores/maintenance.ts';
import { restoreByTimeTravel, TRAVEL_KEY } from './restores/time-travel.ts';
import { ROOT } from './root.ts';
import { openTarget, type Target } from './target.ts';

const MIGRATIONS = join(ROOT, 'migrations');
/** How long a running cron of the local system gets to end. */
const LOCAL_WAIT_MS = 1000;

/**
 * npm run restore -- MANIFEST: loads a backup into an empty database. With --time-travel INSTANT it takes the database
 * back instead. Both then wait until the Worker has done the steps after a restore; --follow only waits.
 */
await runCommand(async () => {
  const args = process.argv.slice(2);
  const place = args.find((arg) => !arg.startsWith('--'));
  if (!place && !args.includes('--follow')) {
    throw new Error(
      'Usage: npm run restore -- MANIFEST (a file, or a key in R2), or npm run restore -- --time-travel INSTANT.',
    );
  }
  const target = openTarget(args);
  if (place) {
    await (args.includes('--time-travel')
      ? restoreByTimeTravel(target, place)
      : restoreBackup(target, place));
  }
  await followRestore(target);
});

async function restoreBackup(target: Target, place: string): Promise<void> {
  const source = await openBackup(place, () => target);
  const { manifest } = source;
  assertEnvironment(target, manifest);
  await assertEmpty(target, readMigrations(MIGRATIONS));
  if (existsSync(place)) await uploadRemovals(target, dirname(dirname(place)));
  const privateKey = await findPrivateKey(source.manifest.recipient, {
    env: process.env,
    stateDir: stateDirOf(process.env, ROOT),
  });
  if (!privateKey) {
    throw new Error('Set BACKUP_PRIVATE_KEY_FILE to the file of the private key: the backup is encrypted.');
  }
  const print = (line: string) => console.log(line);
  await withCheckedBackup({ source, privateKey, onNotice: print }, async (checked) => {
    const rows = countRows(manifest.tables).toLocaleString('en-US');
    print(`Checked ${rows} rows of the backup from ${manifest.startedAt}.`);
    await inMaintenance(target, () =>
      loadBackup({ target, manifest, ...checked, nowMs: Date.now(), onProgress: print }),
    );
  });
  // A backup that was made in maintenance has the row that stops writes.
  await target.update([(await isMaintenanceOn(target)) ? stopStatement(Date.now()) : RESUME_WRITES]);
  // An interrupted Time Travel of this database no longer counts.
  await target.writeFlag(TRAVEL_KEY, null);
  console.log('Restored. Accounts and passwords are those of the backup.');
}

/** Crons must not work on half a database. A local system is in maintenance only while `work` runs. */
async function inMaintenance(target: Target, work: () => Promise<void>): Promise<void> {
  if (target.environment !== 'local') await assertMaintenance(target);
  if (await isMaintenanceOn(target)) return work();
  await target.writeFlag(MAINTENANCE_KEY, MAINTENANCE_ON);
  try {
    await wait(LOCAL_WAIT_MS);
    await work();
  } finally {
    await target.writeFlag(MAINTENANCE_KEY, null);
  }
}
