import type { DatabaseSync } from 'node:sqlite';
import { REBUILD_STATEMENTS } from '#worker/base/db/summaries/rebuild.ts';
import { makeRecords, type Row } from './records.ts';
import { type Business, planRentals } from './rentals.ts';

/**
 * Fills an empty database with a business. Triggers and indexes are dropped during the inserts; then the product's own
 * statements rebuild what the triggers maintain.
 */
export function fill(database: DatabaseSync, business: Business): void {
  database.exec(
    'PRAGMA foreign_keys = OFF; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -500000; BEGIN',
  );
  const triggers = takeAway(database, 'trigger');
  const indexes = takeAway(database, 'index');
  insertAll(database, business);
  for (const sql of indexes) database.exec(sql);
  for (const sql of REBUILD_STATEMENTS) database.exec(sql);
  for (const sql of triggers) database.exec(sql);
  database.exec('COMMIT; PRAGMA journal_mode = WAL');
}

/** Drops all objects with an SQL statement, and returns the statements. */
function takeAway(database: DatabaseSync, type: 'trigger' | 'index'): string[] {
  const rows = database
    .prepare('SELECT name, sql FROM sqlite_master WHERE type = ? AND sql IS NOT NULL')
    .all(type) as { name: string; sql: string }[];
  for (const { name } of rows) database.exec(`DROP ${type} "${name}"`);
  return rows.map(({ sql }) => sql);
}

function insertAll(database: DatabaseSync, business: Business): void {
  const insert = inserter(database);
  const { units, rentals } = planRentals(business);
  const createdAt = rentals[0]?.madeAtMs ?? 0;
  for (const { id, number, type } of units) {
    const isAvailable = id % 20 === 0 ? 0 : 1;
    insert('dumpsters', {
      id,
      dumpster_number: number,
      dumpster_type: type,
      is_available: isAvailable,
      created_at: createdAt,
    });
  }
  for (let id = 1; id <= COLLEAGUES; id += 1) insert('users', colleague(id, createdAt));
  rentals.forEach((rental, index) => {
    const records = makeRecords(rental, index + 1, business);
    insert('bookings', records.booking);
    if (records.schedule) insert('dumpster_schedule', records.schedule);
    for (const transaction of records.transactions) insert('transactions', transaction);
    for (const job of records.jobs) insert('jobs', job);
    for (const reason of records.attention) insert('attention', reason);
    for (const ticket of records.dumpTickets) insert('dump_fees', ticket);
  });
}

const COLLEAGUES = 40;

/** A staff account for the lists; its password hash matches no password. */
function colleague(id: number, createdAt: number): Row {
  const role = ['driver', 'view_only', 'admin'][id % 3] ?? 'driver';
  return {
    id,
    username: `colleague${id}`,
    password: 'none',
    email: `colleague${id}@example.com`,
    first_name: 'Colleague',
    last_name: String(id),
    phone: '(717) 555-0100',
    role,
    created_at: createdAt,
  };
}

/** Every row of a table names the same columns. */
function inserter(database: DatabaseSync): (table: string, row: Row) => void {
  const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  return (table, row) => {
    let statement = statements.get(table);
    if (!statement) {
      const columns = Object.keys(row);
      const places = columns.map(() => '?').join(', ');
      statement = database.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`);
      statements.set(table, statement);
    }
    statement.run(...Object.values(row));
  };
}
