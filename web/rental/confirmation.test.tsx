import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
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
  price: null,
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
  expect(screen.getAllByText('Dec 1, 2026')).toHaveLength(1);
  expect(screen.queryByText('Last day')).toBeNull();
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
