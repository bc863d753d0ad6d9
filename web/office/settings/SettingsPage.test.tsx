import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { announced, press, toasted } from '#web/test/actions.ts';
import { DANA, refusal, serve, showOffice } from '#web/test/office.tsx';
import SettingsPage from './SettingsPage.tsx';

const LIST = 'GET /api/admin/sessions';
const PASSWORD = 'POST /api/admin/change-password';
const USERNAME = 'POST /api/admin/change-username';
const EMAIL = 'POST /api/admin/change-email';
const ME = 'GET /api/admin/current-user';
const HERE = '11111111-1111-4111-8111-111111111111';
const THERE = '22222222-2222-4222-8222-222222222222';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0) Chrome/142.0.0.0 Safari/537.36';

const sessionOf = (id: string, device: string) => ({
  id,
  device,
  createdAt: '2026-11-20T09:00:00.000Z',
  lastSeenAt: '2026-11-21T12:00:00.000Z',
  isCurrent: id === HERE,
});
const both = [sessionOf(THERE, WINDOWS), sessionOf(HERE, 'Mozilla/5.0 (X11; Linux) Firefox/145.0')];
let office: ReturnType<typeof showOffice>;

const field = (id: string) => document.getElementById(id) as HTMLInputElement;
const type = (id: string, value: string) => fireEvent.input(field(id), { target: { value } });
const messageAt = (id: string) => document.getElementById(`${id}-error`)?.textContent;

function show(replies: Parameters<typeof serve>[0] = {}) {
  const asked = serve({ [LIST]: { body: both }, ...replies });
  office = showOffice(<SettingsPage />);
  office.session.enter({ username: 'dana', role: 'admin' });
  return asked;
}

function fillPasswords(newPassword = 'battery staple', confirmPassword = newPassword) {
  type('password-currentPassword', 'correct horse');
  type('newPassword', newPassword);
  type('confirmPassword', confirmPassword);
}

afterEach(() => void vi.useRealTimers());

test('an empty password form says what each field needs', async () => {
  show();
  press('Change password');
  await waitFor(() => expect(messageAt('password-currentPassword')).toBe('Current password is required'));
  expect(messageAt('newPassword')).toBe('New password must be at least 8 characters');
  expect(messageAt('username-currentPassword')).toBeUndefined();
});

test('different passwords show an error at the confirmation', async () => {
  show();
  fillPasswords('battery staple', 'battery stable');
  press('Change password');
  await waitFor(() => expect(messageAt('confirmPassword')).toBe('Passwords do not match'));
});

test('after a password change a toast appears and the form is empty', async () => {
  const asked = show({ [PASSWORD]: { body: { message: 'Password changed successfully' } } });
  fillPasswords();
  press('Change password');
  await waitFor(() => expect(toasted()).toEqual(['Success', 'Password changed successfully', 'plain']));
  expect(asked.find(({ call }) => call === PASSWORD)?.body).toEqual({
    currentPassword: 'correct horse',
    newPassword: 'battery staple',
    confirmPassword: 'battery staple',
  });
  expect(field('newPassword').value).toBe('');
  await waitFor(() => expect(asked.filter(({ call }) => call === LIST)).toHaveLength(2));
});

test('an error of the server is shown at its field, and the input stays', async () => {
  const message = 'This password is too common. Choose one that is harder to guess.';
  show({ [PASSWORD]: refusal(400, 'invalid', { message, issues: [{ path: 'newPassword', message }] }) });
  fillPasswords('password1');
  press('Change password');
  await waitFor(() => expect(messageAt('newPassword')).toBe(message));
  expect([document.activeElement, field('newPassword').value]).toEqual([field('newPassword'), 'password1']);
  expect(toasted()).toEqual(['Error', message, 'destructive']);
});

test('a wrong current password shows an error at its field', async () => {
  const message = 'Current password is incorrect.';
  const issues = [{ path: 'currentPassword', message }];
  show({ [PASSWORD]: refusal(403, 'forbidden', { message, issues }) });
  fillPasswords();
  press('Change password');
  await waitFor(() => expect(messageAt('password-currentPassword')).toBe(message));
  expect(toasted()).toEqual(['Error', message, 'destructive']);
});

test.each([
  ['Change password', 'Error changing password'],
  ['Change username', 'Error changing username'],
  ['Change e-mail', 'Error changing e-mail'],
])('%s without an answer is a failure in its own words', async (button, text) => {
  show();
  fillPasswords();
  type('newUsername', 'dana.w');
  type('username-currentPassword', 'correct horse');
  type('newEmail', 'dana@new.example');
  type('email-currentPassword', 'correct horse');
  press(button);
  await waitFor(() => expect(toasted()).toEqual(['Error', text, 'destructive']));
});

