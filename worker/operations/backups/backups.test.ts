import { env } from 'cloudflare:workers';
import { Decrypter } from 'age-encryption';
import type { SQL } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '#worker/base/platform/digest.ts';
import { emptyBackups, fillTables, makeBackupContext, readManifest } from '#worker/test/backups.ts';
import { CATALOG_TABLES, REFERENCE_TABLES } from '#worker/test/builders.ts';
import { ROWS } from '#worker/test/sample-rows.ts';
import { rows, startOver } from '#worker/test/world.ts';
import type { BackupTable } from './manifest.ts';
import { findLastBackup } from './storage.ts';
import { resumeBackup, startBackup } from './tasks.ts';

const FORCED = { isForced: true };
const ONE_STEP = { isForced: false };

beforeEach(startOver);
beforeEach(emptyBackups);

/** The rows of a table in its objects, whose checksums and row counts are compared. */
async function readTable(table: BackupTable): Promise<unknown[][]> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(env.BACKUP_PRIVATE_KEY);
  const parts: unknown[][][] = [];
  for (const { key, sha256: expected, rows: count, bytes } of table.objects) {
    const content = new Uint8Array((await (await env.BACKUPS.get(key))?.arrayBuffer()) ?? []);
    expect([content.length, await sha256(content)]).toEqual([bytes, expected]);
    const gzip = new Blob([await decrypter.decrypt(content)]).stream();
    const text = await new Response(gzip.pipeThrough(new DecompressionStream('gzip'))).text();
    const part = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown[]);
    expect(part).toHaveLength(count);
    parts.push(part);
  }
  return parts.flat();
}

