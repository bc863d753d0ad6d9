import { expect, test } from 'vitest';
import type { DriverRoute } from '#contract/driver-routes.ts';
import type { DriverMessage } from '#contract/route-messages.ts';
import { readStoredState, saveReadMessage } from '#web/driver/outbox/database.ts';
import { nextToSend, UNDO_MS, undoableItems } from '#web/driver/outbox/order.ts';
import { replacedItems } from '#web/driver/outbox/recordings.ts';
import { syncDriver } from '#web/driver/outbox/sync.ts';
import { computeStopState } from '#web/driver/stops/stop-state.ts';
import {
  asStored,
  sampleAction,
  samplePhoto,
  sampleRoutes,
  sampleStop,
} from '#web/driver/test/driver-samples.ts';
import { startServer } from '#web/driver/test/fake-server.ts';
import { newPhone, storeItems } from '#web/driver/test/outbox-database.ts';
import { lastOfficeId, newestUnreadId, shownMessages, unreadMessages } from './message-state.ts';

const fromOffice = (id: number, change: Partial<DriverMessage> = {}): DriverMessage => ({
  id,
  stopId: 11,
  actionId: null,
  fromName: 'Dana',
  content: `Office ${id}`,
  sentAt: '2026-11-23T14:00:00.000Z',
  readAt: null,
  ...change,
});
const routeWith = (...messages: DriverMessage[]): DriverRoute => ({
  ...sampleRoutes([sampleStop()]).routes[0]!,
  messages,
});
const say = (text: string, about = 'stop') => sampleAction('message', { text, about });

test('what the phone recorded follows what the server has, once', () => {
  const [sent, waiting] = [say('No access'), say('Call me', 'route')];
  const route = routeWith(fromOffice(3), fromOffice(4, { actionId: sent.id, content: 'No access' }));
  const items = [...asStored([sent], 'sent'), ...asStored([waiting])];
  expect(shownMessages(route, items)).toMatchObject([
    { from: 'Dana', content: 'Office 3' },
    { from: null, content: 'No access', state: 'sent', stopId: 11 },
    { from: null, content: 'Call me', state: 'waiting', stopId: null },
  ]);
  const older = { ...route } as Partial<DriverRoute>;
  delete older.messages;
  expect(shownMessages(older as DriverRoute, [])).toEqual([]);
});

test('unread is what the office wrote after the last message that was read on this phone', () => {
  const route = routeWith(
    fromOffice(3, { readAt: '2026-11-23T15:00:00.000Z' }),
    fromOffice(4),
    fromOffice(6),
  );
  expect(unreadMessages(route, {}).map(({ id }) => id)).toEqual([4, 6]);
  expect(unreadMessages(route, { readMessageId: 4 }).map(({ id }) => id)).toEqual([6]);
  const reply = { ...sampleRoutes([]), routes: [route] };
  expect(newestUnreadId({ reply, readAtMs: 0 })).toBe(6);
  expect(newestUnreadId({ reply, readAtMs: 0, readMessageId: 6 })).toBe(0);
  expect(lastOfficeId(route)).toBe(6);
});

test('a message waits for no undo and no photo, keeps its order, and leaves the last tap to be undone', () => {
  const nowMs = 1_800_000_000_000;
  const [photo, done, first, second] = [samplePhoto(), sampleAction('done'), say('Late'), say('Call me')];
  const items = asStored([photo, done, first, second]).map((item, index) => ({
    ...item,
    recordedAtMs: nowMs + index * 1000,
  }));
  const texts = nextToSend(items, { nowMs: nowMs + 3000, limit: 25 }).map(({ id }) => id);
  expect(texts).toEqual([first.id, second.id]);
  expect(undoableItems(items).map(({ id }) => id)).toEqual([done.id]);
  expect(nextToSend(asStored([photo, done]), { nowMs: nowMs + UNDO_MS, limit: 25 })).toHaveLength(1);
});

test('a refused message stays beside a new one, and is no record of the stop if it is about the route', () => {
  const [ofStop, ofRoute] = asStored([say('No access'), say('Truck problem', 'route')], 'refused');
  expect(replacedItems([ofStop!, ofRoute!], [say('No access')])).toEqual([]);
  const { refused, phase } = computeStopState(sampleStop(), [ofStop!, ofRoute!]);
  expect([refused.map(({ id }) => id), phase]).toEqual([[ofStop!.id], 'todo']);
});

test('what was read without a connection is reported once, with the next round', async () => {
  const database = await newPhone();
  const server = startServer();
  const reported: number[] = [];
  let readAt: string | null = null;
  const api = {
    ...server.api,
    readRoutes: async () => ({ ...sampleRoutes([]), routes: [routeWith(fromOffice(4, { readAt }))] }),
    readMessages: async (id: number) => {
      reported.push(id);
      readAt = '2026-11-23T15:00:00.000Z';
    },
  };
  await storeItems(database, []);
  await syncDriver(database, api);
  await saveReadMessage(database, 7, 4);
  await saveReadMessage(database, 7, 2);
  await syncDriver(database, api);
  await syncDriver(database, api);
  expect(reported).toEqual([4]);
  expect((await readStoredState(database)).routes?.readMessageId).toBe(4);
  database.close();
});
