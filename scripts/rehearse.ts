import { runCommand } from './command.ts';
import { rehearse } from './restores/rehearsal.ts';

/** npm run rehearse: walks both restores of the runbook on temporary local systems, and prints each step. */
await runCommand(async () => {
  const startedAtMs = Date.now();
  await rehearse((line) => console.log(line));
  console.log(`Both restores were rehearsed in ${Math.round((Date.now() - startedAtMs) / 1000)} s.`);
});
