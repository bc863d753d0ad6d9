import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Dashboard } from '#contract/dashboard.ts';
import { BOOKING_WORK } from '#domain/rental/work-lists.ts';
import { bookingWorkPath, PATHS } from '#web/paths.ts';
import { sampleBooking, sampleJob, sampleToday } from '#web/test/bookings.ts';
import { refusal, serve, showOffice } from '#web/test/office.tsx';
import DashboardPage from './DashboardPage.tsx';

const CALL = 'GET /api/dashboard';
const TODAY = 'GET /api/today';
const FIGURES: Dashboard = {
  totalBookings: 108_241,
  pendingBookings: 12,
  confirmedBookings: 3,
  completedBookings: 1,
  totalRevenue: 4_512_300,
  revenueTax: 360_984,
  refundedTax: 2_407,
  paymentCount: 1204,
  refundedAmount: 32_500,
  refundCount: 1,
  netRevenue: 4_479_800,
};

afterEach(() => {
  vi.useRealTimers();
});

function show() {
  sessionStorage.setItem('admin-logged-in', 'true');
  sessionStorage.setItem('admin-username', 'dana');
  sessionStorage.setItem('admin-role', 'dispatcher');
  showOffice(<DashboardPage />, { path: PATHS.admin });
}
/** The text of a card after its title. */
const card = (title: string) =>
  screen.getByRole('heading', { level: 3, name: title }).closest('li')?.textContent?.replace(title, '');

test('counts and amounts are shown in full, with the number of items behind them', async () => {
  serve({ [CALL]: { body: FIGURES }, [TODAY]: { body: sampleToday() } });
  show();
  expect(card('Total Bookings')).toBe('');
  await waitFor(() => expect(card('Total Bookings')).toBe('108,241'));
  expect([card('Pending Bookings'), card('Confirmed Bookings'), card('Completed Bookings')]).toEqual([
    '12',
    '3',
    '1',
  ]);
  expect(card('Total Revenue')).toBe(
    '$45,123.001,204 transactionsPayments that succeeded, without $3,609.84 of sales tax.',
  );
  expect(card('Refunded Amount')).toBe(
    '$325.001 refundRefunds that succeeded and lost disputes, without $24.07 of sales tax.',
  );
  expect(card('Net Revenue')).toBe(
    '$44,798.00After processing all refundsRevenue less refunds and lost disputes, without sales tax.',
  );
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Dashboard Overview');
});

test("the time of the figures is in the business's time zone, not the user's", async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T03:30:00Z') });
  serve({ [CALL]: { body: FIGURES }, [TODAY]: { body: sampleToday() } });
  show();
  expect((await screen.findByText(/^As of/)).textContent).toMatch(/^As of Nov 20, 2026, 10:30\sPM$/);
});

test('if more was refunded than earned, the amount is negative', async () => {
  serve({
    [CALL]: { body: { ...FIGURES, totalRevenue: 0, netRevenue: -32_500 } },
    [TODAY]: { body: sampleToday() },
  });
  show();
  await waitFor(() => expect(card('Net Revenue')).toContain('-$325.00'));
});

test('cards link to the lists that exist', async () => {
  serve({ [CALL]: { body: FIGURES }, [TODAY]: { body: sampleToday() } });
  show();
  expect(screen.getByRole('link', { name: 'View All Bookings' }).getAttribute('href')).toBe(
    '/admin/bookings',
  );
  expect(screen.getByRole('link', { name: 'View All Transactions' }).getAttribute('href')).toBe(
    '/admin/transactions',
  );
  expect(screen.getByRole('link', { name: 'Pending Bookings' }).getAttribute('href')).toBe(
    '/admin/bookings?status=pending',
  );
});

test.each([
  [0, []],
  [1, ['E-mails come back at 1 booking']],
  ['1000+', ['E-mails come back at 1000+ bookings']],
] as const)('with bounced e-mails at %s bookings, the links to their list are %j', async (count, links) => {
  const bookings = { ...sampleToday().bookings, bounced_emails: count };
  serve({ [CALL]: { body: FIGURES }, [TODAY]: { body: sampleToday({ bookings }) } });
  show();
  await screen.findByRole('list', { name: 'Waiting for staff' });
  const found = screen.queryAllByRole('link', { name: /come back/ });
  expect(found.map((link) => link.textContent)).toEqual(links);
  for (const link of found) expect(link.getAttribute('href')).toBe('/admin/bookings?work=bounced_emails');
});

test('each work list of bookings has a link to it', async () => {
  const bookings = { ...sampleToday().bookings, bounced_emails: 1 };
  serve({ [CALL]: { body: FIGURES }, [TODAY]: { body: sampleToday({ bookings }) } });
  show();
  await screen.findByRole('list', { name: 'Waiting for staff' });
  const targets = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(targets).toEqual(expect.arrayContaining(BOOKING_WORK.map(bookingWorkPath)));
});

test('a failure shows an error and a retry; earlier figures stay', async () => {
  const replies = {
    [CALL]: refusal(500, 'internal', 'Something went wrong.'),
    [TODAY]: { body: sampleToday() },
  };
  serve(replies);
  show();
  const retry = await screen.findByRole('button', { name: 'Retry' });
  expect(screen.getByRole('alert').textContent).toContain('The figures could not be loaded.');
  expect(screen.getByRole('status').textContent).toBe('Nothing loaded');
  replies[CALL] = { body: FIGURES };
  fireEvent.click(retry);
  await waitFor(() => expect(card('Total Bookings')).toBe('108,241'));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('status').textContent).toMatch(/^As of /);
  replies[CALL] = refusal(503, 'internal', 'Not now.');
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Showing earlier data.'));
  expect(card('Total Bookings')).toBe('108,241');
});

test('a delivery of today is marked done and undone in its row; a figure leads to its list', async () => {
  const done = sampleJob({ status: 'done', version: 2, doneAt: '2026-11-21T18:00:00.000Z', doneBy: 'Dana' });
  const of = (job: ReturnType<typeof sampleJob>, count: number) =>
    sampleToday({
      deliveries: { count: 1, done: count, jobs: [job] },
      bookings: { ...sampleToday().bookings, overdue: 3 },
    });
  const replies = {
    [CALL]: { body: FIGURES },
    [TODAY]: { body: of(sampleJob(), 0) },
    'POST /api/jobs/31/done': () => {
      replies[TODAY] = { body: of(done, 1) };
      return { body: { ...done, booking: sampleBooking() } };
    },
  };
  const asked = serve({ ...replies, [TODAY]: () => replies[TODAY] });
  show();
  const deliveries = within(await screen.findByRole('region', { name: 'Deliveries 1' }));
  expect(deliveries.getByText('0 of 1 done')).toBeTruthy();
  const row = within(deliveries.getByRole('listitem'));
  expect(row.getByRole('link', { name: /^Map of / }).getAttribute('href')).toContain('118+Chestnut+Street');
  expect(row.getByRole('link', { name: '(717) 555-0142' }).getAttribute('href')).toBe('tel:7175550142');
  fireEvent.click(row.getByRole('button', { name: 'Done: delivery of booking #12, Maria Alvarez' }));
  expect(await row.findByRole('button', { name: /^Undo: delivery/ })).toBeTruthy();
  expect(await deliveries.findByText('1 of 1 done')).toBeTruthy();
  expect(asked.find(({ call }) => call.startsWith('POST'))?.ifMatch).toBe('"1"');
  expect(screen.getByRole('link', { name: 'Overdue' }).getAttribute('href')).toBe(
    '/admin/bookings?work=overdue',
  );
});
