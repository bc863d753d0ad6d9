import 'fake-indexeddb/auto';
import {
  addItems,
  type DriverDatabase,
  openDriverDatabase,
  saveSession,
} from '#web/driver/outbox/database.ts';
import type { NewItem } from '#web/driver/outbox/items.ts';

/** A phone on which Ben (7) is signed in, and nothing is recorded. Closes the database that a test had before. */
export async function newPhone(before?: DriverDatabase): Promise<DriverDatabase> {
  before?.close();
  await new Promise((resolve) => {
    indexedDB.deleteDatabase('driver').onsuccess = resolve;
  });
  const database = await openDriverDatabase();
  await saveSession(database, { driverId: 7, name: 'Ben' });
  return database;
}

/** Stores items in the outbox, long ago unless `recordedAtMs` says when; each photo has four bytes. */
export function storeItems(
  database: DriverDatabase,
  items: readonly NewItem[],
  recordedAtMs = 0,
): Promise<void> {
  const photos = items.filter(({ kind }) => kind === 'photo');
  const bytes = new Map(photos.map(({ id }) => [id, new ArrayBuffer(4)]));
  return addItems(database, items, { photos: bytes, recordedAtMs });
}
