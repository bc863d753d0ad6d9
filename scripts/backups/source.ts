import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Decrypter } from 'age-encryption';
import {
  BACKUPS_PREFIX,
  type BackupManifest,
  type BackupObject,
  type BackupTable,
  backupIndex,
  backupManifest,
  countBackupRows,
  INDEX_KEY,
  type ListedBackup,
} from '#worker/operations/backups/manifest.ts';
import type { Target } from '../target.ts';

/** A backup in the bucket of a target, or one that was downloaded. */
export type BackupSource = {
  manifest: BackupManifest;
  /** The encrypted content. Throws if it is missing or differs from its checksum. */
  read(object: BackupObject): Promise<Uint8Array>;
};

export type BackupValue = number | string | null | Uint8Array;

/** `place`: the path of a downloaded manifest, or the key of a manifest in the bucket. */
export async function openBackup(place: string, openTarget: () => Target): Promise<BackupSource> {
  return existsSync(place) ? openFolder(place) : openBucket(place, openTarget());
}

function openFolder(file: string): BackupSource {
  const manifest = parseManifest(readFileSync(file), file);
  const read = async ({ key }: BackupObject) => {
    const path = join(dirname(file), pathOf(manifest, key));
    return existsSync(path) ? readFileSync(path) : null;
  };
  return { manifest, read: checked(read) };
}

async function openBucket(key: string, target: Target): Promise<BackupSource> {
  const content = await target.readObject(key);
  if (!content) {
    throw new Error(`There is no file or backup ${key}: npm run backup -- --list shows the backups.`);
  }
  const manifest = parseManifest(content, key);
  return { manifest, read: checked((object) => target.readObject(object.key)) };
}

function parseManifest(content: Uint8Array, name: string): BackupManifest {
  const result = backupManifest.safeParse(JSON.parse(Buffer.from(content).toString('utf8')));
  if (!result.success) throw new Error(`${name} is not the manifest of a backup.`);
  return result.data;
}

/** The path of an object below the folder of its backup. */
function pathOf({ name }: BackupManifest, key: string): string {
  return relative(`${BACKUPS_PREFIX}${name}`, key);
}

function checked(read: (object: BackupObject) => Promise<Uint8Array | null>): BackupSource['read'] {
  return async (object) => {
    const content = await read(object);
    if (!content) throw new Error(`The object ${object.key} is missing.`);
    const hash = createHash('sha256').update(content).digest('hex');
    if (hash !== object.sha256) throw new Error(`The object ${object.key} differs from its checksum.`);
    return content;
  };
}

/** Reads the rows of one object. Throws if the key is another one, or the number of rows differs. */
export async function readObjectRows(
  source: BackupSource,
  object: BackupObject,
  privateKey: string,
): Promise<BackupValue[][]> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(privateKey);
  const compressed = await decrypter.decrypt(await source.read(object)).catch(() => {
    throw new Error(
      `${object.key} cannot be decrypted: the backup is encrypted to ${source.manifest.recipient}.`,
    );
  });
  const lines = gunzipSync(compressed).toString('utf8').trimEnd().split('\n');
  if (lines.length !== object.rows) {
    throw new Error(`The object ${object.key} has ${lines.length} rows instead of ${object.rows}.`);
  }
  return lines.map((line) => (JSON.parse(line) as unknown[]).map(fromJson));
}

function fromJson(value: unknown): BackupValue {
  if (typeof value === 'object' && value !== null) return Buffer.from((value as { hex: string }).hex, 'hex');
  return value as BackupValue;
}

export type VerifiedBackup = { objects: number; bytes: number; rows: number };

/** Reads every object and compares its checksum. Throws on the first error. */
export async function verifyBackup(source: BackupSource): Promise<VerifiedBackup> {
  const objects = source.manifest.tables.flatMap((table) => table.objects);
  for (const object of objects) await source.read(object);
  return {
    objects: objects.length,
    bytes: objects.reduce((sum, { bytes }) => sum + bytes, 0),
    rows: countRows(source.manifest.tables),
  };
}

export function countRows(tables: BackupTable[]): number {
  return tables.reduce((sum, table) => sum + countBackupRows(table), 0);
}

/** Copies a backup into FOLDER/NAME. Returns the path of its manifest, which is written last. */
export async function downloadBackup(source: BackupSource, folder: string): Promise<string> {
  const { manifest } = source;
  const write = (path: string, content: Uint8Array | string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  };
  for (const object of manifest.tables.flatMap((table) => table.objects)) {
    write(join(folder, manifest.name, pathOf(manifest, object.key)), await source.read(object));
  }
  return write(join(folder, manifest.name, 'manifest.json'), JSON.stringify(manifest, null, 1));
}

/** The complete backups of a target, newest first. */
export async function listBackups(target: Target): Promise<ListedBackup[]> {
  const content = await target.readObject(INDEX_KEY);
  return content ? backupIndex.parse(JSON.parse(Buffer.from(content).toString('utf8'))).backups : [];
}
