import 'fake-indexeddb/auto';
import * as fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { randomRuns } from '#domain/test/random-runs.ts';
import { stateOf } from '#web/driver/stops/stop-state.ts';
import { asStored, sampleAction, samplePhoto, sampleStop } from '#web/driver/test/driver-samples.ts';
import { type Fault, refusal, startServer } from '#web/driver/test/fake-server.ts';
import type { DriverApi } from './api.ts';
import {
  addItems,
  type DriverDatabase,
  endStoredSession,
  openDriverDatabase,
  readStoredState,
  saveSession,
} from './database.ts';
import type { NewItem } from './items.ts';
import { syncDriver } from './sync.ts';

let database: DriverDatabase;
beforeEach(async () => {
  database?.close();
  await new Promise((resolve) => {
    indexedDB.deleteDatabase('driver').onsuccess = resolve;
  });
  database = await openDriverDatabase();
  await saveSession(database, { driverId: 7, name: 'Ben' });
});

const store = (...items: NewItem[]) => {
  const photos = items.filter(({ kind }) => kind === 'photo');
  return addItems(database, items, new Map(photos.map(({ id }) => [id, new ArrayBuffer(4)])));
};
const waiting = async () =>
  (await readStoredState(database)).items.filter(({ state }) => state === 'waiting');

const ACTIONS = {
  on_my_way: () => sampleAction('on_my_way'),
  arrived: () => sampleAction('arrived'),
  unit: () => sampleAction('unit', { number: '15-02', direction: 'brought' }),
  photo: () => samplePhoto(),
  done: () => sampleAction('done'),
};
const command = fc.constantFrom(...(Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]), 'sync' as const);
const fault = fc.constantFrom<Fault>('none', 'none', 'before', 'after', 'unavailable');

test('with any faults everything arrives once and in its order, and sending changes nothing on the screen', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(command, { maxLength: 12 }),
      fc.array(fault, { maxLength: 12 }),
      async (commands, faults) => {
        for (const name of ['outbox', 'routes', 'photos'] as const) await database.clear(name);
        const server = startServer();
        await syncDriver(database, server.api);
        server.faults.push(...faults);
        const recorded: NewItem[] = [];
        const expectSameScreen = async () => {
          const { items, routes } = await readStoredState(database);
          const [stop] = routes?.reply.routes[0]?.stops ?? [];
          const screen = stateOf(stop!, items);
          const ideal = stateOf(sampleStop(), asStored(recorded));
          expect([screen.phase, screen.recorded, screen.missing]).toEqual([
            ideal.phase,
            ideal.recorded,
            ideal.missing,
          ]);
        };
        for (const each of commands) {
          if (each === 'sync') await syncDriver(database, server.api);
          else {
            const item = ACTIONS[each]();
            recorded.push(item);
            await store(item);
          }
          await expectSameScreen();
        }
        server.faults.length = 0;
        expect(await syncDriver(database, server.api)).toEqual({ status: 'done' });
        await expectSameScreen();
        expect(server.log.map(({ id }) => id)).toEqual(recorded.map(({ id }) => id));
        expect([await database.count('outbox'), await database.count('photos')]).toEqual([0, 0]);
      },
    ),
    randomRuns({ sample: 25, long: 1000 }),
  );
});

test('nothing is sent for another driver, and the items wait for the one who recorded them', async () => {
  await store(sampleAction('arrived'));
  const { api, log } = startServer({ id: 8, name: 'Kim' });
  expect(await syncDriver(database, api)).toEqual({ status: 'other_account' });
  await saveSession(database, { driverId: 8, name: 'Kim' });
  expect(await syncDriver(database, api)).toEqual({ status: 'done' });
  const { items, others } = await readStoredState(database);
  expect([log, items, others]).toEqual([[], [], [{ name: 'Ben', count: 1 }]]);
});

test('a refused item stays with its reason, and what follows is sent', async () => {
  const server = startServer();
  const [bad, photo, good] = [sampleAction('done'), samplePhoto(), sampleAction('arrived')];
  await store(bad, photo, good);
  const api: DriverApi = {
    ...server.api,
    sendActions: async (actions) =>
      (await server.api.sendActions(actions)).map((result) =>
        result.id === bad.id ? { ...result, result: 'refused', reason: 'Take the photo first.' } : result,
      ),
    storePhoto: () => Promise.reject(refusal(409, 'Another photo has this id.')),
  };
  expect(await syncDriver(database, api)).toEqual({ status: 'done' });
  const { items } = await readStoredState(database);
  expect(items.map(({ id, state, reason }) => [id, state, reason])).toEqual([
    [bad.id, 'refused', 'Take the photo first.'],
    [photo.id, 'refused', 'Another photo has this id.'],
  ]);
  // The bytes of a refused photo stay as long as its item.
  expect(await database.count('photos')).toBe(1);
});

test('an action that the server cannot read does not hold up the others', async () => {
  const server = startServer();
  const [bad, good] = [sampleAction('done'), sampleAction('arrived')];
  await store(bad, good);
  const api: DriverApi = {
    ...server.api,
    sendActions: (actions) =>
      actions.some(({ id }) => id === bad.id)
        ? Promise.reject(refusal(400, 'Must be a time'))
        : server.api.sendActions(actions),
  };
  await syncDriver(database, api);
  const { items } = await readStoredState(database);
  expect([items.map(({ state, reason }) => [state, reason]), server.log.map(({ id }) => id)]).toEqual([
    [['refused', 'Must be a time']],
    [good.id],
  ]);
});

test('a driver who was deactivated sends what waits, and another account sends nothing', async () => {
  const server = startServer();
  const forbidden = () => Promise.reject(refusal(403, 'Your account was deactivated.'));
  await store(samplePhoto(), sampleAction('arrived'));
  const office: DriverApi = { ...server.api, readRoutes: forbidden };
  expect(await syncDriver(database, office)).toEqual({ status: 'other_account' });
  expect([server.log, await waiting()]).toEqual([[], expect.objectContaining({ length: 2 })]);
  const deactivated: DriverApi = { ...office, readAccount: forbidden };
  expect(await syncDriver(database, deactivated)).toEqual({ status: 'deactivated' });
  expect([server.log.length, await waiting()]).toEqual([2, []]);
  // Also when nothing waits.
  expect(await syncDriver(database, deactivated)).toEqual({ status: 'deactivated' });
});

test('a lost session keeps the items, and ending it deletes the route only when nothing waits', async () => {
  const server = startServer();
  await syncDriver(database, server.api);
  await store(sampleAction('arrived'));
  const lost = {
    ...server.api,
    readRoutes: () => Promise.reject(refusal(401, 'Please sign in.')),
  };
  expect(await syncDriver(database, lost)).toEqual({ status: 'signed_out' });
  await endStoredSession(database);
  expect([await database.count('routes'), await database.count('outbox')]).toEqual([1, 1]);
  await saveSession(database, { driverId: 7, name: 'Ben' });
  await syncDriver(database, server.api);
  await endStoredSession(database);
  expect([await database.count('routes'), await database.count('outbox')]).toEqual([0, 0]);
});

test('two tabs do not send together', async () => {
  await store(sampleAction('arrived'));
  const { api, log } = startServer();
  const results = await Promise.all([syncDriver(database, api), syncDriver(database, api)]);
  expect([results, log.length]).toEqual([[{ status: 'done' }, null], 1]);
});
