import { expect, test, vi } from 'vitest';
import { listenForPush, openPush, type PushScope, parsePush } from './push-notices.ts';

const NOTICE = { title: 'The office answered', url: '/driver/messages/4', tag: 'route-4' };

/** A service worker that gets `text`. Returns what it shows. */
async function receive(text: string | undefined) {
  const listeners = new Map<string, (event: never) => void>();
  const showNotification = vi.fn(async (_title: string, _options: object) => {});
  const [openWindow, work] = [vi.fn(async () => {}), vi.fn(async () => {})];
  const scope = {
    registration: { showNotification },
    clients: { matchAll: async () => [], openWindow },
    addEventListener: (type: string, listener: (event: never) => void) => void listeners.set(type, listener),
  };
  listenForPush(scope as unknown as PushScope, {
    unknown: { title: 'The office answered', url: '/driver', tag: 'office' },
    work,
  });
  const waiting: Promise<unknown>[] = [];
  const waitUntil = (promise: Promise<unknown>) => void waiting.push(promise);
  const data = text === undefined ? null : { text: () => text };
  listeners.get('push')?.({ data, waitUntil } as never);
  await Promise.all(waiting);
  expect(work).toHaveBeenCalledOnce();
  return { shown: showNotification.mock.calls[0], listeners, openWindow, waiting, waitUntil };
}

test('a notice is shown with its page, the next one of the route replaces it, and a tap opens the page', async () => {
  const { shown, listeners, openWindow, waiting, waitUntil } = await receive(JSON.stringify(NOTICE));
  const data = { url: '/driver/messages/4' };
  expect(shown).toEqual(['The office answered', expect.objectContaining({ tag: 'route-4', data })]);
  const close = vi.fn();
  listeners.get('notificationclick')?.({ notification: { data, close }, waitUntil } as never);
  await Promise.all(waiting);
  expect([close.mock.calls.length, openWindow.mock.calls]).toEqual([1, [['/driver/messages/4']]]);
});

test.each([undefined, 'x', '{}', 'null', JSON.stringify({ ...NOTICE, url: 'https://evil.example/' })])(
  'a message that is not understood (%s) is shown all the same',
  async (text) => {
    const { shown } = await receive(text);
    expect(shown).toEqual(['The office answered', expect.objectContaining({ data: { url: '/driver' } })]);
  },
);

test('no page of another site is opened', () => {
  for (const url of ['//evil.example', 'javascript:alert(1)', '/\\evil.example', 'https://evil.example'])
    expect(parsePush(JSON.stringify({ ...NOTICE, url }))).toBeNull();
});

test('a tap opens the page in the window that is there, else in a new one', async () => {
  const client = { url: '/driver', focus: vi.fn(async () => {}), navigate: vi.fn(async () => {}) };
  const openWindow = vi.fn(async () => {});
  await openPush({ matchAll: async () => [client], openWindow }, NOTICE.url);
  expect([client.focus.mock.calls.length, client.navigate.mock.calls, openWindow.mock.calls]).toEqual([
    1,
    [[NOTICE.url]],
    [],
  ]);
  await openPush({ matchAll: async () => [], openWindow }, NOTICE.url);
  expect(openWindow).toHaveBeenCalledExactlyOnceWith(NOTICE.url);
});
