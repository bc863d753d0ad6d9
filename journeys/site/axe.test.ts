import { expect } from '@playwright/test';
import { bookByApi, holdByApi } from '../booking/booking-api.ts';
import { BookingPage, CARDS } from '../booking/booking-page.ts';
import { expectAccessibleEverywhere as expectAccessible } from '../running/accessible.ts';
import { test } from '../running/journey.ts';

// Each test checks many pages with axe, which is slow on a busy machine.
test.describe.configure({ timeout: 240_000 });

/** A small phone, the width at which cards become tables, and a laptop. */
const WIDTHS = [320, 640, 1280];

test.describe('axe finds nothing serious, and no sideways scrolling', () => {
  test('in each step from the first to the last', async ({ page, newCustomer, system, stripe }) => {
    const booking = new BookingPage(page);
    const customer = newCustomer('10-yard');
    await page.goto('/');
    await expectAccessible(page, 'step 1', WIDTHS);
    await booking.pickRental(customer);
    await expect(
      booking.day(customer.deliveryDate).or(booking.heading('Customer Details')).first(),
    ).toBeVisible();
    await booking.field('sameAsDelivery').uncheck();
    await booking.continue();
    await expect(booking.field('terms')).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page, 'step 2 with mistakes', WIDTHS);

    await booking.field('sameAsDelivery').check();
    await booking.fillIn(customer);
    await expectAccessible(page, 'step 2', WIDTHS);
    await bookByApi(system.running.app, stripe, {
      ...newCustomer(),
      dumpsterType: customer.dumpsterType,
      deliveryDate: customer.deliveryDate,
    });
    await booking.continue();
    await expect(booking.heading('The 10-Yard has just sold out')).toBeVisible();
    await expectAccessible(page, 'sold-out panel', WIDTHS);

    await booking.button('Back to Customer Details').click();
    await expect(page.getByText('is no longer available')).toBeVisible();
    await expectAccessible(page, 'step 2 with a size that went', WIDTHS);
    await booking.pickSize('30-yard');
    await booking.continue();
    await expect(booking.cardNumber).toBeVisible();
    await expectAccessible(page, 'step 3', WIDTHS);
    await booking.payWith(CARDS.declined);
    await expect(booking.toast).toBeVisible();
    await expectAccessible(page, 'step 3 after a declined card', WIDTHS);
    await booking.payWith(CARDS.good);
    await booking.expectBooked();
    await expectAccessible(page, 'step 4', WIDTHS);
  });

  test('on every other page', async ({ page, customer, system, stripe }) => {
    for (const path of [
      '/terms',
      '/privacy',
      '/no-such-page',
      '/admin/login',
      '/payment-success',
      '/pay/x',
    ]) {
      await page.goto(path);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await expectAccessible(page, path, WIDTHS);
    }
    const { clientSecret } = await holdByApi(system.running.app, customer);
    const query = new URLSearchParams({
      payment_intent: clientSecret.split('_secret_')[0] ?? '',
      payment_intent_client_secret: clientSecret,
    });
    await stripe.confirm(clientSecret, CARDS.declined);
    await page.goto(`/payment-success?${query}`);
    await expect(page.getByRole('heading', { name: 'Your payment did not go through' })).toBeVisible();
    await expectAccessible(page, 'payment-success, failed', WIDTHS);
    await stripe.confirm(clientSecret, CARDS.good);
    await page.goto(`/payment-success?${query}`);
    await expect(page.getByRole('heading', { name: 'Your Dumpster Rental is Confirmed!' })).toBeVisible();
    await expectAccessible(page, 'payment-success, succeeded', WIDTHS);
    await page.route('**/api/booking-status', (route) =>
      route.fulfill({ json: { status: 'processing', booking: null } }),
    );
    await page.goto(`/payment-success?${query}`);
    await expect(page.getByRole('heading', { name: 'Your payment is being processed' })).toBeVisible();
    await expectAccessible(page, 'payment-success, processing', WIDTHS);
  });
});
