import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { FIRST_RATE_CARD } from '#domain/catalog/seed.ts';
import { makeAgreement, makeCard, makeItem, makeRate, makeTaxRule } from '#domain/test/rate-cards.ts';
import { SUMMARY_LABELS } from '#web/test/bookings.ts';
import { Confirmation } from './Confirmation.tsx';
import type { Receipt } from './stored-receipts.ts';

const RECEIPT: Receipt = {
  id: 17,
  rentalType: '7-day',
  dumpsterType: '15-yard',
  ...SUMMARY_LABELS,
  deliveryDate: '2026-12-01',
  endDate: '2026-12-07',
  depositAmount: 42_500,
  contact: {
    email: 'dana@example.com',
    address: '418 Alder Ridge Road',
    city: 'Springfield',
    state: 'NY',
    zip: '12345',
  },
  hasUnit: true,
  agreement: makeAgreement(FIRST_RATE_CARD),
};

const button = (name: string) => screen.queryByRole('button', { name });

async function show(changes: Partial<Receipt> = {}) {
  render(<Confirmation receipt={{ ...RECEIPT, ...changes }} />);
  await screen.findByRole('heading', { name: 'What happens next' });
}

afterEach(cleanup);

test('the receipt names the delivery address and where the confirmation was sent', async () => {
  await show();
  expect(screen.getByText('418 Alder Ridge Road, Springfield, NY 12345')).toBeTruthy();
  expect(screen.getByText('dana@example.com')).toBeTruthy();
  expect(button('Add to calendar')).toBeTruthy();
});

test('without a unit the receipt announces no delivery day', async () => {
  await show({ hasUnit: false });
  expect(screen.getByText('Our staff will call you about your delivery day and window.')).toBeTruthy();
  expect(screen.queryByText(/^We deliver/)).toBeNull();
  expect(button('Add to calendar')).toBeNull();
});

test('without a number there is no calendar file and no claim of an e-mail', async () => {
  await show({ id: null });
  expect(button('Add to calendar')).toBeNull();
  expect(screen.queryByText('A confirmation is on its way to you by e-mail.')).toBeNull();
  expect(screen.queryByText(/name booking/)).toBeNull();
});

test('a rental of one day has one date', async () => {
  await show({ rentalTitle: '1-Day Rental', endDate: '2026-12-01', pickupDay: '2026-12-01' });
  expect(screen.getAllByText('Tue, Dec 1, 2026')).toHaveLength(1);
  expect(screen.queryByText('Last day')).toBeNull();
});

test('company and PO number are on the receipt of a customer who gave them', async () => {
  const place = { address: '118 Chestnut Street', city: 'Lancaster', state: 'PA', zip: '17602' };
  await show({ contact: { email: 'a@b.co', company: 'Alvarez Roofing', poNumber: 'PO-114', ...place } });
  const definition = (term: string) => screen.getByText(term).nextElementSibling?.textContent;
  expect([definition('Company'), definition('PO number')]).toEqual(['Alvarez Roofing', 'PO-114']);
});

test('an older receipt without a contact still shows its other details', async () => {
  await show({ contact: null });
  expect(screen.queryByText('Delivery address')).toBeNull();
});

test('a size that only the catalog knows is drawn to scale from its measures', async () => {
  await show({
    sizeName: '12-Yard',
    sizeMeasures: { yards: 12, lengthIn: 168, widthIn: 90, heightIn: 48 },
  });
  expect(screen.getByText('12-Yard')).toBeTruthy();
  expect([...document.querySelectorAll('svg text')].map((text) => text.textContent)).toEqual(['12']);
  // Ten units to a foot, from 4: 14 feet end at 144.
  expect(document.querySelector('svg path.fill-steel')?.getAttribute('d')).toMatch(/^M4 [\d.]+H144V/);
});

const section = (name: string) => screen.findByRole('region', { name });
const textOf = (element: Element) => element.textContent ?? '';

