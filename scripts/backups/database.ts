import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite';
import {
  type BackupManifest,
  type BackupTable,
  countBackupRows,
} from '#worker/operations/backups/manifest.ts';
import type { Migration } from '../local/migrate.ts';
import { type BackupSource, readObjectRows } from './source.ts';

/** The most missing references in one error message. */
const MAX_LISTED = 20;

export type CheckInput = {
  source: BackupSource;
  privateKey: string;
  /** Those up to the backup's schema version. */
  migrations: Migration[];
  /** Where the database file is made. It holds personal data unencrypted. */
  file: string;
  onNotice(line: string): void;
};

/**
 * Loads a backup into a SQLite file on this machine, so that every error is found before the target is changed. Two rows
 * that exclude each other were read before and after a change: the later one is kept. Throws if an object is damaged, or
 * with a list if a row refers to a missing row.
 */
export async function checkBackup({
  source,
  privateKey,
  migrations,
  file,
  onNotice,
}: CheckInput): Promise<DatabaseSync> {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  for (const statement of migrations.flatMap(({ statements }) => statements)) database.exec(statement);
  for (const { name } of listTriggers(database)) database.exec(`DROP TRIGGER ${quoteName(name)}`);
  for (const table of source.manifest.tables) {
    // The migrations have inserted rows into some tables.
    database.exec(`DELETE FROM ${quoteName(table.name)}`);
    for (const object of table.objects) {
      insertRows(database, table, await readObjectRows(source, object, privateKey));
    }
    const replaced = countBackupRows(table) - countStoredRows(database, table);
    if (replaced > 0) {
      onNotice(`${table.name}: ${replaced} rows were replaced by rows that the backup read later.`);
    }
  }
  deleteCascaded(database);
  const missing = listMissing(database);
  if (missing.length > 0) {
    const listed = missing.slice(0, MAX_LISTED).join('\n');
    throw new Error(
      `The backup cannot be restored. ${missing.length} rows refer to missing rows:\n${listed}`,
    );
  }
  return database;
}

function insertRows(database: DatabaseSync, table: BackupTable, rows: SQLInputValue[][]): void {
  const names = table.columns.map(quoteName).join(', ');
  const places = table.columns.map(() => '?').join(', ');
  const insert = database.prepare(
    `INSERT OR REPLACE INTO ${quoteName(table.name)} (${names}) VALUES (${places})`,
  );
  database.exec('BEGIN');
  for (const row of rows) insert.run(...row);
  database.exec('COMMIT');
}

function countStoredRows(database: DatabaseSync, { name }: BackupTable): number {
  return Number(database.prepare(`SELECT count(*) AS count FROM ${quoteName(name)}`).get()?.count);
}

type Reference = { table: string; rowid: number | null; parent: string; fkid: number };

const listReferences = (database: DatabaseSync) =>
  database.prepare('PRAGMA foreign_key_check').all() as Reference[];

/**
 * Deletes rows whose parent was deleted while the backup ran, where the foreign key says ON DELETE CASCADE: the
 * database deleted them, too.
 */
function deleteCascaded(database: DatabaseSync): void {
  for (const { table, rowid, fkid } of listReferences(database)) {
    const keys = database.prepare(`PRAGMA foreign_key_list(${quoteName(table)})`).all();
    const isCascade = keys.some(({ id, on_delete }) => id === fkid && on_delete === 'CASCADE');
    if (isCascade) database.prepare(`DELETE FROM ${quoteName(table)} WHERE rowid = ?`).run(rowid);
  }
}

function listMissing(database: DatabaseSync): string[] {
  return listReferences(database).map(
    ({ table, rowid, parent }) => `- ${table}, row ${rowid}: its row of ${parent} is missing`,
  );
}

function listTriggers(database: DatabaseSync): { name: string; sql: string }[] {
  const rows = database.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").all();
  return rows.map(({ name, sql }) => ({ name: String(name), sql: String(sql) }));
}

