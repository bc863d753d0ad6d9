import { Encrypter } from 'age-encryption';
import type { Context } from '#worker/context.ts';
import { sha256 } from '#worker/platform/digest.ts';
import { BACKUPS_PREFIX, type BackupObject, type BackupTable, type KeyValues } from './manifest.ts';
import { readPageOfTable } from './repo.ts';

/** Text of rows in one object, before compression. 16 MB take about a second of CPU and a few MB of memory. */
const OBJECT_BYTES = 16_000_000;
/** Text of rows in one query. */
const PAGE_BYTES = 2_000_000;
const MAX_PAGE_ROWS = 5000;
/** Before the size of a row is known. */
const FIRST_PAGE_ROWS = 20;

export type Chunk = {
  /** Null if there was no row after the position. */
  object: BackupObject | null;
  /** Of the rows, before compression. */
  textBytes: number;
  isLast: boolean;
};

export type ChunkInput = {
  backupName: string;
  table: BackupTable;
  after: KeyValues | null;
  /** An age public key. */
  recipient: string;
};

/** Writes the next rows of a table into one object: JSON lines, compressed, encrypted. */
export async function writeChunk(
  ctx: Context,
  { backupName, table, after, recipient }: ChunkInput,
): Promise<Chunk> {
  const gzip = new CompressionStream('gzip');
  const compressed = new Response(gzip.readable).arrayBuffer();
  const writer = gzip.writable.getWriter();
  const read = await copyRows(ctx, { table, after }, (text) => writer.write(new TextEncoder().encode(text)));
  await writer.close();
  const content = new Uint8Array(await compressed);
  const { first, last, rows, textBytes, isLast } = read;
  if (!first || !last) return { object: null, textBytes, isLast };
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const encrypted = await encrypter.encrypt(content);
  // A step that is repeated writes a new object, so that an object never changes after its checksum is recorded.
  const key = `${BACKUPS_PREFIX}${backupName}/${table.name}/${ctx.newId()}.ndjson.gz.age`;
  const hash = await sha256(encrypted);
  await ctx.backups.put(key, encrypted, { sha256: hash });
  return { object: { key, bytes: encrypted.length, sha256: hash, rows, first, last }, textBytes, isLast };
}

type CopiedRows = {
  first: KeyValues | null;
  last: KeyValues | null;
  rows: number;
  textBytes: number;
  isLast: boolean;
};

/** Reads page by page until the table ends or OBJECT_BYTES are written. */
async function copyRows(
  ctx: Context,
  { table, after }: { table: BackupTable; after: KeyValues | null },
  write: (text: string) => Promise<void>,
): Promise<CopiedRows> {
  const copied: CopiedRows = { first: null, last: null, rows: 0, textBytes: 0, isLast: false };
  const positionOf = (row: unknown[]) =>
    table.key.map((column) => row[table.columns.indexOf(column)]) as KeyValues;
  while (!copied.isLast && copied.textBytes < OBJECT_BYTES) {
    const limit = pageRows(copied);
    const page = await readPageOfTable(ctx.db, table, { after: copied.last ?? after, limit });
    const [first, last] = [page[0], page.at(-1)];
    if (first && last) {
      const text = page.map((row) => `${JSON.stringify(row.map(toJson))}\n`).join('');
      await write(text);
      copied.first ??= positionOf(first);
      copied.last = positionOf(last);
      copied.rows += page.length;
      copied.textBytes += text.length;
    }
    copied.isLast = page.length < limit;
  }
  return copied;
}

function pageRows({ rows, textBytes }: CopiedRows): number {
  if (rows === 0) return FIRST_PAGE_ROWS;
  return Math.max(1, Math.min(MAX_PAGE_ROWS, Math.floor((PAGE_BYTES * rows) / textBytes)));
}

/** D1 returns a blob as an array of bytes; no other value is an object. */
function toJson(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  const bytes = value instanceof ArrayBuffer ? new Uint8Array(value) : Uint8Array.from(value as number[]);
  return { hex: Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('') };
}
