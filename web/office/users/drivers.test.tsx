import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Account } from '#contract/auth.ts';
import { DRIVER_LINK_MS } from '#domain/dispatch/driver-links.ts';
import { press, toasted } from '#web/test/actions.ts';
import { DANA, refusal, serve, showOffice } from '#web/test/office.tsx';
import { LIST, ME, VERA } from '#web/test/office-users.tsx';
import UsersPage from './UsersPage.tsx';

const RAY: Account = {
  ...VERA,
  id: 5,
  username: 'ray',
  firstName: 'Ray',
  lastName: 'Dorsey',
  role: 'driver',
};
const GONE: Account = { ...RAY, id: 6, username: 'nora', firstName: 'Nora', isActive: false };
const DISPATCHER: Account = { ...DANA, role: 'dispatcher' };
const URL = 'http://localhost/driver#token=abc';
const LINK = 'POST /api/driver/link';

afterEach(() => void vi.useRealTimers());

async function showDrivers(me: Account, replies: Parameters<typeof serve>[0] = {}) {
  const asked = serve({ [LIST]: { body: [RAY, GONE, VERA] }, [ME]: { body: me }, ...replies });
  showOffice(<UsersPage />, { path: '/admin/users' });
  await screen.findByRole('rowheader', { name: /Ray Dorsey/ });
  return asked;
}
const offers = (name: string) =>
  within(screen.getByRole('rowheader', { name: new RegExp(name) }).closest('tr')!)
    .queryAllByRole('button')
    .map(({ textContent }) => textContent)
    .filter((text) => !text?.startsWith('Details'));

/** Opens the menu of the phone of a driver. */
async function openPhoneMenu(name: string): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: `Phone of ${name}` }));
}

/** Picks an item of the menu of Ray's phone. In a browser the dialog that opens takes the focus from the button. */
async function pickOfPhone(item: string): Promise<void> {
  await openPhoneMenu('Ray Dorsey');
  fireEvent.click(screen.getByRole('menuitem', { name: item }));
  (document.activeElement as HTMLElement).blur();
}

const menuItems = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent);

test('a dispatcher creates links for active drivers, and reports phones of all drivers lost', async () => {
  await showDrivers(DISPATCHER);
  await openPhoneMenu('Ray Dorsey');
  expect(menuItems()).toEqual(['Sign-in link', 'Devices', 'Phone lost']);
  await openPhoneMenu('Ray Dorsey');
  await openPhoneMenu('Nora Dorsey');
  expect(menuItems()).toEqual(['Devices', 'Phone lost']);
  expect([offers('Ray'), offers('Nora'), offers('Vera')]).toEqual([['Phone'], ['Phone'], []]);
});

test('a view-only user is offered neither', async () => {
  await showDrivers(VERA);
  await screen.findAllByText('Driver');
  expect(offers('Ray')).toEqual([]);
});

test('a link is created by a press, shown as QR code and text, and counted down until it ends', async () => {
  const copied: string[] = [];
  const writeText = async (text: string) => void copied.push(text);
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { clipboard: { writeText } }));
  const expiresAt = '2026-11-23T12:10:00.000Z';
  const replies = [
    refusal(409, 'conflict', 'This account is inactive. Reactivate it first.'),
    { body: { url: URL, expiresAt, canText: false } },
  ];
  const asked = await showDrivers(DISPATCHER, { [LINK]: () => replies.shift()! });
  await pickOfPhone('Sign-in link');
  const dialog = await screen.findByRole('dialog', { name: 'Sign-in link' });
  expect(asked.filter(({ call }) => call === LINK)).toEqual([]);
  press('Create link');
  await within(dialog).findByText('This account is inactive. Reactivate it first.');
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  press('Create link');
  await within(dialog).findByRole('img', { name: 'QR code of the sign-in link' });
  expect(within(dialog).getByLabelText<HTMLInputElement>('Link').value).toBe(URL);
  expect(within(dialog).getByRole('timer').textContent).toBe('10:00');
  expect(asked.filter(({ call }) => call === LINK).map(({ body }) => body)).toEqual([
    { userId: 5 },
    { userId: 5 },
  ]);
  await act(async () => press('Copy link'));
  expect(toasted()).toEqual(['Copied', 'Sign-in link copied to clipboard.', 'plain']);
  expect(copied).toEqual([URL]);
  act(() => void vi.advanceTimersByTime(61_000));
  expect(within(dialog).getByRole('timer').textContent).toBe('8:59');
  act(() => void vi.advanceTimersByTime(DRIVER_LINK_MS));
  within(dialog).getByText('The 10 minutes are over. This link no longer works.');
  expect(within(dialog).queryByLabelText('Link')).toBeNull();
  within(dialog).getByRole('button', { name: 'Create a new link' });
});

