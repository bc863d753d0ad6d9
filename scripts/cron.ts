import { runCommand } from './command.ts';
import { askControl } from './local/control.ts';
import { stateDirOf } from './local/settings.ts';
import { ROOT } from './root.ts';

/** npm run cron -- NAME: the running system does all that is due, whatever the hour. */
await runCommand(async () => {
  const [name] = process.argv.slice(2);
  if (!name) throw new Error('Say which one: npm run cron -- NAME, for example holds.');
  const counts = await askControl<Record<string, number>>(stateDirOf(process.env, ROOT), 'cron', name);
  const told = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
  console.log(`${name}: ${told.join(', ') || 'done'}`);
});
