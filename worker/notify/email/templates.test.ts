import { describe, expect, it } from 'vitest';
import { FIRST_RATE_CARD } from '#domain/catalog/seed.ts';
import { CANCELLATION_RULE, PROHIBITED_WASTE } from '#domain/shared/policy-texts.ts';
import { makeAgreement } from '#domain/test/rate-cards.ts';
import { EMAIL_BUSINESS as business } from '#worker/test/builders.ts';
import { EMAIL_BOOKING as BOOKING, EMAIL_PRICE as price } from '#worker/test/email-samples.ts';
import { balanceChargedEmail } from './balance-charged.ts';
import { bookingChangedEmail } from './booking-changed.ts';
import { bookingCancelledEmail, bookingConfirmedEmail } from './booking-status.ts';
import { depositPaidEmail } from './deposit-paid.ts';
import { finalPriceEmail } from './final-price.ts';
import { payLinkEmail } from './pay-link.ts';
import { refundMadeEmail } from './refund-made.ts';
import { bookingReminderEmail, deliveryReminderEmail, returnReminderEmail } from './rental-reminders.ts';
import { moneyAlertEmail, stillPendingEmail } from './staff-alerts.ts';

const ONE_DAY = { ...BOOKING, endDate: '2026-12-01', pickupDay: '2026-12-01' };
const url = 'https://dumpsters.example.com/admin/bookings/12';
const payUrl = 'https://dumpsters.example.com/pay/token';
const money = { amount: 42_500, stripeId: 'dp_1', url, business };
const clock = { nowMs: Date.UTC(2026, 10, 21), today: '2026-11-30', timeZone: 'America/New_York' };
const site = { business, sequence: 3, host: 'dumpsters.example.com', ...clock };
const { today } = site;
const agreement = makeAgreement(FIRST_RATE_CARD);

const CHANGE = {
  before: { deliveryDate: '2026-11-29' },
  after: { deliveryDate: '2026-12-01', priceDifference: -1500 },
};
const PAY_LINK = { price, amount: 8000, until: 'Dec 15, 2026', deposit: null, url: payUrl, business };

/** Every e-mail about a booking, as a function of the booking. */
const emailsOf = (booking: typeof BOOKING) => ({
  charged: balanceChargedEmail({ booking, price, amount: 8000, last4: '4242', photos: [], business }),
  finalPrice: finalPriceEmail({ booking, price, photos: [], business }),
  refunded: refundMadeEmail({ booking, refund: { succeeded: 5000, pending: 0, paidOut: [] }, business }),
  payLink: payLinkEmail({ ...PAY_LINK, booking, isDeclined: true, isReminder: false }),
  payLinkAgain: payLinkEmail({ ...PAY_LINK, booking, isDeclined: true, isReminder: true }),
  confirmed: bookingConfirmedEmail({ booking, ...site }),
  cancelled: bookingCancelledEmail({ booking, agreement, hasEndedLink: true, ...site }),
  changed: bookingChangedEmail({ booking, change: CHANGE, expectedTotal: 56_160, ...site }),
  deposit: depositPaidEmail({
    booking,
    agreement,
    ...site,
    card: { brand: 'visa', last4: '4242' },
    order: [{ id: booking.id, sequence: 3, hasUnit: true }],
    termsUrl: 'https://dumpsters.example.com/terms',
    repeat: { url: 'https://dumpsters.example.com/#again=token', until: '2027-12-25' },
  }),
  delivery: deliveryReminderEmail({ booking, today, isScheduled: true, business }),
  return: returnReminderEmail({ booking, agreement, today: '2026-12-06', business }),
  booking: bookingReminderEmail({ booking, business }),
  dispute: moneyAlertEmail('dispute-opened', { booking, ...money }),
  refundFailed: moneyAlertEmail('refund-failed', { booking, ...money }),
  fraud: moneyAlertEmail('fraud-warning', { booking, ...money }),
  pending: stillPendingEmail({ booking, bookedOn: '2026-11-28', today, url, business }),
});
const EMAILS = emailsOf(BOOKING);
const NAMES = Object.keys(EMAILS) as (keyof typeof EMAILS)[];
const STAFF = ['dispute', 'refundFailed', 'fraud', 'pending'] as const;
const CUSTOMER = NAMES.filter((name) => !STAFF.some((each) => each === name));