test('a lost phone is reported after a question that says what is lost', async () => {
  const asked = await showDrivers(DISPATCHER, { 'POST /api/admin/users/5/phone-lost': { body: RAY } });
  await pickOfPhone('Phone lost');
  const dialog = await screen.findByRole('dialog', { name: 'Phone lost?' });
  expect(dialog.textContent).toContain('What the phone has not sent is lost');
  expect(asked.some(({ call }) => call.startsWith('POST'))).toBe(false);
  press('Sign out everywhere');
  await waitFor(() =>
    expect(toasted()).toEqual(['Signed out', 'Ray Dorsey is signed out on every device.', 'plain']),
  );
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('lists where a driver is signed in, and ends one session', async () => {
  const session = (id: string, device: string) => ({
    id,
    device,
    createdAt: '2026-11-01T12:00:00.000Z',
    lastSeenAt: '2026-11-20T12:00:00.000Z',
  });
  const [ANDROID, IPHONE] = ['5f0c1d2e-8a3b-4c5d-9e6f-7a8b9c0d1e2f', '6f0c1d2e-8a3b-4c5d-9e6f-7a8b9c0d1e2f'];
  let live = [session(ANDROID!, 'Firefox'), session(IPHONE!, 'Safari')];
  const asked = await showDrivers(DISPATCHER, {
    'GET /api/admin/users/5/sessions': () => ({ body: live }),
    [`DELETE /api/admin/users/5/sessions/${ANDROID}`]: () => {
      live = live.slice(1);
      return { status: 204 };
    },
  });
  await pickOfPhone('Devices');
  const list = await screen.findByRole('list', { name: 'Devices of Ray Dorsey' });
  const buttons = within(list).getAllByRole('button', { name: /^End this session/ });
  expect(buttons).toHaveLength(2);
  expect(document.activeElement).toBe(buttons[0]);
  act(() => {
    buttons[0]!.click();
    buttons[0]!.click();
  });
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1));
  expect(asked.filter(({ call }) => call.startsWith('DELETE'))).toHaveLength(1);
  expect(document.activeElement).toBe(list);
});

test('a link can be sent by text if texts are set up; when that fails, the link before stays', async () => {
  const made = { url: URL, expiresAt: '2026-11-23T12:10:00.000Z', canText: true };
  const failure = 'The text may not have been sent. Copy the link, or try again.';
  const replies = [{ body: made }, refusal(502, 'provider_unavailable', failure), { body: made }];
  const asked = await showDrivers(DISPATCHER, { [LINK]: () => replies.shift()! });
  await pickOfPhone('Sign-in link');
  await screen.findByRole('dialog', { name: 'Sign-in link' });
  press('Create link');
  fireEvent.click(await screen.findByRole('button', { name: 'Send by text' }));
  await screen.findByText(failure);
  expect(screen.getByLabelText<HTMLInputElement>('Link').value).toBe(URL);
  press('Send by text');
  await waitFor(() => expect(toasted()).toEqual(['Sent', 'Ray Dorsey gets the link by text.', 'plain']));
  expect(asked.at(-1)?.body).toEqual({ userId: 5, sendText: true });
});
