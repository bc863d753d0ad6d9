import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { refusal, serve, showOffice } from '#web/test/office.tsx';
import { PushChoice } from './PushChoice.tsx';

afterEach(() => vi.unstubAllGlobals());

const KEY = 'GET /api/push/key';
const SUBSCRIBE = 'POST /api/push/subscription';
const UNSUBSCRIBE = 'POST /api/push/unsubscribe';
const ENDPOINT = 'https://fcm.googleapis.com/fcm/send/one';
const KEYS = { p256dh: `B${'a'.repeat(86)}`, auth: 'b'.repeat(22) };

/** A browser whose user answers the question for notifications. */
function fakeBrowser(answer: NotificationPermission, { hasPush = true, permission = 'default' } = {}) {
  const notification = { permission, requestPermission: vi.fn() };
  notification.requestPermission.mockImplementation(async () => {
    notification.permission = answer;
    return answer;
  });
  let current: object | null = null;
  const subscription = {
    endpoint: ENDPOINT,
    toJSON: () => ({ endpoint: ENDPOINT, keys: KEYS }),
    unsubscribe: async () => {
      current = null;
      return true;
    },
  };
  const pushManager = {
    getSubscription: async () => current,
    subscribe: vi.fn(async () => {
      current = subscription;
      return subscription;
    }),
  };
  vi.stubGlobal('Notification', notification);
  if (hasPush) vi.stubGlobal('PushManager', class {});
  const registration = { pushManager };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } });
  return { pushManager };
}
const show = () => showOffice(<PushChoice />);
const replies = { [SUBSCRIBE]: { status: 204 }, [UNSUBSCRIBE]: { status: 204 } };

test('one tap asks the browser and stores it, and another one ends it', async () => {
  const { pushManager } = fakeBrowser('granted');
  const asked = serve({ [KEY]: { body: { publicKey: 'BKey' } }, ...replies });
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Notify me on this phone' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Stop notifications' }));
  await screen.findByRole('button', { name: 'Notify me on this phone' });
  expect(pushManager.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'BKey' });
  const sent = (name: string) => asked.filter(({ call }) => call === name).map(({ body }) => body);
  expect(sent(SUBSCRIBE)).toEqual([{ endpoint: ENDPOINT, ...KEYS }]);
  expect(sent(UNSUBSCRIBE)).toEqual([{ endpoint: ENDPOINT }]);
});

test('a driver who refuses reads where to allow it', async () => {
  fakeBrowser('denied');
  serve({ [KEY]: { body: { publicKey: 'BKey' } }, ...replies });
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Notify me on this phone' }));
  await screen.findByText(/^The settings of this browser forbid notifications/);
  expect(screen.queryByRole('button')).toBeNull();
});

test('a browser without push says so, and a system without keys offers nothing', async () => {
  fakeBrowser('granted', { hasPush: false });
  serve({ [KEY]: { body: { publicKey: 'BKey' } } });
  show();
  await screen.findByText(/^This browser cannot notify you/);
  cleanup();
  const asked = serve({ [KEY]: { body: { publicKey: null } } });
  show();
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect(screen.queryByRole('heading')).toBeNull();
});

test('a failure of the server is shown, and the tap can be repeated', async () => {
  fakeBrowser('granted');
  const failed = refusal(500, 'internal', 'Something went wrong.');
  const answers = [failed, { status: 204 }];
  serve({ [KEY]: { body: { publicKey: 'BKey' } }, [SUBSCRIBE]: () => answers.shift() ?? failed });
  show();
  const button = await screen.findByRole('button', { name: 'Notify me on this phone' });
  fireEvent.click(button);
  expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong.');
  fireEvent.click(button);
  await screen.findByRole('button', { name: 'Stop notifications' });
});
