import { beforeEach, expect, test, vi } from 'vitest';
import { MAX_ACTIONS } from '#domain/dispatch/driver-actions.ts';
import { sampleAction, samplePhoto } from '#web/driver/test/driver-samples.ts';
import { startServer } from '#web/driver/test/fake-server.ts';
import { newPhone, storeItems } from '#web/driver/test/outbox-database.ts';
import type { DriverApi } from './api.ts';
import { addItems, type DriverDatabase, readStoredState } from './database.ts';
import type { NewItem } from './items.ts';
import { syncDriver } from './sync.ts';

let database: DriverDatabase;
beforeEach(async () => {
  database = await newPhone(database);
});

const store = (...items: NewItem[]) => storeItems(database, items);

test('after two days without coverage everything is sent in its order, in parts that the server takes', async () => {
  const monday = Date.parse('2026-11-21T12:00:00.000Z');
  const recorded = Array.from({ length: 2 * MAX_ACTIONS + 20 }, (_, index) => {
    // A minute apart; a photo now and then.
    const deviceTime = new Date(monday + index * 60_000).toISOString();
    return index % 25 === 24 ? samplePhoto({ deviceTime }) : sampleAction('arrived', {}, { deviceTime });
  });
  for (const item of recorded) await store(item);
  const server = startServer();
  const sizes: number[] = [];
  const times: string[] = [];
  const api: DriverApi = {
    ...server.api,
    sendActions: (actions) => {
      sizes.push(actions.length);
      times.push(...actions.map(({ deviceTime }) => deviceTime));
      return server.api.sendActions(actions);
    },
  };
  expect(await syncDriver(database, api)).toEqual({ status: 'done' });
  const ofKind = (kind: string) => recorded.filter((item) => item.kind === kind).map(({ id }) => id);
  expect(server.log.map(({ id }) => id)).toEqual([...ofKind('action'), ...ofKind('photo')]);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_ACTIONS);
  // The times of the taps, not of the sending.
  expect(times).toEqual(recorded.filter(({ kind }) => kind === 'action').map(({ deviceTime }) => deviceTime));
  expect([await database.count('outbox'), await database.count('photos')]).toEqual([0, 0]);
});

test('with a clock that is an hour wrong, a photo has the time of the server', async () => {
  const { api, taken } = startServer();
  // The server says how late it is, and the phone is an hour ahead of that.
  const readRoutes = async () => ({
    ...(await api.readRoutes(null)),
    now: new Date(Date.now() - 3_600_000).toISOString(),
  });
  const nowMs = Date.now();
  const photo = samplePhoto({ deviceTime: new Date(nowMs).toISOString() });
  await store(photo);
  expect(await syncDriver(database, { ...api, readRoutes })).toEqual({ status: 'done' });
  const wrongByMs = Date.parse(taken.get(photo.id) ?? '') - (nowMs - 3_600_000);
  expect(Math.abs(wrongByMs)).toBeLessThan(60_000);
});

test('a signature of 2 MB is kept whole until it is sent', async () => {
  const { api } = startServer();
  const bytes = new Uint8Array(2 * 1024 * 1024).map((_, index) => index % 251);
  const signature = samplePhoto({ type: 'signature', mediaType: 'image/png' });
  await addItems(database, [signature], { photos: new Map([[signature.id, bytes.buffer]]) });
  const sizes: number[] = [];
  const storePhoto = async (_item: unknown, file: Blob) => void sizes.push(file.size);
  const cut = { ...api, storePhoto: () => Promise.reject(new TypeError('Failed to fetch')) };
  expect(await syncDriver(database, cut)).toEqual({ status: 'offline' });
  expect(await syncDriver(database, { ...api, storePhoto })).toEqual({ status: 'done' });
  expect(sizes).toEqual([bytes.length]);
});

test('on a full disk nothing of a recording is stored, and the earlier items stay', async () => {
  await store(sampleAction('on_my_way'));
  const full = new DOMException('No space left', 'QuotaExceededError');
  const { add } = IDBObjectStore.prototype;
  const spy = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (
    this: IDBObjectStore,
    ...written
  ) {
    // The rows are small enough, the bytes of the photo are not.
    if (this.name === 'photos') throw full;
    return add.apply(this, written);
  });
  await expect(store(samplePhoto(), sampleAction('done'))).rejects.toBe(full);
  spy.mockRestore();
  const { items } = await readStoredState(database);
  expect([items.map(({ type }) => type), await database.count('photos')]).toEqual([['on_my_way'], 0]);
});
