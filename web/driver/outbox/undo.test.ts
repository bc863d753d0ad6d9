import { beforeEach, expect, test } from 'vitest';
import { sampleAction, samplePhoto } from '#web/driver/test/driver-samples.ts';
import { startServer } from '#web/driver/test/fake-server.ts';
import { newPhone, storeItems } from '#web/driver/test/outbox-database.ts';
import { type DriverDatabase, readStoredState, saveAnswers, takeBackItems } from './database.ts';
import type { NewItem } from './items.ts';
import { heldForMs, nextToSend, UNDO_MS, undoableItems } from './order.ts';
import { syncDriver } from './sync.ts';

let database: DriverDatabase;
beforeEach(async () => {
  database = await newPhone(database);
});
const items = async () => (await readStoredState(database)).items;
const typesOf = (list: readonly { type: string }[]) => list.map(({ type }) => type);
const nextAt = async (nowMs: number) => typesOf(nextToSend(await items(), { nowMs, limit: 25 }));

test('the last tap waits ten seconds and can be undone, and a later tap sends it', async () => {
  const nowMs = 1_800_000_000_000;
  await storeItems(database, [sampleAction('on_my_way')], nowMs);
  expect(await nextAt(nowMs + UNDO_MS - 1)).toEqual([]);
  expect(heldForMs(await items(), nowMs + 4000)).toBe(6000);
  expect(await nextAt(nowMs + UNDO_MS)).toEqual(['on_my_way']);
  // A clock that was put back holds nothing.
  expect(await nextAt(nowMs - 1)).toEqual(['on_my_way']);
  await storeItems(database, [sampleAction('unit', { number: '15-01' }), sampleAction('done')], nowMs + 5000);
  expect(await nextAt(nowMs + 5000)).toEqual(['on_my_way']);
  expect(typesOf(undoableItems(await items()))).toEqual(['unit', 'done']);
  expect(await takeBackItems(database, undoableItems(await items()))).toBe(true);
  // Without a connection the tap before it can be undone, too.
  expect(typesOf(undoableItems(await items()))).toEqual(['on_my_way']);
});

test("the undo of 'Done' takes back the signature with its picture, which waits as long", async () => {
  const nowMs = 1_800_000_000_000;
  const picture = samplePhoto({ type: 'signature' } as Partial<NewItem>);
  await storeItems(database, [samplePhoto()], nowMs);
  await storeItems(
    database,
    [picture, sampleAction('signature', { photoId: picture.id }), sampleAction('done')],
    nowMs + 2000,
  );
  // The photo that the driver took before is sent at once.
  expect((await items()).map(({ id }) => id).indexOf(picture.id)).toBe(1);
  expect(await nextAt(nowMs + 3000)).toEqual(['delivery_placement']);
  await saveAnswers(database, [{ seq: (await items())[0]!.seq, state: 'sent' }]);
  expect(await nextAt(nowMs + 2000 + UNDO_MS - 1)).toEqual([]);
  expect(await nextAt(nowMs + 2000 + UNDO_MS)).toEqual(['signature']);
  expect(await takeBackItems(database, undoableItems(await items()))).toBe(true);
  expect(typesOf(await items())).toEqual(['delivery_placement']);
  expect(await database.count('photos')).toBe(0);
});

test('a picture that was sent keeps its signature: there is nothing to undo', async () => {
  const picture = samplePhoto({ type: 'signature' } as Partial<NewItem>);
  await storeItems(database, [picture, sampleAction('signature', { photoId: picture.id })], 1000);
  await saveAnswers(database, [{ seq: (await items())[0]!.seq, state: 'sent' }]);
  expect(undoableItems(await items())).toEqual([]);
});

test('after the clock was put back the last tap is still the one that can be undone', async () => {
  const nowMs = 1_800_000_000_000;
  await storeItems(database, [sampleAction('on_my_way')], nowMs);
  await storeItems(database, [sampleAction('arrived')], nowMs - 3_600_000);
  expect(typesOf(undoableItems(await items()))).toEqual(['arrived']);
  expect(heldForMs(await items(), nowMs - 3_600_000)).toBe(UNDO_MS);
});

test('what may have reached the server cannot be taken back, and what was taken back is never sent', async () => {
  const { api, faults, log } = startServer();
  await storeItems(database, [sampleAction('on_my_way'), samplePhoto()]);
  const [action, photo] = await items();
  expect(await takeBackItems(database, [photo!])).toBe(true);
  faults.push('none', 'after');
  expect(await syncDriver(database, api)).toEqual({ status: 'offline' });
  expect([log.length, undoableItems(await items())]).toEqual([1, []]);
  expect(await takeBackItems(database, [action!])).toBe(false);
  expect(await syncDriver(database, api)).toEqual({ status: 'done' });
  expect(typesOf(log)).toEqual(['on_my_way']);
  expect(await database.count('photos')).toBe(0);
});

test('actions are sent before photos; a stop is done after its photos, and other stops after it', async () => {
  const other = { stopId: 12 };
  await storeItems(database, [
    samplePhoto(),
    sampleAction('done'),
    sampleAction('on_my_way', {}, other),
    sampleAction('ticket', {}, other),
    sampleAction('done', {}, other),
    samplePhoto({ stopId: 13 }),
    sampleAction('attempted', { reason: 'blocked' }, { stopId: 13 }),
  ]);
  expect(await nextAt(UNDO_MS)).toEqual(['on_my_way', 'attempted']);
  const { api, log } = startServer();
  expect(await syncDriver(database, api)).toEqual({ status: 'done' });
  expect(typesOf(log)).toEqual(['on_my_way', 'attempted', 'photo', 'done', 'ticket', 'done', 'photo']);
});
