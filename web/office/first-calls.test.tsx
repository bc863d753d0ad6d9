import { screen, waitFor } from '@testing-library/react';
import { Outlet, Route, Routes } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { getCurrentUser } from '#contract/auth.ts';
import type { Dashboard } from '#contract/dashboard.ts';
import { call } from '#web/api/call.ts';
import { sampleToday } from '#web/test/bookings.ts';
import { DANA, refusal, serve, showOffice } from '#web/test/office.tsx';
import { section, show } from '#web/test/office-booking.tsx';
import BookingsPage from './bookings/list/BookingsPage.tsx';
import ClientsPage from './clients/ClientsPage.tsx';
import DashboardPage from './dashboard/DashboardPage.tsx';
import { CURRENT_USER_URL, listFirstCalls } from './first-calls.ts';

const NO_FIGURES: Dashboard = {
  totalBookings: 0,
  pendingBookings: 0,
  confirmedBookings: 0,
  completedBookings: 0,
  totalRevenue: 0,
  revenueTax: 0,
  refundedTax: 0,
  paymentCount: 0,
  refundedAmount: 0,
  refundCount: 0,
  netRevenue: 0,
};

afterEach(() => {
  window.preloaded = undefined;
});

const answer = (body: unknown, status = 200) =>
  Promise.resolve(new Response(JSON.stringify(body), { status }));

test.each([
  { path: '/admin/bookings', Page: BookingsPage, bodies: [[]], words: 'No bookings found' },
  { path: '/admin/clients', Page: ClientsPage, bodies: [[]], words: 'No clients found' },
  {
    path: '/admin',
    Page: DashboardPage,
    bodies: [sampleToday(), NO_FIGURES],
    words: 'After processing all refunds',
  },
])('what the head of the document asks for is what $path asks for', async ({ path, Page, bodies, words }) => {
  const asked = serve({});
  const headers = { 'X-Total-Count': '0' };
  const replies = bodies.map((body, index) => {
    const reply = Promise.resolve(new Response(JSON.stringify(body), { headers }));
    return [listFirstCalls(path)[index] ?? '', reply] as const;
  });
  window.preloaded = new Map(replies);
  const office = showOffice(
    <Routes>
      <Route element={<Outlet context={[]} />}>
        <Route path="*" element={<Page />} />
      </Route>
    </Routes>,
    { path },
  );
  expect(await screen.findByText(words)).toBeTruthy();
  expect([asked, window.preloaded.size]).toEqual([[], 0]);
  office.leave();
});

test('what the head of the document asks for is what the page of a booking asks for', async () => {
  const asked = show();
  await section('Actions');
  const first = listFirstCalls('/admin/bookings/12').map((address) => `GET ${address}`);
  await waitFor(() => expect(asked.map((one) => one.call)).toEqual(expect.arrayContaining(first)));
});

test('a reply that was requested ahead is used once', async () => {
  const asked = serve({ [`GET ${CURRENT_USER_URL}`]: { body: DANA } });
  window.preloaded = new Map([[CURRENT_USER_URL, answer({ ...DANA, username: 'earlier' })]]);
  expect((await call(getCurrentUser)).username).toBe('earlier');
  expect((await call(getCurrentUser)).username).toBe('dana');
  expect(asked).toHaveLength(1);
});

test('replies to calls before the login are not used after it', async () => {
  serve({ [`GET ${CURRENT_USER_URL}`]: { body: DANA } });
  const signedOut = refusal(401, 'unauthenticated', 'Please sign in.').body;
  const [list = ''] = listFirstCalls('/admin/bookings');
  window.preloaded = new Map([CURRENT_USER_URL, list].map((address) => [address, answer(signedOut, 401)]));
  await expect(call(getCurrentUser)).rejects.toThrow('401');
  expect(window.preloaded.size).toBe(0);
});
