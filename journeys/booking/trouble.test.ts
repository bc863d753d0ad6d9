import { expect } from '@playwright/test';
import { askControl } from '#scripts/local/control.ts';
import { test } from '../running/journey.ts';
import { CARDS } from './booking-page.ts';
import { paidBooking } from './customer.ts';

const UNANSWERED =
  'Our payment provider could not open the payment. You have not been charged. Please try again.';

test('without Stripe.js a panel with Back and a retry replaces the card form', async ({
  booking,
  customer,
  system,
}) => {
  const { page } = booking;
  const script = `${system.running.stripe}/js/**`;
  await page.route(script, (route) => route.abort());
  await page.goto('/');
  await booking.pickRental(customer);
  await booking.fillIn(customer);
  await booking.continue();
  await expect(booking.heading('Payment setup failed')).toBeFocused();
  await expect(page.getByText('Please try again or contact support for assistance.')).toBeVisible();
  await expect(booking.toast).toContainText('Payment Setup Error');
  await expect(booking.toast).toContainText('An error occurred while setting up payment');

  await booking.button('Back to Customer Details').click();
  await booking.expectFilledIn(customer);
  await page.unroute(script);
  await booking.continue();
  await booking.payWith(CARDS.good);
  await booking.expectBooked();
});

test("while Stripe fails the server's message is shown, and a retry works", async ({
  booking,
  customer,
  stripe,
  records,
}) => {
  await stripe.failNext({ path: '/v1/payment_intents', status: 500, times: 100 });
  await booking.page.goto('/');
  await booking.pickRental(customer);
  await booking.fillIn(customer);
  await booking.continue();
  await expect(booking.heading('Payment setup failed')).toBeFocused();
  await expect(booking.toast).toContainText('Payment Setup Error');
  await expect(booking.toast).toContainText(UNANSWERED);
  expect(records.holdsOf(customer)).toEqual([]);

  await stripe.failNoMore();
  await booking.button('Try again').click();
  await booking.payWith(CARDS.good);
  await booking.expectBooked();
  expect(await stripe.chargedTo(customer)).toEqual([42_500]);
});

test('if Stripe fails during the confirmation, the customer sees an error and pays once', async ({
  booking,
  customer,
  stripe,
  records,
}) => {
  await booking.toPayment(customer);
  const [intent] = await stripe.intentsOf(customer);
  await stripe.failNext({ path: `/v1/payment_intents/${intent!.id}/confirm`, status: 503 });
  await booking.payWith(CARDS.good);
  await expect(booking.toast).toContainText('Payment Failed');
  expect(await stripe.chargedTo(customer)).toEqual([]);

  await booking.pay.click();
  await booking.expectBooked();
  expect(await stripe.chargedTo(customer)).toEqual([42_500]);
  expect(records.bookingsOf(customer)).toEqual([paidBooking(customer, intent!.id)]);
});

test('if the reply to a payment is lost, the page does not claim success, and the next press finds the payment', async ({
  booking,
  customer,
  stripe,
  records,
}) => {
  await stripe.webhooks('hold');
  await booking.toPayment(customer);
  const [intent] = await stripe.intentsOf(customer);
  const confirmation = `${stripe.url}/v1/payment_intents/*/confirm`;
  await booking.page.route(confirmation, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await booking.payWith(CARDS.good);
  await expect(booking.toast).toContainText('Payment Failed');
  expect(await stripe.chargedTo(customer)).toEqual([42_500]);
  await expect(booking.page.getByText('Your card was not charged')).toHaveCount(0);

  await booking.pay.click();
  await booking.expectBooked();
  expect(await stripe.chargedTo(customer)).toEqual([42_500]);
  expect(await stripe.confirmationsOf(intent!.id)).toBe(1);
  expect(records.bookingsOf(customer)).toEqual([paidBooking(customer, intent!.id)]);
});

test('sizes that cannot be loaded show an error with a retry, never as unavailable', async ({
  booking,
  customer,
}) => {
  const sizes = '**/api/available-dumpster-types*';
  await booking.page.route(sizes, (route) => route.fulfill({ status: 500, body: '{}' }));
  await booking.page.goto('/');
  await booking.pickRental(customer);
  await expect(booking.page.getByText('Error loading dumpster types. Please try again.')).toBeVisible();
  await expect(booking.page.getByText('No dumpsters are currently available')).toHaveCount(0);
  await booking.page.unroute(sizes);
  await booking.button('Try again').click();
  await expect(booking.sizeOption('15-yard')).toBeChecked();
});

test('in maintenance every page shows the phone number, and the customer continues afterwards', async ({
  booking,
  customer,
  system,
  context,
}) => {
  const { page } = booking;
  const setMaintenance = async (value: 'on' | null) => {
    await askControl(system.stateDir, 'write-flag', { key: 'maintenance', value });
    const status = async () => (await fetch(`${system.running.app}/api/available-dumpster-types`)).status;
    await expect.poll(status).toBe(value ? 503 : 200);
  };
  const phoneLink = (on: typeof page) => on.getByRole('alert').getByRole('link', { name: '(555) 010-0142' });
  await page.goto('/');
  await booking.pickRental(customer);
  await booking.fillIn(customer);
  await setMaintenance('on');
  try {
    await booking.continue();
    await expect(phoneLink(page)).toHaveAttribute('href', 'tel:5550100142');
    const other = await context.newPage();
    const returned =
      'payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_x&redirect_status=succeeded';
    for (const path of ['/pay/token', `/payment-success?${returned}`, '/admin']) {
      await other.goto(path);
      await expect(phoneLink(other)).toBeVisible();
    }
    await other.close();
  } finally {
    await setMaintenance(null);
  }
  await booking.button('Back to Customer Details').click();
  await booking.expectFilledIn(customer);
  await booking.continue();
  await booking.payWith(CARDS.good);
  await booking.expectBooked();
  await expect(phoneLink(page)).toHaveCount(0);
});
