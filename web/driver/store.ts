import { useSyncExternalStore } from 'react';
import { endLive, keepLive } from './live-channel.ts';
import { newestUnreadId } from './messages/message-state.ts';
import { nextPaint } from './next-paint.ts';
import { driverApi } from './outbox/api.ts';
import { requestBackgroundSync } from './outbox/background.ts';
import {
  addItems,
  confirmRouteChange,
  type DriverDatabase,
  endStoredSession,
  openDriverDatabase,
  readPhoto,
  readStoredState,
  removeItems,
  type StoredState,
  saveReadMessage,
  saveSession,
  takeBackItems,
} from './outbox/database.ts';
import type { OutboxItem } from './outbox/items.ts';
import { heldForMs, SENDING_MARGIN_MS } from './outbox/order.ts';
import {
  isSameOutbox,
  isSameReading,
  isSameSession,
  newItems,
  type RecordedAt,
  type Recording,
  replacedItems,
  storageProblemOf,
  unsentItems,
  withFirstTimes,
} from './outbox/recordings.ts';
import { type DriverSyncResult, isSessionEnd, syncDriver, withSyncLock } from './outbox/sync.ts';
import type { RouteChange } from './stops/route-change.ts';
import { vibrate } from './vibrate.ts';

export type DriverSnapshot = StoredState & {
  step: 'loading' | 'no_storage' | 'ready';
  isOnline: boolean;
  isSyncing: boolean;
  /** How the last round of sending ended; null before the first. */
  result: DriverSyncResult | null;
  /** Why something could not be stored on this phone. */
  storageProblem: string | null;
  /** What the office changed and the driver has not confirmed. */
  routeChange: RouteChange | null;
  /** How the office, or time, ended the session that this page had. */
  endedBy: 'signed_out' | 'deactivated' | null;
};

const SYNC_INTERVAL_MS = 30_000;

const listeners = new Set<() => void>();
let snapshot: DriverSnapshot = {
  step: 'loading',
  session: null,
  routes: null,
  items: [],
  others: [],
  isOnline: true,
  isSyncing: false,
  result: null,
  storageProblem: null,
  routeChange: null,
  endedBy: null,
};
let database: DriverDatabase | null = null;
let isSyncDue = false;
let undoTimer: ReturnType<typeof setTimeout> | undefined;
/** Other tabs and the service worker store and send, too. */
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('driver') : null;

/** A part of the state. The component is drawn again when the part is another value or object. */
export function useDriver<T>(select: (driver: DriverSnapshot) => T): T {
  return useSyncExternalStore(subscribe, () => select(snapshot));
}

/** The whole state, for small components: a round of sending changes it several times. */
export function useWholeDriver(): DriverSnapshot {
  return useSyncExternalStore(subscribe, () => snapshot);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function update(change: Partial<DriverSnapshot>): void {
  snapshot = { ...snapshot, ...change };
  for (const notify of listeners) notify();
}

/** Opens the storage, shows what is in it, and sends what waits: now, and whenever the connection may be back. */
export async function startDriver(): Promise<void> {
  update({ isOnline: navigator.onLine });
  try {
    database = await openDriverDatabase();
    await reload();
  } catch {
    update({ step: 'no_storage' });
    return;
  }
  // Persistent storage: the browser deletes nothing when space runs out. The browser can refuse.
  void navigator.storage?.persist?.().catch(() => false);
  channel?.addEventListener('message', ({ data }) => {
    showSessionEnd(data);
    void reload();
  });
  window.addEventListener('online', () => {
    update({ isOnline: true });
    sendNow();
  });
  window.addEventListener('offline', () => update({ isOnline: false }));
  document.addEventListener('visibilitychange', () => document.hidden || sendNow());
  setInterval(() => document.hidden || sendNow(), SYNC_INTERVAL_MS);
  sendNow();
}

async function reload(): Promise<void> {
  if (!database) return;
  const stored = await readStoredState(database);
  const { session } = stored;
  // Another tab, or the service worker, may have ended the session.
  if (!session || (snapshot.session && snapshot.session.driverId !== session.driverId)) deleteFormDrafts();
  const wasReady = snapshot.step === 'ready';
  const change = stored.routes?.change ?? null;
  const unreadId = newestUnreadId(stored.routes);
  const hasNewMessage = unreadId > newestUnreadId(snapshot.routes);
  const isNews = JSON.stringify(change) !== JSON.stringify(snapshot.routeChange);
  update({
    ...stored,
    // Unchanged parts stay the same objects, so that only components that read a change render again.
    items: isSameOutbox(snapshot.items, stored.items) ? snapshot.items : stored.items,
    routes: isSameReading(snapshot.routes, stored.routes) ? snapshot.routes : stored.routes,
    session: isSameSession(snapshot.session, stored.session) ? snapshot.session : stored.session,
    step: 'ready',
    ...(isNews && { routeChange: change }),
  });
  if (wasReady && ((isNews && change) || hasNewMessage)) vibrate();
}

/** Sends and reads in the background. While a round runs, another one follows it. */
export function sendNow(): void {
  void syncRound();
}

async function syncRound(): Promise<void> {
  if (!database) return;
  if (snapshot.isSyncing) {
    isSyncDue = true;
    return;
  }
  isSyncDue = false;
  sendAfterUndo();
  update({ isSyncing: true });
  const result = await syncDriver(database, driverApi);
  showSessionEnd(result?.status);
  await reload();
  update({ isSyncing: false, ...(result && { result }) });
  await keepLive(result, { isSignedIn: () => snapshot.session !== null, onChange: sendNow });
  if (result) channel?.postMessage('changed');
  if (isSyncDue) sendNow();
}

/** The last tap is sent when it can no longer be undone, also if the round takes longer. */
function sendAfterUndo(): void {
  const heldMs = heldForMs(snapshot.items, Date.now());
  clearTimeout(undoTimer);
  if (heldMs > 0) undoTimer = setTimeout(sendNow, heldMs + SENDING_MARGIN_MS);
}

/** What forms keep in this tab (stops/form-draft.ts): it belongs to the driver, and can name a customer. */
function deleteFormDrafts(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith('driver-draft:')) sessionStorage.removeItem(key);
  }
}

