import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { pendingBooking } from '#web/public/booking/catalog/pending-booking.ts';
import { entriesWith, FIRST_CATALOG } from '#web/public/booking/test/samples.ts';
import { billingOf, EMPTY_ENTRIES, type Entries, entriesSchema } from './entries.ts';

const messages = (entries: Entries) => {
  const { error } = z.safeParse(entriesSchema(entries), entries);
  return Object.fromEntries(
    (error?.issues ?? []).toReversed().map(({ path, message }) => [path[0], message]),
  );
};

test('an empty form says what each field needs', () => {
  expect(messages(EMPTY_ENTRIES)).toEqual({
    dumpsterType: 'Dumpster type is required',
    deliveryDate: 'Delivery date is required',
    firstName: 'First name is required',
    lastName: 'Last name is required',
    email: 'Invalid email address',
    phone: 'Invalid phone number',
    address: 'Address is required',
    city: 'City is required',
    state: 'State is required',
    zip: 'Zip code is required',
    terms: 'You must agree to the terms and conditions',
  });
});

test('billing fields are required only while they are shown', () => {
  expect(messages(entriesWith())).toEqual({});
  expect(messages(entriesWith({ sameAsDelivery: false }))).toEqual({
    billingAddress: 'Address is required',
    billingCity: 'City is required',
    billingState: 'State is required',
    billingZip: 'Zip code is required',
  });
});

test('a booking has trimmed details and no billing details', () => {
  const booking = pendingBooking(
    FIRST_CATALOG,
    '1-day',
    entriesWith({ firstName: ' Dana ', billingCity: 'Elsewhere' }),
  );
  expect(booking).toMatchObject({
    id: 'pending',
    status: 'pending',
    rentalType: '1-day',
    depositAmount: 32_500,
    dumpsterType: '15-yard',
    deliveryDate: '2026-12-01',
    firstName: 'Dana',
    lastName: 'Whitfield',
    email: 'dana@example.com',
    phone: '(555) 010-7788',
    address: '418 Alder Ridge Road',
    city: 'Springfield',
    state: 'NY',
    zip: '12345',
    notes: '',
    material: 'mixed',
    placementType: 'private',
    days: 1,
    price: { rateCardId: 1, quote: { total: 32_500, dueNow: 32_500, dueLater: 0 } },
  });
  expect(booking).not.toHaveProperty('billingCity');
});

test('a booking requires the accepted terms', () => {
  expect(pendingBooking(FIRST_CATALOG, '1-day', entriesWith({ terms: false }))).toBeNull();
});

test('the card is billed to the delivery address unless another is given', () => {
  expect(billingOf(entriesWith()).address.line1).toBe('418 Alder Ridge Road');
  const elsewhere = entriesWith({
    sameAsDelivery: false,
    billingAddress: '1 Main Street',
    billingCity: 'Dover',
    billingState: 'DE',
    billingZip: '199011234',
  });
  expect(billingOf(elsewhere)).toEqual({
    name: 'Dana Whitfield',
    email: 'dana@example.com',
    phone: '(555) 010-7788',
    address: { line1: '1 Main Street', city: 'Dover', state: 'DE', zip: '19901-1234' },
  });
});