/** D1 refuses statements of more than 100,000 bytes. */
const STATEMENT_BYTES = 90_000;

/**
 * Statements that fill each table, parents before children. A table is emptied just before, because migrations and the
 * crons of a running system insert rows.
 */
export function* insertStatements(database: DatabaseSync, { tables }: BackupManifest): Generator<string> {
  for (const table of tables.toReversed()) {
    yield `DELETE FROM ${quoteName(table.name)}`;
    const head = `INSERT INTO ${quoteName(table.name)} (${table.columns.map(quoteName).join(', ')}) VALUES `;
    let tuples: string[] = [];
    let bytes = head.length;
    for (const row of readInOrder(database, table)) {
      const { tuple, appended } = describeRow(table, row);
      const tupleBytes = Buffer.byteLength(tuple) + 1;
      if (tuples.length > 0 && bytes + tupleBytes > STATEMENT_BYTES) {
        yield head + tuples.join(',');
        tuples = [];
        bytes = head.length;
      }
      tuples.push(tuple);
      bytes += tupleBytes;
      if (appended.length > 0) {
        yield head + tuples.join(',');
        yield* appended;
        tuples = [];
        bytes = head.length;
      }
    }
    if (tuples.length > 0) yield head + tuples.join(',');
  }
}

type StoredRow = Record<string, SQLOutputValue>;

/** Characters of one piece of a long text. As bytes in a literal, a character has up to 8 digits. */
const PIECE = /.{1,10000}/gsu;
const PIECE_LENGTH = 10_000;

/** The values of a row. If they are too long for one statement, long texts are empty and `appended` adds them. */
function describeRow(table: BackupTable, row: StoredRow): { tuple: string; appended: string[] } {
  const tupleOf = (values: StoredRow) =>
    `(${table.columns.map((column) => literal(values[column])).join(',')})`;
  const tuple = tupleOf(row);
  if (Buffer.byteLength(tuple) < STATEMENT_BYTES / 2) return { tuple, appended: [] };
  const where = table.key.map((column) => `${quoteName(column)} = ${literal(row[column])}`).join(' AND ');
  const short = { ...row };
  const appended: string[] = [];
  for (const [column, value] of Object.entries(row)) {
    if (typeof value !== 'string' || value.length <= PIECE_LENGTH) continue;
    short[column] = '';
    const name = quoteName(column);
    for (const [piece] of value.matchAll(PIECE)) {
      appended.push(
        `UPDATE ${quoteName(table.name)} SET ${name} = ${name} || ${literal(piece)} WHERE ${where}`,
      );
    }
  }
  return { tuple: tupleOf(short), appended };
}

/** In the order of the key. A table that refers to itself: rows without a reference first, such as payments. */
function readInOrder(database: DatabaseSync, { name, columns, key }: BackupTable) {
  const self = database
    .prepare(`PRAGMA foreign_key_list(${quoteName(name)})`)
    .all()
    .filter(({ table }) => table === name)
    .map(({ from }) => `${quoteName(String(from))} IS NOT NULL`);
  const order = [...self, ...key.map(quoteName)].join(', ');
  return database
    .prepare(`SELECT ${columns.map(quoteName).join(', ')} FROM ${quoteName(name)} ORDER BY ${order}`)
    .iterate();
}

/** An SQL literal. Text with a line break or another control character is written as bytes. */
export function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (value instanceof Uint8Array) return `X'${Buffer.from(value).toString('hex')}'`;
  if (typeof value !== 'string') return String(value);
  // wrangler refuses a file with BEGIN TRANSACTION in it.
  const isPlain = /^\P{Cc}*$/u.test(value) && !value.includes('BEGIN TRANSACTION');
  if (isPlain) return `'${value.replaceAll("'", "''")}'`;
  return `CAST(X'${Buffer.from(value).toString('hex')}' AS TEXT)`;
}

/** A name of a table or column in quotation marks. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
