import type { SQLWrapper } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { reportWrites, type WrittenChange } from './written-changes.ts';

export type Db = ReturnType<typeof makeDb>;

/**
 * A database session. 'first-primary' sees all earlier writes; 'first-unconstrained' may read a near replica, which is
 * enough for replies such as availability. `onWrite` gets what each committed statement or batch changed.
 */
export function makeDb(
  database: D1Database,
  consistency: D1SessionBookmark | D1SessionConstraint,
  onWrite?: (changes: WrittenChange[]) => void,
) {
  const opened = database.withSession(consistency);
  const session = onWrite ? reportWrites(opened, onWrite) : opened;
  // Drizzle's type requires a database; a session has the two methods that it calls: prepare and batch.
  const db = drizzle(session as unknown as D1Database);
  const run = db.run.bind(db);
  // Drizzle 0.45 batches a raw statement with parameters only if it has a prepared statement.
  db.run = (query: SQLWrapper | string) => {
    const statement = run(query);
    return Object.assign(statement, { stmt: session.prepare(statement.getQuery().sql) });
  };
  return db;
}
