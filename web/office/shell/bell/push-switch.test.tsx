import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Role } from '#domain/accounts/access.ts';
import { serve, showOffice } from '#web/test/office.tsx';
import { Bell } from './Bell.tsx';

afterEach(() => vi.unstubAllGlobals());

const SUBSCRIBE = 'POST /api/push/subscription';
const ENDPOINT = 'https://fcm.googleapis.com/fcm/send/two';
const KEYS = { p256dh: `B${'a'.repeat(86)}`, auth: 'b'.repeat(22) };

/** A browser without a service worker of the office, whose user allows notifications. */
function fakeBrowser() {
  const notification = { permission: 'default', requestPermission: vi.fn() };
  notification.requestPermission.mockImplementation(async () => {
    notification.permission = 'granted';
    return 'granted';
  });
  const subscription = {
    endpoint: ENDPOINT,
    toJSON: () => ({ endpoint: ENDPOINT, keys: KEYS }),
    unsubscribe: async () => true,
  };
  const pushManager = { getSubscription: async () => null, subscribe: async () => subscription };
  const register = vi.fn(async () => ({ pushManager }));
  const ready = Promise.resolve({ pushManager });
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', notification);
  vi.stubGlobal('navigator', {
    serviceWorker: { getRegistration: async () => undefined, register, ready },
  });
  return register;
}

async function openBell(role: Role, publicKey: string | null) {
  const asked = serve({
    'GET /api/bulk-actions': { body: [] },
    'GET /api/messages/unread': { body: { count: 0, mentions: [] } },
    'GET /api/push/key': { body: { publicKey } },
    [SUBSCRIBE]: { status: 204 },
  });
  const office = showOffice(<Bell />);
  act(() => office.session.enter({ username: 'dana', role }));
  fireEvent.click(await screen.findByRole('button', { name: 'Notifications' }));
  return asked;
}

test('a dispatcher switches notifications of this computer on, which installs the service worker', async () => {
  const register = fakeBrowser();
  const asked = await openBell('dispatcher', 'BKey');
  const button = await screen.findByRole('button', { name: 'Notify me of messages of drivers' });
  expect(register).not.toHaveBeenCalled();
  fireEvent.click(button);
  await screen.findByRole('button', { name: 'Stop notifications on this computer' });
  expect(register).toHaveBeenCalledExactlyOnceWith('/admin-sw.js', {
    scope: '/admin',
    updateViaCache: 'none',
  });
  expect(asked.find(({ call }) => call === SUBSCRIBE)?.body).toEqual({ endpoint: ENDPOINT, ...KEYS });
});

test('nothing is offered without keys', async () => {
  fakeBrowser();
  const asked = await openBell('dispatcher', null);
  await vi.waitFor(() => expect(asked.some(({ call }) => call === 'GET /api/push/key')).toBe(true));
  expect(screen.queryByRole('button', { name: /Notify me/ })).toBeNull();
});

test('a user who cannot answer drivers is not asked', async () => {
  fakeBrowser();
  const asked = await openBell('view_only', 'BKey');
  await screen.findByText(/^Nothing yet/);
  expect(asked.some(({ call }) => call === 'GET /api/push/key')).toBe(false);
});