/** `status`: of a round of this page, or a message of the service worker. */
function showSessionEnd(status: unknown): void {
  if (snapshot.session && isSessionEnd(status)) update({ endedBy: status });
}

/**
 * Stores recordings together, and then shows them: what the screen shows is on the disk. Returns false, and shows why, if
 * the phone could not store them. A refused item of the same type is replaced.
 */
export async function record(stop: RecordedAt['stop'], recordings: readonly Recording[]): Promise<boolean> {
  const { session } = snapshot;
  if (!database || !session) return false;
  const isPressShown = nextPaint();
  const deviceTime = new Date().toISOString();
  const { items, photos } = newItems(recordings, { stop, session, deviceTime });
  const replaced = replacedItems(snapshot.items, items);
  try {
    await addItems(database, withFirstTimes(items, replaced), { photos });
    if (replaced.length > 0) await removeItems(database, replaced);
  } catch (error) {
    await reload();
    update({ storageProblem: storageProblemOf(error) });
    return false;
  }
  // Drawing the new state must not delay the frame that answers the tap.
  await isPressShown;
  if (snapshot.storageProblem) update({ storageProblem: null });
  await reload();
  channel?.postMessage('changed');
  void requestBackgroundSync();
  sendNow();
  return true;
}

/** Takes back what was never sent: the last tap, or a photo. Shows it again if it was sent by then. */
export async function takeBack(items: readonly OutboxItem[]): Promise<boolean> {
  if (!database || items.length === 0) return false;
  const isTakenBack = await takeBackItems(database, items);
  await reload();
  channel?.postMessage('changed');
  return isTakenBack;
}

export function dismissStorageProblem(): void {
  update({ storageProblem: null });
}

/** `stopId`: only the changes of this stop. */
export async function dismissRouteChange(stopId?: number): Promise<void> {
  if (!database || !snapshot.session) return;
  await confirmRouteChange(database, snapshot.session.driverId, stopId);
  await reload();
  channel?.postMessage('changed');
}

/** The driver has read what the office wrote, up to this message: the office gets to know with the next round. */
export async function confirmMessages(upToId: number): Promise<void> {
  const { session, routes } = snapshot;
  if (!database || !session || upToId <= (routes?.readMessageId ?? 0)) return;
  await saveReadMessage(database, session.driverId, upToId);
  await reload();
  channel?.postMessage('changed');
  sendNow();
}

/** Deletes an item, at the driver's request: a refused one, or one of a driver who is not signed in. */
export async function discardItem(item: OutboxItem): Promise<void> {
  const isOwn = item.driverId === snapshot.session?.driverId;
  if (!database || (isOwn && item.state !== 'refused')) return;
  await removeItems(database, [item]);
  await reload();
  channel?.postMessage('changed');
}

/** The bytes of a photo that is not sent yet. */
export async function unsentPhoto(id: string): Promise<ArrayBuffer | null> {
  return (database && (await readPhoto(database, id))) ?? null;
}

/** Signs in by `call`, while nothing is sent: the outbox belongs to one driver. */
export async function signInDriver(call: () => Promise<{ id: number; name: string }>): Promise<void> {
  await withSyncLock(
    async () => {
      const { id, name } = await call();
      if (!database) return;
      // Deletes the routes of the driver who was signed in before.
      const { session } = await readStoredState(database);
      if (session && session.driverId !== id) await endStoredSession(database);
      await saveSession(database, { driverId: id, name });
    },
    { waits: true },
  );
  // The live channel of another driver's session.
  endLive();
  update({ result: null, endedBy: null });
  await reload();
  channel?.postMessage('changed');
  sendNow();
}

/** Ends the session by `call` and forgets its data. Returns false, and does nothing, while items are not sent. */
export async function signOutDriver(call: () => Promise<void>): Promise<boolean> {
  const isDone = await withSyncLock(
    async () => {
      // Another tab may have recorded something since the screen was drawn.
      if (database && unsentItems((await readStoredState(database)).items).length > 0) return false;
      await call();
      if (database) await endStoredSession(database);
      return true;
    },
    { waits: true },
  );
  if (isDone) {
    endLive();
    update({ result: { status: 'signed_out' }, endedBy: null });
  }
  await reload();
  channel?.postMessage('changed');
  return isDone;
}
