import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { DANA, refusal, serve, showOffice } from '#web/test/office.tsx';
import LoginPage from './LoginPage.tsx';

const USER = 'GET /api/admin/current-user';
const LOGIN = 'POST /api/admin/login';
const REQUEST = 'POST /api/admin/sign-in-link';
const OPEN = 'POST /api/admin/sign-in-link/open';
const signedOut = refusal(401, 'unauthenticated', 'Please sign in.');
const limited = {
  ...refusal(429, 'too_many', 'Too many failed attempts.'),
  headers: { 'Retry-After': '600' },
};

const field = (name: string) => document.querySelector<HTMLInputElement>(`[name=${name}]`)!;
const type = (name: string, value: string) => fireEvent.input(field(name), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

function show(hash = '') {
  window.history.replaceState(null, '', `/admin/login${hash}`);
  onTestFinished(() => window.history.replaceState(null, '', '/'));
  showOffice(<LoginPage />, { path: '/admin/login' });
}

test('a refused attempt offers a link by e-mail, which is asked for once', async () => {
  const message = 'If this account exists, a link is on its way to its e-mail address.';
  const asked = serve({ [USER]: signedOut, [LOGIN]: limited, [REQUEST]: { body: { message } } });
  show();
  type('username', 'dana');
  type('password', 'secret');
  expect(screen.queryByRole('button', { name: 'E-mail me a sign-in link' })).toBeNull();
  press('Log in');
  fireEvent.click(await screen.findByRole('button', { name: 'E-mail me a sign-in link' }));
  expect((await screen.findByText(message)).closest('[role=status]')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'E-mail me a sign-in link' })).toBeNull();
  expect(asked.at(-1)).toMatchObject({ call: REQUEST, body: { username: 'dana' } });
  expect(field('password').value).toBe('secret');
});

test('a wrong password offers no link', async () => {
  serve({
    [USER]: signedOut,
    [LOGIN]: refusal(401, 'unauthenticated', 'The username or password is not right.'),
  });
  show();
  type('password', 'wrong');
  press('Log in');
  await screen.findByText('The username or password is not right.');
  expect(screen.queryByRole('button', { name: 'E-mail me a sign-in link' })).toBeNull();
});

test('a request that is refused says when to try again, and can be repeated', async () => {
  const replies = {
    [USER]: signedOut,
    [LOGIN]: limited,
    [REQUEST]: refusal(429, 'too_many', 'Too many requests.'),
  };
  serve(replies);
  show();
  type('password', 'secret');
  press('Log in');
  fireEvent.click(await screen.findByRole('button', { name: 'E-mail me a sign-in link' }));
  await screen.findByText('Too many requests.');
  screen.getByRole('button', { name: 'E-mail me a sign-in link' });
});

test('an opened link sends nothing until a tap, and then asks for the password', async () => {
  const opened = { username: 'dana', attempts: 5, minutes: 10 };
  const asked = serve({ [USER]: signedOut, [OPEN]: { body: opened }, [LOGIN]: { body: DANA } });
  show('#token=secret-token');
  await screen.findByRole('heading', { name: 'Sign-in link' });
  await waitFor(() => expect(window.location.hash).toBe(''));
  expect(asked.map(({ call }) => call)).toEqual([USER]);
  press('Continue to the password');
  await screen.findByText(/On this device you can try it 5 times in the next 10 minutes\./);
  expect(asked.at(-1)).toMatchObject({ call: OPEN, body: { token: 'secret-token' } });
  expect(field('username').value).toBe('dana');
  await waitFor(() => expect(document.activeElement).toBe(field('password')));
});

test('a link that is over says so, and leads back to the login', async () => {
  const message = 'This link was used before, or has ended.';
  serve({
    [USER]: signedOut,
    [OPEN]: refusal(400, 'invalid', { message, issues: [{ path: 'token', message }] }),
  });
  show('#token=old');
  await screen.findByRole('heading', { name: 'Sign-in link' });
  press('Continue to the password');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(message));
  press('Back to the login');
  expect(screen.getByRole('heading', { name: 'Log in' })).toBeTruthy();
});
