import { type RunningServer, serve } from '../http-server.ts';
import { createRoutingEmulator } from './emulator.ts';

/** The routing emulator as an HTTP server. Port 0 takes any free port. */
export function startRouting({ port }: { port: number }): Promise<RunningServer> {
  return serve({ port, handle: createRoutingEmulator().handle });
}
