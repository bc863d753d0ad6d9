import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { getCurrentUser } from '#contract/auth.ts';
import { call } from '#web/api/call.ts';
import { DANA, refusal, serve, showOffice } from '#web/test/office.tsx';
import BookingsPage from './bookings/BookingsPage.tsx';
import { FIRST_CALLS, WHO } from './first-calls.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  delete window.headStart;
});

const answer = (body: unknown, status = 200) =>
  Promise.resolve(new Response(JSON.stringify(body), { status }));

test('what the head of the document asks for is what the list of bookings asks for', async () => {
  const asked = serve({});
  const rows = Promise.resolve(new Response('[]', { headers: { 'X-Total-Count': '0' } }));
  window.headStart = new Map([[FIRST_CALLS['/admin/bookings'] ?? '', rows]]);
  const office = showOffice(<BookingsPage />, { path: '/admin/bookings' });
  expect(await screen.findByText('No bookings found')).toBeTruthy();
  expect([asked, window.headStart.size]).toEqual([[], 0]);
  office.leave();
});

test('an answer from before is taken once', async () => {
  const asked = serve({ [`GET ${WHO}`]: { body: DANA } });
  window.headStart = new Map([[WHO, answer({ ...DANA, username: 'earlier' })]]);
  expect((await call(getCurrentUser)).username).toBe('earlier');
  expect((await call(getCurrentUser)).username).toBe('dana');
  expect(asked).toHaveLength(1);
});

test('what was asked while nobody was signed in is not believed after the login', async () => {
  serve({ [`GET ${WHO}`]: { body: DANA } });
  const nobody = refusal(401, 'unauthenticated', 'Please sign in.').body;
  const list = FIRST_CALLS['/admin/bookings'] ?? '';
  window.headStart = new Map([WHO, list].map((address) => [address, answer(nobody, 401)]));
  await expect(call(getCurrentUser)).rejects.toThrow('401');
  expect(window.headStart.size).toBe(0);
});
