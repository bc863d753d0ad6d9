import { expect, test, vi } from 'vitest';
import { openPush, parsePush, showPush } from './push.ts';

const NOTICE = { title: 'The office answered', url: '/driver/messages/4', tag: 'route-4' };

test('a notice is shown with its page, and the next one of the route replaces it', async () => {
  const showNotification = vi.fn(async () => {});
  await showPush({ showNotification }, parsePush(JSON.stringify(NOTICE)));
  expect(showNotification).toHaveBeenCalledWith(
    'The office answered',
    expect.objectContaining({ tag: 'route-4', data: { url: '/driver/messages/4' } }),
  );
});

test.each([undefined, 'x', '{}', 'null', JSON.stringify({ ...NOTICE, url: 'https://evil.example/' })])(
  'a message that is not understood (%s) is shown as one of the office',
  async (text) => {
    const showNotification = vi.fn(async () => {});
    await showPush({ showNotification }, parsePush(text));
    expect(showNotification).toHaveBeenCalledWith(
      'The office answered',
      expect.objectContaining({ data: { url: '/driver' } }),
    );
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
