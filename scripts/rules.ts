import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './command.ts';
import { ROOT } from './root.ts';
import { checkRules, RULES_FILE, writeRules } from './verify/rules.ts';

/** Writes docs/rules.md with --update. Prints the triggers that no test covers. */
await runCommand(async () => {
  if (process.argv.includes('--update')) writeFileSync(join(ROOT, RULES_FILE), writeRules(ROOT));
  const findings = checkRules(ROOT);
  if (findings) throw new Error(findings);
});
