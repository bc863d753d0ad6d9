import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { listDriverRoutes } from '#contract/driver-routes.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { NewItem, OutboxItem } from './items.ts';

export type DriverRoutes = ReplyOf<typeof listDriverRoutes>;

/** Who is signed in on this phone. */
export type DriverSession = { driverId: number; name: string };

export type StoredRoutes = {
  reply: DriverRoutes;
  /** The phone's clock when the reply came. */
  readAtMs: number;
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

/** Stores items together, with the bytes of their photos, or none of them. Rejects if the disk is full. */
export async function addItems(
  database: DriverDatabase,
  items: readonly NewItem[],
  photos: ReadonlyMap<string, ArrayBuffer>,
): Promise<void> {
  const tx = database.transaction(['outbox', 'photos'], 'readwrite', STRICT);
  const outbox = tx.objectStore('outbox');
  // The transaction has the cause of a failure; its requests can say only that it was aborted.
  const ignore = () => {};
  try {
    for (const item of items) {
      // IndexedDB assigns `seq`.
      outbox.add({ ...item, state: 'waiting', reason: null } as unknown as OutboxItem).catch(ignore);
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

/** Stores the routes, and removes the items that they already show: those that were sent before the request. */
export async function saveRoutes(
  database: DriverDatabase,
  routes: StoredRoutes,
  shown: readonly OutboxItem[],
): Promise<void> {
  const tx = database.transaction(['routes', 'outbox'], 'readwrite');
  const writes = shown.map(({ seq }) => tx.objectStore('outbox').delete(seq));
  await Promise.all([tx.objectStore('routes').put(routes, routes.reply.driver.id), ...writes, tx.done]);
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
