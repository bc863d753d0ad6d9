import { expect, it } from 'vitest';
import type { Agreement } from '#domain/catalog/agreement.ts';
import type { QuoteInput } from '#domain/catalog/quote.ts';
import type { RateCard } from '#domain/catalog/rate-card.ts';
import { makeAgreement, makeCard, makeItem, makeRate } from '#domain/test/rate-cards.ts';
import { EMAIL_BUSINESS } from '#worker/test/builders.ts';
import { FIRM } from '#worker/test/prices.ts';
import { bookingChangedEmail } from './booking-changed.ts';
import { bookingCancelledEmail } from './booking-status.ts';
import { depositPaidEmail } from './deposit-paid.ts';
import { refundMadeEmail } from './refund-made.ts';
import { returnReminderEmail } from './rental-reminders.ts';

/** E-mails about bookings of a firm with prices: no sentence may differ from the booking's own rate card. */
const business = EMAIL_BUSINESS;
const site = {
  business,
  sequence: 1,
  host: 'dumpsters.example.com',
  nowMs: 0,
  today: '2026-11-30',
  timeZone: 'America/New_York',
};
const BOOKING = {
  id: 12,
  firstName: 'Maria',
  lastName: 'Alvarez',
  email: 'maria@example.com',
  company: null,
  poNumber: null,
  phone: '(717) 555-0142',
  address: '118 Chestnut Street',
  city: 'Troy',
  state: 'NY',
  zip: '12180',
  rentalTitle: '7-Day Rental',
  sizeName: '15-Yard',
  materialName: 'Mixed household and construction debris',
  deliveryDate: '2026-12-01',
  endDate: '2026-12-07',
  pickupDay: '2026-12-08',
  status: 'confirmed' as const,
  depositAmount: 10_000,
  paidAmount: 10_000,
  dueAgainAmount: 0,
  additionalPaymentAmount: null,
  refundAmount: null,
  finalPrice: null,
  version: 1,
  createdAt: Date.UTC(2026, 10, 20),
  dumpsterId: 3,
};

const firm = (sections: Parameters<typeof makeCard>[0] = {}, fields: Partial<QuoteInput> = {}) =>
  makeAgreement(makeCard({ ...FIRM, ...sections }), fields);

function paidEmail(
  agreement: Agreement,
  depositAmount = BOOKING.depositAmount,
  card: Parameters<typeof depositPaidEmail>[0]['card'] = { brand: 'visa', last4: '4242' },
) {
  return depositPaidEmail({
    booking: { ...BOOKING, depositAmount, paidAmount: depositAmount },
    agreement,
    ...site,
    card,
    order: [{ id: BOOKING.id, sequence: 3, hasUnit: true }],
    termsUrl: 'https://dumpsters.example.com/terms',
    repeat: null,
  });
}
const returnEmail = (agreement: Agreement) =>
  returnReminderEmail({ booking: BOOKING, agreement, today: '2026-12-06', business });

/** The words and links of an HTML part, so that both parts can be compared. */
const wordsOf = (html: string) =>
  html
    .replace(/^.*<body[^>]*>/s, '')
    .replace(/<a [^>]*href="([^"]+)"[^>]*>/g, ' $1 ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));

it('a booking with a price lists what was agreed, paid and is due, and what can be added', () => {
  const far = { zone: 'far', zip: '12180', placementType: 'street' } as const;
  const untaxed = makeItem({ id: 'tire', name: 'Tire', unitPrice: 1_500, isTaxable: false });
  const chargeItems = [...(FIRM.chargeItems ?? []), makeItem(), untaxed];
  const { subject, text, html } = paidEmail(firm({ chargeItems }, far));
  expect(subject).toBe('Booking #12 at Ironwood: your deposit is paid');
  expect(text).toContain('Pickup: Tue, Dec 8, 2026\n');
  expect(text).toContain(
    [
      'YOUR PRICE',
      '',
      '7-Day Rental, 15-Yard, Mixed household and construction debris: $475.00',
      'Delivery to Troy: $50.00',
      'Street permit: $80.00',
      'NY sales tax: $42.00',
      'Total: $647.00',
      'Deposit paid: $100.00',
      'Due at the end of your rental: $547.00',
      '',
      'Our staff will confirm',
    ].join('\n'),
  );
  expect(text).toContain(
    [
      'WHAT IS INCLUDED, AND WHAT COSTS EXTRA',
      '',
      'Weight included: 1.0 ton',
      'Each extra ton: $90, in steps of 0.1 ton',
      'Each extra day: $15',
      'Exchange for an empty dumpster: $400',
      'Dumpster emptied and brought back: $350',
      'Mattress: $35 each',
      'Tire: $15 each, no tax',
      '',
      'Charged only if they apply to your rental, plus tax.',
    ].join('\n'),
  );
  expect(text).toContain(
    "A load of 1.0 ton is included. More weight is billed by the landfill's ticket at $90 a ton, rounded up to the next 0.1 ton.\n",
  );
  expect(text).toContain('At the end of your rental we charge the remaining $547.00 to the same card.');
  expect(text).not.toContain('dump fees');
  // Both parts say the same: every line of the text is in the HTML.
  const shown = wordsOf(html).replace(/\s+/g, ' ').toLowerCase();
  for (const line of text.split('\n').flatMap((each) => each.split(': '))) {
    expect(shown).toContain(line.replace(/^- |:$/g, '').toLowerCase());
  }
});

