import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import type { BackupManifest, BackupTable } from '#worker/operations/backups/manifest.ts';
import { readMigrations } from '../local/migrate.ts';
import { ROOT } from '../root.ts';
import type { Target } from '../target.ts';
import { assertEmpty, assertEnvironment, type LoadInput, loadBackup } from './load.ts';
import { downloadRemovals, uploadRemovals, writeLostRemovals } from './removals.ts';

const MIGRATIONS = readMigrations(join(ROOT, 'migrations'));
const NEW_SIZE = {
  name: '9999_new_size.sql',
  statements: [
    `INSERT INTO dumpster_sizes (id, name, yards, length_in, width_in, height_in, best_for, position)
     VALUES ('40-yard', '40-Yard', 40, 264, 96, 96, 'A commercial cleanout', 5)`,
  ],
};

/** A target over a SQLite database. `onExecute` can fail before the statements run. */
function makeTarget(database: DatabaseSync, onExecute = (_statements: readonly string[]) => {}): Target {
  return {
    environment: 'local',
    title: '',
    query: async <Row>(statement: string) => database.prepare(statement).all() as Row[],
    execute: async (statements) => {
      onExecute(statements);
      database.exec(['BEGIN', ...statements, 'COMMIT'].join(';\n'));
    },
    update: async (statements) => database.exec(statements.join(';\n')),
    readObject: async () => null,
    writeObject: async () => {},
    readFlag: async () => null,
    writeFlag: async () => {},
    wake: async () => {},
  };
}

/** A checked backup without the newest migration, with a booking of an account. */
function makeInput(target: Target): LoadInput {
  const database = new DatabaseSync(':memory:');
  const before = MIGRATIONS;
  for (const statement of before.flatMap(({ statements }) => statements)) database.exec(statement);
  database.exec(`INSERT INTO users (id, username, password, email, role, created_at)
    VALUES (5, 'ada', 'x', 'ada@example.com', 'super_admin', 1)`);
  database.exec(`INSERT INTO bookings (id, first_name, last_name, email, phone, address, city, state, zip, rental_type,
      delivery_date, end_date, pickup_day, rate_card_id, material_id, deposit_amount, created_at)
    VALUES (7, 'Ada', 'Customer', 'ada@example.com', '5550100142', '12 Quarry Road', 'Albany', 'NY', '12207', '7-day',
      '2026-12-01', '2026-12-07', '2026-12-07', 1, 'mixed', 42500, 1)`);
  const tables = ['bookings', 'users', 'dumpster_sizes', 'rental_options'].map((name) =>
    tableOf(database, name),
  );
  const manifest: BackupManifest = {
    version: 1,
    name: 'test',
    environment: 'production',
    schemaVersion: before.at(-1)?.name ?? '',
    startedAt: '2026-11-21T08:30:00.000Z',
    finishedAt: '2026-11-21T08:31:00.000Z',
    recipient: '',
    tables,
    sequences: { bookings: 12, users: 5 },
  };
  return {
    target,
    manifest,
    database,
    migrations: { before, after: [NEW_SIZE] },
    nowMs: 99,
    onProgress: () => {},
  };
}

function tableOf(database: DatabaseSync, name: string): BackupTable {
  const columns = database.prepare('SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0').all(name);
  return { name, columns: columns.map((column) => String(column.name)), key: ['id'], objects: [] };
}

it('an older backup gets the later migrations, and its numbers continue', async () => {
  const database = new DatabaseSync(':memory:');
  let triggersAtRebuild: unknown;
  const target = makeTarget(database, (statements) => {
    if (!statements.includes('DELETE FROM totals')) return;
    triggersAtRebuild = database.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").all();
  });
  await assertEmpty(target, [...MIGRATIONS, NEW_SIZE]);
  await loadBackup(makeInput(target));
  expect(triggersAtRebuild).toEqual([]);
  const all = (sql: string) => database.prepare(sql).all();
  const names = [...MIGRATIONS, NEW_SIZE].map(({ name }) => ({ name }));
  expect(all('SELECT name FROM d1_migrations ORDER BY id')).toEqual(names);
  expect(all('SELECT email, total_bookings FROM clients')).toEqual([
    { email: 'ada@example.com', total_bookings: 1 },
  ]);
  expect(all('SELECT rowid FROM bookings_search WHERE bookings_search MATCH \'"quarry"\'')).toEqual([
    { rowid: 7 },
  ]);
  expect(all('SELECT id FROM dumpster_sizes ORDER BY position').at(-1)).toEqual({ id: '40-yard' });
  expect(all('SELECT source, restored_at_ms, restored_to_ms FROM restores')).toEqual([
    { source: 'backup', restored_at_ms: 99, restored_to_ms: Date.parse('2026-11-21T08:30:00Z') },
  ]);
  // The triggers are back: they count a new booking, which gets the next number.
  database.exec(`INSERT INTO bookings (first_name, last_name, email, phone, address, city, state, zip, rental_type,
      delivery_date, end_date, pickup_day, rate_card_id, material_id, deposit_amount, created_at)
    SELECT first_name, last_name, email, phone, address, city, state, zip, rental_type,
      delivery_date, end_date, pickup_day, rate_card_id, material_id, deposit_amount, 2
    FROM bookings`);
  expect(all('SELECT max(id) AS id FROM bookings')).toEqual([{ id: 13 }]);
  expect(all("SELECT value FROM totals WHERE name = 'bookings'")).toEqual([{ value: 2 }]);
  await expect(assertEmpty(target, [...MIGRATIONS, NEW_SIZE])).rejects.toThrow(
    'The database is not empty: bookings has rows.',
  );
});