describe.each(NAMES)('the email %s', (name) => {
  it('contains the booking number, the rental and the address, in both forms', () => {
    const { subject, text, html } = EMAILS[name];
    expect(subject).toContain('Booking #12');
    for (const fact of ['#12', '15-Yard', '7-Day Rental', 'Dec 1, 2026', 'Dec 7, 2026']) {
      expect([text.includes(fact), html.includes(fact)], fact).toEqual([true, true]);
    }
    expect(text).toContain('Address: 118 Chestnut Street, Lancaster, PA 17602');
    expect(text).toContain('Company: Alvarez Roofing\nPO number: PO-2026-114');
  });

  it('shows user input as text, on its line', () => {
    const typed = '<script>x</script>\r\nBcc: all@example.com';
    const hostile = emailsOf({
      ...BOOKING,
      firstName: typed,
      lastName: typed,
      address: typed,
      company: typed,
      poNumber: typed,
    })[name];
    expect(hostile.html).not.toContain('<script');
    expect(hostile.subject).toBe(EMAILS[name].subject);
    expect(hostile.text).not.toMatch(/^Bcc/m);
    expect(hostile.text.split('\n')).toHaveLength(EMAILS[name].text.split('\n').length);
  });
});

it('no two emails have the same subject', () => {
  expect(new Set(NAMES.map((name) => EMAILS[name].subject)).size).toBe(NAMES.length);
});

it.each(CUSTOMER)('%s greets the customer and says how to reach us', (name) => {
  expect(EMAILS[name].text).toMatch(/^Hello Maria,/);
  expect(EMAILS[name].text).toContain('Call (717) 555-0100');
  expect(EMAILS[name].text).not.toContain('/admin');
});

it.each(STAFF)('%s has the URL of the booking and the phone number to call', (name) => {
  const { text, html } = EMAILS[name];
  expect(text).toContain(`Open booking #12:\n${url}`);
  expect(html).toContain(`href="${url}"`);
  expect(text).toContain('Customer: Maria Alvarez\nPhone: (717) 555-0142\nE-mail: maria@example.com');
});

it('the e-mail about a charge has the amount, the card and the total paid', () => {
  const { subject, text } = EMAILS.charged;
  expect(subject).toBe('Booking #12 at Ironwood: your card was charged $80.00');
  expect(text).toContain('Your card ending in 4242 was charged $80.00 for your rental.');
  expect(text).toContain('Charged now: $80.00\nPaid in total: $505.00\n');
  expect(text).not.toContain('Still to be paid');
});

it('the e-mail about a partial charge has the remaining amount, and no card if it is unknown', () => {
  const booking = { ...BOOKING, paidAmount: 45_500, additionalPaymentAmount: 3000 };
  const { text } = balanceChargedEmail({ booking, price, amount: 3000, last4: null, photos: [], business });
  expect(text).toContain('Your card was charged $30.00');
  expect(text).toContain('Still to be paid: $50.00');
});

it('the e-mail about a refund has the amount and how long banks take', () => {
  const { subject, text } = EMAILS.refunded;
  expect(subject).toBe('Booking #12 at Ironwood: your refund of $50.00');
  expect(text).toContain('Refunded now: $50.00\n');
  expect(text).toContain('Banks usually take 5 to 10 days');
  expect(text).not.toMatch(/on its way|in total/);
});

it('a refund that is partly or wholly pending says so', () => {
  const booking = { ...BOOKING, refundAmount: 6000 };
  const textOf = (succeeded: number, pending: number) =>
    refundMadeEmail({ booking, refund: { succeeded, pending, paidOut: [] }, business }).text;
  const half = textOf(5000, 2000);
  expect(half).toContain('Your bank has not confirmed $20.00 of it yet');
  expect(half).toContain('Refunded now: $70.00\nOf this on its way: $20.00\nRefunded in total: $80.00\n');
  expect(textOf(0, 2000)).toContain('Your bank has not confirmed it yet: it is on its way.');
});

