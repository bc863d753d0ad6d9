import { runCommand } from './command.ts';
import { askControl } from './local/control.ts';
import { stateDirOf } from './local/settings.ts';
import { ROOT } from './root.ts';

/** npm run cron -- NAME: the running system does all due work of this cron now. */
await runCommand(async () => {
  const [name] = process.argv.slice(2);
  if (!name) throw new Error('The name is missing: npm run cron -- NAME, for example holds.');
  const counts = await askControl<Record<string, number>>(stateDirOf(process.env, ROOT), 'cron', name);
  const results = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
  console.log(`${name}: ${results.join(', ') || 'done'}`);
});
