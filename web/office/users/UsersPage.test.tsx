import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { field, press, submit, toasted, type } from '#web/test/actions.ts';
import { DANA, refusal } from '#web/test/office.tsx';
import { LEE, LIST, ME, OWNER, open, show, VERA } from '#web/test/office-users.tsx';

const messageAt = (name: string) => document.getElementById(`${name}-error`)?.textContent;
const row = (name: string) => screen.getByRole('rowheader', { name: new RegExp(name) }).closest('tr')!;
const offers = (name: string) =>
  within(row(name))
    .queryAllByRole('button')
    .map((button) => button.textContent!.replace(/ .*/, ''))
    .filter((word) => word !== 'Details');

test('a super administrator may edit all, upgrade administrators, and deactivate all but themselves', async () => {
  await show(OWNER);
  await waitFor(() => expect(offers('owner')).toEqual(['Edit']));
  expect(offers('Lee Moss')).toEqual(['Edit', 'Upgrade', 'Deactivate']);
  expect(offers('Vera')).toEqual(['Edit', 'Deactivate']);
  expect(offers('Gus')).toEqual(['Edit', 'Reactivate']);
});

test('an administrator can neither change super administrators nor upgrade users', async () => {
  await show(DANA);
  await waitFor(() => expect(offers('Lee Moss')).toEqual(['Edit', 'Deactivate']));
  expect([offers('owner'), offers('dana')]).toEqual([[], ['Edit']]);
  await open('Add User');
  const roles = [...field('role').querySelectorAll('option')].map((option) => option.value);
  expect([roles, field('role').value]).toEqual([['admin', 'dispatcher', 'view_only', 'driver'], 'view_only']);
});

test('a view-only user sees no buttons', async () => {
  await show(VERA);
  await waitFor(() => expect(row('Lee Moss').textContent).toContain('Administrator'));
  expect([offers('Lee Moss'), screen.queryByRole('button', { name: 'Add User' })]).toEqual([[], null]);
  expect(screen.queryByRole('columnheader', { name: 'Actions' })).toBeNull();
});

test('if the signed-in user is unknown, an error is shown, and no actions', async () => {
  await show(OWNER, { [ME]: refusal(500, 'internal', 'Something went wrong.') });
  await screen.findByText('Failed to fetch current user');
  expect(screen.queryByRole('button', { name: 'Add User' })).toBeNull();
});

test('an empty form says what each field needs; a driver needs a phone', async () => {
  await show(OWNER);
  await open('Add User');
  submit();
  await waitFor(() => expect(messageAt('username')).toBe('Username must be at least 3 characters long'));
  expect(['email', 'firstName', 'lastName', 'password'].map(messageAt)).toEqual([
    'Please enter a valid email address',
    'First name is required',
    'Last name is required',
    'Password must be at least 8 characters',
  ]);
  type('firstName', 'Ann');
  type('lastName', 'Novak');
  type('username', 'ann');
  type('email', 'ann@example.com');
  type('password', 'quiet truck');
  fireEvent.change(field('role'), { target: { value: 'driver' } });
  submit();
  await waitFor(() => expect(messageAt('phone')).toBe('Valid phone number is required'));
});

test('a new user is listed; a taken name shows an error at its field, and the input stays', async () => {
  const message = 'This username is already taken.';
  const replies = [
    refusal(409, 'conflict', { message, issues: [{ path: 'username', message }] }),
    { status: 201, body: { ...VERA, id: 9 } },
  ];
  const asked = await show(OWNER, { 'POST /api/admin/users': () => replies.shift()! });
  await open('Add User');
  type('firstName', 'Ann');
  type('lastName', 'Novak');
  type('username', 'vera');
  type('email', 'ann@example.com');
  type('password', 'quiet truck');
  submit();
  await waitFor(() => expect(messageAt('username')).toBe(message));
  expect([field('password').value, toasted()]).toEqual(['quiet truck', ['Error', message, 'destructive']]);
  type('username', 'ann');
  submit();
  await waitFor(() => expect(toasted()).toEqual(['Success', 'User created successfully', 'plain']));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(asked.filter(({ call }) => call.startsWith('POST')).at(-1)?.body).toEqual({
    firstName: 'Ann',
    lastName: 'Novak',
    username: 'ann',
    email: 'ann@example.com',
    phone: null,
    password: 'quiet truck',
    role: 'view_only',
  });
  await waitFor(() => expect(asked.filter(({ call }) => call === LIST)).toHaveLength(2));
});

test('Escape asks before it discards input', async () => {
  await show(OWNER);
  await open('Add User');
  type('firstName', 'Ann');
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  await screen.findByText('What you typed is not saved.');
  press('Keep editing');
  expect(field('firstName').value).toBe('Ann');
  // A browser may close a dialog at a second Escape.
  const dialog = screen.getByRole<HTMLDialogElement>('dialog');
  dialog.close();
  fireEvent(dialog, new Event('close'));
  expect([dialog.open, field('firstName').value]).toEqual([true, 'Ann']);
  press('Discard it');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('an upgrade and a deactivation ask first, and stay open after a failure', async () => {
  const replies = [refusal(409, 'conflict', 'Only an administrator can be upgraded.'), { body: LEE }];
  await show(OWNER, {
    'PATCH /api/admin/users/2/upgrade-to-super-admin': () => replies.shift()!,
    'PATCH /api/admin/users/3/deactivate': { body: VERA },
  });
  await screen.findByRole('button', { name: 'Upgrade Lee Moss to super admin' });
  press('Upgrade Lee Moss to super admin');
  const dialog = await screen.findByRole('dialog', { name: 'Upgrade to super admin?' });
  expect(dialog.textContent).toContain('full control, including managing other administrators');
  press('Upgrade');
  await within(dialog).findByText('Only an administrator can be upgraded.');
  press('Upgrade');
  await waitFor(() =>
    expect(toasted()).toEqual(['Success', 'User upgraded to Super Administrator successfully', 'plain']),
  );
  press('Deactivate Vera Moss');
  await screen.findByRole('dialog', { name: 'Deactivate user?' });
  press('Deactivate');
  await waitFor(() => expect(toasted()).toEqual(['Success', 'User deactivated successfully', 'plain']));
});

test('a super administrator reactivates an account', async () => {
  await show(OWNER, { 'PATCH /api/admin/users/4/reactivate': { body: VERA } });
  fireEvent.click(await screen.findByRole('button', { name: 'Reactivate Gus Moss' }));
  await screen.findByRole('dialog', { name: 'Reactivate user?' });
  press('Reactivate');
  await waitFor(() => expect(toasted()).toEqual(['Success', 'User reactivated successfully', 'plain']));
});

test('an opened row shows each change with user, time, and values before and after', async () => {
  await show(OWNER, {
    'GET /api/admin/users/2/history': {
      body: [
        {
          id: 2,
          action: 'changed',
          actorType: 'staff',
          changedBy: 'owner',
          changedAt: '2026-11-21T12:00:00.000Z',
          before: { role: 'view_only', password: null },
          after: { role: 'admin', password: null },
        },
      ],
    },
  });
  press('Details of Lee Moss');
  const entry = (await screen.findByText('Changed')).closest('li')!;
  expect(entry.textContent).toContain('Changed by owner');
  expect(entry.textContent).toContain('Role:before: View Only → , after: Administrator');
  expect(entry.textContent).toContain('Password:changed');
});
