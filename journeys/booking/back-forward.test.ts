import { expect, type Page } from '@playwright/test';
import { serveParentPage } from '../embedding/parent-page.ts';
import { test } from '../running/journey.ts';
import { BookingPage, CARDS } from './booking-page.ts';
import { paidBooking } from './customer.ts';

test.use({ viewport: { width: 375, height: 812 } });

test('Back and Forward go from step to step on one URL, and keep the input', async ({
  booking,
  customer,
  stripe,
}) => {
  const { page } = booking;
  await booking.toPayment(customer);
  const address = page.url();
  await page.goBack();
  await expect(booking.heading('Size and Delivery Day')).toBeFocused();
  await booking.expectFilledIn(customer);
  await page.goBack();
  await expect(booking.heading('Select Your Rental Period')).toBeFocused();
  await page.goForward();
  await booking.expectFilledIn(customer);
  await expect(booking.sizeOption(customer.dumpsterType)).toBeChecked();
  await expect(booking.field('deliveryDate')).toHaveValue(customer.deliveryDate);
  await page.goForward();
  await expect(booking.cardNumber).toBeVisible();
  expect(page.url()).toBe(address);
  expect(await stripe.intentCreationsFor(customer)).toBe(1);
});

test('a reload keeps Back and Forward', async ({ booking, customer }) => {
  const { page } = booking;
  await booking.toPayment(customer);
  await page.reload();
  await expect(booking.cardNumber).toBeVisible();
  await page.goBack();
  await booking.expectFilledIn(customer);
  await page.reload();
  await booking.expectFilledIn(customer);
  await page.goBack();
  await expect(booking.heading('Select Your Rental Period')).toBeVisible();
  await page.goForward();
  await page.goForward();
  await expect(booking.cardNumber).toBeVisible();
});

test('the Back button of the page and that of the browser go to the same step', async ({
  booking,
  customer,
}) => {
  const { page } = booking;
  await booking.toPayment(customer);
  await booking.button('Back to Customer Details').click();
  await booking.expectFilledIn(customer);
  await page.goBack();
  await expect(booking.heading('Select Your Rental Period')).toBeVisible();
  await booking.pickRental({ rentalType: '1-day' });
  await booking.expectFilledIn(customer);
  await booking.continue();
  await expect(page.getByText('$325.00').first()).toBeVisible();
});

test('Forward with details that are no longer valid shows the form with its errors', async ({
  booking,
  customer,
}) => {
  const { page } = booking;
  await booking.toPayment(customer);
  await page.goBack();
  await booking.field('email').fill('');
  await page.goForward();
  await expect(booking.field('email')).toBeFocused();
  await expect(booking.field('email')).toHaveAttribute('aria-invalid', 'true');
  await expect(booking.cardNumber).toHaveCount(0);
  await booking.field('email').fill(customer.email);
  await page.goForward();
  await expect(booking.cardNumber).toBeVisible();
});

test('Forward with changed details pays for the changed details, with the same payment', async ({
  booking,
  customer,
  stripe,
  records,
}) => {
  const { page } = booking;
  const changed = { ...customer, notes: 'Ring twice.' };
  await booking.toPayment(customer);
  await page.goBack();
  await booking.field('notes').fill(changed.notes);
  await page.goForward();
  await booking.payWith(CARDS.good);
  await booking.expectBooked();
  const [intent, ...others] = await stripe.intentsOf(customer);
  expect(others).toEqual([]);
  expect(records.bookingsOf(customer)).toEqual([paidBooking(changed, intent!.id)]);
});

test('Back while the card is charged stays at the payment, which is made once', async ({
  booking,
  customer,
  system,
  stripe,
  records,
}) => {
  const { page } = booking;
  await booking.toPayment(customer);
  const reached = Promise.withResolvers<void>();
  const mayGo = Promise.withResolvers<void>();
  await page.route(`${system.running.stripe}/v1/payment_intents/*/confirm`, async (route) => {
    reached.resolve();
    await mayGo.promise;
    await route.continue();
  });
  await booking.payWith(CARDS.good);
  await reached.promise;
  for (let presses = 0; presses < 2; presses += 1) {
    await page.goBack();
    await expect(booking.button('Processing...')).toBeVisible();
    await expect.poll(() => stepOfEntry(page)).toBe('payment');
  }
  mayGo.resolve();
  await booking.expectBooked();
  await expect.poll(() => stepOfEntry(page)).toBe('done');
  const [intent] = await stripe.intentsOf(customer);
  expect(await stripe.confirmationsOf(intent!.id)).toBe(1);
  expect(records.bookingsOf(customer)).toEqual([paidBooking(customer, intent!.id)]);
});

test('after the confirmation Back and Forward never show the payment form', async ({
  booking,
  customer,
  newCustomer,
}) => {
  const { page } = booking;
  await booking.toPayment(customer);
  await booking.payWith(CARDS.good);
  await booking.expectBooked();
  const number = (await booking.summary.getByText(/^#\d+$/).textContent()) ?? '';
  for (const direction of ['goBack', 'goBack', 'goForward', 'goForward'] as const) {
    await page[direction]();
    await booking.expectBooked();
    await expect(booking.cardNumber).toHaveCount(0);
  }

  await booking.button('Book another dumpster').click();
  const next = newCustomer();
  await booking.pickRental(next);
  await booking.field('firstName').fill('Second');
  await page.goBack();
  await expect(booking.heading('Select Your Rental Period')).toBeVisible();
  await page.goBack();
  await expect(booking.summary).toContainText(number);
  await page.goForward();
  await page.goForward();
  await expect(booking.field('firstName')).toHaveValue('Second');
});

test('in a frame Back goes one step back and does not move the host page', async ({
  page,
  customer,
  system,
}) => {
  const parent = await serveParentPage(system.running.app);
  await page.goto(parent.url);
  const booking = new BookingPage(page, page.frameLocator('iframe'));
  // The history of a page contains the entries of its frames.
  await booking.pickRental(customer);
  await booking.fillIn(customer);
  await booking.continue();
  await expect(booking.cardNumber).toBeVisible();
  await page.evaluate(() => window.history.back());
  await booking.expectFilledIn(customer);
  await page.evaluate(() => window.history.back());
  await expect(booking.heading('Select Your Rental Period')).toBeVisible();
  expect(page.url()).toBe(parent.url);
  parent.close();
});

/** Playwright starts the browser without it, as on a phone with little memory. */
test.describe('without the back-forward cache', () => {
  test('the confirmed booking is shown after the customer went elsewhere and back', async ({
    booking,
    customer,
  }) => {
    const { page } = booking;
    await booking.toPayment(customer);
    await booking.payWith(CARDS.good);
    await booking.expectBooked();
    await page.goto('/terms');
    await page.goBack();
    await booking.expectBooked();
    await page.goBack();
    await booking.expectBooked();
    await expect(booking.cardNumber).toHaveCount(0);
  });

  test('after a visit to another site the last step is shown, and Back works from there', async ({
    booking,
    customer,
  }) => {
    const { page } = booking;
    await booking.toPayment(customer);
    await page.goto('/privacy');
    await page.goBack();
    await expect(booking.cardNumber).toBeVisible();
    await page.goBack();
    await booking.expectFilledIn(customer);
  });
});

function stepOfEntry(page: Page): Promise<string | undefined> {
  return page.evaluate(() => (window.history.state as { step?: string } | null)?.step);
}