it('on private property the fee of a street is no extra', () => {
  const { text } = paidEmail(firm());
  expect(text).toContain('Each extra day: $15');
  expect(text).not.toContain('Street permit');
});

it('where the rate does not state a price, the customer is asked to ask', () => {
  const rate = makeRate({ overagePerTon: null, extraDay: null, exchangePrice: null });
  const { text } = paidEmail(firm({ rates: [rate], chargeItems: [], taxRules: [] }));
  expect(text).toContain(
    'Each extra ton: Ask us\nEach extra day: Ask us\nExchange for an empty dumpster: Ask us',
  );
  expect(text).toContain('A load of 1.0 ton is included. Ask us what more weight costs.');
  expect(text).toContain('Charged only if they apply to your rental.');
  expect(returnEmail(firm({ rates: [rate] })).text).not.toContain('Each extra day');
});

it('a price without an allowance adds dump fees, as the deposit alone does', () => {
  const rates = [makeRate({ includedWeight: null, overagePerTon: null })];
  const { text } = paidEmail(firm({ rates }));
  expect(text).toContain('Weight included: Ask us\n');
  expect(text).toContain('The final price adds dump fees, calculated at the end of your rental.');
});

it('a booking that is paid in full is no deposit', () => {
  const agreement = firm({ rates: [makeRate({ deposit: 47_500 })], taxRules: [] });
  const { subject, text, html } = paidEmail(agreement, 47_500);
  expect(subject).toBe('Booking #12 at Ironwood: your rental is paid');
  expect(text).toContain('We have received your payment');
  expect(text).toContain('Total: $475.00\nPaid: $475.00\n\n');
  expect(text).toContain('we refund what you paid to your card');
  expect(`${text}${html}`).not.toMatch(/deposit|Due at the end|remaining/i);
});

it('a payment that does not match its price shows what was paid and what is left', () => {
  const { text } = paidEmail(firm({ taxRules: [] }), 9000);
  expect(text).toContain('Total: $475.00\nDeposit paid: $90.00\nDue at the end of your rental: $385.00\n');
});

it('a deposit with a surcharge says what is added to the final price', () => {
  const rates = [makeRate({ price: null, includedWeight: null, overagePerTon: null, extraDay: null })];
  const { text } = paidEmail(firm({ rates }, { zone: 'far' }));
  expect(text).toContain('Deposit paid: $100.00\n');
  expect(text).toContain('ADDED TO THE FINAL PRICE\n\nDelivery to Troy: $50.00\n\n');
  expect(text).not.toMatch(/Ask us|Total:|Weight included/);
});

