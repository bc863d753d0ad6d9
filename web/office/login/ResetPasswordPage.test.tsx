import { act, fireEvent, screen } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { press } from '#web/test/actions.ts';
import { refusal, serve, showOffice } from '#web/test/office.tsx';
import ResetPasswordPage from './ResetPasswordPage.tsx';

const RESET = 'POST /api/reset-password';
const address = () => window.location.pathname + window.location.hash;

/** Opens a link in this tab. Only the fragment differs, so the browser keeps the page and fires 'hashchange'. */
async function openLink(hash: string) {
  window.history.pushState(null, '', `/reset-password${hash}`);
  await act(async () => void window.dispatchEvent(new HashChangeEvent('hashchange')));
}

function show(hash = '') {
  window.history.replaceState(null, '', `/reset-password${hash}`);
  onTestFinished(() => window.history.replaceState(null, '', '/'));
  showOffice(<ResetPasswordPage />, { path: '/reset-password' });
}

const field = (name: string) => document.querySelector<HTMLInputElement>(`[name=${name}]`)!;

test('the token of the opened link is removed from the address bar at once', () => {
  show('#token=first');
  screen.getByRole('heading', { name: 'Choose a new password' });
  expect(address()).toBe('/reset-password');
});

test('a link that is opened in a tab with this page is used, and its token is removed', async () => {
  show();
  screen.getByRole('heading', { name: 'Reset your password' });
  await openLink('#token=first');
  screen.getByRole('heading', { name: 'Choose a new password' });
  expect(address()).toBe('/reset-password');
});

test('the newest of two links is used, with empty fields', async () => {
  const asked = serve({ [RESET]: refusal(429, 'too_many', 'Too many requests.') });
  show('#token=first');
  fireEvent.input(field('password'), { target: { value: 'battery' } });
  await openLink('#token=second');
  expect(field('password').value).toBe('');
  for (const name of ['password', 'confirmPassword']) {
    fireEvent.input(field(name), { target: { value: 'battery staple' } });
  }
  press('Set new password');
  await screen.findByText('Too many requests.');
  expect(asked[0]?.body).toMatchObject({ token: 'second' });
});

test('a link within the page changes nothing', async () => {
  show('#token=first');
  await openLink('#main');
  screen.getByRole('heading', { name: 'Choose a new password' });
});
