import { cleanup, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { type BookingDetails, bookingDetails } from '#contract/bookings.ts';
import { formatDay } from '#domain/days.ts';
import { dumpsterSize, rentalOption } from '#domain/rental.ts';
import { GET, read, section, show } from '#web/test/office-booking.tsx';

const KEYS = Object.keys(bookingDetails.shape) as (keyof BookingDetails)[];

/** The details that the page shows as other text than the stored value. */
const DISPLAYED: Partial<Record<keyof BookingDetails, [stored: string, text: string]>> = {
  rentalType: ['30-day', rentalOption('30-day').title],
  dumpsterType: ['20-yard', dumpsterSize('20-yard').name],
  deliveryDate: ['2026-12-05', formatDay('2026-12-05')],
};

afterEach(cleanup);

test.each(KEYS)("a booking's page shows the customer's %s", async (key) => {
  const [stored, text] = DISPLAYED[key] ?? [`stored ${key}`, `stored ${key}`];
  const phone = key === 'phone' ? { phoneDisplay: stored } : {};
  show({ [GET]: read(1, { [key]: stored, ...phone }) });
  await section('Customer Information');
  await waitFor(() => expect(document.body.textContent).toContain(text));
});
