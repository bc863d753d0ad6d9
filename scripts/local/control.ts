import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { KEEP_ALIVE } from '#emulators/http-server.ts';
import { type ControlAddress, readState } from './state.ts';

/** Runs a command by name with its input. Returns what the command prints. */
export type CommandHandler = (name: string, input: unknown) => Promise<unknown>;

export type ControlServer = ControlAddress & { stop(): void };

/** Serves the npm commands of the same user: on loopback only, with a token that is stored in a private file. */
export async function startControl(handle: CommandHandler): Promise<ControlServer> {
  const token = randomBytes(32).toString('base64url');
  const server = createServer(KEEP_ALIVE, (request, response) => {
    answer(request, { token, handle }).then(
      (result) => response.writeHead(200).end(JSON.stringify(result ?? null)),
      (error: Error) => response.writeHead(400).end(JSON.stringify({ message: error.message })),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    token,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answer(
  request: IncomingMessage,
  { token, handle }: { token: string; handle: CommandHandler },
): Promise<unknown> {
  const given = Buffer.from(request.headers.authorization ?? '');
  const expected = Buffer.from(`Bearer ${token}`);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new Error('Wrong token.');
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return handle((request.url ?? '/').slice(1), JSON.parse(text));
}

/** Sends a command to the system that runs on this state. Throws the error message of the reply. */
export async function askControl<T>(stateDir: string, name: string, input: unknown = null): Promise<T> {
  const address = readState(stateDir, 'control.json');
  const reply = address && (await tryFetch(`${address.url}/${name}`, address.token, input));
  if (!reply) {
    throw new Error(
      `No system is running on ${stateDir}: start it with npm start, or set STATE_DIR to its state.`,
    );
  }
  const result = (await reply.json()) as T & { message?: string };
  if (!reply.ok) throw new Error(result.message);
  return result;
}

/** Whether a system is running on this state. */
export async function isControlled(stateDir: string): Promise<boolean> {
  return askControl(stateDir, 'ping').then(
    () => true,
    () => false,
  );
}

async function tryFetch(url: string, token: string, input: unknown): Promise<Response | null> {
  try {
    return await fetch(url, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: JSON.stringify(input),
    });
  } catch {
    return null;
  }
}
