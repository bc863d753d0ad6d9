import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { field, press, submit, toasted, type } from '#web/test/actions.ts';
import { DANA } from '#web/test/office.tsx';
import { LEE, OWNER, open, show } from '#web/test/office-users.tsx';

test('an edit sends the changed fields with the opened version, and no empty password', async () => {
  const sent: (string | null)[] = [];
  const asked = await show(OWNER, {
    'GET /api/admin/users/2': { body: LEE, headers: { ETag: '"4"' } },
    'PATCH /api/admin/users/2': { body: LEE },
  });
  const fetched = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (init.method === 'PATCH') sent.push(new Headers(init.headers).get('If-Match'));
    return fetched(url, init);
  });
  await open('Edit Lee Moss');
  expect([field('email').value, field('role').value, field('password').value]).toEqual([
    'lee@example.com',
    'admin',
    '',
  ]);
  type('email', 'lee.moss@example.com');
  submit();
  await waitFor(() => expect(toasted()).toEqual(['Success', 'User updated successfully', 'plain']));
  expect(asked.find(({ call }) => call.startsWith('PATCH'))?.body).toEqual({ email: 'lee.moss@example.com' });
  expect(sent).toEqual(['"4"']);
});

test('an administrator cannot change username, e-mail, password or role of another administrator', async () => {
  await show(DANA, { 'GET /api/admin/users/2': { body: LEE } });
  await open('Edit Lee Moss');
  expect([field('username').readOnly, field('email').readOnly, field('password')]).toEqual([
    true,
    true,
    null,
  ]);
  expect(field('role').disabled).toBe(true);
  expect(field('firstName').readOnly).toBe(false);
});

test("username, e-mail and password of the user's own account change in Settings only", async () => {
  const asked = await show(OWNER, {
    [`GET /api/admin/users/${OWNER.id}`]: { body: OWNER },
    [`PATCH /api/admin/users/${OWNER.id}`]: { body: OWNER },
  });
  await open('Edit owner');
  expect(['username', 'email', 'password'].map(field)).toEqual([null, null, null]);
  expect(screen.getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe('/admin/settings');
  type('firstName', 'Olive');
  type('lastName', 'Marsh');
  submit();
  await waitFor(() => expect(toasted()).toEqual(['Success', 'User updated successfully', 'plain']));
  expect(asked.find(({ call }) => call.startsWith('PATCH'))?.body).toEqual({
    firstName: 'Olive',
    lastName: 'Marsh',
  });
});

test.each([
  [{ password: 'truck of LEE' }, 'Password must not contain the username'],
  [{ username: 'mona', password: 'truck of Mona' }, 'Password must not contain the username'],
  [{ password: '          ' }, 'Password must not be blank'],
])('%j is refused before it is sent', async (typed, message) => {
  const asked = await show(OWNER, { 'GET /api/admin/users/2': { body: LEE } });
  await open('Edit Lee Moss');
  for (const [name, value] of Object.entries(typed)) type(name, value);
  submit();
  await screen.findByText(message);
  expect(asked.some(({ call }) => call.startsWith('PATCH'))).toBe(false);
});

test('on a conflict the second user sees who changed what, keeps the input, and can overwrite', async () => {
  const stale = {
    status: 409,
    body: {
      code: 'stale',
      message: 'This was changed by dana.',
      requestId: 'r',
      changedBy: 'dana',
      changedAt: '2026-11-21T12:00:00.000Z',
      changed: ['phone'],
    },
  };
  const patches = [stale, { body: LEE }];
  const versions = [
    { body: LEE, headers: { ETag: '"4"' } },
    { body: { ...LEE, phone: '(914) 555-0199' }, headers: { ETag: '"5"' } },
  ];
  const asked = await show(OWNER, {
    'GET /api/admin/users/2': () => versions.shift()!,
    'PATCH /api/admin/users/2': () => patches.shift()!,
  });
  await open('Edit Lee Moss');
  type('firstName', 'Leo');
  type('phone', '(914) 555-0155');
  submit();
  await screen.findByText(/^This user was changed by dana at /);
  await screen.findByText('Now: (914) 555-0199');
  screen.getByText('Yours: (914) 555-0155');
  expect(field('firstName').value).toBe('Leo');
  press('Save over them');
  await waitFor(() => expect(toasted()).toEqual(['Success', 'User updated successfully', 'plain']));
  expect(asked.filter(({ call }) => call.startsWith('PATCH')).at(-1)?.body).toEqual({
    firstName: 'Leo',
    phone: '(914) 555-0155',
  });
});

test('the newer values can be accepted, and other input stays', async () => {
  const body = {
    code: 'stale',
    message: 'Changed.',
    requestId: 'r',
    changedBy: 'dana',
    changedAt: null,
    changed: ['phone'],
  };
  const versions = [{ body: LEE }, { body: { ...LEE, phone: '(914) 555-0199' } }];
  await show(OWNER, {
    'GET /api/admin/users/2': () => versions.shift()!,
    'PATCH /api/admin/users/2': { status: 409, body },
  });
  await open('Edit Lee Moss');
  type('firstName', 'Leo');
  type('phone', '(914) 555-0155');
  submit();
  await screen.findByText('Now: (914) 555-0199');
  press('Take the newer values');
  await waitFor(() => expect(field('phone').value).toBe('(914) 555-0199'));
  expect([field('firstName').value, screen.queryByRole('alert')]).toEqual(['Leo', null]);
});
