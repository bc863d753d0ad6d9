import { cleanup, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { type BookingDetails, bookingDetails } from '#contract/bookings.ts';
import type { Booking } from '#contract/staff-bookings.ts';
import { formatDay } from '#domain/shared/days.ts';
import { GET, read, section, show } from '#web/test/office-booking.tsx';

/** What the customer enters, and what only staff enter. */
const STAFF_KEYS = ['secondPhone', 'company', 'placement', 'internalNotes'] as const;
type Key = keyof BookingDetails | (typeof STAFF_KEYS)[number];
const KEYS = [...Object.keys(bookingDetails.shape), ...STAFF_KEYS] as Key[];

/** The details that the page shows as other text than the stored value: the reply, and the text. */
const DISPLAYED: Partial<Record<Key, [reply: Partial<Booking>, text: string]>> = {
  rentalType: [{ rentalType: '30-day', rentalTitle: '30-Day Rental' }, '30-Day Rental'],
  dumpsterType: [{ dumpsterType: '20-yard', sizeName: '20-Yard' }, '20-Yard'],
  deliveryDate: [{ deliveryDate: '2026-12-05' }, formatDay('2026-12-05')],
  secondPhone: [{ secondPhone: 'stored phone', secondPhoneDisplay: 'shown phone' }, 'shown phone'],
  phone: [{ phone: 'stored phone', phoneDisplay: 'shown phone' }, 'shown phone'],
};

afterEach(cleanup);

test.each(KEYS)("a booking's page shows the customer's %s", async (key) => {
  const [reply, text] = DISPLAYED[key] ?? [{ [key]: `stored ${key}` }, `stored ${key}`];
  show({ [GET]: read(1, reply) });
  await section('Customer Information');
  await waitFor(() => expect(document.body.textContent).toContain(text));
});
