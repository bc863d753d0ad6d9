import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { REMOVALS_PREFIX, type Removal, removalKey } from '#worker/operations/removals/statements.ts';
import type { Target } from '../target.ts';

/** wrangler cannot list the objects of a bucket; the database has a row for each removal. */
const REMOVALS_QUERY =
  'SELECT id, email_hash AS emailHash, removed_at AS removedAtMs FROM removals ORDER BY removed_at, id';

/**
 * Copies every removal of personal data into FOLDER/removals. Returns their number. Throws if the bucket lacks one that
 * the database has.
 */
export async function downloadRemovals(target: Target, folder: string): Promise<number> {
  const keys = (await target.query<Removal>(REMOVALS_QUERY)).map(removalKey);
  mkdirSync(join(folder, REMOVALS_PREFIX), { recursive: true });
  for (const key of keys) {
    const content = await target.readObject(key);
    if (!content) {
      throw new Error(
        `The bucket lacks ${key}, which the database has: a restore would not repeat this removal. Put it back from an earlier download, or run npm run customer:remove again for this customer.`,
      );
    }
    writeFileSync(join(folder, key), content);
  }
  return keys.length;
}

/**
 * Copies the removals beside a downloaded backup into the bucket, and those of the backup's rows that it lacks, so that
 * the step after the restore repeats them. Returns the number of copied ones. Throws if the folder has none.
 */
export async function uploadRemovals(target: Target, folder: string): Promise<number> {
  const from = join(folder, REMOVALS_PREFIX);
  if (!existsSync(from)) {
    throw new Error(
      `${from} is missing, so personal data that was removed would come back. npm run backup -- --download makes it beside the folder of the backup; if it is lost, make an empty folder there.`,
    );
  }
  const names = readdirSync(from).filter((name) => name.endsWith('.json'));
  for (const name of names) {
    await target.writeObject(`${REMOVALS_PREFIX}${name}`, readFileSync(join(from, name)));
  }
  return names.length;
}

/** Writes the removals that the rows of a backup have and the bucket lacks. Returns their number. */
export async function writeLostRemovals(target: Target, backup: DatabaseSync): Promise<number> {
  // An older backup has no such table.
  const table = backup.prepare("SELECT 1 FROM sqlite_master WHERE name = 'removals'").get();
  const removals = table ? (backup.prepare(REMOVALS_QUERY).all() as Removal[]) : [];
  let written = 0;
  for (const { id, emailHash, removedAtMs } of removals) {
    const removal = { id, emailHash, removedAtMs };
    const key = removalKey(removal);
    if (await target.readObject(key)) continue;
    await target.writeObject(key, Buffer.from(JSON.stringify(removal)));
    written += 1;
  }
  return written;
}
