import { drizzle } from 'drizzle-orm/d1';

export type Db = ReturnType<typeof makeDb>;

/**
 * A database session. 'first-primary' sees every write made before it; 'first-unconstrained' may read a
 * near replica: enough for advice such as availability.
 */
export function makeDb(database: D1Database, consistency: D1SessionBookmark | D1SessionConstraint) {
  // Drizzle's type names the database; a session has all it calls: prepare and batch.
  return drizzle(database.withSession(consistency) as unknown as D1Database);
}
