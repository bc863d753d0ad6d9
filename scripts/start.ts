import { Teardown } from '#scripts/local/processes/teardown.ts';
import { runCommand } from './command.ts';
import { readSettings } from './local/settings.ts';
import type { Running } from './local/state.ts';
import { startSystem } from './local/system.ts';
import { ROOT } from './root.ts';

/** The system must stop within five seconds. */
const DEADLINE_MS = 4000;
const teardown = new Teardown();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));
process.on('disconnect', () => void end(0));

await runCommand(async () => {
  const settings = readSettings(process.env, ROOT);
  const { running, failed } = await startSystem({ root: ROOT, settings, teardown });
  console.log(announcement(running));
  await failed;
});
await end(1);

async function end(status: number): Promise<void> {
  process.exitCode ??= status;
  setTimeout(() => process.exit(), DEADLINE_MS).unref();
  await teardown.run();
  process.exit();
}

function announcement({ app, admin, drivers, stripe, mailbox, texts, routing }: Running): string {
  const signIns = drivers.map(
    ({ username, password }) => `                  sign in as ${username} with ${password}\n`,
  );
  const driverApp = drivers.length === 0 ? '' : `  Driver app      ${app}/driver\n${signIns.join('')}`;
  return `
  Public page     ${app}
  Back office     ${app}/admin
                  sign in as ${admin.username} with ${admin.password}
${driverApp}  Card            4242 4242 4242 4242, any future date, any CVC
  Payments        ${stripe}
  E-mails         ${mailbox}
  Texts           ${texts}
  Routing         ${routing}

  Stop with Ctrl-C.
`;
}
