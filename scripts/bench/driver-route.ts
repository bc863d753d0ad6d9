import type { Board, BoardRoute, StopInput } from '#contract/dispatch.ts';
import { openLive } from '#contract/live.ts';
import { ask, type Call } from './load.ts';
import type { Signed } from './staff-calls.ts';

const STOPS = 8;
const MOST_WAIT_MS = 10_000;

/** Publishes a route of today's open deliveries to a new driver. Returns the sign-in link of the driver. */
export async function publishDriverRoute(admin: Signed): Promise<string> {
  const person = { username: 'bench-driver', firstName: 'Bench', lastName: 'Driver', role: 'driver' };
  const { id: driverId } = await send<{ id: number }>(admin, 'POST', '/api/admin/users', {
    ...person,
    email: 'bench-driver@example.com',
    phone: '(555) 010-0199',
    password: 'bench and a long passphrase',
  });
  const truck = { name: 'Bench truck', plate: '', capacity: STOPS };
  const { id: truckId } = await send<{ id: number }>(admin, 'POST', '/api/admin/trucks', truck);
  const { day, jobs } = await send<Board>(admin, 'GET', '/api/dispatch');
  const stops: StopInput[] = jobs
    .filter(({ type }) => type === 'delivery')
    .slice(0, STOPS)
    .map(({ id }) => ({ jobId: id }));
  if (stops.length < 2) throw new Error('DEMO=firm has fewer than two open deliveries today.');
  const made = await send<BoardRoute>(admin, 'POST', '/api/dispatch/routes', { day, driverId, truckId });
  const path = `/api/dispatch/routes/${made.id}`;
  const { route } = await send<{ route: BoardRoute }>(admin, 'PUT', `${path}/stops`, { stops }, made.version);
  await send(admin, 'POST', `${path}/publish`, {}, route.version);
  return (await send<{ url: string }>(admin, 'POST', '/api/driver/link', { userId: driverId })).url;
}

/** Milliseconds from the start of `act` until a screen of the office is notified of a route. */
export async function timeToOffice({ origin, cookie }: Signed, act: () => Promise<void>): Promise<number> {
  // Node's WebSocket accepts headers, which the type of browsers does not have.
  const options = { headers: { Cookie: cookie, Origin: origin } } as unknown as string[];
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${openLive.path}`, options);
  try {
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve);
      socket.addEventListener('error', () => reject(new Error('The socket of the office was not opened.')));
    });
    let startMs = Number.POSITIVE_INFINITY;
    const received = new Promise<number>((resolve, reject) => {
      const late = new Error(`The office was not notified within ${MOST_WAIT_MS} ms.`);
      setTimeout(() => reject(late), MOST_WAIT_MS).unref();
      socket.addEventListener('message', ({ data }) => {
        const nowMs = performance.now();
        // A new socket gets the changes of the last seconds, too.
        if (nowMs > startMs && JSON.parse(String(data)).entity === 'route') resolve(nowMs - startMs);
      });
    });
    startMs = performance.now();
    await act();
    return await received;
  } finally {
    socket.close();
  }
}

type Sent = [method: Call['method'], path: string, body?: object, version?: number];

async function send<T = unknown>(
  { origin, cookie }: Signed,
  ...[method, path, body, version]: Sent
): Promise<T> {
  const headers = { Cookie: cookie, ...(version !== undefined && { 'If-Match': `"${version}"` }) };
  const { status, text } = await ask(origin, { method, path, headers, ...(body && { body: () => body }) });
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
  return JSON.parse(text) as T;
}
