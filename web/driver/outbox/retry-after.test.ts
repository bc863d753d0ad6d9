import { afterEach, expect, test, vi } from 'vitest';
import { sampleAction, samplePhoto } from '#web/driver/test/driver-samples.ts';
import { startServer } from '#web/driver/test/fake-server.ts';
import { newPhone, storeItems } from '#web/driver/test/outbox-database.ts';
import { type DriverApi, DriverCallError, driverApi } from './api.ts';
import { readStoredState } from './database.ts';
import { syncDriver } from './sync.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a server that answers 429 gets nothing before its Retry-After, and then everything', async () => {
  const database = await newPhone();
  const waiting = async () =>
    (await readStoredState(database)).items.filter(({ state }) => state === 'waiting').length;
  const server = startServer();
  const photo = samplePhoto();
  await storeItems(database, [photo, sampleAction('done')]);
  const storePhoto = vi.fn(() => Promise.reject(new DriverCallError(429, 'Wait a moment.', 60)));
  const api: DriverApi = { ...server.api, storePhoto };
  const failed = { status: 'failed', message: 'Wait a moment.' };
  expect([await syncDriver(database, api), await syncDriver(database, api)]).toEqual([failed, failed]);
  expect([storePhoto.mock.calls.length, server.log, await waiting()]).toEqual([1, [], 2]);
  const nowMs = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(nowMs + 61_000);
  api.storePhoto = server.api.storePhoto;
  expect(await syncDriver(database, api)).toEqual({ status: 'done' });
  expect([server.log.length, await waiting()]).toEqual([2, 0]);
  database.close();
});

test('the calls read Retry-After', async () => {
  const answer = (headers: Record<string, string>) =>
    vi.stubGlobal('fetch', async () => new Response('{"message":"Wait."}', { status: 429, headers }));
  answer({ 'Retry-After': '60' });
  await expect(driverApi.readRoutes(null)).rejects.toEqual(new DriverCallError(429, 'Wait.', 60));
  answer({});
  await expect(driverApi.readRoutes(null)).rejects.toEqual(new DriverCallError(429, 'Wait.', null));
});
