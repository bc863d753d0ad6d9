import { setTimeout as sleep } from 'node:timers/promises';
import { STOPPED_WRITES } from '#domain/shared/restores.ts';
import { MAINTENANCE_KEY, MAINTENANCE_ON } from '#worker/base/platform/maintenance.ts';
import type { Target } from '../target.ts';

/** KV caches a value for 60 s. An instance that learns of it later reads on, and cannot write any more. */
const ARRIVES_SECONDS = 60;
const ARRIVES_LOCALLY_SECONDS = 1;

export async function isMaintenanceOn(target: Target): Promise<boolean> {
  return (await target.readFlag(MAINTENANCE_KEY)) === MAINTENANCE_ON;
}

/** From here on the Worker writes nothing, but in the steps after a restore (worker/base/db/write-gate.ts). */
export const stopStatement = (nowMs: number) =>
  `INSERT OR IGNORE INTO cursors (name, reached_at) VALUES ('${STOPPED_WRITES}', ${nowMs})`;

async function stopWrites(target: Target): Promise<void> {
  try {
    await target.update([stopStatement(Date.now())]);
  } catch (error) {
    // A new database, into which a backup will be loaded.
    if (!/no such table/.test(String(error))) throw error;
  }
}

/** Ends what stopStatement began. */
export const RESUME_WRITES = `DELETE FROM cursors WHERE name = '${STOPPED_WRITES}'`;

/** Returns when every part of the system is in maintenance. From its beginning nothing is written. */
export async function beginMaintenance(target: Target): Promise<void> {
  await target.writeFlag(MAINTENANCE_KEY, MAINTENANCE_ON);
  await stopWrites(target);
  const seconds = target.environment === 'local' ? ARRIVES_LOCALLY_SECONDS : ARRIVES_SECONDS;
  console.log(`Waiting ${seconds} s until every part of the system knows and started work has ended.`);
  await sleep(seconds * 1000);
}

/** Throws if the system is not in maintenance. */
export async function assertMaintenance(target: Target): Promise<void> {
  if (await isMaintenanceOn(target)) return;
  throw new Error('Maintenance is off: run npm run maintenance -- on first, then restore.');
}
