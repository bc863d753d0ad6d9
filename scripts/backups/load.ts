import type { DatabaseSync } from 'node:sqlite';
import { RESTORE_MARKER } from '#domain/shared/restores.ts';
import { inDropOrder, type SchemaObject } from '#worker/base/db/drop-order.ts';
import { REBUILD_STATEMENTS } from '#worker/base/db/summaries/rebuild.ts';
import type { BackupManifest } from '#worker/operations/backups/manifest.ts';
import type { Migration } from '../local/migrate.ts';
import type { Target } from '../target.ts';
import { insertStatements, literal, quoteName } from './database.ts';
import { writeLostRemovals } from './removals.ts';
import { countRows } from './source.ts';

/** With a row in one of these, the database belongs to a business that uses it. */
const WORK_TABLES = ['bookings', 'checkouts', 'transactions', 'history'];
/** Statements that are sent at once. */
const BATCH_BYTES = 5_000_000;

/**
 * Throws unless the target may be overwritten: it has no booking, no payment and no change by staff, or only those that
 * an interrupted restore loaded. A new system has units and an administrator; the restore replaces them. Throws also if
 * there is a table that `migrations` do not create: then the database belongs to another application.
 */
export async function assertEmpty(target: Target, migrations: readonly Migration[]): Promise<void> {
  const created = new Set(migrations.flatMap(({ statements }) => statements).map(nameOfCreated));
  const foreign = (await listObjects(target)).filter(
    ({ type, name }) => type !== 'trigger' && !created.has(name) && !OWN_TABLES.includes(name),
  );
  if (foreign.length > 0) {
    const listed = foreign.map(({ name }) => name).join(', ');
    throw new Error(
      `The database has tables of another application or of a newer version, which a restore would drop: ${listed}. Restore into a new database (docs/runbook.md, Restoring the database).`,
    );
  }
  const names = [...WORK_TABLES, RESTORE_MARKER].map(literal).join(', ');
  const found = await target.query<{ name: string }>(
    `SELECT name FROM sqlite_master WHERE name IN (${names})`,
  );
  const isInterrupted = found.some(({ name }) => name === RESTORE_MARKER);
  const where = isInterrupted ? `WHERE created_at > (SELECT max(started_at) FROM ${RESTORE_MARKER})` : '';
  for (const { name } of found.filter((table) => table.name !== RESTORE_MARKER)) {
    const rows = await target.query(`SELECT 1 FROM ${quoteName(name)} ${where} LIMIT 1`);
    if (rows.length > 0) {
      throw new Error(
        `The database is not empty: ${name} has rows. Restore into a new database (docs/runbook.md, Restoring the database).`,
      );
    }
  }
}

/** Tables that no migration creates. */
const OWN_TABLES = [RESTORE_MARKER, 'd1_migrations'];

/** The name of the table or view that a statement creates. */
function nameOfCreated(statement: string): string | undefined {
  return /^\s*CREATE (?:VIRTUAL )?(?:TABLE|VIEW) (?:IF NOT EXISTS )?[`"]?(\w+)/im.exec(statement)?.[1];
}

/** Throws if the backup belongs to another environment. A local system takes every backup. */
export function assertEnvironment(target: Target, manifest: BackupManifest): void {
  if (target.environment === 'local' || target.environment === manifest.environment) return;
  throw new Error(
    `This is a backup of ${manifest.environment}, and the target is ${target.environment}: it is not restored there.`,
  );
}

export type LoadInput = {
  target: Target;
  manifest: BackupManifest;
  /** The checked backup. */
  database: DatabaseSync;
  /** Those that the database gets before and after its rows. */
  migrations: { before: Migration[]; after: Migration[] };
  nowMs: number;
  onProgress(line: string): void;
};

/** Replaces the content of the target's database by the backup. */
export async function loadBackup(input: LoadInput): Promise<void> {
  const { target, manifest, database, migrations, nowMs, onProgress } = input;
  const lost = await writeLostRemovals(target, database);
  if (lost > 0) onProgress(`The bucket lacked ${lost} removals of personal data: written from the backup.`);
  // The clock of a local system can be ahead.
  const startedAtMs = Math.max(nowMs, Date.parse(manifest.finishedAt));
  await target.execute([
    ...(await dropStatements(target)),
    `CREATE TABLE ${RESTORE_MARKER} (started_at INTEGER)`,
    `INSERT INTO ${RESTORE_MARKER} (started_at) VALUES (${startedAtMs})`,
  ]);
  const triggers = await createTables(target, migrations.before);
  onProgress(`Created the tables of ${manifest.schemaVersion}.`);
  const total = countRows(manifest.tables);
  await loadRows(target, insertStatements(database, manifest));
  // Before the later migrations, which can insert rows.
  await assertLoaded(target, database, manifest);
  onProgress(`Loaded ${total.toLocaleString('en-US')} rows.`);
  await target.execute([...sequenceStatements(manifest), ...triggers.map(({ sql }) => sql)]);
  for (const migration of migrations.after) await target.execute(statementsOf(migration));
  // With triggers, each row would enter the search indexes twice.
  const current = await dropTriggers(target);
  await target.execute(REBUILD_STATEMENTS);
  await target.execute(current.map(({ sql }) => sql));
  onProgress('Computed clients, totals and search words.');
  // The Worker works off this row before maintenance ends.
  await target.execute([
    `INSERT INTO restores (source, restored_at_ms, restored_to_ms)
     VALUES ('backup', ${nowMs}, ${Date.parse(manifest.startedAt)})`,
    `DROP TABLE ${RESTORE_MARKER}`,
  ]);
}

/** Triggers, views and tables, except those of SQLite and D1. */
function listObjects(target: Target): Promise<SchemaObject[]> {
  return target.query(
    `SELECT type, name, sql FROM sqlite_master WHERE type IN ('trigger', 'view', 'table') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
       AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow')`,
  );
}

