import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { pendingBooking } from '#web/public/booking/catalog/pending-booking.ts';
import { BookingProvider } from '#web/public/booking/test/booking-provider.tsx';
import { entriesWith, FIRST_CATALOG } from '#web/public/booking/test/samples.ts';
import { serveCards } from '#web/test/card.ts';
import { serve } from '#web/test/office.tsx';
import { PaymentStep } from './PaymentStep.tsx';

const NOW = '2026-11-21T12:00:00.000Z';
const HOLD_OVER = 'Your hold has ended';
const MOVED = 'You continued this booking in another tab';

let focus: MockInstance<HTMLElement['focus']>;

beforeEach(() => {
  serveCards();
  sessionStorage.clear();
  vi.stubGlobal('parent', { postMessage() {} });
  focus = vi.spyOn(HTMLElement.prototype, 'focus');
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function showPayment({ holdSeconds }: { holdSeconds: number }) {
  const expiresAt = new Date(Date.parse(NOW) + holdSeconds * 1000).toISOString();
  serve({
    'POST /api/create-payment-intent': { body: { clientSecret: 'pi_1_secret_1', expiresAt, now: NOW } },
    'POST /api/booking-status': { body: { status: 'canceled', booking: null } },
  });
  const entries = entriesWith();
  render(
    <BookingProvider>
      <PaymentStep
        booking={pendingBooking(FIRST_CATALOG, '7-day', entries)!}
        entries={entries}
        dispatch={() => {}}
      />
    </BookingProvider>,
  );
  if (holdSeconds > 0) await screen.findByRole('timer');
}

const moveHold = () => act(() => window.dispatchEvent(new StorageEvent('storage', { key: 'booking-moved' })));

const appearances = [
  {
    title: HOLD_OVER,
    appear: () => showPayment({ holdSeconds: 0 }),
  },
  {
    title: MOVED,
    appear: async () => {
      await showPayment({ holdSeconds: 1200 });
      // Effects run after the paint: only then does the page listen.
      await act(async () => undefined);
      moveHold();
    },
  },
];

test.each(appearances)(
  '$title: a frame with the focus is not scrolled to the panel',
  async ({ title, appear }) => {
    vi.spyOn(document, 'hasFocus').mockReturnValue(true);
    await appear();
    const heading = await screen.findByRole('heading', { name: title });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(focus.mock.calls.at(-1)).toEqual([{ preventScroll: true }]);
  },
);

test.each(appearances)(
  '$title: a frame without the focus announces the panel and leaves the focus to the host page',
  async ({ title, appear }) => {
    vi.spyOn(document, 'hasFocus').mockReturnValue(false);
    await appear();
    expect((await screen.findByRole('alert')).textContent).toContain(title);
    expect(focus).not.toHaveBeenCalled();
  },
);
