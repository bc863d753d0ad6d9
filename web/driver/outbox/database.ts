import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { listDriverRoutes } from '#contract/driver-routes.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { mergedChange, type RouteChange, routeChange } from '#web/driver/stops/route-change.ts';
import type { NewItem, OutboxItem } from './items.ts';

export type DriverRoutes = ReplyOf<typeof listDriverRoutes>;

/** Who is signed in on this phone. */
export type DriverSession = { driverId: number; name: string };

export type StoredRoutes = {
  reply: DriverRoutes;
  /** The phone's clock when the reply came. */
  readAtMs: number;
  /** The numbers of all units, one a line. Absent before the first reply that has them. */
  fleet?: { version: string; numbers: string };
  /** What the office changed on the route of today and the driver has not confirmed. */
  change?: RouteChange | null;
  /** The last message of the office that the driver has read on this phone. */
  readMessageId?: number;
};

interface DriverSchema extends DBSchema {
  session: { key: 'current'; value: DriverSession };
  /** The last reply of the server, by driver. */
  routes: { key: number; value: StoredRoutes };
  outbox: { key: number; value: OutboxItem; indexes: { driver: number } };
  /** The bytes of photos that are not sent, by the id of their item. Some browsers cannot store blobs. */
  photos: { key: string; value: ArrayBuffer };
}
export type DriverDatabase = IDBPDatabase<DriverSchema>;

/** Power can fail right after a tap: the write is on the disk before it counts. */
const STRICT = { durability: 'strict' } as const;

/** Rejects if the browser stores nothing, as some do in private windows. */
export function openDriverDatabase(): Promise<DriverDatabase> {
  return openDB<DriverSchema>('driver', 1, {
    upgrade(database) {
      database.createObjectStore('session');
      database.createObjectStore('routes');
      database.createObjectStore('photos');
      database
        .createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true })
        .createIndex('driver', 'driverId');
    },
    // A newer version of the app waits for this connection.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });
}

/** What a driver who is not signed in has not sent. */
export type OtherItems = { driverId: number; name: string; items: OutboxItem[] };

export type StoredState = {
  session: DriverSession | null;
  routes: StoredRoutes | null;
  /** Items of the driver who is signed in, in their order. */
  items: OutboxItem[];
  /** Drivers whose items wait on this phone although another driver, or no one, is signed in. */
  others: OtherItems[];
};

export async function readStoredState(database: DriverDatabase): Promise<StoredState> {
  const tx = database.transaction(['session', 'routes', 'outbox']);
  const session = (await tx.objectStore('session').get('current')) ?? null;
  const [routes, all] = await Promise.all([
    session ? tx.objectStore('routes').get(session.driverId) : null,
    tx.objectStore('outbox').getAll(),
  ]);
  const others = new Map<number, OtherItems>();
  for (const item of all) {
    const { driverId, driverName: name, state } = item;
    if (driverId === session?.driverId || state === 'sent') continue;
    others.set(driverId, { driverId, name, items: [...(others.get(driverId)?.items ?? []), item] });
  }
  return {
    session,
    routes: routes ?? null,
    items: all.filter(({ driverId }) => driverId === session?.driverId),
    others: [...others.values()],
  };
}

type NewItemsInput = {
  /** The bytes of the photos among the items, by their ids. */
  photos: ReadonlyMap<string, ArrayBuffer>;
  /** Absent: now. */
  recordedAtMs?: number;
};

/** Stores items together, with their photos, or none of them. Rejects if the disk is full. */
export async function addItems(
  database: DriverDatabase,
  items: readonly NewItem[],
  { photos, recordedAtMs = Date.now() }: NewItemsInput,
): Promise<void> {
  const tx = database.transaction(['outbox', 'photos'], 'readwrite', STRICT);
  const outbox = tx.objectStore('outbox');
  // The transaction has the cause of a failure; its requests can say only that it was aborted.
  const ignore = () => {};
  try {
    for (const item of items) {
      // IndexedDB assigns `seq`.
      outbox
        .add({ ...item, state: 'waiting', reason: null, recordedAtMs } as unknown as OutboxItem)
        .catch(ignore);
    }
    for (const [id, bytes] of photos) tx.objectStore('photos').add(bytes, id).catch(ignore);
  } catch (error) {
    // A write that could not begin does not end the transaction, which would store what came before it.
    tx.done.catch(ignore);
    tx.abort();
    throw error;
  }
  await tx.done;
}

/** Removes items with their photos. */
export async function removeItems(database: DriverDatabase, items: readonly OutboxItem[]): Promise<void> {
  const tx = database.transaction(['outbox', 'photos'], 'readwrite', STRICT);
  const removals = items.flatMap(({ seq, id }) => [
    tx.objectStore('outbox').delete(seq),
    tx.objectStore('photos').delete(id),
  ]);
  await Promise.all([...removals, tx.done]);
}

