import { type SQLWrapper, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';

export type Db = ReturnType<typeof makeDb>;

/**
 * A database session. 'first-primary' sees every write made before it; 'first-unconstrained' may read a
 * near replica: enough for advice such as availability.
 */
export function makeDb(database: D1Database, consistency: D1SessionBookmark | D1SessionConstraint) {
  const session = database.withSession(consistency);
  // Drizzle's type names the database; a session has all it calls: prepare and batch.
  const db = drizzle(session as unknown as D1Database);
  const run = db.run.bind(db);
  // Drizzle 0.45 batches a raw statement with parameters only if it finds a prepared one on it.
  db.run = (query: SQLWrapper | string) => {
    const statement = run(query);
    return Object.assign(statement, { stmt: session.prepare(statement.getQuery().sql) });
  };
  return db;
}

/** Throws when the database does not answer. */
export async function probeDatabase(db: Db) {
  await db.run(sql`SELECT 1`);
}
