import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { emptyBackups, makeBackupContext, objectKeys, readManifest } from '#worker/test/backups.ts';
import { startOver } from '#worker/test/world.ts';
import { backupsToKeep } from './retention.ts';
import { findLastBackup } from './storage.ts';
import { startBackup } from './tasks.ts';

const FORCED = { isForced: true };
const DAY_MS = 24 * 3_600_000;

beforeEach(startOver);
beforeEach(emptyBackups);

describe('retention', () => {
  it('keeps 7 daily, 4 weekly and 12 monthly backups, the newest of each period', () => {
    const FIRST = Date.UTC(2025, 0, 1, 8, 30);
    const nightly = Array.from({ length: 700 }, (_, day) => {
      const startedAt = FIRST + day * DAY_MS;
      return { name: new Date(startedAt).toISOString().slice(0, 10), startedAt };
    });
    // The last one is Tuesday, December 1, 2026.
    expect([...backupsToKeep(nightly, FIRST + 700 * DAY_MS)].toSorted().toReversed()).toEqual([
      '2026-12-01',
      '2026-11-30',
      '2026-11-29',
      '2026-11-28',
      '2026-11-27',
      '2026-11-26',
      '2026-11-25',
      '2026-11-22',
      '2026-11-15',
      '2026-10-31',
      '2026-09-30',
      '2026-08-31',
      '2026-07-31',
      '2026-06-30',
      '2026-05-31',
      '2026-04-30',
      '2026-03-31',
      '2026-02-28',
      '2026-01-31',
    ]);
  });

  it('keeps every backup for 48 hours, and then the first of each day', () => {
    expect(backupsToKeep([], 0)).toEqual(new Set());
    const at = (day: number, hour: number) => ({
      name: `${day}/${hour}`,
      startedAt: Date.UTC(2026, 0, day, hour),
    });
    const backups = [at(1, 8), at(1, 20), at(2, 8), at(2, 20), at(3, 8), at(3, 9)];
    expect(backupsToKeep(backups, Date.UTC(2026, 0, 3, 10))).toEqual(
      new Set(['1/8', '1/20', '2/8', '2/20', '3/8', '3/9']),
    );
    expect(backupsToKeep(backups, Date.UTC(2026, 0, 4, 10))).toEqual(
      new Set(['1/8', '2/8', '2/20', '3/8', '3/9']),
    );
    expect(backupsToKeep(backups, Date.UTC(2026, 0, 6, 10))).toEqual(new Set(['1/8', '2/8', '3/8']));
  });

  it('deletes what is no longer kept, and unfinished backups after a day', async () => {
    const { ctx, passMinutes } = makeBackupContext();
    await env.BACKUPS.put('backups/unfinished/users/1.ndjson.gz.age', 'x');
    await env.BACKUPS.put('removals/2026.json', 'x');
    // Uploaded by hand, so that it has no metadata.
    await env.BACKUPS.put('backups/copied/manifest.json', '{}');
    await startBackup(ctx, FORCED);
    expect(await objectKeys()).toEqual(
      expect.arrayContaining(['backups/copied/manifest.json', 'backups/unfinished/users/1.ndjson.gz.age']),
    );
    // Noon, two days later: the next two backups are of one day.
    passMinutes(((Math.floor(ctx.now() / DAY_MS) + 2.5) * DAY_MS - ctx.now()) / 60_000);
    await startBackup(ctx, FORCED);
    const { name: first } = await readManifest();
    passMinutes(1);
    await startBackup(ctx, FORCED);
    const { name: second } = await readManifest();
    expect(await objectKeys()).toContain(`backups/${first}/manifest.json`);
    passMinutes(2.5 * 24 * 60);
    await startBackup(ctx, FORCED);
    const { name: last } = await readManifest();
    const keys = await objectKeys();
    expect(keys).toEqual(expect.arrayContaining(['removals/2026.json', `backups/${first}/manifest.json`]));
    expect(keys).not.toContain('backups/unfinished/users/1.ndjson.gz.age');
    expect(keys.filter((key) => key.startsWith(`backups/${second}/`))).toEqual([]);
    expect(await findLastBackup(env.BACKUPS)).toMatchObject({ name: last, rows: expect.any(Number) });
  });
});
