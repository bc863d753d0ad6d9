import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pendingBooking } from '#web/public/booking/catalog/pending-booking.ts';
import { BookingProvider } from '#web/public/booking/test/booking-provider.tsx';
import { entriesWith, FIRST_CATALOG } from '#web/public/booking/test/samples.ts';
import { SUMMARY_LABELS } from '#web/test/bookings.ts';
import { serveCards } from '#web/test/card.ts';
import { refusal, serve } from '#web/test/office.tsx';
import { PaymentStep } from './PaymentStep.tsx';

const OPEN = 'POST /api/create-payment-intent';
const OPENED = {
  body: {
    clientSecret: 'pi_1_secret_1',
    expiresAt: '2026-11-21T12:20:00.000Z',
    now: '2026-11-21T12:00:00.000Z',
  },
};
const BOOKING = {
  id: 17,
  rentalType: '7-day',
  dumpsterType: '15-yard',
  ...SUMMARY_LABELS,
  deliveryDate: '2026-12-01',
  endDate: '2026-12-07',
  depositAmount: 42_500,
  status: 'pending',
};
const REFUSALS = '#web/public/booking/extras/refused-checkout.ts';
const PANEL = '#web/public/booking/extras/CheckoutFailurePanel.tsx';

const asked: string[] = [];
/** As after a deployment that removed the script. */
function remove(script: string): void {
  vi.doMock(script, () => {
    asked.push(script);
    throw new TypeError('Failed to fetch dynamically imported module');
  });
}

beforeEach(() => {
  serveCards();
  localStorage.clear();
  sessionStorage.clear();
  asked.length = 0;
});
afterEach(() => {
  cleanup();
  for (const script of [REFUSALS, PANEL]) vi.doUnmock(script);
});

function show() {
  const entries = entriesWith();
  const booking = pendingBooking(FIRST_CATALOG, '7-day', entries)!;
  const dispatch = vi.fn();
  render(
    <BookingProvider>
      <PaymentStep booking={booking} entries={entries} dispatch={dispatch} />
    </BookingProvider>,
  );
  return dispatch;
}

/** The first call opens the payment; the check before the card is sent gets the reply. */
async function payWith(reply: ReturnType<typeof refusal>) {
  const list = [OPENED, reply];
  serve({ [OPEN]: () => list.shift()! });
  const dispatch = show();
  await waitFor(() => expect(screen.getByRole('form').getAttribute('aria-busy')).toBe('false'));
  fireEvent.click(screen.getByRole('button', { name: 'Pay Deposit' }));
  return dispatch;
}

async function expectReload(message: string) {
  const heading = await screen.findByRole('heading', { level: 2, name: 'Payment setup failed' });
  const panel = heading.closest('section')!;
  expect(panel.textContent).toContain(message);
  expect(panel.textContent).toContain('Your card was not charged, and everything you typed is kept.');
  expect(panel.textContent).not.toMatch(/could not reach|Try again/);
  expect(panel.querySelector('a')?.href).toMatch(/^tel:/);
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeTruthy();
  expect(screen.queryByRole('timer')).toBeNull();
}

test('a payment that opens loads nothing that explains a refusal', async () => {
  for (const script of [REFUSALS, PANEL]) remove(script);
  serve({ [OPEN]: OPENED });
  show();
  await screen.findByRole('timer');
  await waitFor(() => expect(screen.getByRole('form').getAttribute('aria-busy')).toBe('false'));
  expect(asked).toEqual([]);
});

test.each([{ booking: BOOKING }, { booking: null }])(
  'a payment that was made already needs no further script: $booking',
  async ({ booking }) => {
    remove(REFUSALS);
    const reply = refusal(409, 'already_paid', 'This booking is paid.');
    reply.body = { ...(reply.body as object), booking };
    const dispatch = await payWith(reply);
    const event = { type: 'alreadyPaid', booking, agreement: null };
    await waitFor(() => expect(dispatch).toHaveBeenCalledWith(event));
    expect(document.body.textContent).not.toContain('not charged');
  },
);

test.each([REFUSALS, PANEL])(
  'without %s a refusal has the words of the server and a reload',
  async (script) => {
    remove(script);
    await payWith(refusal(409, 'paused', 'We are snowed in until Monday.'));
    await expectReload('We are snowed in until Monday.');
  },
);
