import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Account } from '#contract/auth.ts';
import { field, press, submit, toasted, type } from '#web/test/actions.ts';
import { DANA, refusal, serve, showOffice } from '#web/test/office.tsx';
import TeamPage from './TeamPage.tsx';

const ACTIVE = 'GET /api/admin/staff?isActive=true&limit=25';
const INACTIVE = 'GET /api/admin/staff?isActive=false&limit=25';
const ME = 'GET /api/admin/current-user';
const LEE: Account = {
  ...DANA,
  id: 2,
  username: 'lee',
  firstName: 'Lee',
  lastName: 'Moss',
  email: 'lee@example.com',
};
const GUS: Account = {
  ...LEE,
  id: 4,
  username: 'gus',
  firstName: 'Gus',
  role: 'super_admin',
  isActive: false,
};

let office: ReturnType<typeof showOffice>;
const menuOf = async (name: string) => {
  fireEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  return screen.getByRole('menu');
};

async function show(me: Account = DANA, replies: Parameters<typeof serve>[0] = {}) {
  const asked = serve({
    [ACTIVE]: { body: [DANA, LEE] },
    [INACTIVE]: { body: [GUS] },
    [ME]: { body: me },
    ...replies,
  });
  office = showOffice(<TeamPage />, { path: '/admin/team' });
  await screen.findByText(/^Showing/);
  return asked;
}

test('the tab is in the URL', async () => {
  await show();
  const tabs = () => screen.getAllByRole('tab').map((tab) => tab.getAttribute('aria-selected'));
  expect(tabs()).toEqual(['true', 'false']);
  fireEvent.click(screen.getByRole('tab', { name: 'Inactive Team Members' }));
  await screen.findByText('Deactivated');
  expect([tabs(), office.where()?.search]).toEqual([['false', 'true'], '?tab=inactive']);
  expect(screen.getByRole('rowheader').textContent).toContain('Gus Moss');
  expect(screen.getByText('Administrator')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull();
});

test('a tab without members shows its text', async () => {
  await show(DANA, { [ACTIVE]: { body: [] }, [INACTIVE]: { body: [] } });
  screen.getByText('No active team members');
  fireEvent.click(screen.getByRole('tab', { name: 'Inactive Team Members' }));
  await screen.findByText('No inactive team members');
});

test('a team that does not load shows an error', async () => {
  serve({ [ME]: { body: DANA } });
  office = showOffice(<TeamPage />, { path: '/admin/team' });
  await screen.findByText('Failed to fetch team members');
});

test('a view-only user has no buttons and no link to the users', async () => {
  await show({ ...DANA, role: 'view_only' });
  await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(2));
  expect(screen.queryByRole('button', { name: 'Add Team Member' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'All users' })).toBeNull();
  expect(screen.queryByRole('columnheader', { name: 'Actions' })).toBeNull();
});

test('a member can be sent a new password or deactivated; users cannot deactivate themselves', async () => {
  await show();
  const items = async (name: string) =>
    within(await menuOf(name))
      .getAllByRole('menuitem')
      .map((item) => item.textContent);
  expect(await items('Lee Moss')).toEqual(['Reset Password', 'Deactivate']);
  fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
  expect(await items('dana')).toEqual(['Reset Password']);
});
test('a reset requires a valid address, is confirmed, and says where the e-mail is', async () => {
  const message = 'A link is on its way. In development, look into the mailbox.';
  const asked = await show(DANA, { 'POST /api/forgot-password': { body: { message } } });
  const menu = await menuOf('Lee Moss');
  fireEvent.click(within(menu).getByRole('menuitem', { name: 'Reset Password' }));
  await screen.findByRole('dialog', { name: 'Reset Password' });
  expect(field('email').value).toBe('lee@example.com');
  type('email', 'lee@');
  submit();
  await screen.findByText('Please enter a valid email address');
  type('email', 'lee@example.com');
  submit();
  await waitFor(() =>
    expect(toasted()).toEqual(['Password reset initiated', 'A password reset email has been sent.', 'plain']),
  );
  expect(asked.find(({ call }) => call.startsWith('POST'))?.body).toEqual({ email: 'lee@example.com' });
  screen.getByText(message);
});

test('the deactivation dialog names the member, and stays open after a failure', async () => {
  const replies = [refusal(403, 'forbidden', 'Your role does not allow this.'), { body: LEE }];
  await show(DANA, { 'PATCH /api/admin/staff/2/deactivate': () => replies.shift()! });
  const menu = await menuOf('Lee Moss');
  fireEvent.click(within(menu).getByRole('menuitem', { name: 'Deactivate' }));
  const dialog = await screen.findByRole('dialog', { name: 'Deactivate team member?' });
  expect(dialog.textContent).toContain('Lee Moss');
  press('Deactivate');
  await within(dialog).findByText('Your role does not allow this.');
  press('Deactivate');
  await waitFor(() => expect(toasted()[0]).toBe('Team member deactivated'));
});

test('a new member is an administrator, and the dialog says what that means', async () => {
  const asked = await show(DANA, { 'POST /api/admin/staff': { status: 201, body: { ...LEE, id: 9 } } });
  await screen.findByRole('button', { name: 'Add Team Member' });
  press('Add Team Member');
  const dialog = await screen.findByRole('dialog', { name: 'Add Team Member' });
  expect(dialog.textContent).toContain(
    'All administrators have full access to bookings, inventory and customers.',
  );
  type('firstName', 'Lee');
  type('lastName', 'Moss');
  type('username', 'lee');
  type('email', 'lee@example.com');
  type('password', 'quiet truck');
  submit();
  await waitFor(() => expect(toasted()[0]).toBe('Team member added'));
  expect(asked.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
    firstName: 'Lee',
    lastName: 'Moss',
    username: 'lee',
    email: 'lee@example.com',
    password: 'quiet truck',
    role: 'admin',
  });
});