/** Drops everything that migrations made. */
async function dropStatements(target: Target): Promise<string[]> {
  const objects = await listObjects(target);
  return [
    'PRAGMA defer_foreign_keys = ON',
    ...inDropOrder(objects).map(({ type, name }) => `DROP ${type} ${quoteName(name)}`),
  ];
}

/** Applies the migrations. Returns the triggers, which are dropped until the rows are loaded. */
async function createTables(target: Target, migrations: Migration[]) {
  await target.execute([
    `CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE,
       applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`,
    ...migrations.flatMap(statementsOf),
  ]);
  return dropTriggers(target);
}

/** Returns the dropped triggers. */
async function dropTriggers(target: Target) {
  const triggers = await target.query<{ name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'",
  );
  await target.execute(triggers.map(({ name }) => `DROP TRIGGER ${quoteName(name)}`));
  return triggers;
}

function statementsOf({ name, statements }: Migration): string[] {
  return [...statements, `INSERT INTO d1_migrations (name) VALUES (${literal(name)})`];
}

async function loadRows(target: Target, statements: Iterable<string>): Promise<void> {
  let batch: string[] = [];
  let bytes = 0;
  const send = async () => {
    if (batch.length > 0) await target.execute(['PRAGMA defer_foreign_keys = ON', ...batch]);
    batch = [];
    bytes = 0;
  };
  for (const statement of statements) {
    batch.push(statement);
    bytes += statement.length;
    if (bytes >= BATCH_BYTES) await send();
  }
  await send();
}

/** AUTOINCREMENT continues with the numbers after the backup. */
function sequenceStatements({ sequences }: BackupManifest): string[] {
  const names = Object.keys(sequences);
  if (names.length === 0) return [];
  const values = Object.entries(sequences).map(([name, seq]) => `(${literal(name)}, ${seq})`);
  return [
    `DELETE FROM sqlite_sequence WHERE name IN (${names.map(literal).join(', ')})`,
    `INSERT INTO sqlite_sequence (name, seq) VALUES ${values.join(', ')}`,
  ];
}

/** Throws if the target lacks a row, or has a row that refers to a missing one. */
async function assertLoaded(target: Target, database: DatabaseSync, { tables }: BackupManifest) {
  const counts = tables.map(({ name }) => `(SELECT count(*) FROM ${quoteName(name)}) AS ${quoteName(name)}`);
  const query = `SELECT ${counts.join(', ')}`;
  const [found] = await target.query<Record<string, number>>(query);
  const expected = database.prepare(query).get();
  const wrong = tables
    .filter(({ name }) => found?.[name] !== expected?.[name])
    .map(({ name }) => `- ${name} has ${found?.[name]} rows instead of ${expected?.[name]}`);
  const missing = await target.query<{ table: string; parent: string }>('PRAGMA foreign_key_check');
  wrong.push(
    ...missing.map(({ table, parent }) => `- a row of ${table} refers to a missing row of ${parent}`),
  );
  if (wrong.length > 0) throw new Error(`The restore is not complete:\n${wrong.join('\n')}`);
}
