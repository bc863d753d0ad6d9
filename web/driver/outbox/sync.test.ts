import * as fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { randomRuns } from '#domain/test/random-runs.ts';
import { computeStopState } from '#web/driver/stops/stop-state.ts';
import { asStored, sampleAction, samplePhoto, sampleStop } from '#web/driver/test/driver-samples.ts';
import { type Fault, refusal, startServer } from '#web/driver/test/fake-server.ts';
import { newPhone, storeItems } from '#web/driver/test/outbox-database.ts';
import type { DriverApi } from './api.ts';
import { type DriverDatabase, readStoredState, saveAnswers, saveSession } from './database.ts';
import type { NewItem } from './items.ts';
import { syncDriver } from './sync.ts';

let database: DriverDatabase;
beforeEach(async () => {
  database = await newPhone(database);
});

const store = (...items: NewItem[]) => storeItems(database, items);
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

test('with any faults everything arrives once, actions in their order and a stop after its photos, and sending changes nothing on the screen', async () => {
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
          const screen = computeStopState(stop!, items);
          const ideal = computeStopState(sampleStop(), asStored(recorded));
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
        const sent = server.log.map(({ id }) => id);
        expect(sent.toSorted()).toEqual(recorded.map(({ id }) => id).toSorted());
        const actions = recorded.filter(({ kind }) => kind === 'action').map(({ id }) => id);
        expect(sent.filter((id) => actions.includes(id))).toEqual(actions);
        for (const [index, { id, type }] of recorded.entries()) {
          const before = recorded.slice(0, index).map((item) => item.id);
          const sentBefore = sent.slice(0, sent.indexOf(id));
          if (type === 'done') expect(sentBefore).toEqual(expect.arrayContaining(before));
        }
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
  expect([log, items, others]).toEqual([
    [],
    [],
    [expect.objectContaining({ name: 'Ben', items: [expect.anything()] })],
  ]);
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
  expect([server.log.length, await database.count('outbox')]).toEqual([2, 0]);
  // Also when nothing waits.
  expect(await syncDriver(database, deactivated)).toEqual({ status: 'deactivated' });
});

test('a lost session leaves only what is not sent on the phone, without the names of customers', async () => {
  const server = startServer();
  await syncDriver(database, server.api);
  expect(await database.count('routes')).toBe(1);
  const [refused, waits] = [sampleAction('done'), sampleAction('arrived')];
  await store(refused, waits);
  const seq = (await readStoredState(database)).items[0]!.seq;
  await saveAnswers(database, [{ seq, state: 'refused', reason: 'Take the photo first.' }]);
  const lost = {
    ...server.api,
    readRoutes: () => Promise.reject(refusal(401, 'Please sign in.')),
  };
  expect(await syncDriver(database, lost)).toEqual({ status: 'signed_out' });
  expect([await database.count('session'), await database.count('routes')]).toEqual([0, 0]);
  const { items, others } = await readStoredState(database);
  expect(items).toEqual([]);
  expect(others).toMatchObject([{ driverId: 7, name: 'Ben', items: [{ id: refused.id }, { id: waits.id }] }]);
  expect(JSON.stringify(others)).not.toContain(refused.stopName);
  // The driver signs in again: what waited is sent.
  await saveSession(database, { driverId: 7, name: 'Ben' });
  expect(await syncDriver(database, server.api)).toEqual({ status: 'done' });
  expect(server.log.map(({ id }) => id)).toEqual([waits.id]);
  expect(await database.count('outbox')).toBe(1);
});

test('refused items of a driver who was deactivated stay without the route', async () => {
  const server = startServer();
  await syncDriver(database, server.api);
  await store(sampleAction('done'));
  const forbidden = () => Promise.reject(refusal(403, 'Your account was deactivated.'));
  const api: DriverApi = {
    ...server.api,
    readRoutes: forbidden,
    readAccount: forbidden,
    sendActions: () => Promise.reject(refusal(400, 'Take the photo first.')),
  };
  expect(await syncDriver(database, api)).toEqual({ status: 'deactivated' });
  expect([await database.count('session'), await database.count('routes')]).toEqual([0, 0]);
  const { others } = await readStoredState(database);
  expect(others).toMatchObject([{ items: [{ state: 'refused', reason: 'Take the photo first.' }] }]);
});

test('two tabs do not send together', async () => {
  await store(sampleAction('arrived'));
  const { api, log } = startServer();
  const results = await Promise.all([syncDriver(database, api), syncDriver(database, api)]);
  expect([results, log.length]).toEqual([[{ status: 'done' }, null], 1]);
});
