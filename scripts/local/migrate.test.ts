import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { migrate, readMigrations } from './migrate.ts';
import { startMiniflare } from './miniflare.ts';

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

it('applies missing migrations and refuses a database with a migration that the code lacks', async () => {
  const miniflare = await startMiniflare({
    port: 0,
    persistDir: mkdtempSync(join(tmpdir(), 'database-')),
    workers: [{ name: 'database', modules: true, script: 'export default {}', d1Databases: ['DB'] }],
    onLog: (line) => console.error(line),
  });
  try {
    const database = await miniflare.getD1Database('DB', 'database');
    const units = { name: '0000_units.sql', statements: ['CREATE TABLE units (name TEXT)'] };
    const trucks = { name: '0001_trucks.sql', statements: ['CREATE TABLE trucks (name TEXT)'] };
    expect(await migrate(database, [units])).toEqual([units.name]);
    expect(await migrate(database, [units, trucks])).toEqual([trucks.name]);
    expect(await migrate(database, [units, trucks])).toEqual([]);
    await expect(migrate(database, [{ ...units, name: '0000_baseline.sql' }])).rejects.toThrow(
      'The local database has the migration 0000_units.sql, which this version of the code does not have: delete the directory STATE_DIR (.wrangler/state if it is not set) and start again.',
    );
  } finally {
    await miniflare.dispose();
  }
});
