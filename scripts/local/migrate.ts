import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Miniflare } from 'miniflare';
import { unstable_splitSqlQuery } from 'wrangler';

export type Database = Awaited<ReturnType<Miniflare['getD1Database']>>;
export type Migration = { name: string; statements: string[] };

/** The file names of migrations/ in the order in which they are applied. */
export function listMigrationNames(dir: string): string[] {
  return readdirSync(dir)
    .filter((name) => name.endsWith('.sql'))
    .sort();
}

/** The migrations with their statements. Triggers contain semicolons; wrangler's splitter keeps them whole. */
export function readMigrations(dir: string): Migration[] {
  return listMigrationNames(dir).map((name) => ({
    name,
    statements: unstable_splitSqlQuery(readFileSync(join(dir, name), 'utf8')),
  }));
}

/**
 * Applies the missing migrations, each in one transaction, and records them in wrangler's table d1_migrations.
 * Returns the names of the applied ones. Throws when the database has a migration that `migrations` lacks.
 */
export async function migrate(database: Database, migrations: Migration[]): Promise<string[]> {
  await database
    .prepare(
      `CREATE TABLE IF NOT EXISTS d1_migrations (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT UNIQUE,
        applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
      )`,
    )
    .run();
  const { results } = await database
    .prepare('SELECT name FROM d1_migrations ORDER BY id')
    .all<{ name: string }>();
  const applied = results.map(({ name }) => name);
  const unknown = findUnknownMigration(
    applied,
    migrations.map(({ name }) => name),
  );
  if (unknown)
    throw new Error(
      `The local database has the migration ${unknown}, which this version of the code does not have: delete the directory STATE_DIR (.wrangler/state if it is not set) and start again.`,
    );
  const missing = migrations.filter(({ name }) => !applied.includes(name));
  for (const { name, statements } of missing) {
    await database.batch([
      ...statements.map((statement) => database.prepare(statement)),
      database.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name),
    ]);
  }
  return missing.map(({ name }) => name);
}

/** The first applied migration that the code lacks: another version of the code made the database. */
export function findUnknownMigration(applied: string[], known: string[]): string | undefined {
  return applied.find((name) => !known.includes(name));
}
