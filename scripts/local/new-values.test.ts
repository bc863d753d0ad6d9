import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REBUILD_STATEMENTS } from '#worker/base/db/summaries/rebuild.ts';
import { makeBusiness } from '../bench/business/database.ts';
import { ROOT } from '../root.ts';

/** What publishing a size from Settings and CONTRIBUTING.md, 'a status, reason, kind', do to a database with bookings. */
const NEW_SIZE = `INSERT INTO dumpster_sizes (id, name, yards, length_in, width_in, height_in, best_for, position)
VALUES ('40-yard', '40-Yard', 40, 264, 96, 96, 'A commercial cleanout', 5)`;
/** Uses the new size, and a status that only the code has. */
const NEW_ROWS = `
INSERT INTO dumpsters (id, dumpster_number, dumpster_type, created_at) VALUES (9001, 'XL-1', '40-yard', 1);
INSERT INTO bookings (id, first_name, last_name, email, phone, address, city, state, zip, rental_type, dumpster_type,
  delivery_date, end_date, pickup_day, rate_card_id, material_id, deposit_amount, created_at)
VALUES (9001, 'Ada', 'Large', 'ada@example.com', '5550100142', '12 Quarry Road', 'Albany', 'NY', '12207', '7-day',
  '40-yard', '2027-05-01', '2027-05-07', '2027-05-07', 1, 'mixed', 42500, 1);
INSERT INTO dumpster_schedule (dumpster_id, booking_id, start_date, end_date, created_at)
VALUES (9001, 9001, '2027-05-01', '2027-05-07', 1);
UPDATE bookings SET status = 'on_hold' WHERE id IN (1, 2, 9001)`;

const dir = mkdtempSync(join(tmpdir(), 'new-values-'));
let database: DatabaseSync;

beforeAll(async () => {
  const file = await makeBusiness(
    { seed: 7, bookings: 300, today: '2026-11-01' },
    join(dir, 'platform'),
    ROOT,
  );
  database = new DatabaseSync(file);
}, 60_000);
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const all = (sql: string) => database.prepare(sql).all();
const objects = () => all('SELECT type, name, sql FROM sqlite_master ORDER BY type, name');
/** All data that triggers maintain, as the lists and searches read it. */
const summaries = () => [
  all('SELECT name, value FROM totals WHERE value <> 0 ORDER BY name'),
  all(`SELECT email, first_name, last_name, phone, city, state, total_bookings, first_delivery_date,
    last_delivery_date, last_booking_id FROM clients ORDER BY email`),
  ...['yard', 'hold', 'ada', 'xl-'].map((text) =>
    all(`SELECT rowid FROM bookings_search WHERE bookings_search MATCH '"${text}"' ORDER BY rowid`),
  ),
  all(`SELECT rowid FROM bookings_words WHERE bookings_words MATCH '"4" *' ORDER BY rowid`),
];

it('a new size or status changes only rows, and the totals, clients and search words stay exact', () => {
  const before = objects();
  database.exec(NEW_SIZE);
  expect(objects()).toEqual(before);
  expect(() => database.exec("UPDATE bookings SET dumpster_type = '50-yard' WHERE id = 1")).toThrow(
    'FOREIGN KEY',
  );
  database.exec(NEW_ROWS);

  expect(all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  expect(all('PRAGMA foreign_key_check')).toEqual([]);
  expect(all("SELECT value FROM totals WHERE name = 'bookings_on_hold'")).toEqual([{ value: 3 }]);
  expect(all('SELECT rowid FROM bookings_search WHERE bookings_search MATCH \'"40-yard"\'')).toEqual([
    { rowid: 9001 },
  ]);
  const kept = summaries();
  for (const statement of REBUILD_STATEMENTS) database.exec(statement);
  expect(kept).toEqual(summaries());
});
