import { setTimeout as sleep } from 'node:timers/promises';
import { restartStatement } from '#worker/db/restart-cron-runs.ts';
import { MAINTENANCE_KEY, MAINTENANCE_ON } from '#worker/platform/maintenance.ts';
import { runCommand } from './command.ts';
import { listOpenSteps } from './restores/follow.ts';
import { openTarget, type Target } from './target.ts';

/** KV caches a value for 60 s, the Worker for 5 s, and a request can run for half a minute. */
const ARRIVES_SECONDS = 120;
const ARRIVES_LOCALLY_SECONDS = 1;

/** npm run maintenance -- on|off; without an argument: prints whether the system is in maintenance. */
await runCommand(async () => {
  const args = process.argv.slice(2);
  const [change, ...others] = args.filter((argument) => !argument.startsWith('--'));
  if (others.length > 0 || (change !== undefined && change !== 'on' && change !== 'off')) {
    throw new Error('Usage: npm run maintenance -- on|off, or without an argument to see whether it is on.');
  }
  const target = openTarget(args);
  if (change === 'on') await beginMaintenance(target);
  if (change === 'off') await endMaintenance(target, { isForced: args.includes('--anyway') });
  const isOn = (await target.readFlag(MAINTENANCE_KEY)) === MAINTENANCE_ON;
  console.log(isOn ? 'Maintenance is on.' : 'Maintenance is off.');
});

async function beginMaintenance(target: Target): Promise<void> {
  await target.writeFlag(MAINTENANCE_KEY, MAINTENANCE_ON);
  const seconds = target.environment === 'local' ? ARRIVES_LOCALLY_SECONDS : ARRIVES_SECONDS;
  console.log(`Waiting ${seconds} s until every part of the system knows and started work has ended.`);
  await sleep(seconds * 1000);
}

/** --anyway ends it although a restore is not finished: the Worker then continues with its steps beside the calls. */
async function endMaintenance(target: Target, { isForced }: { isForced: boolean }): Promise<void> {
  const open = await listOpenSteps(target);
  if (open.length > 0 && !isForced) {
    throw new Error(
      `Maintenance stays on, because the restore is not finished. Still to do:\n- ${open.join('\n- ')}\nThe Worker does it every minute. If it stays, look for restore_step_failed in the log.`,
    );
  }
  await target.writeFlag(MAINTENANCE_KEY, null);
  await target.execute([restartStatement(Date.now())]);
}
