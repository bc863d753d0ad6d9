import { expect } from '@playwright/test';
import { CARDS } from './booking/booking-page.ts';
import { paidBooking } from './booking/customer.ts';
import { test } from './running/journey.ts';

test('reloads, and the way back and forward, keep the details and open one payment', async ({
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

test('a paid booking survives a reload, and the next one begins empty with a payment of its own', async ({
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

test('what was typed stays on this tab: another one begins at the first step', async ({
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
