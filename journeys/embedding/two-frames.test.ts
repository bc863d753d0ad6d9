import { expect, type Page } from '@playwright/test';
import { BookingPage, CARDS } from '../booking/booking-page.ts';
import { test } from '../running/journey.ts';
import { WITH_MOTION } from '../running/motion.ts';
import { serveTallPage } from './parent-page.ts';

test.use({
  contextOptions: WITH_MOTION,
  viewport: { width: 375, height: 812 },
  hasTouch: true,
  isMobile: true,
});

const frameAt = (page: Page, index: number) =>
  new BookingPage(page, page.frameLocator(`iframe >> nth=${index}`));
const RENTALS = 'Select Your Rental Period';

test('each of two frames in a page keeps its own booking, and its Back button moves only that frame', async ({
  page,
  customer,
  newCustomer,
  system,
}) => {
  const host = await serveTallPage(system.running.app, { count: 2 });
  await page.goto(host.url);
  const [first, second] = [frameAt(page, 0), frameAt(page, 1)];
  const other = newCustomer();
  await first.pickRental(customer);
  await second.pickRental(other);
  await first.fillIn(customer);
  await second.fillIn(other);
  await first.continue();
  await expect(first.cardNumber).toBeVisible();

  await second.button('Back to Rental Options').click();
  await expect(second.heading(RENTALS)).toBeFocused();
  await expect(first.cardNumber).toBeVisible();
  await first.button('Back to Customer Details').click();
  await first.expectFilledIn(customer);
  await expect(second.heading(RENTALS)).toBeVisible();
  await second.pickRental(other);
  await second.expectFilledIn(other);

  await page.evaluate(() => window.history.back());
  await expect(second.heading(RENTALS)).toBeFocused();
  await first.expectFilledIn(customer);
  await page.evaluate(() => window.history.forward());
  await second.expectFilledIn(other);

  await page.reload();
  await first.expectFilledIn(customer);
  await second.expectFilledIn(other);
  await second.button('Back to Rental Options').click();
  await expect(second.heading(RENTALS)).toBeFocused();
  await first.expectFilledIn(customer);
  expect(page.url()).toBe(host.url);
  host.close();
});

test('after the host page went to a fragment, the Back button of the frame moves the frame', async ({
  page,
  customer,
  system,
}) => {
  const host = await serveTallPage(system.running.app, { count: 1 });
  await page.goto(host.url);
  const booking = frameAt(page, 0);
  await booking.pickRental(customer);
  await page.evaluate(() => {
    location.hash = 'prices';
  });
  await booking.button('Back to Rental Options').click();
  await expect(booking.heading(RENTALS)).toBeFocused();
  expect(page.url()).toBe(`${host.url}#prices`);
  await booking.pickRental(customer);
  await page.evaluate(() => window.history.back());
  await expect(booking.heading(RENTALS)).toBeFocused();
  host.close();
});

/** Playwright starts the browser without the back-forward cache. */
test('a booking confirmed in a frame is shown again after the customer went elsewhere and back', async ({
  page,
  customer,
  system,
}) => {
  const host = await serveTallPage(system.running.app, { count: 2 });
  await page.goto(host.url);
  const booking = frameAt(page, 1);
  await booking.pickRental(customer);
  await booking.fillIn(customer);
  await booking.continue();
  await booking.payWith(CARDS.good);
  await booking.expectBooked();
  for (let presses = 0; presses < 2; presses += 1) {
    await page.evaluate(() => window.history.back());
    await booking.expectBooked();
    await expect(booking.cardNumber).toHaveCount(0);
  }
  await page.goto(`${system.running.app}/terms`);
  await page.goBack();
  await booking.expectBooked();
  await expect(frameAt(page, 0).heading(RENTALS)).toBeVisible();
  host.close();
});