it('an alert without a known amount omits it', () => {
  const { subject, text } = moneyAlertEmail('fraud-warning', { booking: BOOKING, ...money, amount: null });
  expect(subject).toBe('Booking #12: a payment may be fraud');
  expect(text).not.toContain('Amount:');
});

it('the e-mail with a payment link has the amount and the last day', () => {
  const { text, html } = EMAILS.payLink;
  expect(text).toContain(`Pay $80.00:\n${payUrl}`);
  expect(html).toContain(`href="${payUrl}"`);
  expect(text).toContain('The button works until Dec 15, 2026.');
  expect(text).toContain('it could not be charged');
  expect(EMAILS.payLinkAgain.text).toContain('A reminder:');
  const byHand = payLinkEmail({ ...PAY_LINK, booking: BOOKING, isDeclined: false, isReminder: false }).text;
  expect(byHand).toContain('The remaining balance of your rental is $80.00.');
  const deposit = { ...PAY_LINK, deposit: { cancelsBooking: true }, until: 'Dec 1, 2026, 2:00 PM' };
  const first = payLinkEmail({ ...deposit, booking: BOOKING, isDeclined: false, isReminder: false }).text;
  expect(first).toContain('We keep the dumpster for you until Dec 1, 2026, 2:00 PM.');
});

it('a delivery that is not confirmed with a unit is not announced', () => {
  expect(EMAILS.delivery.text).toContain('Your dumpster comes tomorrow, Tue, Dec 1, 2026.');
  const { text } = deliveryReminderEmail({ booking: BOOKING, today, isScheduled: false, business });
  expect(text).toContain('Your delivery is planned for tomorrow, Tue, Dec 1, 2026. Our staff will confirm');
});

it("a reminder that is sent late says 'today'", () => {
  const late = { booking: BOOKING, agreement, isScheduled: true, business };
  expect(deliveryReminderEmail({ ...late, today: '2026-12-01' }).text).toContain('today, Tue, Dec 1, 2026');
  expect(returnReminderEmail({ ...late, today: '2026-12-07' }).text).toContain('Today, Mon, Dec 7, 2026, is');
});

it('the reminder of a one-day delivery also mentions its end', () => {
  const { text } = deliveryReminderEmail({ booking: ONE_DAY, today, isScheduled: true, business });
  expect(text).toContain('please have the dumpster filled by its end');
  expect(EMAILS.delivery.text).not.toContain('by its end');
});

it('a rental of one day has one date', () => {
  const { text } = deliveryReminderEmail({ booking: ONE_DAY, today, isScheduled: true, business });
  expect(text).toContain('Delivery and pickup: Tue, Dec 1, 2026\n');
  expect(text).not.toMatch(/Delivery date|Last day/);
  expect(EMAILS.delivery.text).toContain('Delivery date: Tue, Dec 1, 2026\nLast day: Mon, Dec 7, 2026\n');
});

it.each([
  ['2026-12-03', 'Its delivery date is past.'],
  ['2026-12-01', 'The delivery is due today.'],
  ['2026-11-30', 'The delivery is due tomorrow.'],
  ['2026-11-26', 'The delivery is due in 5 days.'],
])('on %s the e-mail about a pending booking says how long there is', (day, words) => {
  const input = { booking: BOOKING, bookedOn: '2026-11-20', url, business };
  const { text } = stillPendingEmail({ ...input, today: day });
  expect(text).toContain(`Booking #12 was made on Nov 20, 2026, and no one has confirmed it yet. ${words}`);
});

const unfolded = (email: { attachments: { text: string }[] }) =>
  email.attachments.map(({ text }) => text.replaceAll('\r\n ', '')).join();

it('a confirmed booking has the days for the calendar, with a higher sequence than before', () => {
  const { subject, text } = EMAILS.confirmed;
  expect(subject).toBe('Booking #12 at Ironwood: your delivery is confirmed');
  expect(text).toContain('Your booking is confirmed. We deliver your dumpster on Tue, Dec 1, 2026.');
  expect(unfolded(EMAILS.confirmed)).toMatch(
    /METHOD:PUBLISH.*UID:booking-12@dumpsters\.example\.com.*SEQUENCE:3\r/s,
  );
  const withoutUnit = bookingConfirmedEmail({ booking: { ...BOOKING, dumpsterId: null }, ...site });
  expect(withoutUnit.attachments).toEqual([]);
});

