import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readMigrations } from './migrate.ts';

it('reads migrations in order and does not split triggers', () => {
  const dir = mkdtempSync(join(tmpdir(), 'migrations-'));
  writeFileSync(
    join(dir, '0002_guard.sql'),
    `-- Never twice; not even once.
CREATE TRIGGER guard BEFORE INSERT ON units WHEN NEW.name = ';'
BEGIN
  SELECT RAISE(ABORT, 'no; never');
  SELECT 1;
END;
--> statement-breakpoint
INSERT INTO units (name) VALUES ('a;b');`,
  );
  writeFileSync(join(dir, '0001_units.sql'), 'CREATE TABLE units (name TEXT);');
  writeFileSync(join(dir, 'notes.md'), 'no migration');
  const migrations = readMigrations(dir);
  expect(migrations.map(({ name }) => name)).toEqual(['0001_units.sql', '0002_guard.sql']);
  expect(migrations.map(({ statements }) => statements.length)).toEqual([1, 2]);
  expect(migrations[1]?.statements[0]).toMatch(/CREATE TRIGGER guard[\s\S]*END;?$/);
});
