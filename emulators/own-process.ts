import type { RunningServer } from './http-server.ts';

/** The settings of an emulator that runs as a process. */
export interface ProcessSettings {
  port: number;
  stateDir: string;
  clockOffsetSeconds: number;
}

/** Reads PORT (0), STATE_DIR (.wrangler/state) and CLOCK_OFFSET_SECONDS (0). */
export function processSettings(env: NodeJS.ProcessEnv): ProcessSettings {
  return {
    port: Number(env.PORT ?? 0),
    stateDir: env.STATE_DIR ?? '.wrangler/state',
    clockOffsetSeconds: Number(env.CLOCK_OFFSET_SECONDS ?? 0),
  };
}

/** The status of a process whose port was taken when it began to listen: start it again on another one. */
export const PORT_TAKEN = 98;

/** Prints {"url"} as one line when the server listens, and closes the server on SIGTERM or SIGINT. */
export async function runAsProcess(start: () => Promise<RunningServer>): Promise<void> {
  const server = await start().catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') process.exit(PORT_TAKEN);
    throw error;
  });
  console.log(JSON.stringify({ url: server.url }));
  const stop = () => {
    void server.close().finally(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}
