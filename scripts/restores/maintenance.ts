import { setTimeout as sleep } from 'node:timers/promises';
import { MAINTENANCE_KEY, MAINTENANCE_ON } from '#worker/base/platform/maintenance.ts';
import type { Target } from '../target.ts';

/** KV caches a value for 60 s, the Worker for 15 s, and a request can run for half a minute. */
const ARRIVES_SECONDS = 120;
const ARRIVES_LOCALLY_SECONDS = 1;

export async function isMaintenanceOn(target: Target): Promise<boolean> {
  return (await target.readFlag(MAINTENANCE_KEY)) === MAINTENANCE_ON;
}

/** Returns when every part of the system is in maintenance. */
export async function beginMaintenance(target: Target): Promise<void> {
  await target.writeFlag(MAINTENANCE_KEY, MAINTENANCE_ON);
  const seconds = target.environment === 'local' ? ARRIVES_LOCALLY_SECONDS : ARRIVES_SECONDS;
  console.log(`Waiting ${seconds} s until every part of the system knows and started work has ended.`);
  await sleep(seconds * 1000);
}

/** Throws if the system is not in maintenance. */
export async function assertMaintenance(target: Target): Promise<void> {
  if (await isMaintenanceOn(target)) return;
  throw new Error('Maintenance is off: run npm run maintenance -- on first, then restore.');
}
