import { screen, waitFor } from '@testing-library/react';
import { Outlet, Route, Routes } from 'react-router';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { getCurrentUser } from '#contract/auth.ts';
import type { Dashboard } from '#contract/dashboard.ts';
import { listBookingParts } from '#web/api/booking-parts.ts';
import { addBegun, call, isBegun } from '#web/api/call.ts';
import { sampleBooking, samplePayments, sampleToday } from '#web/test/bookings.ts';
import { DANA, refusal, serve, showOffice } from '#web/test/office.tsx';
import { sampleTexts, section, show } from '#web/test/office-booking.tsx';
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

const PAGE = 'GET /api/bookings/12/page';
const PARTS = Object.values(listBookingParts('12')).map((address) => `GET ${address}`);
/** The replies of the calls of a booking's page in one. */
const wholePage = (changes: object = {}) => ({
  booking: sampleBooking(),
  payments: samplePayments({ remaining: 28_950 }),
  jobs: [],
  priceProposal: {
    proposal: null,
    prices: { extraDay: null, exchange: null, dumpAndReturn: null, isWeightBilled: false, items: [] },
  },
  history: [],
  texts: sampleTexts(),
  dumpTickets: [],
  stopRecords: [],
  ...changes,
});
const madeOf = (asked: { call: string }[]) => asked.map(({ call: made }) => made);

test('the page of a booking asks once for all that its cards show', async () => {
  const asked = show({ [PAGE]: { body: wholePage(), headers: { ETag: '"7"' } } });
  await waitFor(async () => expect((await section('Actions')).textContent).toContain('$289.50'));
  await screen.findByText('No changes are recorded.');
  await screen.findByText('No delivery or pickup is planned.');
  const made = madeOf(asked);
  expect(made.filter((one) => PARTS.includes(one) || one === PAGE)).toEqual([PAGE]);
  // The reply is used once: a change asks for what it needs.
  expect(window.preloaded?.size).toBe(0);
});

test('a booking that does not exist says so after one call', async () => {
  const asked = show({ [PAGE]: refusal(404, 'not_found', 'There is no such booking.') });
  await screen.findByText('Booking Not Found');
  expect(madeOf(asked).filter((one) => one.startsWith('GET /api/bookings/12'))).toEqual([PAGE]);
});

test.each([
  ['the server fails', () => refusal(500, 'internal', 'Something went wrong.')],
  ['the reply is cut off', () => Promise.reject(new TypeError('Failed to fetch'))],
])('when %s, each card asks for itself', async (_, reply) => {
  const asked = show({ [PAGE]: reply });
  await section('Actions');
  await waitFor(() => expect(madeOf(asked)).toEqual(expect.arrayContaining(PARTS)));
});

test('a part that no card takes is not kept for later', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  addBegun(new Map([['/api/bookings/12/texts', answer(sampleTexts())]]));
  await vi.advanceTimersByTimeAsync(1999);
  expect(isBegun('/api/bookings/12/texts')).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(isBegun('/api/bookings/12/texts')).toBe(false);
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
