import { CallError } from '#web/api/call.ts';
import type { DriverApi } from './api.ts';
import { type DriverDatabase, readStoredState, saveRoutes, saveSession } from './database.ts';

/** How a round ended. Everything that was not sent stays in the outbox. */
export type DriverSyncResult =
  | { status: 'done' }
  /** The server did not answer. */
  | { status: 'offline' }
  | { status: 'signed_out' }
  /** The browser is signed in with another account than the app. */
  | { status: 'other_account' }
  /** The server answered that it cannot do it now. */
  | { status: 'failed'; message: string };

const LOCK = 'driver-sync';

/**
 * Stores the routes of the driver who is signed in. Returns null if another tab, or the service worker, is doing it.
 */
export function syncDriver(database: DriverDatabase, api: DriverApi): Promise<DriverSyncResult | null> {
  return withSyncLock(() => sync(database, api).catch(resultOf), { waits: false });
}

/** Runs `work` while nothing is sent: a sign-in changes who the browser is. Returns null if it does not wait its turn. */
export function withSyncLock<T>(work: () => Promise<T>, { waits }: { waits: true }): Promise<T>;
export function withSyncLock<T>(work: () => Promise<T>, { waits }: { waits: boolean }): Promise<T | null>;
export function withSyncLock<T>(work: () => Promise<T>, { waits }: { waits: boolean }): Promise<T | null> {
  return navigator.locks.request(LOCK, { ifAvailable: !waits }, (lock) => (lock ? work() : null));
}

async function sync(database: DriverDatabase, api: DriverApi): Promise<DriverSyncResult> {
  const isOwn = await refresh(database, api);
  if (!isOwn) return { status: 'other_account' };
  return { status: 'done' };
}

/** Reads the routes. Returns false, and stores nothing, if they are another driver's. */
async function refresh(database: DriverDatabase, api: DriverApi): Promise<boolean> {
  const { session, items } = await readStoredState(database);
  const sent = items.filter(({ state }) => state === 'sent');
  const reply = await api.readRoutes();
  if (session && session.driverId !== reply.driver.id) return false;
  if (!session) await saveSession(database, { driverId: reply.driver.id, name: reply.driver.name });
  await saveRoutes(database, { reply, readAtMs: Date.now() }, sent);
  return true;
}

function resultOf(error: unknown): DriverSyncResult {
  if (error instanceof CallError) {
    if (error.isSessionLost) return { status: 'signed_out' };
    if (error.status === 403) return { status: 'other_account' };
    return { status: 'failed', message: error.reply?.message ?? 'The server did not answer as expected.' };
  }
  const name = error instanceof Error ? error.name : '';
  if (['TypeError', 'TimeoutError', 'AbortError', 'NetworkError'].includes(name))
    return { status: 'offline' };
  if (name === 'QuotaExceededError')
    return { status: 'failed', message: 'The storage of this phone is full.' };
  return { status: 'failed', message: 'The server did not answer as expected.' };
}
