import * as z from 'zod/mini';

/** Every key of a backup begins with this; then follow the backup's name and the object's. */
export const BACKUPS_PREFIX = 'backups/';
/** The complete backups. wrangler cannot list the objects of a bucket. */
export const INDEX_KEY = `${BACKUPS_PREFIX}index.json`;

/** A position in a table: the values of its key columns. */
const position = z.array(z.union([z.number(), z.string()]));

export type KeyValues = z.output<typeof position>;

/** One encrypted object with rows of one table: age, gzip, JSON lines, one array a row. */
const backupObject = z.object({
  key: z.string(),
  /** Of the encrypted object. */
  bytes: z.number(),
  sha256: z.string(),
  rows: z.number(),
  first: position,
  last: position,
});

export type BackupObject = z.output<typeof backupObject>;

const backupTable = z.object({
  name: z.string(),
  /** The values of a row, in this order. 'rowid' is first where the table has no column for it. */
  columns: z.array(z.string()),
  /** The columns that order the rows. */
  key: z.array(z.string()),
  /** Whether the last row is read first. Missing in older backups. */
  isNewestFirst: z.optional(z.boolean()),
  objects: z.array(backupObject),
});

export type BackupTable = z.output<typeof backupTable>;

/** The part of a backup that is written. Tables before `tableIndex` are complete. */
export const backupProgress = z.object({
  name: z.string(),
  startedAt: z.number(),
  schemaVersion: z.string(),
  /** The public key that the objects are encrypted to. */
  recipient: z.string(),
  /** Tables with a foreign key come before the tables that they refer to. */
  tables: z.array(backupTable),
  tableIndex: z.number(),
  /** The last row that was read of the table at tableIndex; null before the first. */
  after: z.nullable(position),
});

export type BackupProgress = z.output<typeof backupProgress>;

/** The last object of a backup: a backup without a manifest is incomplete. */
export const backupManifest = z.object({
  version: z.literal(1),
  name: z.string(),
  environment: z.enum(['production', 'preview', 'development']),
  /** The file name of the newest migration in the database. */
  schemaVersion: z.string(),
  startedAt: z.string(),
  finishedAt: z.string(),
  /** The public key that the objects are encrypted to. */
  recipient: z.string(),
  /** Children before parents. */
  tables: z.array(backupTable),
  /** The last number that AUTOINCREMENT gave out, by table. */
  sequences: z.record(z.string(), z.number()),
});

export type BackupManifest = z.output<typeof backupManifest>;

const listedBackup = z.object({
  name: z.string(),
  manifest: z.string(),
  startedAt: z.number(),
  finishedAt: z.number(),
  rows: z.number(),
  bytes: z.number(),
});

/** A complete backup in the bucket. Times in milliseconds. */
export type ListedBackup = z.output<typeof listedBackup>;

/** The content of INDEX_KEY, newest first. */
export const backupIndex = z.object({ backups: z.array(listedBackup) });

export function manifestKeyOf(name: string): string {
  return `${BACKUPS_PREFIX}${name}/manifest.json`;
}

export function countBackupRows(table: BackupTable): number {
  return table.objects.reduce((sum, { rows }) => sum + rows, 0);
}
