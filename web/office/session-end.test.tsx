import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { getCurrentUser } from '#contract/auth.ts';
import { call } from '#web/api/call.ts';
import { forgetUserValues } from '#web/kit/ui/browser/user-values.ts';
import { currentToast } from '#web/kit/ui/toast/toast-store.ts';
import { pickStatus } from '#web/test/actions.ts';
import { CHANGES, FACTS, makePreview } from '#web/test/booking-changes.tsx';
import { sampleBooking, samplePayments } from '#web/test/bookings.ts';
import { DANA, refusal, serve, showOffice } from '#web/test/office.tsx';
import { FEES, GET, HISTORY, PAYMENTS, read, unit } from '#web/test/office-booking.tsx';
import NewBookingPage from './bookings/new/NewBookingPage.tsx';
import BookingPage from './bookings/page/BookingPage.tsx';
import { Guard } from './login/Guard.tsx';

const ME = 'GET /api/admin/current-user';
const BOSS = { ...DANA, role: 'super_admin' as const };
const payLink = { amount: 17_500, expiresAt: '2099-12-01T00:00:00.000Z', sentAt: null };
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const input = (label: string | RegExp) =>
  screen.getByLabelText<HTMLInputElement>(label, { selector: 'input, textarea' });
const typed = (label: string | RegExp, value: string) => {
  fireEvent.input(input(label), { target: { value } });
};

const CANCELLATION = makePreview(
  { preview: true },
  {
    after: { ...FACTS, status: 'cancelled', unit: null },
    cancellation: {
      proposed: 0,
      proposalText: 'Cancelling was free until Nov 29, 2026.',
      refundAmount: 0,
      needsReason: false,
      maximum: 42_500,
      paidOutByStaff: 0,
      ways: [],
      pickupDay: null,
    },
  },
);

type Work = { start: () => Promise<void> | void; left: () => unknown; dialog?: string };

const WORK: Record<string, Work> = {
  'a cancellation': {
    start: async () => {
      pickStatus('Cancelled');
      await screen.findByText('Cancelling was free until Nov 29, 2026.');
      typed(/^Reason/, 'Moved away');
    },
    left: () => input(/^Reason/).value,
    dialog: 'Cancel booking #12?',
  },
  'a refund': {
    start: async () => {
      await press('Refund Payment');
      fireEvent.click(await screen.findByLabelText('Partial refund'));
      typed('Refund amount', '12.50');
      typed(/^Reason/, 'Delivered late');
    },
    left: () => [input('Refund amount').value, input(/^Reason/).value],
    dialog: 'Refund Payment',
  },
  'a charge': {
    start: async () => {
      await screen.findByText('Payment Due');
      typed('Charge amount', '100');
      await press(/^Charge the card/);
      await screen.findByRole('dialog');
      typed('Your password', 'correct horse');
    },
    left: () => [input('Charge amount').value, input('Your password').value],
    dialog: 'Charge the remaining balance?',
  },
  'the withdrawal of a link': {
    start: async () => {
      await press(/^Withdraw/);
      await screen.findByRole('dialog');
    },
    left: () => screen.getByText(/^The customer can no longer pay/).textContent?.includes('$175.00'),
    dialog: 'Withdraw the payment link?',
  },
  'a price': {
    start: async () => {
      await screen.findByLabelText('Final price');
      typed('Final price', '655.50');
    },
    left: () => input('Final price').value,
  },
  'the notes of a dump ticket': {
    start: async () => {
      await press(/^Add/);
      await screen.findByRole('dialog');
      typed(/^Notes/, 'Two mattresses');
    },
    left: () => input(/^Notes/).value,
    dialog: 'Add a dump ticket',
  },
};