it('removals of personal data survive the loss of the bucket', async () => {
  const makeBucket = (objects: Map<string, Uint8Array>): Target => ({
    ...makeTarget(new DatabaseSync(':memory:')),
    query: async <Row>(statement: string) => database.prepare(statement).all() as Row[],
    readObject: async (key) => objects.get(key) ?? null,
    writeObject: async (key, content) => void objects.set(key, content),
  });
  const database = new DatabaseSync(':memory:');
  expect(await writeLostRemovals(makeBucket(new Map()), database)).toBe(0);
  for (const statement of MIGRATIONS.flatMap(({ statements }) => statements)) database.exec(statement);
  const removal = { id: 'r1', emailHash: 'abc', removedAtMs: Date.parse('2026-11-21T08:30:00Z') };
  database.exec(`INSERT INTO removals VALUES ('r1', 'abc', ${removal.removedAtMs}, 1)`);
  const folder = mkdtempSync(join(tmpdir(), 'removals-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));

  const key = 'removals/2026-11-21T08-30-00-000Z-r1.json';
  const first = new Map([[key, Buffer.from('the object')]]);
  expect(await downloadRemovals(makeBucket(first), folder)).toBe(1);
  const second = new Map<string, Uint8Array>();
  expect(await uploadRemovals(makeBucket(second), folder)).toBe(1);
  expect(second).toEqual(first);
  expect(await writeLostRemovals(makeBucket(second), database)).toBe(0);

  const empty = new Map<string, Uint8Array>();
  await expect(downloadRemovals(makeBucket(empty), folder)).rejects.toThrow(`The bucket lacks ${key}`);
  await expect(uploadRemovals(makeBucket(empty), join(folder, 'other'))).rejects.toThrow('is missing');
  expect(await writeLostRemovals(makeBucket(empty), database)).toBe(1);
  expect(JSON.parse(String(empty.get(key)))).toEqual(removal);
});

it('the database of another application is refused', async () => {
  const database = new DatabaseSync(':memory:');
  for (const statement of MIGRATIONS.flatMap(({ statements }) => statements)) database.exec(statement);
  await assertEmpty(makeTarget(database), MIGRATIONS);
  database.exec('CREATE TABLE articles (id INTEGER)');
  await expect(assertEmpty(makeTarget(database), MIGRATIONS)).rejects.toThrow(
    'The database has tables of another application or of a newer version, which a restore would drop: articles.',
  );
});

it('a backup of production is restored in production or on a laptop, never on staging', () => {
  const { manifest } = makeInput(makeTarget(new DatabaseSync(':memory:')));
  const at = (environment: Target['environment']) => () =>
    assertEnvironment({ ...makeTarget(new DatabaseSync(':memory:')), environment }, manifest);
  expect(at('production')).not.toThrow();
  expect(at('local')).not.toThrow();
  expect(at('preview')).toThrow(
    'This is a backup of production, and the target is preview: it is not restored there.',
  );
});

it('an interrupted restore can be repeated', async () => {
  const database = new DatabaseSync(':memory:');
  for (const [interruptedAt, rows] of [
    ['CREATE TRIGGER', []],
    ['sqlite_sequence', [{ id: 7 }]],
  ] as const) {
    const target = makeTarget(database, (statements) => {
      if (statements.some((statement) => statement.includes(interruptedAt))) throw new Error('no network');
    });
    await assertEmpty(target, [...MIGRATIONS, NEW_SIZE]);
    await expect(loadBackup(makeInput(target))).rejects.toThrow('no network');
    const exists = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'bookings'").get();
    expect(exists ? database.prepare('SELECT id FROM bookings').all() : []).toEqual(rows);
  }
  // A booking that a customer made on the unfinished database.
  const finishedAt = Date.parse('2026-11-21T08:31:00Z');
  database.exec(`UPDATE bookings SET created_at = ${finishedAt + 1}`);
  await expect(assertEmpty(makeTarget(database), MIGRATIONS)).rejects.toThrow('bookings has rows');
  database.exec(`UPDATE bookings SET created_at = ${finishedAt}`);
  await assertEmpty(makeTarget(database), MIGRATIONS);
  await loadBackup(makeInput(makeTarget(database)));
  expect(database.prepare('SELECT id FROM bookings').all()).toEqual([{ id: 7 }]);
  expect(database.prepare("SELECT name FROM sqlite_master WHERE name = 'restore_unfinished'").all()).toEqual(
    [],
  );
});
