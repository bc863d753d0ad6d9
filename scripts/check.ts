import { runCommand } from './command.ts';
import { ROOT } from './root.ts';
import { assertPassed, runChecks } from './verify/checks.ts';

/** Types, lint, format, prose, names, log events and migrations. */
await runCommand(async () => {
  assertPassed(await runChecks(ROOT));
  console.log('Passed: types, lint, format, prose, names, log events, migrations.');
});