/** Before they are sent: from now on they cannot be taken back. Returns those that were not taken back before. */
export async function claimItems(
  database: DriverDatabase,
  items: readonly OutboxItem[],
): Promise<OutboxItem[]> {
  const tx = database.transaction('outbox', 'readwrite');
  const claimed = await Promise.all(
    items.map(async (item) => {
      const stored = await tx.store.get(item.seq);
      if (stored?.state !== 'waiting') return [];
      await tx.store.put({ ...stored, isTried: true });
      return [item];
    }),
  );
  await tx.done;
  return claimed.flat();
}

/** Removes items that were never sent, all or none. Returns false if one of them was. */
export async function takeBackItems(
  database: DriverDatabase,
  items: readonly OutboxItem[],
): Promise<boolean> {
  const tx = database.transaction(['outbox', 'photos'], 'readwrite', STRICT);
  const outbox = tx.objectStore('outbox');
  const stored = await Promise.all(items.map(({ seq }) => outbox.get(seq)));
  const canBe = stored.every((item) => item?.state === 'waiting' && !item.isTried);
  if (canBe) {
    await Promise.all(
      items.flatMap(({ seq, id }) => [outbox.delete(seq), tx.objectStore('photos').delete(id)]),
    );
  }
  await tx.done;
  return canBe;
}

/** What the server answered to an item. */
export type ItemAnswer = { seq: number } & ({ state: 'sent' } | { state: 'refused'; reason: string });

/** Stores the answers. A sent photo keeps its row, for the screen, and loses its bytes. */
export async function saveAnswers(database: DriverDatabase, answers: readonly ItemAnswer[]): Promise<void> {
  const tx = database.transaction(['outbox', 'photos'], 'readwrite', STRICT);
  const outbox = tx.objectStore('outbox');
  await Promise.all(
    answers.map(async (answer) => {
      const item = await outbox.get(answer.seq);
      if (!item) return;
      const reason = answer.state === 'refused' ? answer.reason : null;
      await outbox.put({ ...item, state: answer.state, reason });
      if (answer.state === 'sent') await tx.objectStore('photos').delete(item.id);
    }),
  );
  await tx.done;
}

/**
 * Stores the routes with what the office changed since the last reply, and removes the items that they already show:
 * those that were sent before the request. The service worker stores routes, too, while no page is open.
 */
export async function saveRoutes(
  database: DriverDatabase,
  routes: StoredRoutes,
  shown: readonly OutboxItem[],
): Promise<void> {
  const tx = database.transaction(['routes', 'outbox'], 'readwrite');
  const { reply } = routes;
  const before = await tx.objectStore('routes').get(reply.driver.id);
  const kept = before?.reply.today === reply.today ? (before.change ?? null) : null;
  const news = routeChange(before?.reply ?? null, reply);
  const change = news ? mergedChange(kept, news) : kept;
  const writes = shown.map(({ seq }) => tx.objectStore('outbox').delete(seq));
  await Promise.all([
    tx
      .objectStore('routes')
      .put({ ...routes, change, readMessageId: before?.readMessageId ?? 0 }, reply.driver.id),
    ...writes,
    tx.done,
  ]);
}

/** The driver has seen the changes; `stopId`: only those of this stop. */
export async function confirmRouteChange(
  database: DriverDatabase,
  driverId: number,
  stopId?: number,
): Promise<void> {
  const tx = database.transaction('routes', 'readwrite');
  const routes = await tx.store.get(driverId);
  const left = routes?.change?.filter((change) => stopId !== undefined && change.stopId !== stopId);
  if (routes) await tx.store.put({ ...routes, change: left?.length ? left : null }, driverId);
  await tx.done;
}

/** The driver has read the messages of the office up to this one. */
export async function saveReadMessage(database: DriverDatabase, driverId: number, id: number): Promise<void> {
  const tx = database.transaction('routes', 'readwrite');
  const routes = await tx.store.get(driverId);
  if (routes && id > (routes.readMessageId ?? 0))
    await tx.store.put({ ...routes, readMessageId: id }, driverId);
  await tx.done;
}

export function readPhoto(database: DriverDatabase, id: string): Promise<ArrayBuffer | undefined> {
  return database.get('photos', id);
}

export async function saveSession(database: DriverDatabase, session: DriverSession): Promise<void> {
  await database.put('session', session, 'current');
}

/** Instead of the name of a stop, which is a customer's. */
const STOP_WITHOUT_NAME = 'A stop of the route';

/**
 * Deletes the session and the routes with their customers. Items that are not sent stay, without the names of their
 * stops: their driver can send them after signing in, or anyone can delete them.
 */
export async function endStoredSession(database: DriverDatabase): Promise<void> {
  const tx = database.transaction(['session', 'routes', 'outbox'], 'readwrite', STRICT);
  const session = await tx.objectStore('session').get('current');
  await tx.objectStore('session').delete('current');
  if (session) {
    const outbox = tx.objectStore('outbox');
    await tx.objectStore('routes').delete(session.driverId);
    for (const item of await outbox.index('driver').getAll(session.driverId)) {
      if (item.state === 'sent') await outbox.delete(item.seq);
      else await outbox.put({ ...item, stopName: STOP_WITHOUT_NAME });
    }
  }
  await tx.done;
}
