import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { DANA, refusal, serve, showOffice } from '#web/test/office.tsx';
import LoginPage from './LoginPage.tsx';

const ASK = 'GET /api/admin/current-user';
const LOGIN = 'POST /api/admin/login';
const signedOut = refusal(401, 'unauthenticated', 'Please sign in.');
let office: ReturnType<typeof showOffice>;

const named = (name: string) => document.querySelector<HTMLInputElement>(`[name=${name}]`)!;
const type = (name: string, value: string) => fireEvent.input(named(name), { target: { value } });
const go = () => fireEvent.click(screen.getByRole('button', { name: 'Log in' }));
const show = (state: unknown = null) => {
  const routes = (
    <Routes>
      <Route path="/admin/login" element={<LoginPage />} />
      <Route path="*" element={null} />
    </Routes>
  );
  office = showOffice(routes, { path: '/admin/login', state });
};

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

test('the name is prefilled and the password has the focus', async () => {
  serve({ [ASK]: signedOut });
  show();
  expect([named('username').value, named('username').autocomplete]).toEqual(['admin', 'username']);
  expect(named('password').autocomplete).toBe('current-password');
  await waitFor(() => expect(document.activeElement).toBe(named('password')));
});

test('empty fields show an error, and nothing is sent', async () => {
  const asked = serve({ [ASK]: signedOut });
  show();
  type('username', '');
  go();
  await screen.findByText('Username is required');
  expect(document.getElementById('password-error')?.textContent).toBe('Password is required');
  expect(named('username').getAttribute('aria-describedby')).toBe('username-error');
  expect(asked.map(({ call }) => call)).toEqual([ASK]);
});

test('the right password opens the requested page, and the username is stored for the next login', async () => {
  const asked = serve({ [ASK]: signedOut, [LOGIN]: { body: DANA } });
  show({ wanted: '/admin/bookings/17?x=1', isOver: false });
  type('username', ' Dana ');
  type('password', ' secret ');
  go();
  await waitFor(() => expect(office.where()?.pathname).toBe('/admin/bookings/17'));
  expect(asked.at(-1)).toEqual({ call: LOGIN, body: { username: 'Dana', password: ' secret ' } });
  expect([localStorage.getItem('admin-last-username'), sessionStorage.getItem('admin-logged-in')]).toEqual([
    'dana',
    'true',
  ]);
});

test.each(['https://evil.example', '//evil.example', '/pay/x', '/admin/login', '/administrator', 17])(
  'it leads to the back office, not to %s',
  async (wanted) => {
    serve({ [ASK]: { body: DANA } });
    show({ wanted, isOver: false });
    await waitFor(() => expect(office.where()?.pathname).toBe('/admin'));
  },
);

test.each([
  [refusal(401, 'unauthenticated', 'The username or password is not right.'), /^The username or password/],
  [
    refusal(403, 'forbidden', 'This account has no access to the back office.'),
    /^This account has no access/,
  ],
  [refusal(500, 'internal', 'Something went wrong on our side.'), /^Something went wrong on our side/],
  [
    { ...refusal(429, 'too_many', 'Too many failed attempts.'), headers: { 'Retry-After': '50' } },
    /^Too many failed attempts\.You can try again in 50 seconds\.$/,
  ],
  [{ status: 502, body: 'Bad gateway' }, /^The server did not answer\./],
])('%j is shown and nothing is lost', async (reply, words) => {
  serve({ [ASK]: signedOut, [LOGIN]: reply });
  show();
  type('username', 'dana');
  type('password', 'wrong');
  go();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toMatch(words);
  expect([named('username').value, named('password').value, office.where()?.pathname]).toEqual([
    'dana',
    'wrong',
    '/admin/login',
  ]);
});

test('while the password is checked the button says so', async () => {
  serve({ [ASK]: signedOut, [LOGIN]: { body: DANA } });
  show();
  type('password', 'secret');
  go();
  const button = await screen.findByRole('button', { name: 'Logging in...' });
  expect((button as HTMLButtonElement).disabled).toBe(true);
});

test('a user whose session ended sees the reason', () => {
  serve({ [ASK]: signedOut });
  show({ wanted: '/admin/settings', isOver: true });
  expect(screen.getByText(/^Your session has ended\./)).toBeTruthy();
});
