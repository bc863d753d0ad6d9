import { env } from 'cloudflare:workers';
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
import { resumeBackup, startBackup } from './tasks.ts';

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
