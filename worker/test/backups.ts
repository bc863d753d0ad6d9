import { env } from 'cloudflare:workers';
import type { Context } from '#worker/base/context.ts';
import { type BackupManifest, backupManifest } from '#worker/operations/backups/manifest.ts';
import { findLastBackup } from '#worker/operations/backups/storage.ts';
import { insertRow } from './builders.ts';
import { ROWS, type TableName } from './sample-rows.ts';
import { makeTestContext } from './world.ts';

export async function emptyBackups() {
  await env.BACKUPS.delete(await objectKeys());
}

/** A context whose queue messages are counted and not delivered. */
export function makeBackupContext() {
  const world = makeTestContext();
  const messages: unknown[] = [];
  const ctx: Context = { ...world.ctx, send: async (message) => void messages.push(message) };
  return { ...world, ctx, messages };
}

/** Gives every table rows. */
export async function fillTables(count = 2) {
  for (const table of Object.keys(ROWS) as TableName[]) {
    if (table === 'backup_runs') continue;
    for (let n = 1; n <= count; n += 1) await insertRow(table, n);
  }
}

/** The manifest of the newest backup. */
export async function readManifest(): Promise<BackupManifest> {
  const last = await findLastBackup(env.BACKUPS);
  const object = await env.BACKUPS.get(last?.manifest ?? '');
  return backupManifest.parse(await object?.json());
}

export const objectKeys = async () => (await env.BACKUPS.list()).objects.map(({ key }) => key);
