import {
  BACKUPS_PREFIX,
  type BackupManifest,
  type BackupObject,
  type BackupProgress,
  backupIndex,
  backupManifest,
  INDEX_KEY,
  type ListedBackup,
  manifestKeyOf,
} from './manifest.ts';
import { backupsToKeep } from './retention.ts';

/** An unfinished backup is deleted when its last object is this old. */
const UNFINISHED_MS = 24 * 3_600_000;
/** The most keys of one delete call (R2). */
const MAX_DELETED_KEYS = 1000;

/** The newest complete backup; null if there is none. One read of the bucket. */
export async function findLastBackup(bucket: R2Bucket): Promise<ListedBackup | null> {
  const object = await bucket.get(INDEX_KEY);
  if (!object) return null;
  return backupIndex.parse(await object.json()).backups[0] ?? null;
}

/** Null if the backup is incomplete. */
export async function findManifest(bucket: R2Bucket, name: string): Promise<BackupManifest | null> {
  const object = await bucket.get(manifestKeyOf(name));
  return object && backupManifest.parse(await object.json());
}

/** The objects that the bucket lacks, or has with another size. */
export async function listMissingObjects(
  bucket: R2Bucket,
  { name, tables }: Pick<BackupProgress, 'name' | 'tables'>,
): Promise<BackupObject[]> {
  const stored = await readObjects(bucket, `${BACKUPS_PREFIX}${name}/`);
  const sizes = new Map(stored.map(({ key, size }) => [key, size]));
  return tables.flatMap(({ objects }) => objects).filter(({ key, bytes }) => sizes.get(key) !== bytes);
}

/** Deletes backups that are no longer kept, and writes the index of the others. Returns the number of deleted ones. */
export async function pruneBackups(bucket: R2Bucket, nowMs: number): Promise<number> {
  const folders = await readFolders(bucket);
  const complete = folders.flatMap(({ listed }) => listed ?? []);
  const kept = backupsToKeep(complete, nowMs);
  const deleted = folders.filter(({ name, listed, newestMs }) =>
    listed ? !kept.has(name) : newestMs < nowMs - UNFINISHED_MS,
  );
  for (const { keys } of deleted) {
    for (let from = 0; from < keys.length; from += MAX_DELETED_KEYS) {
      await bucket.delete(keys.slice(from, from + MAX_DELETED_KEYS));
    }
  }
  const backups = complete.filter(({ name }) => kept.has(name)).toSorted((a, b) => b.startedAt - a.startedAt);
  await bucket.put(INDEX_KEY, JSON.stringify({ backups }));
  return deleted.length;
}

type Folder = {
  name: string;
  /** The manifest is last, so that a backup whose deletion is interrupted still counts as complete and is deleted later. */
  keys: string[];
  /** When its last object was written. */
  newestMs: number;
  /** Null without a manifest. */
  listed: ListedBackup | null;
};

async function readFolders(bucket: R2Bucket): Promise<Folder[]> {
  const objects = (await readObjects(bucket, BACKUPS_PREFIX)).filter(({ key }) => key !== INDEX_KEY);
  const byName = Object.groupBy(objects, ({ key }) => key.slice(BACKUPS_PREFIX.length).split('/')[0] ?? '');
  return Object.entries(byName).map(([name, ofFolder = []]) => {
    const manifest = ofFolder.find(({ key }) => key === manifestKeyOf(name));
    const others = ofFolder.filter((object) => object !== manifest);
    const { startedAt, finishedAt, rows } = manifest?.customMetadata ?? {};
    const listed = manifest && {
      name,
      manifest: manifest.key,
      // A backup that was uploaded by hand has no metadata.
      startedAt: Number(startedAt ?? manifest.uploaded.getTime()),
      finishedAt: Number(finishedAt ?? manifest.uploaded.getTime()),
      rows: Number(rows ?? 0),
      bytes: ofFolder.reduce((sum, { size }) => sum + size, 0),
    };
    return {
      name,
      keys: [...others, ...(manifest ? [manifest] : [])].map(({ key }) => key),
      newestMs: Math.max(...ofFolder.map(({ uploaded }) => uploaded.getTime())),
      listed: listed ?? null,
    };
  });
}

async function readObjects(bucket: R2Bucket, prefix: string): Promise<R2Object[]> {
  const found: R2Object[] = [];
  let page: R2Objects | null = null;
  do {
    page = await bucket.list({
      prefix,
      include: ['customMetadata'],
      ...(page?.truncated && { cursor: page.cursor }),
    });
    found.push(...page.objects);
  } while (page.truncated);
  return found;
}
