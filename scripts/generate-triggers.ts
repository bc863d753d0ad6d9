import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './command.ts';
import { ROOT } from './root.ts';
import { run } from './run.ts';
import { diffTriggers } from './verify/triggers.ts';

/** Writes the next migration from worker/base/db/triggers: `node scripts/generate-triggers.ts NAME`. */
await runCommand(async () => {
  const name = process.argv[2];
  if (!name) throw new Error('Give the migration a name: node scripts/generate-triggers.ts what_changed');
  const statements = diffTriggers(ROOT);
  if (statements === '') {
    console.log('The migrations make the triggers of worker/base/db/triggers: nothing to write.');
    return;
  }
  const { status, output } = await run(['drizzle-kit', 'generate', '--custom', '--name', name], {
    cwd: ROOT,
  });
  if (status !== 0) throw new Error(`drizzle-kit made no migration:\n${output}`);
  const dir = join(ROOT, 'migrations');
  const file = readdirSync(dir).findLast((entry) => entry.endsWith(`_${name}.sql`));
  if (!file) throw new Error(`drizzle-kit made no file *_${name}.sql`);
  // In place of the generator's comment, which ends without a new line.
  writeFileSync(join(dir, file), `${statements}\n`);
  console.log(`Wrote migrations/${file}.`);
});
