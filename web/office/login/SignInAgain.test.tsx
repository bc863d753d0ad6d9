import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { getCurrentUser } from '#contract/auth.ts';
import { useSignedInUser } from '#web/api/auth.ts';
import { call } from '#web/api/call.ts';
import { Dialog } from '#web/kit/ui/dialog/Dialog.tsx';
import { PATHS } from '#web/paths.ts';
import { press, toasted } from '#web/test/actions.ts';
import { DANA, refusal, serve, showOffice } from '#web/test/office.tsx';
import { Guard } from './Guard.tsx';

const ME = 'GET /api/admin/current-user';
const LOGIN = 'POST /api/admin/login';
const signedOut = refusal(401, 'unauthenticated', 'Please sign in.');
const LEE = { ...DANA, id: 8, username: 'lee' };
let office: ReturnType<typeof showOffice>;

/** A page with a form, a search and a dialog, for a user with a role. */
function Page() {
  const { role } = useSignedInUser();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <p>The office of {role}</p>
      <search>
        <form>
          <input aria-label="Search" />
        </form>
      </search>
      <form>
        <input aria-label="Note" />
      </form>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && (
        <Dialog title="Add fee" layout="narrow" onClose={() => setOpen(false)}>
          <input aria-label="Amount" />
        </Dialog>
      )}
    </>
  );
}

/** As in the back office, the guard is not around the login page. */
function Office() {
  if (useLocation().pathname === PATHS.adminLogin) return null;
  return (
    <Guard>
      <Page />
    </Guard>
  );
}

type Reply = { status?: number; body?: unknown };

/** Shows the page, runs the given action, and lets the next call be refused. */
async function loseSession(work: () => void, { login = { body: DANA } as Reply } = {}) {
  let me: Reply = { body: DANA };
  const asked = serve({
    [ME]: () => me,
    [LOGIN]: () => {
      me = login;
      return login;
    },
  });
  office = showOffice(<Office />, { path: '/admin/bookings?search=ada' });
  await screen.findByText('The office of admin');
  work();
  me = signedOut;
  await act(() => call(getCurrentUser).catch(() => {}));
  return asked;
}

const typeInto = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });
const textIn = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
const openDialog = () => {
  press('Open');
  typeInto('Amount', '45.50');
};
const signIn = async (username?: string) => {
  const dialog = await screen.findByRole('dialog', { name: 'Log in again' });
  const field = (label: string) => within(dialog).getByLabelText<HTMLInputElement>(label);
  if (username) fireEvent.input(field('Username'), { target: { value: username } });
  fireEvent.input(field('Password'), { target: { value: 'correct horse' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Log in' }));
};
const signInGone = () =>
  waitFor(() => expect(screen.queryByRole('dialog', { name: 'Log in again' })).toBeNull());

test('if the session ends while a dialog is open, the sign-in appears above it and the input stays', async () => {
  const asked = await loseSession(openDialog);
  const dialog = await screen.findByRole('dialog', { name: 'Log in again' });
  expect(within(dialog).getByLabelText<HTMLInputElement>('Username').value).toBe('dana');
  await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByLabelText('Password')));
  expect([textIn('Amount'), office.where()?.pathname, sessionStorage.length]).toEqual([
    '45.50',
    '/admin/bookings',
    0,
  ]);
  await signIn();
  await signInGone();
  expect([textIn('Amount'), office.where()?.search]).toEqual(['45.50', '?search=ada']);
  expect(sessionStorage.getItem('admin-username')).toBe('dana');
  screen.getByText('The office of admin');
  expect(toasted()).toEqual(['Logged in', 'What you typed is still here, and not saved yet.', 'plain']);
  expect(asked.find(({ call }) => call === LOGIN)?.body).toEqual({
    username: 'dana',
    password: 'correct horse',
  });
});

test('the input of a form of the page stays, too', async () => {
  await loseSession(() => typeInto('Note', 'Gate code 17'));
  await signIn();
  await signInGone();
  expect(textIn('Note')).toBe('Gate code 17');
});

test.each([
  ['nothing', () => {}],
  ['a search', () => typeInto('Search', 'ada')],
  [
    'a note that was taken back',
    () => {
      typeInto('Note', 'Gate code 17');
      typeInto('Note', '');
    },
  ],
])('with %s typed the way leads to the login', async (_what, work) => {
  await loseSession(work);
  await waitFor(() => expect(office.where()?.pathname).toBe('/admin/login'));
  expect(office.where()?.state).toEqual({ wanted: '/admin/bookings?search=ada', isOver: true });
});

test('another person who signs in starts at the dashboard and sees nothing of the page', async () => {
  await loseSession(openDialog, { login: { body: LEE } });
  await signIn('lee');
  await signInGone();
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(office.where()).toMatchObject({ pathname: '/admin', search: '' }));
  expect(textIn('Note')).toBe('');
  expect(sessionStorage.getItem('admin-username')).toBe('lee');
});

test('a wrong password shows an error there, and the page stays', async () => {
  await loseSession(openDialog, {
    login: refusal(401, 'unauthenticated', 'The username or password is not right.'),
  });
  await signIn();
  expect((await screen.findByRole('alert')).textContent).toBe('The username or password is not right.');
  expect(textIn('Amount')).toBe('45.50');
});

test('Escape does not close the sign-in; leaving discards the input', async () => {
  await loseSession(openDialog);
  const dialog = await screen.findByRole('dialog', { name: 'Log in again' });
  fireEvent(dialog, new Event('cancel', { cancelable: true }));
  expect(screen.getByRole('dialog', { name: 'Log in again' })).toBe(dialog);
  press('Leave without saving');
  await waitFor(() => expect(office.where()?.pathname).toBe('/admin/login'));
  expect(screen.queryByLabelText('Amount')).toBeNull();
});
