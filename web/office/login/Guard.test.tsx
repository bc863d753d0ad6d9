import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { getCurrentUser } from '#contract/auth.ts';
import { call } from '#web/api/call.ts';
import { DANA, refusal, serve, showOffice } from '#web/test/office.tsx';
import { Guard } from './Guard.tsx';

const ASK = 'GET /api/admin/current-user';
const signedOut = refusal(401, 'unauthenticated', 'Please sign in.');
let office: ReturnType<typeof showOffice>;

function show(path = '/admin/settings?tab=2') {
  office = showOffice(
    <Guard>
      <p>The office</p>
    </Guard>,
    { path },
  );
}

function remember() {
  sessionStorage.setItem('admin-logged-in', 'true');
  sessionStorage.setItem('admin-username', 'dana');
  sessionStorage.setItem('admin-role', 'admin');
}

afterEach(() => void vi.useRealTimers());

test('with the flag no call is made', () => {
  const asked = serve({});
  remember();
  show();
  expect([screen.getByText('The office').textContent, asked]).toEqual(['The office', []]);
});

test('a flag with an unknown role is ignored', async () => {
  const asked = serve({ [ASK]: { body: DANA } });
  remember();
  sessionStorage.setItem('admin-role', 'emperor');
  show();
  await screen.findByText('The office');
  expect(asked.map((each) => each.call)).toEqual([ASK]);
});

test('without the flag a valid cookie is enough, and the tab stores the flag', async () => {
  serve({ [ASK]: { body: DANA } });
  show();
  await screen.findByText('The office');
  expect({ ...sessionStorage }).toEqual({
    'admin-logged-in': 'true',
    'admin-username': 'dana',
    'admin-role': 'admin',
  });
});

test('without a session the login opens after 100 ms and keeps the requested page', async () => {
  vi.useFakeTimers();
  serve({ [ASK]: signedOut });
  show();
  await act(() => vi.advanceTimersByTimeAsync(50));
  await act(() => vi.advanceTimersByTimeAsync(49));
  expect(office.where()?.pathname).toBe('/admin/settings');
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(office.where()).toMatchObject({
    pathname: '/admin/login',
    state: { wanted: '/admin/settings?tab=2', isOver: false },
  });
});

test('any other failure is shown and can be retried, without a redirect', async () => {
  const answers = [refusal(500, 'internal', 'Something went wrong.'), { body: DANA }];
  serve({ [ASK]: () => answers.shift()! });
  show();
  await screen.findByText('Something went wrong.');
  expect(office.where()?.pathname).toBe('/admin/settings');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('The office');
});

test('a 401 of any call removes the flag and opens the login', async () => {
  serve({ [ASK]: signedOut });
  remember();
  show();
  await act(() => call(getCurrentUser).catch(() => {}));
  expect([screen.queryByText('The office'), { ...sessionStorage }]).toEqual([null, {}]);
  await waitFor(() => expect(office.where()?.pathname).toBe('/admin/login'));
  expect(office.where()?.state).toEqual({ wanted: '/admin/settings?tab=2', isOver: true });
});
