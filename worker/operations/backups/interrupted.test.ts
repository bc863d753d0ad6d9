import { env } from 'cloudflare:workers';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import type { SQL } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  emptyBackups,
  fillTables,
  makeBackupContext,
  objectKeys,
  readManifest,
} from '#worker/test/backups.ts';
import { captureLog } from '#worker/test/http.ts';
import { rows, startOver } from '#worker/test/world.ts';
import { claimRun, insertRun } from './repo.ts';
import { endRunningBackup, resumeBackup, startBackup } from './tasks.ts';

const FORCED = { isForced: true };
const ONE_STEP = { isForced: false };

beforeEach(startOver);
beforeEach(emptyBackups);

describe('an interrupted backup', () => {
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
      { state: 'failed', error: 'A step of the backup failed 1 times: no ids' },
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

  it('repeats a step that ran out of memory with smaller pages, for six hours', async () => {
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
       INSERT INTO analytics_events (event_type, created_at) SELECT 'small', i FROM n`,
    ).run();
    const { ctx, passMinutes } = makeBackupContext();
    const log = captureLog();
    const pages: number[] = [];
    const values = async (query: SQL) => {
      const page = await ctx.db.values(query);
      if (page.some((row) => row.includes('small'))) pages.push(page.length);
      return page;
    };
    const db = new Proxy(ctx.db, {
      get: (target, name) => (name === 'values' ? values : Reflect.get(target, name)),
    });
    const crash = async () => {
      await claimRun(ctx.db, { nowMs: ctx.now(), leaseUntil: ctx.now() + 60_000 });
      passMinutes(2);
    };
    await insertRun(ctx.db, ctx.now());
    await crash();
    await crash();
    expect(await resumeBackup({ ...ctx, db }, FORCED)).toMatchObject({ finished: 1 });
    // A quarter of the usual first page.
    expect(pages[0]).toBe(5);
    expect(pages).not.toContain(20);
    await insertRun(ctx.db, ctx.now());
    await crash();
    passMinutes(361);
    await expect(resumeBackup(ctx, FORCED)).rejects.toThrow('ran out of memory');
    expect(await rows('SELECT state FROM backup_runs ORDER BY id')).toEqual([
      { state: 'succeeded' },
      { state: 'failed' },
    ]);
    expect(log.lines('backup_failed')).toHaveLength(1);
  });

  it('begins again with a new public key, or without one of its objects', async () => {
    const { ctx } = makeBackupContext();
    await startBackup(ctx, FORCED);
    const first = await readManifest();
    const goOn = () => env.DB.prepare("UPDATE backup_runs SET state = 'running'").run();
    await goOn();
    // A crash after the manifest was written.
    expect(await resumeBackup(ctx, FORCED)).toEqual({ steps: 1, finished: 1 });
    await goOn();
    const backupPublicKey = await identityToRecipient(await generateX25519Identity());
    const changed = { ...ctx, settings: { ...ctx.settings, backupPublicKey } };
    expect(await resumeBackup(changed, FORCED)).toEqual({ steps: 2, finished: 1 });
    const second = await readManifest();
    expect(second).toMatchObject({ recipient: backupPublicKey });
    expect(second.name).not.toBe(first.name);
    await goOn();
    await env.BACKUPS.delete(second.tables.flatMap(({ objects }) => objects.map(({ key }) => key)));
    expect(await resumeBackup(changed, FORCED)).toEqual({ steps: 2, finished: 1 });
    expect((await readManifest()).name).not.toBe(second.name);
  });

  it('leaves the manifest of a completed backup as it is after Time Travel, and is ended by a restore', async () => {
    const { ctx } = makeBackupContext();
    await startBackup(ctx, FORCED);
    const completed = await readManifest();
    // The moment was before the objects of the completed backup were written.
    await env.DB.prepare(
      `UPDATE backup_runs SET state = 'running', progress = json_set(progress, '$.tables', json('[]'), '$.tableIndex', 0)`,
    ).run();
    expect(await resumeBackup(ctx, FORCED)).toEqual({ steps: 2, finished: 1 });
    const kept = await env.BACKUPS.get(`backups/${completed.name}/manifest.json`);
    expect(await kept?.json()).toEqual(completed);
    await insertRun(ctx.db, ctx.now());
    expect(await endRunningBackup(ctx)).toBe(1);
    expect(await resumeBackup(ctx, FORCED)).toEqual({ steps: 0, finished: 0 });
  });
});
