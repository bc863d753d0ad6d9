import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type Migration, readMigrations } from '../local/migrate.ts';
import { ROOT } from '../root.ts';
import { checkBackup } from './database.ts';
import type { BackupSource } from './source.ts';

export type CheckedBackup = {
  database: DatabaseSync;
  /** Those that the database has, and those that came after the backup. */
  migrations: { before: Migration[]; after: Migration[] };
};

type VerifyInput = { source: BackupSource; privateKey: string; onNotice(line: string): void };

/**
 * Passes the checked backup to `work`, as a database in a temporary file that is then deleted. Throws if the backup
 * cannot be restored.
 */
export async function withCheckedBackup(
  { source, privateKey, onNotice }: VerifyInput,
  work: (checked: CheckedBackup) => Promise<void>,
): Promise<void> {
  const migrations = splitMigrations(source.manifest.schemaVersion);
  const folder = mkdtempSync(join(tmpdir(), 'backup-'));
  try {
    const file = join(folder, 'backup.sqlite');
    const database = await checkBackup({
      source,
      privateKey,
      migrations: migrations.before,
      file,
      onNotice,
    });
    await work({ database, migrations });
    database.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function splitMigrations(schemaVersion: string): CheckedBackup['migrations'] {
  const all = readMigrations(join(ROOT, 'migrations'));
  const index = all.findIndex(({ name }) => name === schemaVersion);
  if (index < 0) {
    throw new Error(
      `The backup has the migration ${schemaVersion}, which this version of the code does not have: check out a newer version.`,
    );
  }
  return { before: all.slice(0, index + 1), after: all.slice(index + 1) };
}
