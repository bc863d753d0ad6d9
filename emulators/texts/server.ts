import { type RunningServer, serve } from '../http-server.ts';
import { createTexts } from './texts.ts';

export interface TextsServerOptions {
  /** 0 picks any free port. */
  port: number;
  /** An SQLite file, or ':memory:'. */
  file: string;
  accountSid: string;
  authToken: string;
  from: string;
  webhookUrl: string;
  /** Where the system answers on this machine. Webhooks go there, even if their URL has another host. */
  appUrl: string;
  /** Added to this machine's time. */
  clockOffsetSeconds?: number;
}

/** The texts as an HTTP server. */
export async function startTexts(options: TextsServerOptions): Promise<RunningServer> {
  const { port, appUrl, clockOffsetSeconds = 0, ...rest } = options;
  const texts = createTexts({
    ...rest,
    now: () => Date.now() + clockOffsetSeconds * 1000,
    deliver: async (request) => {
      const { pathname, search } = new URL(request.url);
      const { method, headers } = request;
      return fetch(`${appUrl}${pathname}${search}`, { method, headers, body: await request.text() });
    },
  });
  const server = await serve({ port, handle: texts.handle });
  return {
    url: server.url,
    async close() {
      await server.close();
      texts.close();
    },
  };
}
