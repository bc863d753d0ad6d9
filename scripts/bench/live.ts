import { openLive } from '#contract/live.ts';
import type { Booking } from '#contract/staff-bookings.ts';
import { ask, type Call, quantile } from './load.ts';
import { type Signed, signIn, staffCall } from './staff-calls.ts';

/** Twenty of an account: a further one would close the oldest. */
const ACCOUNTS = 10;
const SOCKETS_AN_ACCOUNT = 20;
const ROUNDS = 10;
const MOST_WAIT_MS = 10_000;
const PASSWORD = 'bench and a long passphrase';

/** Milliseconds from the start of a change's request to the message at a socket, for every socket and change. */
export type LiveFigures = {
  sockets: number;
  changes: number;
  p50Ms: number;
  p95Ms: number;
  slowestMs: number;
};

/** Changes a booking and waits until every socket has received it, several times. Throws if one never does. */
export async function measureLive(admin: Signed): Promise<LiveFigures> {
  const listeners = await openSockets(admin);
  try {
    const booking = await findPendingBooking(admin);
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      times.push(...(await timesOfChange(admin, { booking, round, listeners })));
    }
    times.sort((a, b) => a - b);
    return {
      sockets: listeners.length,
      changes: ROUNDS,
      p50Ms: quantile(times, 0.5),
      p95Ms: quantile(times, 0.95),
      slowestMs: times.at(-1) ?? 0,
    };
  } finally {
    for (const { socket } of listeners) socket.close();
  }
}

type Listener = { socket: WebSocket; waitFor(change: { id: number; version: number }): Promise<number> };

async function timesOfChange(
  admin: Signed,
  { booking, round, listeners }: { booking: Booking; round: number; listeners: Listener[] },
): Promise<number[]> {
  const change = { id: booking.id, version: booking.version + round + 1 };
  const received = listeners.map((listener) => listener.waitFor(change));
  const status = round % 2 === 0 ? 'confirmed' : 'pending';
  const startMs = performance.now();
  const { text } = await send(admin, {
    method: 'PATCH',
    path: `/api/bookings/${booking.id}/status`,
    body: () => ({ status, notifyCustomer: false }),
  });
  const { version } = JSON.parse(text) as Booking;
  if (version !== change.version)
    throw new Error(`The booking has version ${version}, not ${change.version}.`);
  return (await Promise.all(received)).map((receivedMs) => receivedMs - startMs);
}

async function openSockets(admin: Signed): Promise<Listener[]> {
  const listeners: Listener[] = [];
  for (let account = 1; account <= ACCOUNTS; account += 1) {
    const username = `listener${account}`;
    const person = { firstName: 'Listener', lastName: String(account), email: `${username}@example.com` };
    await send(admin, {
      method: 'POST',
      path: '/api/admin/users',
      body: () => ({ ...person, username, password: PASSWORD, role: 'view_only' }),
    });
    const { cookie } = await signIn(admin.origin, { username, password: PASSWORD });
    const opening = Array.from({ length: SOCKETS_AN_ACCOUNT }, () => openSocket(admin.origin, cookie));
    listeners.push(...(await Promise.all(opening)));
  }
  return listeners;
}

/** A socket as a page of the office opens it. */
function openSocket(origin: string, Cookie: string): Promise<Listener> {
  // Node's WebSocket accepts headers, which the type of browsers does not have.
  const options = { headers: { Cookie, Origin: origin } } as unknown as string[];
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${openLive.path}`, options);
  const waitFor = ({ id, version }: { id: number; version: number }) =>
    new Promise<number>((resolve, reject) => {
      const text = `A socket did not receive version ${version} of booking ${id} in ${MOST_WAIT_MS} ms.`;
      const timer = setTimeout(() => reject(new Error(text)), MOST_WAIT_MS);
      socket.addEventListener('message', function receive({ data }: MessageEvent) {
        const message = JSON.parse(String(data));
        if (message.entity !== 'booking' || message.id !== id || message.version !== version) return;
        socket.removeEventListener('message', receive);
        clearTimeout(timer);
        resolve(performance.now());
      });
    });
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve({ socket, waitFor }));
    socket.addEventListener('error', () => reject(new Error('A socket was not opened.')));
  });
}

async function findPendingBooking(admin: Signed): Promise<Booking> {
  const { text } = await ask(admin.origin, staffCall(admin, '/api/bookings?limit=1&status=pending'));
  const [booking] = JSON.parse(text) as Booking[];
  if (!booking) throw new Error('There is no pending booking to change.');
  return booking;
}

async function send(admin: Signed, call: Pick<Call, 'method'> & { path: string; body: () => object }) {
  const reply = await ask(admin.origin, { ...call, headers: { Cookie: admin.cookie } });
  if (reply.status >= 300) throw new Error(`${call.method} ${call.path}: ${reply.status} ${reply.text}`);
  return reply;
}