test('a deposit alone keeps its text, and the waste rules of the card are below', async () => {
  await show();
  expect(textOf(await section('Booking summary'))).toContain('Deposit paid$425.00');
  expect(textOf(await section('What happens next'))).toContain(
    'The final price adds dump fees, calculated at the end of your rental. We charge what remains to the same card.',
  );
  expect(textOf(await section('What must not go in'))).toContain('batteries, propane tanks');
  expect(screen.queryByText(/costs extra/)).toBeNull();
});

const PRICED = makeCard({
  rates: [makeRate({ exchangePrice: null })],
  taxRules: [makeTaxRule()],
  chargeItems: [makeItem()],
  policy: {
    cancellation: { freeHours: 24, fee: { type: 'cents', amount: 5_000 } },
    acceptedWaste: ['Furniture'],
    prohibitedWaste: ['Asbestos'],
  },
});

test('a price shows its lines, what is due later, and everything that was agreed', async () => {
  await show({ depositAmount: 10_000, agreement: makeAgreement(PRICED), pickupDay: '2026-12-08' });
  const summary = await section('Booking summary');
  const rows = within(summary)
    .getAllByRole('definition')
    .map((value) => `${textOf(value.previousElementSibling ?? value)}: ${textOf(value)}`);
  expect(rows.slice(rows.indexOf('7-Day Rental, 15-Yard: $475.00'))).toEqual([
    '7-Day Rental, 15-Yard: $475.00',
    'NY sales tax: $38.00',
    'Total: $513.00',
    'Deposit paid: $100.00',
    'Due at the end of your rental: $413.00',
  ]);
  expect(rows).toContain('Pickup: Tue, Dec 8, 2026');
  const next = textOf(await section('What happens next'));
  expect(next).toContain('At the end of your rental we charge the remaining $413.00 to the same card.');
  expect(next).toContain(
    "A load of 1.0 ton is included. More weight is billed by the landfill's ticket at $90 a ton",
  );
  expect(next).not.toContain('dump fees');
  expect(textOf(await section('To change or cancel'))).toContain(
    'free of charge until Monday, Nov 30, 12:00 AM.',
  );
  const extras = textOf(await section('What is included, and what costs extra'));
  for (const text of [
    'Weight included1.0 ton',
    'Each extra ton$90, in steps of 0.1 ton',
    'Each extra day$15',
    'Exchange for an empty dumpsterAsk us',
    'Dumpster emptied and brought back$350',
    'Mattress$35 each',
    'Charged only if they apply to your rental, plus tax.',
  ])
    expect(extras).toContain(text);
  expect(textOf(await section('What may go in'))).toContain('Furniture');
  expect(textOf(await section('What must not go in'))).toContain('Asbestos');
});

test('a placement on a street says who applies for the permit', async () => {
  await show({ agreement: makeAgreement(PRICED, { placementType: 'street' }) });
  expect(textOf(await section('Placement on the street'))).toContain(
    'please apply for it before the delivery.',
  );
});

test('a rental that is paid in full has no deposit and nothing due', async () => {
  const card = makeCard({ rates: [makeRate({ deposit: 47_500 })] });
  await show({ depositAmount: 47_500, agreement: makeAgreement(card) });
  expect(textOf(await section('Booking summary'))).toContain('Price (paid)$475.00');
  await section('What must not go in');
  expect(textOf(document.body)).not.toMatch(/deposit|remaining|Due at/i);
});

test('a payment that differs from its price shows what was paid and what is left', async () => {
  await show({ depositAmount: 9_000, agreement: makeAgreement(PRICED) });
  expect(textOf(await section('Booking summary'))).toContain(
    'Total$513.00Deposit paid$90.00Due at the end of your rental$423.00',
  );
});

test('a receipt that an earlier version of the app stored shows what was paid, and no terms that it does not have', async () => {
  await show({ agreement: null });
  expect(textOf(await section('Booking summary'))).toContain('Paid$425.00');
  expect(textOf(await section('What happens next'))).toContain('We deliver the');
  expect(textOf(document.body)).not.toMatch(/deposit|dump fees|what remains|If you cancel/i);
  expect(screen.queryByRole('heading', { name: 'What must not go in' })).toBeNull();
});