test.each(Object.entries(WORK))('a session that ends during %s loses nothing', async (_, work) => {
  let me: object = { body: BOSS };
  serve({
    [ME]: () => me,
    'POST /api/admin/login': () => {
      me = { body: BOSS };
      return me;
    },
    [GET]: { ...read(1), body: sampleBooking({ finalPrice: 60_000 }) },
    [HISTORY]: { body: [] },
    [FEES]: { body: [] },
    [PAYMENTS]: { body: samplePayments({ remaining: 17_500, chargeableWithoutPassword: 0, payLink }) },
    'GET /api/dumpsters/3': { body: unit(3, 'D-3') },
    [CHANGES]: { body: CANCELLATION },
  });
  const routes = (
    <Guard>
      <Routes>
        <Route path="/admin/bookings/:id" element={<BookingPage />} />
      </Routes>
    </Guard>
  );
  showOffice(routes, { path: '/admin/bookings/12' });
  await screen.findByText('Payment Due');
  await work.start();
  const before = work.left();
  me = refusal(401, 'unauthenticated', 'Please sign in.');
  await act(() => call(getCurrentUser).catch(() => {}));
  const login = await screen.findByRole('dialog', { name: 'Log in again' });
  fireEvent.input(within(login).getByLabelText('Password'), { target: { value: 'correct horse' } });
  fireEvent.click(within(login).getByRole('button', { name: 'Log in' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Log in again' })).toBe(null));
  expect(work.left()).toEqual(before);
  if (work.dialog) expect(screen.getByRole('dialog', { name: work.dialog })).toBeTruthy();
});

test('an unfinished order is not lost by another one, and the end of the session removes it', async () => {
  serve({});
  const customer = (firstName: string) => ({ firstName, lastName: 'Moss', email: '', phone: '5185550100' });
  const open = (named: string) =>
    showOffice(<NewBookingPage />, {
      path: '/admin/bookings/new',
      state: named && { customer: customer(named) },
    });
  const firstName = () => input('First name').value;
  let office = open('Ada');
  act(() => office.session.enter(BOSS));
  typed('First name', 'Ada B.');
  await waitFor(() => expect(sessionStorage.getItem('new-booking')).toContain('Ada B.'));
  cleanup();
  office = open('Bo');
  act(() => office.session.enter(BOSS));
  const question = within(screen.getByRole('dialog', { name: 'Unfinished order' }));
  expect(question.getByText(/^The order for/).textContent).toContain('Ada B. Moss is not booked yet.');
  fireEvent.click(question.getByRole('button', { name: 'Continue the order' }));
  expect(firstName()).toBe('Ada B.');
  await press('Start over');
  expect(firstName()).toBe('');
  act(() => currentToast()?.action?.run());
  expect(firstName()).toBe('Ada B.');
  cleanup();
  open('Bo');
  await press('Discard it and book again');
  expect(firstName()).toBe('Bo');
  forgetUserValues();
  cleanup();
  open('');
  expect(firstName()).toBe('');
});

const LINE = { type: 'rental', label: '7-Day Rental', quantity: 1, unitAmount: 42_500, amount: 42_500 };
const orderOptions = (warnings: object[]) => ({
  today: '2026-11-22',
  now: '2026-11-22T12:00:00.000Z',
  lastDay: '2027-11-22',
  deliveryDate: '2026-11-24',
  material: 'mixed',
  agreed: null,
  place: null,
  units: [],
  rentals: [
    {
      id: '7-day',
      title: '7-Day Rental',
      label: '7-Day',
      warnings,
      endDate: '2026-11-30',
      pickupDay: '2026-11-30',
    },
  ],
  sizes: [{ id: '15-yard', name: '15-Yard' }],
  materials: [{ id: 'mixed', name: 'Mixed' }],
  offers: [
    {
      rentalType: '7-day',
      dumpsterType: '15-yard',
      free: 3,
      price: {
        total: 42_500,
        dueNow: 42_500,
        dueLater: 0,
        quoteHash: 'hash',
        lines: [{ ...LINE, isTaxable: false }],
      },
    },
  ],
});

test('an order without an answer is sent again as it was after a reload, so that it is booked once', async () => {
  let warnings: object[] = [];
  const replyTo = (asked: string) => {
    if (asked.startsWith('GET /api/booking-options')) return { body: orderOptions(warnings) };
    return asked === 'POST /api/bookings' ? () => Promise.reject(new TypeError('no answer')) : undefined;
  };
  const asked = serve(new Proxy({}, { get: (_, name) => replyTo(String(name)) }));
  const orders = () => asked.filter(({ call }) => call === 'POST /api/bookings');
  const contact = { firstName: 'Ada', lastName: 'Moss', email: '', phone: '5185550100' };
  const customer = { ...contact, address: '1 Main Street', city: 'Albany', state: 'NY', zip: '12207' };
  const open = (state: object | null) => {
    const { session } = showOffice(<NewBookingPage />, { path: '/admin/bookings/new', state });
    act(() => session.enter(BOSS));
  };
  const book = async (times: number) => {
    const button = await screen.findByRole('button', { name: 'Book, to be paid later' });
    await waitFor(() => expect(button).toHaveProperty('disabled', false));
    fireEvent.click(button);
    await waitFor(() => expect(orders()).toHaveLength(times));
  };
  open({ customer });
  fireEvent.click(screen.getByRole('radio', { name: 'Pay later' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Terms read to the customer' }));
  await book(1);
  cleanup();
  // The moves of the booking that was made fill the day.
  warnings = [{ rule: 'full', text: 'Nov 24, 2026: full.' }];
  open(null);
  await book(2);
  const [first, second] = orders();
  expect(first?.idempotencyKey).toBeTruthy();
  expect(second).toEqual(first);
});
