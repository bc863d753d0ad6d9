/** Runs the routing emulator as a process. Environment: PORT (own-process.ts). */
import { processSettings, runAsProcess } from '../own-process.ts';
import { startRouting } from './server.ts';

const { port } = processSettings(process.env);

await runAsProcess(() => startRouting({ port }));
