import { expect, it } from 'vitest';
import { FIRST_RATE_CARD } from '#domain/catalog/seed.ts';
import { makeAgreement } from '#domain/test/rate-cards.ts';
import { EMAIL_BUSINESS as business } from '#worker/test/builders.ts';
import { EMAIL_BOOKING as BOOKING, EMAIL_PRICE as price } from '#worker/test/email-samples.ts';
import { balanceChargedEmail } from './balance-charged.ts';
import { bookingCancelledEmail } from './booking-status.ts';
import { finalPriceEmail } from './final-price.ts';

const agreement = makeAgreement(FIRST_RATE_CARD);
const site = {
  business,
  sequence: 3,
  host: 'dumpsters.example.com',
  timeZone: 'America/New_York',
  nowMs: Date.UTC(2026, 10, 21),
  today: '2026-11-30',
};

it('the e-mail about the final price says what is paid and due, and shows the photos of the tickets', () => {
  const paid = finalPriceEmail({ booking: BOOKING, price, photos: [], business });
  expect(paid.subject).toBe('Booking #12 at Ironwood: the final price is $505.00');
  expect(paid.text).toContain('You have paid it, and nothing is left to pay.');
  const booking = { ...BOOKING, finalPrice: 60_000 };
  const { text, html } = finalPriceEmail({ booking, price, photos: [{ contentId: 'ticket' }], business });
  expect(text).toContain(
    'You have paid $505.00, and $95.00 is still to be paid. This e-mail charges nothing.',
  );
  expect(text).toContain('Final price: $600.00\nIncluded: dump ticket');
  expect(html).toContain('src="cid:ticket"');
});

it('the e-mail about a cancellation says what was kept, once that is decided', () => {
  const refund = { succeeded: 20_000, pending: 10_000, paidOut: [] };
  const cancelled = { agreement, hasEndedLink: false, ...site };
  const booking = { ...BOOKING, refundAmount: 20_000 };
  expect(bookingCancelledEmail({ ...cancelled, booking, refund }).text).toContain(
    'Paid: $505.00\nRefunded so far: $200.00\nWe keep: $205.00\n',
  );
  const none = { succeeded: 0, pending: 0, paidOut: [] };
  const kept = bookingCancelledEmail({ ...cancelled, booking: BOOKING, refund: none }).text;
  expect(kept).toContain('We keep: $505.00\n');
  expect(kept).toContain('We refund nothing.');
  expect(bookingCancelledEmail({ ...cancelled, booking: BOOKING }).text).not.toContain('We keep');
});

it('the calculation omits empty lines', () => {
  const booking = { ...BOOKING, paidAmount: 42_500, additionalPaymentAmount: null };
  const charge = {
    price: { ...price, tickets: [], weighing: null },
    amount: 8000,
    last4: null,
    photos: [],
    business,
  };
  const { text } = balanceChargedEmail({ ...charge, booking });
  expect(text).toContain('Final price: $505.00\nDeposit paid: $425.00\nPaid: $425.00\nDue: $80.00');
});
