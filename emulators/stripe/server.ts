import { type RunningServer, serve } from '../http-server.ts';
import { createStripeEmulator } from './emulator.ts';

export interface StripeServerOptions {
  /** 0 picks any free port. */
  port: number;
  /** An SQLite file, or ':memory:'. */
  file: string;
  host?: string;
  /** Added to this machine's time. */
  clockOffsetSeconds?: number;
  /** An endpoint that exists from the start; set both or neither. */
  webhookUrl?: string | undefined;
  webhookSecret?: string | undefined;
  retryDelaysMs?: readonly number[];
}

/** The emulator as an HTTP server. */
export async function startStripeServer(options: StripeServerOptions): Promise<RunningServer> {
  const {
    port,
    host,
    file,
    clockOffsetSeconds = 0,
    webhookUrl: url,
    webhookSecret: secret,
    retryDelaysMs,
  } = options;
  const emulator = createStripeEmulator({
    file,
    now: () => Date.now() + clockOffsetSeconds * 1000,
    webhooks: url && secret ? [{ url, secret }] : [],
    deliver: (request) => fetch(request),
    ...(retryDelaysMs && { retryDelaysMs }),
  });
  const server = await serve({ port, ...(host && { host }), handle: emulator.handle });
  return {
    url: server.url,
    async close() {
      await server.close();
      await emulator.close();
    },
  };
}
