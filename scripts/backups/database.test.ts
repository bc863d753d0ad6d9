import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, expect, it } from 'vitest';
import type { BackupManifest, BackupObject, BackupTable } from '#worker/operations/backups/manifest.ts';
import { checkBackup, insertStatements } from './database.ts';
import { findPrivateKey, readPrivateKey, writeNewKey } from './keys.ts';
import type { BackupSource } from './source.ts';

const folder = mkdtempSync(join(tmpdir(), 'database-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const privateKey = await generateX25519Identity();
const recipient = await identityToRecipient(privateKey);

const SCHEMA = {
  name: '0000_first.sql',
  statements: [
    'CREATE TABLE parents (id INTEGER PRIMARY KEY AUTOINCREMENT, note TEXT, content BLOB, weight REAL)',
    'CREATE TABLE children (name TEXT PRIMARY KEY, parent INTEGER REFERENCES parents (id))',
    'CREATE TABLE parts (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES parents (id) ON DELETE CASCADE)',
    'CREATE TABLE refunds (id INTEGER PRIMARY KEY, payment INTEGER REFERENCES refunds (id))',
    "INSERT INTO parents (id, note) VALUES (99, 'of the migration')",
    "CREATE TRIGGER no_parent BEFORE INSERT ON parents BEGIN SELECT RAISE(ABORT, 'no'); END",
  ],
};

type Rows = { parents?: unknown[][]; children?: unknown[][]; parts?: unknown[][]; refunds?: unknown[][] };

const COLUMNS: Record<keyof Rows, string[]> = {
  children: ['rowid', 'name', 'parent'],
  parts: ['id', 'parent'],
  refunds: ['id', 'payment'],
  parents: ['id', 'note', 'content', 'weight'],
};

/** A backup of these rows as the Worker writes it, one object a table. */
async function makeSource(rows: Rows, change: Partial<BackupObject> = {}): Promise<BackupSource> {
  const contents = new Map<string, Uint8Array>();
  const tables: BackupTable[] = [];
  for (const [name, columns] of Object.entries(COLUMNS)) {
    const ofTable = rows[name as keyof Rows] ?? [];
    const encrypter = new Encrypter();
    encrypter.addRecipient(recipient);
    const text = ofTable.map((row) => `${JSON.stringify(row)}\n`).join('');
    contents.set(name, await encrypter.encrypt(gzipSync(text)));
    const object = { key: name, bytes: 0, sha256: '', rows: ofTable.length, first: [], last: [], ...change };
    tables.push({ name, columns, key: [columns[0] ?? ''], objects: ofTable.length > 0 ? [object] : [] });
  }
  const manifest: BackupManifest = {
    version: 1,
    name: 'test',
    environment: 'development',
    schemaVersion: SCHEMA.name,
    startedAt: '',
    finishedAt: '',
    recipient,
    tables,
    sequences: {},
  };
  return { manifest, read: async ({ key }) => contents.get(key) ?? new Uint8Array() };
}

const check = (source: BackupSource, key = privateKey, onNotice = (_line: string) => {}) =>
  checkBackup({ source, privateKey: key, migrations: [SCHEMA], file: ':memory:', onNotice });

it('any row is unchanged after the way through SQL text', async () => {
  const notes = [
    "it's",
    'line\nbreak',
    'a\0b',
    'BEGIN TRANSACTION;',
    '–',
    '',
    null,
    "'); DROP TABLE parents; --",
  ];
  const source = await makeSource({
    parents: [
      ...notes.map((note, i) => [i + 1, note, null, null]),
      [100, 'x'.repeat(60_000), { hex: '00ff' }, 0.1],
      [101, 'y'.repeat(60_000), { hex: '' }, -1e21],
      [102, 'long 🚚\n'.repeat(60_000), null, null],
      [103, 'short', null, null],
    ],
    children: [[7, 'a', 100]],
    // The refund has the smaller number.
    refunds: [
      [1, 2],
      [2, null],
    ],
  });
  const database = await check(source);
  const statements = [...insertStatements(database, source.manifest)];
  expect(Math.max(...statements.map((statement) => Buffer.byteLength(statement)))).toBeLessThan(100_000);
  expect(statements.some((statement) => statement.includes('BEGIN TRANSACTION'))).toBe(false);
  const copy = new DatabaseSync(':memory:');
  for (const statement of SCHEMA.statements.slice(0, 4)) copy.exec(statement);
  for (const statement of statements) copy.exec(statement);
  for (const [table, columns] of Object.entries(COLUMNS)) {
    const query = `SELECT ${columns.join(', ')} FROM ${table} ORDER BY rowid`;
    expect(copy.prepare(query).all()).toEqual(database.prepare(query).all());
  }
  expect(copy.prepare('SELECT id, note FROM parents WHERE id < 100 ORDER BY id').all()).toEqual(
    notes.map((note, i) => ({ id: i + 1, note })),
  );
});

it('a missing reference is listed, and a part of a deleted row is left out', async () => {
  const broken = await makeSource({ children: [[7, 'a', 3]], parts: [[1, 3]] });
  await expect(check(broken)).rejects.toThrow(
    'The backup cannot be restored. 1 rows refer to missing rows:\n- children, row 7: its row of parents is missing',
  );
  const database = await check(
    await makeSource({
      parents: [[1, null, null, null]],
      parts: [
        [1, 1],
        [2, 3],
      ],
    }),
  );
  expect(database.prepare('SELECT id FROM parts').all()).toEqual([{ id: 1 }]);
});

it('of two rows that exclude each other the later one is kept', async () => {
  const notices: string[] = [];
  const source = await makeSource({
    parents: [
      [1, null, null, null],
      [2, null, null, null],
    ],
    // Deleted and inserted again while the backup ran.
    children: [
      [7, 'a', 1],
      [8, 'b', 1],
      [9, 'a', 2],
    ],
  });
  const database = await check(source, privateKey, (line) => notices.push(line));
  expect(database.prepare('SELECT name, parent FROM children ORDER BY rowid').all()).toEqual([
    { name: 'b', parent: 1 },
    { name: 'a', parent: 2 },
  ]);
  expect(notices).toEqual(['children: 1 rows were replaced by rows that the backup read later.']);
  expect([...insertStatements(database, source.manifest)].join()).not.toContain("(7,'a',1)");
});

it('another key and another number of rows are refused', async () => {
  const rows = { parents: [[1, null, null, null]] };
  await expect(check(await makeSource(rows), await generateX25519Identity())).rejects.toThrow(
    `parents cannot be decrypted: the backup is encrypted to ${recipient}.`,
  );
  await expect(check(await makeSource(rows, { rows: 2 }))).rejects.toThrow(
    'The object parents has 1 rows instead of 2.',
  );
});

it('a key file is written once, and only the fitting key is used', async () => {
  const file = join(folder, 'keys', 'key.txt');
  const made = await writeNewKey(file);
  await expect(writeNewKey(file)).rejects.toThrow(`${file} exists`);
  const withEnv = (name?: string) => ({
    env: name ? { BACKUP_PRIVATE_KEY_FILE: name } : {},
    stateDir: folder,
  });
  expect(await findPrivateKey(made, withEnv(file))).toBe(readPrivateKey(file));
  await expect(findPrivateKey(recipient, withEnv(file))).rejects.toThrow('has another key');
  await expect(findPrivateKey(made, withEnv(`${file}.lost`))).rejects.toThrow(
    `BACKUP_PRIVATE_KEY_FILE is ${file}.lost, and there is no such file`,
  );
  expect(await findPrivateKey(made, withEnv())).toBeNull();
  writeFileSync(join(folder, 'backup-key.txt'), privateKey);
  expect(await findPrivateKey(recipient, withEnv())).toBe(privateKey);
  expect(await findPrivateKey(made, withEnv())).toBeNull();
});
