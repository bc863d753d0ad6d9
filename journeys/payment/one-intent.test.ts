import { expect } from '@playwright/test';
import { firstRentalEnd } from '#domain/catalog/first-card.ts';
import { addDays } from '#domain/shared/days.ts';
import { CARDS } from '../booking/booking-page.ts';
import { paidBooking } from '../booking/customer.ts';
import { test } from '../running/journey.ts';

test('reloads, Back and Forward keep the details and open only one payment', async ({
  booking,
  customer,
  stripe,
  records,
}) => {
  const { page } = booking;
  await booking.toPayment(customer);
  await page.reload();
  await expect(booking.cardNumber).toBeVisible();

  await booking.button('Back to Customer Details').click();
  await booking.expectFilledIn(customer);
  await page.reload();
  await booking.expectFilledIn(customer);
  await booking.continue();
  await expect(booking.cardNumber).toBeVisible();

  await page.goto('/terms');
  await page.goBack();
  await expect(booking.cardNumber).toBeVisible();
  await page.goForward();
  await expect(booking.heading('Terms of Service')).toBeVisible();
  await page.goBack();

  await booking.payWith(CARDS.good);
  await booking.expectBooked();
  expect(await stripe.intentCreationsFor(customer)).toBe(1);
  const [intent] = await stripe.intentsOf(customer);
  expect(records.bookingsOf(customer)).toEqual([paidBooking(customer, intent!.id)]);
});

test('a paid booking survives a reload, and the next one starts empty with a new payment', async ({
  booking,
  customer,
  newCustomer,
  stripe,
  records,
}) => {
  const { page } = booking;
  await booking.toPayment(customer);
  await booking.payWith(CARDS.good);
  await booking.expectBooked();
  const number = await booking.summary.getByText(/^#\d+$/).textContent();
  await page.reload();
  await booking.expectBooked();
  await expect(booking.summary).toContainText(number ?? '');

  const next = { ...newCustomer(), email: customer.email, rentalType: '1-day' as const };
  await booking.button('Book another dumpster').click();
  await booking.pickRental(next);
  await expect(booking.field('firstName')).toHaveValue('');
  await booking.fillIn(next);
  await booking.continue();
  await booking.payWith(CARDS.good);
  await booking.expectBooked();
  const idByAmount = new Map((await stripe.intentsOf(customer)).map(({ amount, id }) => [amount, id]));
  expect(records.bookingsOf(customer)).toEqual([
    paidBooking(customer, idByAmount.get(42_500)!),
    paidBooking(next, idByAmount.get(32_500)!),
  ]);
});

test('the last unit is not sold out for the customer who holds it', async ({
  booking,
  newCustomer,
  stripe,
}) => {
  const customer = newCustomer('10-yard');
  await booking.toPayment(customer);
  await booking.page.reload();
  await booking.button('Back to Customer Details').click();
  await booking.expectFilledIn(customer);
  await expect(booking.sizeOption('10-yard')).toBeChecked();
  await expect(booking.sizeOption('10-yard')).toBeEnabled();
  await expect(booking.field('deliveryDate')).toHaveValue(customer.deliveryDate);
  await booking.continue();
  await booking.payWith(CARDS.good);
  await booking.expectBooked();
  expect(await stripe.intentCreationsFor(customer)).toBe(1);
});

test('another date moves the hold: the payment stays, and the old days are free again', async ({
  booking,
  customer,
  stripe,
  records,
}) => {
  const later = { ...customer, deliveryDate: addDays(customer.deliveryDate, 1), notes: 'Ring twice.' };
  await booking.toPayment(customer);
  await booking.button('Back to Customer Details').click();
  await booking.pickDay(later.deliveryDate);
  await booking.field('notes').fill(later.notes);
  await booking.continue();
  await expect(booking.cardNumber).toBeVisible();
  expect(records.holdsOf(customer)).toEqual([
    { startDate: later.deliveryDate, endDate: firstRentalEnd('7-day', later.deliveryDate) },
  ]);

  await booking.payWith(CARDS.good);
  await booking.expectBooked();
  expect(await stripe.intentCreationsFor(customer)).toBe(1);
  const [intent] = await stripe.intentsOf(customer);
  expect(records.bookingsOf(customer)).toEqual([paidBooking(later, intent!.id)]);
});

test('the input stays in its tab: another tab starts at the first step', async ({
  booking,
  customer,
  context,
}) => {
  await booking.page.goto('/');
  await booking.pickRental(customer);
  await booking.field('firstName').fill(customer.firstName);
  const other = await context.newPage();
  await other.goto('/');
  await expect(other.getByRole('heading', { name: 'Select Your Rental Period' })).toBeVisible();
  await booking.page.reload();
  await expect(booking.field('firstName')).toHaveValue(customer.firstName);
});
