import { runCommand } from './command.ts';
import { withBundle } from './production/bundle.ts';
import { ROOT } from './root.ts';
import { run } from './run.ts';
import { findChrome } from './verify/find-chrome.ts';
import { makeTestFolder } from './verify/test-folder.ts';
import {
  hashWholeSystemTests,
  listChangedSystems,
  names,
  recordPassed,
  WHOLE_SYSTEM_TESTS,
} from './verify/whole-system.ts';

/**
 * The tests of whole systems whose sources have changed since they passed, or with --all every one. What passes is
 * recorded, so that `npm test` leaves it out until its sources change again: commit the record.
 */
await runCommand(async () => {
  const chosen = process.argv.includes('--all') ? names() : listChangedSystems(ROOT);
  if (chosen.length === 0) {
    console.log('All tests of whole systems have passed with these sources. Run them again with --all.');
    return;
  }
  const env = { CHROME_PATH: findChrome(process.env), TMPDIR: makeTestFolder() };
  await withBundle(ROOT, async () => undefined);
  for (const name of chosen) {
    const { tests } = WHOLE_SYSTEM_TESTS[name];
    const content = hashWholeSystemTests(ROOT, name);
    console.log(`${name}: ${tests.join(', ')}`);
    const { status } = await run(['vitest', 'run', ...tests], { cwd: ROOT, env, isShown: true });
    if (status === 0) recordPassed(ROOT, { [name]: content });
    else process.exitCode = 1;
  }
});