describe('a backup', () => {
  it('has every row of every table that is not computed from others', async () => {
    await fillTables();
    const { ctx } = makeBackupContext();
    expect(await startBackup(ctx, FORCED)).toEqual({ steps: 1, finished: 1 });
    const manifest = await readManifest();
    const all = [...Object.keys(ROWS), ...CATALOG_TABLES, ...REFERENCE_TABLES];
    const names = all.filter((name) => name !== 'backup_runs');
    expect(manifest.tables.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    for (const table of manifest.tables) {
      const stored = await rows(
        `SELECT ${table.columns.map((name) => `"${name}"`).join(', ')} FROM ${table.name}
         ORDER BY rowid ${table.isNewestFirst ? 'DESC' : 'ASC'}`,
      );
      expect(await readTable(table), table.name).toEqual(stored.map((row) => Object.values(row)));
    }
    expect(manifest).toMatchObject({
      version: 1,
      environment: 'development',
      schemaVersion: env.MIGRATIONS.at(-1)?.name,
      recipient: ctx.settings.backupPublicKey,
    });
    expect(manifest.sequences).toMatchObject({ bookings: expect.any(Number) });
    expect(manifest.sequences).not.toHaveProperty('clients');
    expect(await rows('SELECT state, manifest_key, error FROM backup_runs')).toEqual([
      { state: 'succeeded', manifest_key: `backups/${manifest.name}/manifest.json`, error: null },
    ]);
  });

  it('reads each table before the tables that it refers to', async () => {
    const { ctx } = makeBackupContext();
    await startBackup(ctx, FORCED);
    const names = (await readManifest()).tables.map(({ name }) => name);
    const references = await rows<{ child: string; parent: string }>(
      `SELECT t.name AS child, f."table" AS parent FROM pragma_table_list t JOIN pragma_foreign_key_list(t.name) f
       WHERE t.type = 'table' AND substr(t.name, 1, 4) <> '_cf_' AND t.name <> f."table" AND t.name NOT IN ('clients', 'totals')`,
    );
    expect(references.length).toBeGreaterThan(20);
    for (const { child, parent } of references) {
      expect(names.indexOf(child), `${child} -> ${parent}`).toBeLessThan(names.indexOf(parent));
    }
  });

  it('includes a new table, without a rowid, with bytes and a computed column', async () => {
    await env.DB.batch(
      [
        `CREATE TABLE photos (place TEXT, number INTEGER, content BLOB, weight REAL, twice INTEGER AS (number * 2),
           PRIMARY KEY (place, number)) WITHOUT ROWID`,
        `INSERT INTO photos VALUES ('b', 1, x'00ff10', 1.5), ('a', 2, NULL, 2), ('a', 10, x'', NULL)`,
      ].map((sql) => env.DB.prepare(sql)),
    );
    const { ctx } = makeBackupContext();
    await startBackup(ctx, FORCED);
    const table = (await readManifest()).tables.find(({ name }) => name === 'photos');
    await env.DB.prepare('DROP TABLE photos').run();
    expect(table).toMatchObject({
      columns: ['place', 'number', 'content', 'weight'],
      key: ['place', 'number'],
      objects: [{ rows: 3, first: ['a', 2], last: ['b', 1] }],
    });
    expect(await readTable(table as BackupTable)).toEqual([
      ['a', 2, null, 2],
      ['a', 10, { hex: '' }, null],
      ['b', 1, { hex: '00ff10' }, 1.5],
    ]);
  });

  it('never has both an ended row and its successor as open', async () => {
    const run = (...statements: string[]) => env.DB.batch(statements.map((sql) => env.DB.prepare(sql)));
    await run(
      'CREATE TABLE offers (id INTEGER PRIMARY KEY, owner INTEGER, state TEXT)',
      "CREATE UNIQUE INDEX offers_open ON offers (owner) WHERE state = 'open'",
      'CREATE TABLE offer_views (id INTEGER PRIMARY KEY, offer INTEGER REFERENCES offers (id))',
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
       INSERT INTO offers (owner, state) SELECT i, 'open' FROM n`,
    );
    const { ctx } = makeBackupContext();
    let isReplaced = false;
    const values = async (query: SQL) => {
      const page = await ctx.db.values(query);
      if (!isReplaced && page.some((row) => row.includes('open') && row.length === 3)) {
        isReplaced = true;
        // Between the first page and the second one.
        await run(
          "UPDATE offers SET state = 'ended'",
          "INSERT INTO offers (owner, state) SELECT owner, 'open' FROM offers",
        );
      }
      return page;
    };
    const db = new Proxy(ctx.db, {
      get: (target, name) => (name === 'values' ? values : Reflect.get(target, name)),
    });
    await startBackup({ ...ctx, db }, FORCED);
    const table = (await readManifest()).tables.find(({ name }) => name === 'offers');
    await run('DROP TABLE offer_views', 'DROP TABLE offers');
    expect(isReplaced).toBe(true);
    const stored = await readTable(table as BackupTable);
    expect(stored.map(([id]) => id).toSorted()).toEqual(
      Array.from({ length: 60 }, (_, i) => i + 1).toSorted(),
    );
    const owners = stored.filter(([, , state]) => state === 'open').map(([, owner]) => owner);
    expect(new Set(owners).size).toBe(owners.length);
  });

  it('goes on in steps, each a queue message, until every row is written', async () => {
    await fillTables(1);
    // 60 rows of 400 kB are more than one step, and more than one object.
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
       INSERT INTO analytics_events (event_type, event_data, created_at) SELECT 'large', hex(zeroblob(200000)), i FROM n`,
    ).run();
    const { ctx, messages } = makeBackupContext();
    expect(await startBackup(ctx, ONE_STEP)).toEqual({ steps: 1, finished: 0 });
    expect(messages).toEqual([{ type: 'backup' }]);
    expect(await findLastBackup(env.BACKUPS)).toBeNull();
    // A backup that is requested while one runs is the same backup.
    expect(await startBackup(ctx, FORCED)).toMatchObject({ finished: 1 });
    expect(await rows('SELECT state FROM backup_runs')).toEqual([{ state: 'succeeded' }]);
    const table = (await readManifest()).tables.find(({ name }) => name === 'analytics_events');
    expect(table?.objects.length).toBeGreaterThan(1);
    expect(await readTable(table as BackupTable)).toHaveLength(61);
    expect(await resumeBackup(ctx, FORCED)).toEqual({ steps: 0, finished: 0 });
  });
});
