import { findPrivateKey } from './backups/keys.ts';
import { openBackup, verifyBackup } from './backups/source.ts';
import { withCheckedBackup } from './backups/verify.ts';
import { runCommand } from './command.ts';
import { stateDirOf } from './local/settings.ts';
import { ROOT } from './root.ts';
import { openTarget } from './target.ts';

/**
 * npm run backup:verify -- MANIFEST: reads every object of a backup and checks it. With the private key it also makes
 * the database of the backup on this machine, as a restore does.
 */
await runCommand(async () => {
  const args = process.argv.slice(2);
  const place = args.find((arg) => !arg.startsWith('--'));
  if (!place) {
    throw new Error('The manifest is missing: npm run backup:verify -- MANIFEST (a file, or a key in R2).');
  }
  const source = await openBackup(place, () => openTarget(args));
  const privateKey = await findPrivateKey(source.manifest.recipient, {
    env: process.env,
    stateDir: stateDirOf(process.env, ROOT),
  });
  const { objects, bytes, rows } = await verifyBackup(source);
  const { tables, startedAt, environment } = source.manifest;
  console.log(`Backup of ${environment} from ${startedAt}: ${tables.length} tables.`);
  console.log(`${objects} objects (${(bytes / 1e6).toFixed(1)} MB) equal their checksums.`);
  if (!privateKey) {
    console.log('The rows were not read: set BACKUP_PRIVATE_KEY_FILE to the file of the private key.');
    return;
  }
  await withCheckedBackup({ source, privateKey, onNotice: (line) => console.log(line) }, async () =>
    console.log(
      `${rows.toLocaleString('en-US')} rows were decrypted and loaded. The backup can be restored.`,
    ),
  );
});
