import { and, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#worker/base/db/client.ts';
import { readRows } from '#worker/base/db/rows.ts';
import { backupRuns } from '#worker/base/db/schema/backups.ts';
import { SUMMARY_TABLES } from '#worker/base/db/summaries/rebuild.ts';
import type { BackupTable, KeyValues } from './manifest.ts';
import type { Reference } from './order.ts';

export type BackupRun = typeof backupRuns.$inferSelect;

/** Begins a backup unless one is running. */
export async function insertRun(db: Db, requestedAt: number) {
  await db.insert(backupRuns).values({ requestedAt }).onConflictDoNothing();
}

export async function findRunningBackup(db: Db): Promise<BackupRun | null> {
  const [run] = await db.select().from(backupRuns).where(eq(backupRuns.state, 'running'));
  return run ?? null;
}

/** Takes the running backup for one step and counts the attempt; null if there is none, or another step holds it. */
export async function claimRun(
  db: Db,
  { nowMs, leaseUntil }: { nowMs: number; leaseUntil: number },
): Promise<BackupRun | null> {
  const [run] = await db
    .update(backupRuns)
    .set({ leaseUntil, attempts: sql`${backupRuns.attempts} + 1` })
    .where(
      and(
        eq(backupRuns.state, 'running'),
        or(isNull(backupRuns.leaseUntil), lt(backupRuns.leaseUntil, nowMs)),
      ),
    )
    .returning();
  return run ?? null;
}

/** Ends a step; without an error the next one has no attempt. Returns false if a later step has saved its result, which then counts. */
export async function saveRun(
  db: Db,
  { id, step }: Pick<BackupRun, 'id' | 'step'>,
  changes: Partial<Pick<BackupRun, 'state' | 'progress' | 'finishedAt' | 'manifestKey' | 'error'>>,
): Promise<boolean> {
  const saved = await db
    .update(backupRuns)
    .set({ ...changes, step: step + 1, leaseUntil: null, ...(!changes.error && { attempts: 0 }) })
    .where(and(eq(backupRuns.id, id), eq(backupRuns.step, step)))
    .returning({ id: backupRuns.id });
  return saved.length > 0;
}

/** Ends the running backup. Returns the number of ended ones. */
export async function failRunningBackup(
  db: Db,
  { nowMs, error }: { nowMs: number; error: string },
): Promise<number> {
  const ended = await db
    .update(backupRuns)
    .set({ state: 'failed', finishedAt: nowMs, error, step: sql`${backupRuns.step} + 1` })
    .where(eq(backupRuns.state, 'running'))
    .returning({ id: backupRuns.id });
  return ended.length;
}

/** The file name of the newest migration. */
export async function readSchemaVersion(db: Db): Promise<string> {
  const [row] = await readRows(
    db,
    { name: sql<string>`name` },
    (columns) => sql`SELECT ${columns} FROM d1_migrations ORDER BY id DESC LIMIT 1`,
  );
  if (!row) throw new Error('The database has no migrations: there is nothing to back up.');
  return row.name;
}

export async function readSequences(db: Db): Promise<Record<string, number>> {
  const rows = await readRows(
    db,
    { name: sql<string>`name`, seq: sql<number>`seq` },
    (columns) => sql`SELECT ${columns} FROM sqlite_sequence`,
  );
  return Object.fromEntries(rows.filter(({ name }) => isBackedUp(name)).map(({ name, seq }) => [name, seq]));
}

/** The table of wrangler, tables that the restore computes, and the progress of backups themselves. */
const LEFT_OUT: readonly string[] = [...SUMMARY_TABLES, 'commit_guards', 'backup_runs', 'd1_migrations'];

function isBackedUp(table: string): boolean {
  return !LEFT_OUT.includes(table) && !table.startsWith('sqlite_');
}

/** Search indexes are virtual tables, and their content is in shadow tables: both are left out. */
const ORDINARY_TABLES = sql`pragma_table_list tables`;
/** D1 refuses to describe its own tables, so they are left out by the query. */
const IS_ORDINARY = sql`tables.schema = 'main' AND tables.type = 'table' AND substr(tables.name, 1, 4) <> '_cf_'`;

type TableColumn = { table: string; column: string; type: string; keyPosition: number; hasRowid: number };

/** Every table with rows of its own, so that a new table needs no change here. Without objects. */
export async function readTables(db: Db): Promise<BackupTable[]> {
  const columns: TableColumn[] = await readRows(
    db,
    {
      table: sql<string>`tables.name`,
      column: sql<string>`info.name`,
      type: sql<string>`upper(info.type)`,
      keyPosition: sql<number>`info.pk`,
      hasRowid: sql<number>`tables.wr = 0`,
    },
    // hidden: generated columns.
    (list) => sql`SELECT ${list} FROM ${ORDINARY_TABLES} JOIN pragma_table_xinfo(tables.name) info
      WHERE ${IS_ORDINARY} AND info.hidden = 0 ORDER BY tables.name, info.cid`,
  );
  return Object.entries(Object.groupBy(columns, ({ table }) => table))
    .filter(([name]) => isBackedUp(name))
    .map(([name, ofTable = []]) => ({ name, ...keyAndColumns(ofTable), objects: [] }));
}

/** Orders by rowid, which an INTEGER PRIMARY KEY is another name for, or by the primary key of a table without it. */
function keyAndColumns(columns: TableColumn[]): Pick<BackupTable, 'key' | 'columns'> {
  const names = columns.map(({ column }) => column);
  const key = columns
    .filter(({ keyPosition }) => keyPosition > 0)
    .toSorted((a, b) => a.keyPosition - b.keyPosition);
  const [first] = key;
  const isRowid = first?.type === 'INTEGER' && key.length === 1;
  if (isRowid || first?.hasRowid === 0) return { key: key.map(({ column }) => column), columns: names };
  return { key: ['rowid'], columns: ['rowid', ...names] };
}

/** Pairs of a table and a table that it refers to. */
export function readReferences(db: Db): Promise<Reference[]> {
  return readRows(
    db,
    { child: sql<string>`tables.name`, parent: sql<string>`reference."table"` },
    (list) => sql`SELECT DISTINCT ${list} FROM ${ORDINARY_TABLES}
      JOIN pragma_foreign_key_list(tables.name) reference WHERE ${IS_ORDINARY}`,
  );
}

/** At most `limit` rows after a position, in the order in which the table is read; each as the values of table.columns. */
export function readPageOfTable(
  db: Db,
  { name, columns, key, isNewestFirst }: BackupTable,
  { after, limit }: { after: KeyValues | null; limit: number },
): Promise<unknown[][]> {
  const list = (names: string[]) => sql.join(names.map(identifier), sql`, `);
  const [isAfter, direction] = isNewestFirst ? [sql`<`, sql`DESC`] : [sql`>`, sql`ASC`];
  const order = sql.join(
    key.map((column) => sql`${identifier(column)} ${direction}`),
    sql`, `,
  );
  const from = after
    ? sql`WHERE (${list(key)}) ${isAfter} (${sql.join(
        after.map((value) => sql`${value}`),
        sql`, `,
      )})`
    : sql``;
  return db.values(
    sql`SELECT ${list(columns)} FROM ${sql.identifier(name)} ${from} ORDER BY ${order} LIMIT ${limit}`,
  );
}

function identifier(name: string): SQL {
  return sql`${sql.identifier(name)}`;
}
