import { renderHook } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { driverApi } from './outbox/api.ts';
import { UNDO_MS } from './outbox/order.ts';
import { record, startDriver, useDriver } from './store.ts';
import { startServer } from './test/fake-server.ts';
import { newPhone } from './test/outbox-database.ts';

const sockets: EventTarget[] = [];
class FakeSocket extends EventTarget {
  constructor() {
    super();
    sockets.push(this);
  }
  close() {
    this.dispatchEvent(new CloseEvent('close'));
  }
}

/** Whether the service worker is sending. */
let isLockTaken = true;
let server: ReturnType<typeof startServer>;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'setTimeout', 'clearTimeout'] });
  vi.stubGlobal('WebSocket', FakeSocket);
  const request = async (_name: string, _options: object, work: (lock: object | null) => unknown) =>
    work(isLockTaken ? null : {});
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
  (await newPhone()).close();
  await startDriver();
});
beforeEach(() => {
  server = startServer();
  Object.assign(driverApi, server.api);
});
afterEach(() => {
  isLockTaken = false;
});

test('the live channel opens while the service worker is sending', async () => {
  await vi.waitFor(() => expect(sockets).toHaveLength(1));
});

test('the last tap is sent when its undo ends, also while a round runs', async () => {
  const { result: driver, unmount } = renderHook(() => useDriver((driver) => driver));
  const recordTap = (type: 'on_my_way' | 'arrived') =>
    void record({ id: 1, name: 'Ada' }, [{ kind: 'action', type, payload: {} }]);
  const { readRoutes } = server.api;
  driverApi.readRoutes = vi.fn(async (fleet) => {
    // The routes are read again once something was sent.
    if (server.log.length > 0) vi.advanceTimersByTime(UNDO_MS);
    return readRoutes(fleet);
  });
  recordTap('on_my_way');
  await vi.waitFor(() => {
    expect(driverApi.readRoutes).toHaveBeenCalled();
    expect(driver.current.isSyncing).toBe(false);
  });
  recordTap('arrived');
  await vi.waitFor(() => expect(server.log.map(({ type }) => type)).toEqual(['on_my_way', 'arrived']));
  // A round that still runs would draw the hook after the page is gone.
  await vi.waitFor(() => expect(driver.current.isSyncing).toBe(false));
  unmount();
});
