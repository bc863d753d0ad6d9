import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { Account } from '#contract/auth.ts';
import UsersPage from '#web/office/users/UsersPage.tsx';
import { field } from './actions.ts';
import { DANA, serve, showOffice } from './office.tsx';

export const LIST = 'GET /api/admin/users?limit=25';
export const ME = 'GET /api/admin/current-user';

export const OWNER: Account = {
  ...DANA,
  id: 1,
  username: 'owner',
  role: 'super_admin',
  email: 'owner@example.com',
};
export const LEE: Account = {
  ...DANA,
  id: 2,
  username: 'lee',
  firstName: 'Lee',
  lastName: 'Moss',
  email: 'lee@example.com',
  phone: '(914) 555-0101',
};
export const VERA: Account = {
  ...LEE,
  id: 3,
  username: 'vera',
  firstName: 'Vera',
  role: 'view_only',
  email: 'vera@example.com',
};
const GONE: Account = { ...VERA, id: 4, username: 'gone', firstName: 'Gus', isActive: false };
const ALL = [OWNER, DANA, LEE, VERA, GONE];

/** The page of all users, as one of them sees it. */
export async function show(me: Account, replies: Parameters<typeof serve>[0] = {}) {
  const asked = serve({ [LIST]: { body: ALL }, [ME]: { body: me }, ...replies });
  showOffice(<UsersPage />, { path: '/admin/users' });
  await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(ALL.length));
  return asked;
}

/** Presses the button that opens a user's form. */
export async function open(button: string) {
  fireEvent.click(await screen.findByRole('button', { name: button }));
  await waitFor(() => expect(field('firstName')).not.toBeNull());
}