it('the policy and the material are those of the card', () => {
  const [mixed, concrete] = FIRM.materials ?? [];
  if (!mixed || !concrete) throw new Error('The firm has two materials');
  const stone = {
    ...concrete,
    includes: 'Brick and concrete.',
    excludes: 'wood',
    fillLine: 'to 18 inches below the rim',
  };
  const card: Partial<RateCard> = {
    materials: [mixed, stone],
    policy: {
      cancellation: { freeHours: 24, fee: { type: 'cents', amount: 10_000 } },
      acceptedWaste: ['Furniture'],
      prohibitedWaste: ['Asbestos'],
    },
  };
  const agreement = firm(card, { material: 'concrete' });
  const { text } = paidEmail(agreement);
  const rule = 'You can cancel free of charge until Monday, Nov 30, 12:00 AM. After that we keep $100.';
  expect(text).toContain(`as early as you can. ${rule}\n`);
  expect(text).toContain('WHAT MAY GO IN\n\nConcrete: Brick and concrete.\n\nKeep out of it: wood.\n\n');
  expect(text).not.toContain('Furniture');
  expect(text).toContain('- Asbestos\n\nFill the dumpster to 18 inches below the rim at most.');
  expect(returnEmail(agreement).text).toContain(
    'in the dumpster by then, filled to 18 inches below the rim at most,',
  );
  const cancelled = bookingCancelledEmail({ booking: BOOKING, agreement, hasEndedLink: false, ...site });
  expect(cancelled.text).toContain(`REFUNDS\n\n${rule}\n`);
  const late = {
    booking: BOOKING,
    agreement,
    hasEndedLink: false,
    ...site,
    nowMs: Date.UTC(2026, 10, 30, 12),
  };
  expect(bookingCancelledEmail(late).text).toContain(
    'You could cancel free of charge until Monday, Nov 30, 12:00 AM. Now we keep $100.',
  );
  expect(paidEmail(firm(card)).text).toMatch(/WHAT MAY GO IN\n\nMixed household[^\n]*\n\n- Furniture\n/);
});

it('the reminder of the last day says when the pickup is, and what more weight and days cost', () => {
  const { text } = returnEmail(firm());
  expect(text).toContain('nothing above its rim');
  expect(text).toContain('We pick the dumpster up on Tue, Dec 8, 2026.');
  expect(text).toContain("More weight is billed by the landfill's ticket at $90 a ton");
  expect(text).toContain(
    'Do you need the dumpster for longer? Each extra day costs $15 plus tax. Call (717) 555-0100',
  );
  expect(text).not.toContain('dump fees');
});

it('a placement on a street says who applies for the permit, and what the zone demands', () => {
  const area = FIRM.area ?? { mode: 'everywhere', zones: [] };
  const zones = area.zones.map(({ streetRule, ...zone }) => ({
    ...zone,
    streetRule: streetRule && { ...streetRule, text: 'Keep two parking spaces free.' },
  }));
  const placed = (zone: string) =>
    paidEmail(firm({ area: { ...area, zones } }, { zone, placementType: 'street' })).text;
  expect(placed('far')).toContain(
    'PLACEMENT ON THE STREET\n\nWe apply for the street permit.\n\nKeep two parking spaces free.\n\n',
  );
  expect(placed('near')).toContain(
    'PLACEMENT ON THE STREET\n\nSome towns require a permit for a dumpster on the street.',
  );
  expect(paidEmail(firm()).text).not.toContain('STREET');
});

it('an e-mail does without a card that Stripe did not name', () => {
  expect(paidEmail(firm()).text).toContain('Paid with: Visa ending in 4242\n');
  expect(paidEmail(firm(), 10_000, null).text).not.toContain('Paid with');
});

it('a refund names how each part went back, and the days of a bank only for a card', () => {
  const paidOut = [
    { method: 'cash', amount: 3000 },
    { method: 'check', amount: 1000 },
  ];
  const both = { succeeded: 5000, pending: 0, paidOut };
  const words = 'We have paid $30.00 back to you in cash.';
  const { text } = refundMadeEmail({ booking: BOOKING, refund: both, business });
  for (const part of ['refunded $10.00 to the card', words, 'We have paid $10.00 back to you by check.'])
    expect(text).toContain(part);
  const cash = { succeeded: 4000, pending: 0, paidOut };
  expect(refundMadeEmail({ booking: BOOKING, refund: cash, business }).text).not.toMatch(/card|[Bb]ank/);
  const cancelled = bookingCancelledEmail({
    booking: BOOKING,
    agreement: firm(),
    hasEndedLink: false,
    ...site,
    refund: cash,
  });
  expect(cancelled.text).toContain(`${words} We have paid`);
  expect(cancelled.text).not.toMatch(/the card|Banks/);
});

it('the e-mail about a removed job says that we do not come, and what became of its charge', () => {
  const changed = { before: { exchangeDay: '2026-12-03' }, after: { exchangeDay: null, keptCharge: 9720 } };
  const { text } = bookingChangedEmail({ booking: BOOKING, change: changed, expectedTotal: 56_160, ...site });
  expect(text).toContain('We do not come on Thu, Dec 3, 2026 to exchange your dumpster.');
  expect(text).toContain('Its charge of $97.20 stays in the price as a cancellation fee.');
  expect(text).toContain('Expected total: $561.60');
});
