import { useSyncExternalStore } from 'react';
import { driverApi } from './outbox/api.ts';
import { requestBackgroundSync } from './outbox/background.ts';
import {
  addItems,
  type DriverDatabase,
  endStoredSession,
  openDriverDatabase,
  readPhoto,
  readStoredState,
  removeItems,
  type StoredState,
  saveSession,
} from './outbox/database.ts';
import type { NewItem, OutboxItem } from './outbox/items.ts';
import { type DriverSyncResult, syncDriver, withSyncLock } from './outbox/sync.ts';
import { mergedChange, type RouteChange, routeChange } from './stops/route-change.ts';

export type DriverSnapshot = StoredState & {
  step: 'loading' | 'no_storage' | 'ready';
  isOnline: boolean;
  isSyncing: boolean;
  /** How the last round of sending ended; null before the first. */
  result: DriverSyncResult | null;
  /** Why something could not be stored on this phone. */
  storageProblem: string | null;
  /** What the office changed since the driver last dismissed it. */
  routeChange: RouteChange | null;
  /** How the office, or time, ended the session that this page had. */
  endedBy: 'signed_out' | 'deactivated' | null;
};

const SYNC_INTERVAL_MS = 30_000;
const NEWS_VIBRATION_MS = 300;

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
/** Items that the screen shows while they are being stored. */
let storing: OutboxItem[] = [];
let isSyncDue = false;
/** Other tabs and the service worker store and send, too. */
/** Ends the live channel; null while there is none. */
let disconnect: (() => void) | null = null;
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('driver') : null;

export function useDriver(): DriverSnapshot {
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
  // The browser then deletes nothing by itself. It may refuse.
  void navigator.storage?.persist?.().catch(() => false);
  channel?.addEventListener('message', () => void reload());
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
  const known = new Set(stored.items.map(({ id }) => id));
  storing = storing.filter(({ id }) => !known.has(id));
  const change = routeChange(snapshot.routes?.reply ?? null, stored.routes?.reply ?? null);
  update({
    ...stored,
    items: [...stored.items, ...storing],
    step: 'ready',
    ...(change && { routeChange: mergedChange(snapshot.routeChange, change) }),
  });
  // The phone may be in a pocket, or on its holder.
  if (change) navigator.vibrate?.(NEWS_VIBRATION_MS);
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
  update({ isSyncing: true });
  const result = await syncDriver(database, driverApi);
  if (result?.status === 'signed_out' || result?.status === 'deactivated') await endSession(result.status);
  await reload();
  update({ isSyncing: false, ...(result && { result }) });
  if (result) await keepLive(result);
  if (result) channel?.postMessage('changed');
  if (isSyncDue) sendNow();
}

/** The session was ended elsewhere: the data of customers leaves the phone, unless items still need their stops. */
async function endSession(by: 'signed_out' | 'deactivated'): Promise<void> {
  if (snapshot.session) update({ endedBy: by });
  if (!database) return;
  const { items } = await readStoredState(database);
  if (unsentItems(items).length === 0) await endStoredSession(database);
}

/** Holds the live channel while the phone is signed in. Without it, and between its messages, the routes are polled. */
async function keepLive({ status }: DriverSyncResult): Promise<void> {
  const isWanted = status === 'done' && snapshot.session !== null;
  if (!isWanted && status !== 'offline' && status !== 'failed') {
    disconnect?.();
    disconnect = null;
  }
  if (!isWanted || disconnect) return;
  try {
    const { connectDriverLive } = await import('./live.ts');
    // The driver may have signed out since.
    if (snapshot.session) disconnect ??= connectDriverLive(sendNow);
  } catch {
    // The script did not load: the next round tries again.
  }
}

/** Items that the server does not have: they wait, or it refused them. */
export function unsentItems(items: readonly OutboxItem[]): OutboxItem[] {
  return items.filter(({ state }) => state !== 'sent');
}

/** What is recorded at a stop; the store adds the rest. */
export type Recording =
  | Pick<Extract<NewItem, { kind: 'action' }>, 'kind' | 'type' | 'payload'>
  | (Pick<Extract<NewItem, { kind: 'photo' }>, 'kind' | 'type' | 'mediaType' | 'sha256' | 'lat' | 'lng'> & {
      id: string;
      bytes: ArrayBuffer;
    });

type StopNamed = { id: number; name: string };

/**
 * Shows the recordings at once and stores them together. Returns false, and shows why, if the phone could not store
 * them. A refused item of the same type is replaced.
 */
export async function record(stop: StopNamed, recordings: readonly Recording[]): Promise<boolean> {
  const { session } = snapshot;
  if (!database || !session) return false;
  const deviceTime = new Date().toISOString();
  const photos = new Map<string, ArrayBuffer>();
  const items = recordings.map((recording): NewItem => {
    const common = {
      driverId: session.driverId,
      driverName: session.name,
      stopId: stop.id,
      stopName: stop.name,
      deviceTime,
    };
    if (recording.kind === 'action') return { id: crypto.randomUUID(), ...common, ...recording };
    const { bytes, ...photo } = recording;
    photos.set(photo.id, bytes);
    return { ...common, ...photo };
  });
  const last = snapshot.items.at(-1)?.seq ?? 0;
  storing = [
    ...storing,
    ...items.map((item, index) => ({
      ...item,
      seq: last + 1 + index,
      state: 'waiting' as const,
      reason: null,
    })),
  ];
  update({ items: [...snapshot.items, ...storing.slice(-items.length)], storageProblem: null });
  const replaced = snapshot.items.filter((item) => isReplaced(item, items));
  try {
    await addItems(database, items, photos);
    if (replaced.length > 0) await removeItems(database, replaced);
  } catch (error) {
    storing = storing.filter(({ id }) => items.every((item) => item.id !== id));
    await reload();
    update({ storageProblem: storageProblemOf(error) });
    return false;
  }
  await reload();
  channel?.postMessage('changed');
  void requestBackgroundSync();
  sendNow();
  return true;
}

function isReplaced(item: OutboxItem, by: readonly NewItem[]): boolean {
  return (
    item.state === 'refused' &&
    by.some(({ stopId, kind, type }) => stopId === item.stopId && kind === item.kind && type === item.type)
  );
}

function storageProblemOf(error: unknown): string {
  const isFull = error instanceof Error && error.name === 'QuotaExceededError';
  return isFull
    ? 'Not saved: the storage of this phone is full. Delete photos or apps that you do not need, then do it again.'
    : 'Not saved: the browser could not store it on this phone. Do it again. If that fails, call the office.';
}

export function dismissStorageProblem(): void {
  update({ storageProblem: null });
}

/** `stopId`: only the changes of this stop. */
export function dismissRouteChange(stopId?: number): void {
  const left = snapshot.routeChange?.filter((change) => stopId !== undefined && change.stopId !== stopId);
  update({ routeChange: left?.length ? left : null });
}

/** Deletes a refused item, at the driver's request. */
export async function discardItem(item: OutboxItem): Promise<void> {
  if (!database || item.state !== 'refused') return;
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
      if (database) await saveSession(database, { driverId: id, name });
    },
    { waits: true },
  );
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
    disconnect?.();
    disconnect = null;
    update({ result: null, routeChange: null, endedBy: null });
  }
  await reload();
  channel?.postMessage('changed');
  return isDone;
}
