import { expect, it } from 'vitest';
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

it('the e-mails about an order have all numbers, the count and the sums of all dumpsters', () => {
  const order = [12, 13, 14].map((id) => ({ id, sequence: 0, hasUnit: id !== 13 }));
  const { subject, text, attachments } = depositPaidEmail({
    booking: BOOKING,
    agreement,
    order,
    ...site,
    card: null,
    termsUrl: 'https://dumpsters.example.com/terms',
    repeat: null,
  });
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