it('a cancelled booking says what was paid and refunded, and cancels the calendar entry', () => {
  expect(EMAILS.cancelled.text).toContain('Paid: $505.00\n');
  expect(EMAILS.cancelled.text).not.toContain('Refunded so far');
  expect(EMAILS.cancelled.text).toContain(CANCELLATION_RULE);
  const refunded = bookingCancelledEmail({
    booking: { ...BOOKING, refundAmount: 5000 },
    agreement,
    hasEndedLink: false,
    ...site,
  });
  expect(refunded.text).toContain('Paid: $505.00\nRefunded so far: $50.00\n');
  const file = unfolded(EMAILS.cancelled);
  expect(file).toMatch(
    /METHOD:CANCEL.*UID:booking-12@dumpsters\.example\.com.*SEQUENCE:3\r.*STATUS:CANCELLED/s,
  );
});

it('the deposit has a link that fills in the next booking, as its last section', () => {
  const { text, html } = EMAILS.deposit;
  const link = 'https://dumpsters.example.com/#again=token';
  expect(text).toContain(
    `It works until Dec 25, 2027. It is meant for you: please do not pass it on.\n\nSame as last time:\n${link}\n`,
  );
  expect(text.indexOf('Terms of Service:')).toBeLessThan(text.indexOf('YOUR NEXT DUMPSTER'));
  expect(html).toContain(`href="${link}"`);
});

it('the deposit names its card, the cancellation rule, prohibited waste and the terms, in both forms', () => {
  const { text, html } = EMAILS.deposit;
  expect(text).toContain('Deposit paid: $425.00\nPaid with: Visa ending in 4242\n');
  expect(text).toContain('Terms of Service:\nhttps://dumpsters.example.com/terms\n');
  expect(html).toContain('href="https://dumpsters.example.com/terms"');
  for (const words of [CANCELLATION_RULE, PROHIBITED_WASTE.lead, ...PROHIBITED_WASTE.items]) {
    expect([text.includes(words), html.includes(words)], words).toEqual([true, true]);
  }
});

it.each(['charged', 'payLink', 'payLinkAgain'] as const)('%s shows how the amount is calculated', (name) => {
  const { text, html } = EMAILS[name];
  expect(text).toContain(
    [
      'HOW THE AMOUNT IS CALCULATED',
      '',
      'Final price: $505.00',
      'Included: dump ticket of Dec 6, 2026, 2,400 lb: $80.00',
      'Deposit paid: $425.00',
      name === 'charged' ? 'Charged now: $80.00' : 'Paid after the booking: $80.00',
      'Paid: $505.00',
      'Due: $0.00',
      '',
      'THE WEIGHT OF YOUR LOAD',
      '',
      'Scale weight of Sun, Dec 6, 2026, ticket A-1042: 2,400 lb',
      'Weight included for each load: 2,000 lb',
      'Price of each extra ton: $90',
    ].join('\n'),
  );
  expect(html).toContain('How the amount is calculated');
  expect(html).toContain('Included: dump ticket of Dec 6, 2026, 2,400 lb');
});

it('after the delivery day, no status e-mail mentions a future delivery', () => {
  const late = { booking: BOOKING, agreement, ...site, today: '2026-12-02' };
  expect(bookingConfirmedEmail(late).text).not.toContain('We deliver');
  expect(bookingCancelledEmail({ ...late, hasEndedLink: false }).text).not.toContain('We do not deliver');
  expect(EMAILS.cancelled.text).toContain('Your booking is cancelled. We do not deliver a dumpster.');
});

it('a cancellation mentions a payment link only if one was sent', () => {
  expect(EMAILS.cancelled.text).toContain('A payment link that we sent you for it no longer works.');
  const withoutLink = { booking: BOOKING, agreement, hasEndedLink: false, ...site };
  expect(bookingCancelledEmail(withoutLink).text).not.toContain('payment link');
});
