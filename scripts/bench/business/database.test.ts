import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROOT } from '../../root.ts';
import { makeBusiness } from './database.ts';
import type { Business } from './rentals.ts';

const SMALL: Business = { seed: 7, bookings: 500, today: '2026-11-01' };
const dir = mkdtempSync(join(tmpdir(), 'business-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

async function make(name: string, changes: Partial<Business> = {}): Promise<DatabaseSync> {
  return new DatabaseSync(await makeBusiness({ ...SMALL, ...changes }, join(dir, name), ROOT));
}

const TABLES = ['bookings', 'clients', 'dumpster_schedule', 'dumpsters', 'totals', 'transactions', 'users'];

function contentOf(database: DatabaseSync): string {
  const hash = createHash('sha256');
  for (const table of TABLES) hash.update(JSON.stringify(database.prepare(`SELECT * FROM ${table}`).all()));
  return hash.digest('hex');
}

const oneValue = (database: DatabaseSync, sql: string) => Object.values(database.prepare(sql).get() ?? {})[0];

let first: DatabaseSync;
beforeAll(async () => {
  first = await make('first');
});

it('is the same for the same seed, and different for another seed', async () => {
  const [again, other] = await Promise.all([make('again'), make('other', { seed: 8 })]);
  expect(contentOf(again)).toBe(contentOf(first));
  expect(contentOf(other)).not.toBe(contentOf(first));
});

it('is a database that the product could have made', () => {
  const database = first;
  expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  expect(database.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
  expect(
    database
      .prepare(
        `SELECT a.id FROM dumpster_schedule a JOIN dumpster_schedule b ON a.dumpster_id = b.dumpster_id AND a.id < b.id
         AND a.end_date >= b.start_date AND a.start_date <= b.end_date`,
      )
      .all(),
  ).toEqual([]);
  expect(oneValue(database, 'SELECT count(*) FROM bookings')).toBe(500);
  expect(oneValue(database, 'SELECT count(*) FROM clients')).toBe(300);
  expect(oneValue(database, "SELECT value FROM totals WHERE name = 'bookings'")).toBe(500);
  const found = `SELECT count(*) FROM bookings_search WHERE bookings_search MATCH '"ancaste"'`;
  expect(oneValue(database, found)).toBe(
    oneValue(database, "SELECT count(*) FROM bookings WHERE city = 'Lancaster'"),
  );
});

it('is maintained by its triggers afterwards', () => {
  const database = first;
  database.exec("UPDATE bookings SET status = 'pending', notes = 'xylophone' WHERE id = 1");
  const counted = "SELECT count(*) FROM bookings WHERE status = 'pending'";
  expect(oneValue(database, "SELECT value FROM totals WHERE name = 'bookings_pending'")).toBe(
    oneValue(database, counted),
  );
  expect(oneValue(database, "SELECT rowid FROM bookings_search WHERE bookings_search MATCH 'ylophon'")).toBe(
    1,
  );
  expect(() =>
    database.exec(
      `INSERT INTO dumpster_schedule (dumpster_id, booking_id, start_date, end_date, created_at)
       SELECT dumpster_id, 1000, start_date, end_date, 0 FROM dumpster_schedule LIMIT 1`,
    ),
  ).toThrow('dumpster_overlap');
});
