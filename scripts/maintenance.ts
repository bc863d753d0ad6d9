import { runCommand } from './command.ts';
import { endMaintenance } from './restores/follow.ts';
import { beginMaintenance, isMaintenanceOn } from './restores/maintenance.ts';
import { openTarget } from './target.ts';

/**
 * npm run maintenance -- on|off; without an argument: prints whether the system is in maintenance. off --anyway ends it
 * although a restore is not finished.
 */
await runCommand(async () => {
  const args = process.argv.slice(2);
  const [change, ...others] = args.filter((argument) => !argument.startsWith('--'));
  if (others.length > 0 || (change !== undefined && change !== 'on' && change !== 'off')) {
    throw new Error('Usage: npm run maintenance -- on|off, or without an argument to see whether it is on.');
  }
  const target = openTarget(args);
  if (change === 'on') await beginMaintenance(target);
  if (change === 'off') await endMaintenance(target, { isForced: args.includes('--anyway') });
  console.log((await isMaintenanceOn(target)) ? 'Maintenance is on.' : 'Maintenance is off.');
});
