import { env } from 'cloudflare:workers';
import { Decrypter } from 'age-encryption';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '#worker/context.ts';
import { sha256 } from '#worker/platform/digest.ts';
import { insertRow, ROWS, type TableName } from '#worker/test/builders.ts';
import { captureLog } from '#worker/test/http.ts';
import { makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { type BackupManifest, type BackupTable, backupManifest } from './manifest.ts';
import { backupsToKeep } from './retention.ts';
import { findLastBackup } from './storage.ts';
import { resumeBackup, startBackup } from './tasks.ts';

const FORCED = { isForced: true };
const ONE_STEP = { isForced: false };
const DAY_MS = 24 * 3_600_000;

beforeEach(async () => {
  await startOver();
  const { objects } = await env.BACKUPS.list();
  await env.BACKUPS.delete(objects.map(({ key }) => key));
});

/** A context whose queue messages are counted and not delivered. */
function makeBackupContext() {
  const world = makeTestContext();
  const messages: unknown[] = [];
  const ctx: Context = { ...world.ctx, send: async (message) => void messages.push(message) };
  return { ...world, ctx, messages };
}

async function fillTables(count = 2) {
  for (const table of Object.keys(ROWS) as TableName[]) {
    if (table === 'backup_runs') continue;
    for (let n = 1; n <= count; n += 1) await insertRow(table, n);
  }
}

async function readManifest(): Promise<BackupManifest> {
  const last = await findLastBackup(env.BACKUPS);
  const object = await env.BACKUPS.get(last?.manifest ?? '');
  return backupManifest.parse(await object?.json());
}

const objectKeys = async () => (await env.BACKUPS.list()).objects.map(({ key }) => key);

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
    const names = [...Object.keys(ROWS), 'dumpster_sizes', 'rental_options'].filter(
      (name) => name !== 'backup_runs',
    );
    expect(manifest.tables.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    for (const table of manifest.tables) {
      const stored = await rows(
        `SELECT ${table.columns.map((name) => `"${name}"`).join(', ')} FROM ${table.name} ORDER BY rowid`,
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

  it('continues after a step that failed or crashed', async () => {
    await fillTables(1);
    const { ctx, passMinutes } = makeBackupContext();
    const backups = new Proxy(ctx.backups, {
      get: (bucket, name) =>
        name === 'put' ? () => Promise.reject(new Error('R2 does not answer')) : Reflect.get(bucket, name),
    });
    await expect(startBackup({ ...ctx, backups }, FORCED)).rejects.toThrow('R2 does not answer');
    expect(await rows('SELECT state, error FROM backup_runs')).toEqual([
      { state: 'running', error: 'R2 does not answer' },
    ]);
    // A crashed step leaves its lease.
    await env.DB.prepare('UPDATE backup_runs SET lease_until = ?')
      .bind(ctx.now() + 60_000)
      .run();
    expect(await resumeBackup(ctx, FORCED)).toEqual({ steps: 0, finished: 0 });
    passMinutes(2);
    expect(await resumeBackup(ctx, FORCED)).toEqual({ steps: 1, finished: 1 });
  });

  it('fails after six hours of failures', async () => {
    const { ctx, passMinutes } = makeBackupContext();
    const log = captureLog();
    const failing = {
      ...ctx,
      newId: () => {
        throw new Error('no ids');
      },
    };
    await expect(startBackup(failing, FORCED)).rejects.toThrow('no ids');
    passMinutes(361);
    await expect(resumeBackup(failing, FORCED)).rejects.toThrow('no ids');
    expect(await rows('SELECT state, error FROM backup_runs')).toEqual([
      { state: 'failed', error: 'no ids' },
    ]);
    expect(log.lines('backup_failed')).toHaveLength(1);
  });

  it('is not made without a public key', async () => {
    const { ctx } = makeBackupContext();
    const log = captureLog();
    const settings = { ...ctx.settings, backupPublicKey: null };
    await expect(startBackup({ ...ctx, settings }, FORCED)).rejects.toThrow('BACKUP_PUBLIC_KEY is not set');
    expect(log.lines('backup_failed')).toHaveLength(1);
    expect(await rows('SELECT state FROM backup_runs')).toEqual([{ state: 'failed' }]);
    expect(await objectKeys()).toEqual([]);
  });

  it('begins again when a migration is applied while it runs', async () => {
    const { ctx } = makeBackupContext();
    await startBackup(ctx, ONE_STEP);
    const { name } = await readManifest();
    await env.DB.prepare(
      `UPDATE backup_runs SET state = 'running', progress = json_set(progress, '$.schemaVersion', 'older.sql')`,
    ).run();
    expect(await resumeBackup(ctx, FORCED)).toEqual({ steps: 2, finished: 1 });
    const manifest = await readManifest();
    expect(manifest.schemaVersion).toBe(env.MIGRATIONS.at(-1)?.name);
    expect(manifest.name).not.toBe(name);
  });
});

describe('retention', () => {
  it('keeps 7 daily, 4 weekly and 12 monthly backups, the newest of each period', () => {
    const FIRST = Date.UTC(2025, 0, 1, 8, 30);
    const nightly = Array.from({ length: 700 }, (_, day) => {
      const startedAt = FIRST + day * DAY_MS;
      return { name: new Date(startedAt).toISOString().slice(0, 10), startedAt };
    });
    // The last one is Tuesday, December 1, 2026.
    expect([...backupsToKeep(nightly)].toSorted().toReversed()).toEqual([
      ...['2026-12-01', '2026-11-30', '2026-11-29', '2026-11-28', '2026-11-27', '2026-11-26', '2026-11-25'],
      ...['2026-11-22', '2026-11-15'],
      ...['2026-10-31', '2026-09-30', '2026-08-31', '2026-07-31', '2026-06-30', '2026-05-31'],
      ...['2026-04-30', '2026-03-31', '2026-02-28', '2026-01-31'],
    ]);
  });

  it('keeps everything while there is little, and the last backup of a day', () => {
    expect(backupsToKeep([])).toEqual(new Set());
    const morning = { name: 'morning', startedAt: Date.UTC(2026, 0, 1, 8) };
    const evening = { name: 'evening', startedAt: Date.UTC(2026, 0, 1, 20) };
    expect(backupsToKeep([morning, evening])).toEqual(new Set(['evening']));
  });

  it('deletes what is no longer kept, and unfinished backups after a day', async () => {
    const { ctx, passMinutes } = makeBackupContext();
    await env.BACKUPS.put('backups/unfinished/users/1.ndjson.gz.age', 'x');
    await env.BACKUPS.put('removals/2026.json', 'x');
    await startBackup(ctx, FORCED);
    // Uploaded by hand, so that it has no metadata.
    await env.BACKUPS.put('backups/copied/manifest.json', '{}');
    expect(await objectKeys()).toContain('backups/unfinished/users/1.ndjson.gz.age');
    // Noon, two days later: the next two backups are of one day.
    passMinutes(((Math.floor(ctx.now() / DAY_MS) + 2.5) * DAY_MS - ctx.now()) / 60_000);
    await startBackup(ctx, FORCED);
    const { name: earlier } = await readManifest();
    passMinutes(1);
    await startBackup(ctx, FORCED);
    const { name: later } = await readManifest();
    const keys = await objectKeys();
    expect(keys).toEqual(
      expect.arrayContaining([
        'removals/2026.json',
        'backups/copied/manifest.json',
        `backups/${later}/manifest.json`,
      ]),
    );
    expect(keys).not.toContain('backups/unfinished/users/1.ndjson.gz.age');
    expect(keys.filter((key) => key.startsWith(`backups/${earlier}/`))).toEqual([]);
    expect(await findLastBackup(env.BACKUPS)).toMatchObject({ name: later, rows: expect.any(Number) });
  });
});
