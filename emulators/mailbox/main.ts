/** Runs the mailbox as a process; own-process.ts lists the environment variables. */
import { join } from 'node:path';
import { processSettings, runAsProcess } from '../own-process.ts';
import { startMailbox } from './server.ts';
import { sendThroughSystem } from './system-queue.ts';

const { port, stateDir, clockOffsetSeconds } = processSettings(process.env);

await runAsProcess(() =>
  startMailbox({
    port,
    clockOffsetSeconds,
    file: join(stateDir, 'mailbox', 'mailbox.sqlite'),
    sendEvent: sendThroughSystem(stateDir),
  }),
);
