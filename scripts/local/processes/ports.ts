import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Whether no process listens on the port. */
export async function isPortFree(port: number): Promise<boolean> {
  const onIpv4 = await tryListen(port, '127.0.0.1');
  return onIpv4 === 'free' && (await tryListen(port, '::1')) !== 'taken';
}

/**
 * A free port: the preferred one if it is free, else any. Ports below 32000 are not given to outgoing connections. Another
 * program that looks for one at the same time can still take it.
 */
export async function freePort(preferred?: number): Promise<number> {
  if (preferred && (await isPortFree(preferred))) return preferred;
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const port = randomInt(20_000, 32_000);
    if (await isPortFree(port)) return port;
  }
  throw new Error('No free port was found between 20000 and 32000.');
}

/** The error of a start whose port another process has. */
export function portTaken(port: number): Error {
  return new Error(`Port ${port} is taken: stop what listens there, or set PORT to another one.`);
}

function tryListen(port: number, host: string): Promise<'free' | 'taken' | 'impossible'> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'EADDRINUSE' ? 'taken' : 'impossible'),
    );
    server.listen({ port, host }, () => server.close(() => resolve('free')));
  });
}
