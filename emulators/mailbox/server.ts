import { type RunningServer, serve } from '../http-server.ts';
import type { SendEvent } from './delivery-events.ts';
import { createMailbox } from './mailbox.ts';

export interface MailboxServerOptions {
  /** 0 picks any free port. */
  port: number;
  /** An SQLite file, or ':memory:'. */
  file: string;
  host?: string;
  /** Added to this machine's time. */
  clockOffsetSeconds?: number;
  sendEvent?: SendEvent;
}

/** The mailbox as an HTTP server. */
export async function startMailbox(options: MailboxServerOptions): Promise<RunningServer> {
  const { port, host, file, clockOffsetSeconds = 0, sendEvent } = options;
  const mailbox = createMailbox({
    file,
    now: () => Date.now() + clockOffsetSeconds * 1000,
    ...(sendEvent && { sendEvent }),
  });
  const server = await serve({ port, ...(host && { host }), handle: mailbox.handle });
  return {
    url: server.url,
    async close() {
      await server.close();
      mailbox.close();
    },
  };
}