test('a short or taken username shows an error', async () => {
  const message = 'This username is already taken.';
  show({ [USERNAME]: refusal(409, 'conflict', { message, issues: [{ path: 'newUsername', message }] }) });
  type('username-currentPassword', 'correct horse');
  type('newUsername', 'da');
  press('Change username');
  await waitFor(() => expect(messageAt('newUsername')).toBe('New username must be at least 3 characters'));
  type('newUsername', 'lee');
  press('Change username');
  await waitFor(() => expect(messageAt('newUsername')).toBe(message));
});

test('after a username change a toast appears, and 2 s later the login opens with the new name', async () => {
  show({ [USERNAME]: { body: { message: 'ok' } } });
  type('username-currentPassword', 'correct horse');
  type('newUsername', ' dana.w ');
  vi.useFakeTimers();
  press('Change username');
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(toasted()).toEqual([
    'Success',
    'Username changed successfully. You will need to log in again.',
    'plain',
  ]);
  await act(() => vi.advanceTimersByTimeAsync(1800));
  expect(office.where()?.pathname).toBe('/admin/settings');
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect([office.where()?.pathname, sessionStorage.length]).toEqual(['/admin/login', 0]);
  expect(localStorage.getItem('admin-last-username')).toBe('dana.w');
});

test('after an e-mail change a toast appears, the form is empty, and the new address is shown', async () => {
  let email = 'dana@example.com';
  const asked = show({
    [ME]: () => ({ body: { ...DANA, email } }),
    [EMAIL]: () => {
      email = 'dana@new.example';
      return { body: { message: 'ok' } };
    },
  });
  await screen.findByText('Current email: dana@example.com');
  type('newEmail', 'dana@');
  press('Change e-mail');
  await waitFor(() => expect(messageAt('newEmail')).toBe('Please enter a valid email address'));
  expect(messageAt('email-currentPassword')).toBe('Current password is required');
  type('newEmail', ' dana@new.example ');
  type('email-currentPassword', 'correct horse');
  press('Change e-mail');
  await waitFor(() => expect(toasted()).toEqual(['Success', 'E-mail changed successfully', 'plain']));
  expect(asked.find(({ call }) => call === EMAIL)?.body).toEqual({
    currentPassword: 'correct horse',
    newEmail: 'dana@new.example',
  });
  expect(field('newEmail').value).toBe('');
  await screen.findByText('Current email: dana@new.example');
  await waitFor(() => expect(asked.filter(({ call }) => call === LIST)).toHaveLength(2));
});

test('an e-mail that is in use is refused at its field', async () => {
  const message = 'This e-mail address is already in use.';
  show({ [EMAIL]: refusal(409, 'conflict', { message, issues: [{ path: 'newEmail', message }] }) });
  type('newEmail', 'lee@example.com');
  type('email-currentPassword', 'correct horse');
  press('Change e-mail');
  await waitFor(() => expect(messageAt('newEmail')).toBe(message));
  expect(toasted()).toEqual(['Error', message, 'destructive']);
});

test.each([
  ['          ', 'Password must not be blank'],
  ['truck of DANA', 'Password must not contain the username'],
])('the password %j is refused before it is sent', async (password, message) => {
  const asked = show();
  fillPasswords(password);
  press('Change password');
  await waitFor(() => expect(messageAt('newPassword')).toBe(message));
  expect(asked.some(({ call }) => call === PASSWORD)).toBe(false);
});

test('sessions are listed, this one first, and another one can be ended', async () => {
  let isThere = true;
  const asked = show({
    [LIST]: () => ({ body: isThere ? both : both.slice(1) }),
    [`DELETE /api/admin/sessions/${THERE}`]: () => {
      isThere = false;
      return { status: 204 };
    },
  });
  await screen.findByText('Chrome on Windows');
  const [first, second] = screen.getAllByRole('listitem');
  expect(first!.textContent).toContain('Firefox on Linux');
  expect(first!.textContent).toContain('This device');
  expect(within(first!).queryByRole('button')).toBeNull();
  fireEvent.click(within(second!).getByRole('button', { name: 'End this session: Chrome on Windows' }));
  await waitFor(() => expect(screen.queryByText('Chrome on Windows')).toBeNull());
  expect(announced()).toBe('The session of Chrome on Windows has ended.');
  expect(asked.filter(({ call }) => call === LIST)).toHaveLength(2);
});

test('all other sessions end after a confirmation, which stays open after a failure', async () => {
  const replies = [refusal(500, 'internal', 'Something went wrong.'), { status: 204 }];
  show({ 'DELETE /api/admin/sessions': () => replies.shift()! });
  await screen.findByText('Chrome on Windows');
  press('End all others');
  const dialog = screen.getByRole('dialog', { name: 'End all other sessions?' });
  const confirm = within(dialog).getByRole('button', { name: 'End all others' });
  fireEvent.click(confirm);
  expect((await within(dialog).findByRole('alert')).textContent).toBe('Something went wrong.');
  fireEvent.click(confirm);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(announced()).toBe('All other sessions have ended.');
});
