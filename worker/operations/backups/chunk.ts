import { Encrypter } from 'age-encryption';
import type { Context } from '#worker/base/context.ts';
import { sha256 } from '#worker/base/platform/digest.ts';
import { BACKUPS_PREFIX, type BackupObject, type BackupTable, type KeyValues } from './manifest.ts';
import { readPageOfTable } from './repo.ts';

/** Text of rows in one object, before compression. 16 MB take about a second of CPU and a few MB of memory. */
const OBJECT_BYTES = 16_000_000;
/** Text of rows in one query. */
const PAGE_BYTES = 2_000_000;
const MAX_PAGE_ROWS = 1000;
/** Before the size of a row is known. */
const FIRST_PAGE_ROWS = 20;
/** D1 allows 1,000 queries for one call of the Worker. */
const MAX_PAGES = 200;

export type Chunk = {
  /** Null if there was no row after the position. */
  object: BackupObject | null;
  /** Of the rows, before compression. */
  textBytes: number;
  /** Queries that were made. */
  pages: number;
  isLast: boolean;
};

export type ChunkInput = {
  backupName: string;
  table: BackupTable;
  after: KeyValues | null;
  /** An age public key. */
  recipient: string;
  /** The usual sizes are divided by this: more than 1 after a step that ran out of memory. */
  divisor: number;
};

/** Writes the next rows of a table into one object: JSON lines, compressed, encrypted. */
export async function writeChunk(
  ctx: Context,
  { backupName, table, after, recipient, divisor }: ChunkInput,
): Promise<Chunk> {
  const gzip = new CompressionStream('gzip');
  const compressed = new Response(gzip.readable).arrayBuffer();
  const writer = gzip.writable.getWriter();
  const read = await copyRows(ctx, { table, after, divisor }, (text) =>
    writer.write(new TextEncoder().encode(text)),
  );
  await writer.close();
  const content = new Uint8Array(await compressed);
  const { first, last, rows, textBytes, pages, isLast } = read;
  if (!first || !last) return { object: null, textBytes, pages, isLast };
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const encrypted = await encrypter.encrypt(content);
  // A step that is repeated writes a new object, so that an object never changes after its checksum is recorded.
  const key = `${BACKUPS_PREFIX}${backupName}/${table.name}/${ctx.newId()}.ndjson.gz.age`;
  const hash = await sha256(encrypted);
  await ctx.backups.put(key, encrypted, { sha256: hash });
  return {
    object: { key, bytes: encrypted.length, sha256: hash, rows, first, last },
    textBytes,
    pages,
    isLast,
  };
}

type CopiedRows = {
  first: KeyValues | null;
  last: KeyValues | null;
  rows: number;
  textBytes: number;
  pages: number;
  /** Text of the largest row. */
  largestBytes: number;
  isLast: boolean;
};

/** Reads page by page until the table ends or the object is full. */
async function copyRows(
  ctx: Context,
  { table, after, divisor }: Pick<ChunkInput, 'table' | 'after' | 'divisor'>,
  write: (text: string) => Promise<void>,
): Promise<CopiedRows> {
  const copied: CopiedRows = {
    first: null,
    last: null,
    rows: 0,
    textBytes: 0,
    pages: 0,
    largestBytes: 0,
    isLast: false,
  };
  const positionOf = (row: unknown[]) =>
    table.key.map((column) => row[table.columns.indexOf(column)]) as KeyValues;
  while (!copied.isLast && copied.textBytes < OBJECT_BYTES / divisor && copied.pages < MAX_PAGES) {
    const limit = pageRows(copied, divisor);
    const page = await readPageOfTable(ctx.db, table, { after: copied.last ?? after, limit });
    copied.pages += 1;
    const [first, last] = [page[0], page.at(-1)];
    if (first && last) {
      const lines = page.map((row) => `${JSON.stringify(row.map(toJson))}\n`);
      const text = lines.join('');
      await write(text);
      copied.first ??= positionOf(first);
      copied.last = positionOf(last);
      copied.rows += page.length;
      copied.textBytes += text.length;
      copied.largestBytes = lines.reduce((max, { length }) => Math.max(max, length), copied.largestBytes);
    }
    copied.isLast = page.length < limit;
  }
  return copied;
}

/** By the largest row so far: a page of rows as large as that one fits into the memory of the Worker. */
function pageRows({ largestBytes }: CopiedRows, divisor: number): number {
  const rows = largestBytes === 0 ? FIRST_PAGE_ROWS : Math.min(MAX_PAGE_ROWS, PAGE_BYTES / largestBytes);
  return Math.max(1, Math.floor(rows / divisor));
}

/** D1 returns a blob as an array of bytes; no other value is an object. */
function toJson(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  const bytes = value instanceof ArrayBuffer ? new Uint8Array(value) : Uint8Array.from(value as number[]);
  return { hex: Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('') };
}
