import { runCommand } from './command.ts';
import { ROOT } from './root.ts';
import { assertPassed, runChecks } from './verify/checks.ts';
import { describeForeignPackages } from './verify/lock-file.ts';

/** Types, lint, format, imports, unused code, prose, nouns, names, log events, migrations, triggers, rules, guards and the lock file. */
await runCommand(async () => {
  assertPassed(await runChecks(ROOT));
  console.log(
    'Passed: types, lint, format, imports, unused code, prose, nouns, names, log events, migrations, triggers, rules, guards, lock file.',
  );
  const foreign = describeForeignPackages(ROOT);
  if (foreign) console.log(foreign);
});
