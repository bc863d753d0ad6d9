import { expect, it } from 'vitest';
import { ROOT } from '../root.ts';
import { checkMigrations, findContracts } from './migrations.ts';

it('the migrations after the baseline keep the previous release working', () => {
  expect(checkMigrations(ROOT)).toBe('');
});

it.each([
  ['ALTER TABLE `bookings` DROP COLUMN `notes`;', ['drops a column of bookings']],
  ['alter table bookings\n rename column notes to remarks;', ['renames bookings']],
  ['ALTER TABLE bookings RENAME TO orders;', ['renames bookings']],
  ['DROP TABLE bookings;', ['drops or rebuilds the table bookings']],
  [
    'CREATE TABLE kept AS SELECT 1;\nDROP TABLE bookings;\nDROP TABLE kept;',
    ['drops or rebuilds the table bookings'],
  ],
  ['CREATE UNIQUE INDEX one_email ON clients (email);', ['forbids equal values in the table clients']],
  ['ALTER TABLE users ADD age integer CHECK (age > 0);', ['adds a CHECK to the table users']],
  [
    "UPDATE a SET b = NULL;\nDELETE FROM a WHERE b = 'x';",
    ['changes rows of the table a', 'deletes rows of the table a'],
  ],
  [
    'DROP INDEX outbox_due;--> statement-breakpoint\nDROP VIEW words;',
    ['drops the index outbox_due', 'drops the view words'],
  ],
  [
    "CREATE TRIGGER no_change BEFORE UPDATE ON bookings BEGIN SELECT 1; SELECT RAISE(ABORT, 'no; change'); END;\nDROP TABLE jobs;",
    ['adds a trigger that refuses changes to the table bookings', 'drops or rebuilds the table jobs'],
  ],
])('refuses %s', (sql, found) => {
  expect(findContracts(sql)).toEqual(found);
  expect(findContracts(`-- contract: unused since the last release\n${sql}`)).toEqual([]);
  expect(findContracts(`-- compatible: no release reads it\n${sql}`)).toEqual([]);
  expect(findContracts(`-- compatible:\n${sql}`)).toEqual(found);
});

it.each([
  'ALTER TABLE `outbox` ADD `is_withheld` integer DEFAULT false NOT NULL;--> statement-breakpoint\nCREATE INDEX a ON outbox (b);',
  'CREATE TABLE jobs (id integer);\nCREATE UNIQUE INDEX one_job ON jobs (id);\nDROP TABLE jobs;',
  'DROP TRIGGER sums;\nCREATE TRIGGER sums AFTER INSERT ON bookings BEGIN UPDATE a SET b = 1; DELETE FROM c; END;',
  "-- DROP TABLE bookings\n/* RENAME */ INSERT INTO sizes VALUES ('DROP TABLE bookings; --');",
])('accepts %s', (sql) => {
  expect(findContracts(sql)).toEqual([]);
});
