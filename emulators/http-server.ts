import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ServeOptions {
  /** 0 picks any free port. */
  port: number;
  /** The default is loopback. */
  host?: string;
  /** A rejection closes the connection without a response. */
  handle: (request: Request) => Promise<Response>;
}

export interface RunningServer {
  url: string;
  close(): Promise<void>;
}

/**
 * Longer than clients keep a connection: with Node's five seconds, a client whose timers are late on a busy machine sends
 * on a connection that is just being closed.
 */
export const KEEP_ALIVE = { keepAliveTimeout: 65_000 };

/** Serves a function from Request to Response over HTTP; resolves when the server listens. */
export async function serve({ port, host = '127.0.0.1', handle }: ServeOptions): Promise<RunningServer> {
  const server = createServer(KEEP_ALIVE, (incoming, outgoing) => {
    void answer(incoming, outgoing, handle);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${taken}`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  handle: ServeOptions['handle'],
): Promise<void> {
  try {
    const response = await handle(await requestFrom(incoming));
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ConnectionDropped') console.error(error);
    incoming.socket.destroy();
  }
}

async function requestFrom(incoming: IncomingMessage): Promise<Request> {
  const { method = 'GET', headers, url = '/' } = incoming;
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const body = method === 'GET' || method === 'HEAD' ? null : Buffer.concat(chunks);
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as [string, string]],
  );
  return new Request(new URL(url, `http://${headers.host ?? '127.0.0.1'}`), { method, headers: pairs, body });
}
