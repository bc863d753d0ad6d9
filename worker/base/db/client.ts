import type { SQLWrapper } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { gateWrites, type WriteGate } from './write-gate.ts';
import { reportWrites, type WrittenChange } from './written-changes.ts';

export type Db = ReturnType<typeof makeDb>;

/**
 * A database session. 'first-primary' sees all earlier writes; 'first-unconstrained' may read a near replica, which is
 * enough for replies such as availability. `onWrite` gets what each committed statement or batch changed. All
 * writes pass a gate (write-gate.ts).
 */
export function makeDb(
  database: D1Database,
  consistency: D1SessionBookmark | D1SessionConstraint,
  { onWrite, ...gate }: WriteGate & { onWrite?: (changes: WrittenChange[]) => void } = {},
) {
  const opened = database.withSession(consistency);
  const session = gateWrites(onWrite ? reportWrites(opened, onWrite) : opened, gate);
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

/**
 * The database with a count of the statements that it was given, each of a batch and those that were not run after all.
 * A single `run` counts only in a batch.
 */
export function countStatements(db: Db): { db: Db; statements: () => number } {
  let count = 0;
  const client = new Proxy(db.$client, {
    get(target, name) {
      // readRows and readBatch prepare each of their statements.
      if (name === 'prepare') count += 1;
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const counted = new Proxy(db, {
    get(target, name) {
      if (name === '$client') return client;
      if (name === 'select') count += 1;
      if (name !== 'batch') return Reflect.get(target, name);
      return (statements: Parameters<Db['batch']>[0]) => {
        count += statements.length;
        return target.batch(statements);
      };
    },
  });
  return { db: counted, statements: () => count };
}
