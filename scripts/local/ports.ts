import { createServer } from 'node:net';

/** Whether nobody listens there yet. */
export async function isPortFree(port: number): Promise<boolean> {
  const onIpv4 = await tryListen(port, '127.0.0.1');
  return onIpv4 === 'free' && (await tryListen(port, '::1')) !== 'taken';
}

/** A free port: one of the wished ones, else any. */
export async function freePort(wished?: number): Promise<number> {
  if (wished && (await isPortFree(wished))) return wished;
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
