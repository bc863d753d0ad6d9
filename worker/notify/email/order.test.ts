import { expect, it } from 'vitest';
import { type BookingDetails, bookingDetails } from '#contract/bookings.ts';
import { FIRST_RATE_CARD } from '#domain/catalog/seed.ts';
import { makeAgreement } from '#domain/test/rate-cards.ts';
import { EMAIL_BUSINESS as business } from '#worker/test/builders.ts';
import { EMAIL_BOOKING as BOOKING } from '#worker/test/email-samples.ts';
import { depositPaidEmail } from './deposit-paid.ts';
import { newBookingEmail } from './staff-alerts.ts';

const clock = { nowMs: Date.UTC(2026, 10, 21), timeZone: 'America/New_York' };
const site = { business, host: 'dumpsters.example.com', ...clock };
const url = 'https://dumpsters.example.com/admin/bookings/12';
const agreement = makeAgreement(FIRST_RATE_CARD);
const termsUrl = 'https://dumpsters.example.com/terms';
const paid = { ...site, agreement, card: null, termsUrl, repeat: null };

it('the e-mails about an order have all numbers, the count and the sums of all dumpsters', () => {
  const order = [12, 13, 14].map((id) => ({ id, sequence: 0, hasUnit: id !== 13 }));
  const { subject, text, attachments } = depositPaidEmail({ ...paid, booking: BOOKING, order });
  expect(subject).toBe('Bookings #12, #13 and #14 at Ironwood: your deposit is paid');
  expect(text).toContain('Bookings: #12, #13 and #14\nDumpsters: 3 x 15-Yard\n');
  expect(text).toContain('Deposit paid: $1,275.00');
  expect(text).toContain('Each dumpster is a booking of its own');
  // One of them has no unit, so its days are not announced.
  expect(text).toContain('Our staff will call you about your delivery day and window.');
  expect(attachments.map(({ filename }) => filename)).toEqual(['booking-12.ics', 'booking-14.ics']);
  const staff = newBookingEmail({ booking: BOOKING, order: [12, 13], url, business });
  expect(staff.subject).toBe('New bookings #12 and #13 for Dec 1, 2026');
  expect(staff.text).toContain('in one order of 2 dumpsters');
  expect(staff.text).toContain('Dumpsters: 2 x 15-Yard');
});

/** For the driver and the office: the e-mails about a new booking leave them out. */
const NOT_IN_EMAILS: readonly string[] = ['notes', 'placement'];
const KEYS = Object.keys(bookingDetails.shape) as (keyof BookingDetails)[];
/** The details that e-mails show as other text than the stored value: the field of the name, and the text. */
const DISPLAYED: Partial<
  Record<keyof BookingDetails, [field: keyof typeof BOOKING, value: string, text: string]>
> = {
  rentalType: ['rentalTitle', '30-Day Rental', '30-Day Rental'],
  dumpsterType: ['sizeName', '20-Yard', '20-Yard'],
  deliveryDate: ['deliveryDate', '2026-11-30', 'Nov 30'],
};

it.each(KEYS.filter((key) => !NOT_IN_EMAILS.includes(key)))(
  'an e-mail about a new booking shows its %s',
  (key) => {
    const [field, value, shown] = DISPLAYED[key] ?? [key, `Typed ${key}`, `Typed ${key}`];
    const booking = { ...BOOKING, [field]: value };
    const order = [{ id: 12, sequence: 0, hasUnit: true }];
    const { text } = depositPaidEmail({ ...paid, booking, order });
    expect(`${text}${newBookingEmail({ booking, order: [12], url, business }).text}`).toContain(shown);
  },
);
