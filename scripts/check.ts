import { runCommand } from './command.ts';
import { ROOT } from './root.ts';
import { assertPassed, runChecks } from './verify/checks.ts';

/** Types, lint, format, prose and names. */
await runCommand(async () => {
  const checks = await runChecks(ROOT);
  assertPassed(checks);
  console.log(`${checks.length} checks passed: types, lint, format, prose, names.`);
});
