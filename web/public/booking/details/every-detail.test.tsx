import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type BookingDetails, bookingDetails } from '#contract/bookings.ts';
import { pendingBooking } from '#web/public/booking/catalog/pending-booking.ts';
import { BookingProvider } from '#web/public/booking/test/booking-provider.tsx';
import { entriesWith, FIRST_CATALOG } from '#web/public/booking/test/samples.ts';
import { DetailsStep } from './DetailsStep.tsx';

vi.mock('#web/public/card/stripe.ts', () => ({ loadCardScript: () => new Promise(() => {}) }));

/** What the customer types; the rental type is chosen in step 1. */
const KEYS = Object.keys(bookingDetails.shape).filter((key) => key !== 'rentalType') as Exclude<
  keyof BookingDetails,
  'rentalType'
>[];

/** Valid values of the details that are not free text. */
const SAMPLES: Partial<BookingDetails> = {
  email: 'typed@example.com',
  phone: '(518) 555-0101',
  state: 'VT',
  zip: '05401',
  deliveryDate: '2026-12-02',
  dumpsterType: '10-yard',
};

const TODAY = '2026-11-21';

beforeEach(() => {
  const types = ['10-yard', '15-yard'].map((id) => ({ id, name: id, available: true, count: 2 }));
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(url.includes('unavailable-dates') ? { today: TODAY, dates: [] } : types),
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each(KEYS)('the form has a control for %s, and the booking carries what is typed', async (key) => {
  const value = SAMPLES[key] ?? `Typed ${key}`;
  const onSubmit = vi.fn();
  render(
    <BookingProvider>
      <DetailsStep
        rentalType="7-day"
        entries={entriesWith()}
        onTyped={() => {}}
        onBack={() => {}}
        onSubmit={onSubmit}
      />
    </BookingProvider>,
  );
  await waitFor(() =>
    expect(document.querySelector('button[data-day="2026-12-02"]:not([disabled])')).toBeTruthy(),
  );
  enter(key, value);
  fireEvent.click(screen.getByRole('button', { name: 'Continue to Payment' }));
  await waitFor(() => expect(onSubmit).toHaveBeenCalled());
  expect(pendingBooking(FIRST_CATALOG, '7-day', onSubmit.mock.lastCall?.[0])?.[key]).toBe(value);
});

function enter(key: string, value: string) {
  const day = key === 'deliveryDate' && document.querySelector(`button[data-day="${value}"]`);
  const choice = document.querySelector(`[name="${key}"][value="${value}"]`);
  if (day || choice) return fireEvent.click((day || choice) as Element);
  const control = document.querySelector(`[name="${key}"]`);
  if (!control) throw new Error(`The form has no control named ${key}`);
  const fire = control instanceof HTMLSelectElement ? fireEvent.change : fireEvent.input;
  return fire(control, { target: { value } });
}
