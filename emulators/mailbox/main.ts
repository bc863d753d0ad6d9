/** The mailbox as a process: see own-process.ts for the environment. */
import { join } from 'node:path';
import { processSettings, runAsProcess } from '../own-process.ts';
import { startMailbox } from './server.ts';

const { port, stateDir, clockOffsetSeconds } = processSettings(process.env);

await runAsProcess(() =>
  startMailbox({ port, clockOffsetSeconds, file: join(stateDir, 'mailbox', 'mailbox.sqlite') }),
);
