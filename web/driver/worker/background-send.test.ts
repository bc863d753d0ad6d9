import { beforeEach, expect, test } from 'vitest';
import type { DriverDatabase } from '#web/driver/outbox/database.ts';
import { UNDO_MS } from '#web/driver/outbox/order.ts';
import { sampleAction } from '#web/driver/test/driver-samples.ts';
import { startServer } from '#web/driver/test/fake-server.ts';
import { newPhone, storeItems } from '#web/driver/test/outbox-database.ts';
import { sendAllWaiting } from './background-send.ts';

let database: DriverDatabase;
beforeEach(async () => {
  database = await newPhone(database);
});

/** Stands for the time of the undo: what is in the outbox is older afterwards. */
function passTime(after: () => Promise<void> = async () => {}) {
  const pauses: number[] = [];
  const pause = async (ms: number) => {
    pauses.push(ms);
    for (const item of await database.getAll('outbox'))
      await database.put('outbox', { ...item, recordedAtMs: (item.recordedAtMs ?? 0) - ms });
    await after();
  };
  return { pauses, pause };
}

test('the last tap is sent in the background when its undo is over', async () => {
  const { api, log } = startServer();
  await storeItems(database, [sampleAction('on_my_way')], Date.now());
  const { pauses, pause } = passTime();
  expect(await sendAllWaiting(database, api, pause)).toBe('done');
  expect(log.map(({ type }) => type)).toEqual(['on_my_way']);
  expect(pauses).toHaveLength(1);
  // A timer can be early.
  expect(pauses[0]).toBeGreaterThan(UNDO_MS - 1000);
});

test('a tap that is recorded while the round runs is waited for, too', async () => {
  const { api, log } = startServer();
  await storeItems(database, [sampleAction('on_my_way')], Date.now());
  const taps = [sampleAction('arrived')];
  const { pauses, pause } = passTime(async () => {
    const tap = taps.shift();
    if (tap) await storeItems(database, [tap], Date.now());
  });
  expect(await sendAllWaiting(database, api, pause)).toBe('done');
  expect(log.map(({ type }) => type)).toEqual(['on_my_way', 'arrived']);
  expect(pauses).toHaveLength(2);
});

test('it rejects while items wait and another tab sends, so that the browser tries again', async () => {
  const { api, log } = startServer();
  await storeItems(database, [sampleAction('on_my_way')]);
  await navigator.locks.request('driver-sync', async () => {
    await expect(sendAllWaiting(database, api)).rejects.toThrow('Items still wait');
  });
  expect(log).toEqual([]);
  expect(await sendAllWaiting(database, api)).toBe('done');
});

test('it rejects without a connection', async () => {
  const { api, faults } = startServer();
  await storeItems(database, [sampleAction('on_my_way')]);
  faults.push('before');
  await expect(sendAllWaiting(database, api)).rejects.toThrow('offline');
});
