import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pendingBooking } from '#web/public/booking/catalog/pending-booking.ts';
import { BookingProvider } from '#web/public/booking/test/booking-provider.tsx';
import { entriesWith, FIRST_CATALOG } from '#web/public/booking/test/samples.ts';
import { serveCards } from '#web/test/card.ts';
import { serve } from '#web/test/office.tsx';
import { PaymentStep } from './PaymentStep.tsx';

const OPEN = 'POST /api/create-payment-intent';
const STATUS = 'POST /api/booking-status';
const opened = (failedAttempts?: number) => ({
  body: {
    clientSecret: 'pi_1_secret_1',
    expiresAt: '2026-11-21T12:20:00.000Z',
    now: '2026-11-21T12:00:00.000Z',
    ...(failedAttempts !== undefined && { failedAttempts }),
  },
});

function show() {
  const entries = entriesWith();
  const booking = pendingBooking(FIRST_CATALOG, '7-day', entries)!;
  render(
    <BookingProvider>
      <PaymentStep booking={booking} entries={entries} dispatch={vi.fn()} />
    </BookingProvider>,
  );
}

let bank: ReturnType<typeof serveCards>;
beforeEach(() => {
  bank = serveCards();
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(cleanup);

test('an attempt that the bank did not decline does not bring the warning', async () => {
  serve({ [OPEN]: opened(3), [STATUS]: { body: { status: 'requires_payment_method', booking: null } } });
  const lost = { type: 'api_connection_error', message: 'The connection was lost.' };
  const declined = { type: 'card_error', message: 'Your card was declined.' };
  bank.answers = [{ error: lost }, { error: declined }];
  show();
  const form = () => screen.getByRole('form');
  await waitFor(() => expect(form().getAttribute('aria-busy')).toBe('false'));
  const pay = async (answer: string) => {
    fireEvent.click(screen.getByRole('button', { name: 'Pay Deposit' }));
    await within(form()).findByText(new RegExp(answer));
    await waitFor(() => expect(form().getAttribute('aria-busy')).toBe('false'));
  };
  await pay(lost.message);
  expect(screen.queryByRole('alert')).toBeNull();
  await pay(declined.message);
  expect((await screen.findByRole('alert')).textContent).toContain('4 payments were declined.');
});

test('before the last declined card the page warns, also after a reload', async () => {
  let reply = opened();
  serve({
    [OPEN]: () => reply,
    [STATUS]: { body: { status: 'requires_payment_method', booking: null } },
  });
  bank.answers = [{ error: { type: 'card_error', message: 'Your card was declined.' } }];
  show();
  await waitFor(() => expect(screen.getByRole('form').getAttribute('aria-busy')).toBe('false'));
  expect(screen.queryByRole('alert')).toBeNull();
  reply = opened(3);
  fireEvent.click(screen.getByRole('button', { name: 'Pay Deposit' }));
  const warning = await screen.findByRole('alert');
  expect(warning.textContent).toContain('4 payments were declined. If the next one is declined, too,');
  expect(warning.querySelector('a[href^="tel:"]')).not.toBeNull();
  cleanup();
  reply = opened(4);
  show();
  expect((await screen.findByRole('alert')).textContent).toContain('4 payments were declined.');
});
