import { createServer } from 'node:net';

/** Whether no process listens on the port. */
export async function isPortFree(port: number): Promise<boolean> {
  const onIpv4 = await tryListen(port, '127.0.0.1');
  return onIpv4 === 'free' && (await tryListen(port, '::1')) !== 'taken';
}

/** A free port: the preferred one if it is free, else any. */
export async function freePort(preferred?: number): Promise<number> {
  if (preferred && (await isPortFree(preferred))) return preferred;
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('No free port.')),
      );
    });
  });
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
