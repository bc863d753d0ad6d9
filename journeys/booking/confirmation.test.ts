import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { formatDay } from '#domain/shared/days.ts';
import { CANCELLATION_RULE } from '#domain/shared/policy-texts.ts';
import { TEXT_CONSENT_WORDING } from '#domain/shared/texts.ts';
import { expectAccessibleEverywhere } from '../running/accessible.ts';
import { test } from '../running/journey.ts';
import { holdByApi } from './booking-api.ts';
import { BookingPage, CARDS } from './booking-page.ts';
import type { Customer } from './customer.ts';

const ADDRESS = ({ address, city, state, zip }: Customer) => `${address}, ${city}, ${state} ${zip}`;

test.describe('on a phone on its side', () => {
  test.use({ viewport: { width: 812, height: 375 }, hasTouch: true, isMobile: true });

  test('the toast covers nothing of the confirmation', async ({ page, customer }) => {
    const booking = new BookingPage(page);
    await booking.toPayment(customer);
    await booking.payWith(CARDS.good);
    await expect(booking.toast).toContainText('Payment Successful');
    await booking.expectBooked();
    for (const part of [booking.heading('Your Dumpster Rental is Confirmed!'), booking.summary]) {
      expect(await overlap(booking.toast, part)).toBe(false);
    }
  });
});

test('the receipt is shown again at the plain URL in the same tab', async ({ booking, customer }) => {
  const { page } = booking;
  await booking.toPayment(customer);
  await booking.payWith(CARDS.good);
  await booking.expectBooked();
  await page.goto('/payment-success');
  await expectComplete(page, customer);
  await page.reload();
  await expectComplete(page, customer);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true });

  test('the confirmation shows the booking, the next steps and how to change it, and no toast covers it', async ({
    page,
    customer,
    records,
  }) => {
    const booking = new BookingPage(page);
    await booking.toDetails(customer);
    await booking.fillIn(customer);
    await expect(booking.field('textOptIn')).not.toBeChecked();
    await booking.field('textOptIn').check();
    await booking.continue();
    await booking.payWith(CARDS.good);
    await expect(booking.toast).toContainText('Payment Successful');
    await booking.expectBooked();
    await expect(booking.toast).toBeVisible();
    for (const part of [booking.heading('Your Dumpster Rental is Confirmed!'), booking.summary]) {
      expect(await overlap(booking.toast, part)).toBe(false);
    }
    await expectComplete(page, customer);
    expect(records.textConsentsOf(customer)).toEqual([
      {
        phone: `+1${customer.phone.replace(/\D/g, '')}`,
        isGiven: 1,
        source: 'form',
        wording: TEXT_CONSENT_WORDING,
      },
    ]);
    // The toast closes without moving other elements.
    await expect(booking.toast).toHaveCount(0);
    await expectAccessibleEverywhere(page, 'the confirmation');
  });
});

test('a rental of one day shows one date', async ({ booking, customer }) => {
  await booking.toPayment({ ...customer, rentalType: '1-day' });
  await booking.payWith(CARDS.good);
  await booking.expectBooked();
  await expect(booking.summary.getByText(formatDay(customer.deliveryDate))).toHaveCount(1);
  await expect(booking.summary).toContainText('Delivery and pickup');
  await expect(booking.summary).not.toContainText('Last day');
});

test('the printed confirmation is the receipt, black on white, without header and footer', async ({
  booking,
  customer,
}) => {
  const { page } = booking;
  await page.addInitScript(() => {
    localStorage.setItem('theme', 'dark');
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await booking.toPayment(customer);
  await booking.payWith(CARDS.good);
  await booking.expectBooked();
  await booking.button('Print').click();
  await expect(page.locator('html')).toHaveAttribute('data-printed');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByRole('list', { name: 'Booking steps' })).toBeHidden();
  for (const name of ['Print', 'Add to calendar', 'Book another dumpster']) {
    await expect(booking.button(name)).toBeHidden();
  }
  await expect(booking.summary).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  );
});

test('the return page of a payment shows the same as the confirmation, also after a reload', async ({
  page,
  customer,
  system,
  stripe,
}) => {
  const { clientSecret } = await holdByApi(system.running.app, customer);
  await stripe.confirm(clientSecret, CARDS.good);
  const query = new URLSearchParams({
    booking_id: 'pending',
    payment_intent: clientSecret.split('_secret_')[0] ?? '',
    payment_intent_client_secret: clientSecret,
  });
  await page.goto(`/payment-success?${query}`);
  await expectComplete(page, customer);
  await expectNoSecret(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your Dumpster Rental is Confirmed!' })).toBeVisible();
  await expectComplete(page, customer);
  await page.goto('/terms');
  await page.goBack();
  await expectComplete(page, customer);

  await page.getByRole('link', { name: 'Book another dumpster' }).click();
  await expect(page.getByRole('heading', { name: 'Select Your Rental Period' })).toBeVisible();
});

test('the status of a processing payment is requested again after a reload', async ({
  page,
  customer,
  system,
  stripe,
}) => {
  const { clientSecret } = await holdByApi(system.running.app, customer);
  const statusCall = '**/api/booking-status';
  await page.route(statusCall, (route) => route.fulfill({ json: { status: 'processing', booking: null } }));
  const query = new URLSearchParams({
    payment_intent: clientSecret.split('_secret_')[0] ?? '',
    payment_intent_client_secret: clientSecret,
  });
  await page.goto(`/payment-success?${query}`);
  await expect(page.getByRole('heading', { name: 'Your payment is being processed' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your payment is being processed' })).toBeVisible();
  await stripe.confirm(clientSecret, CARDS.good);
  await page.unroute(statusCall);
  await page.reload();
  await expectComplete(page, customer);
  await expectNoSecret(page);
});

/** Expects the complete confirmation. */
async function expectComplete(page: Page, customer: Customer): Promise<void> {
  const summary = page.getByRole('region', { name: 'Booking summary' });
  const number = (await summary.getByText(/^#\d+$/).textContent())?.slice(1);
  await expect(summary).toContainText(ADDRESS(customer));
  await expect(summary).toContainText(customer.email);
  await expect(page.getByText('A confirmation is on its way to you by e-mail.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'What happens next' })).toContainText(
    formatDay(customer.deliveryDate),
  );
  const change = page.getByRole('region', { name: 'To change or cancel' });
  await expect(change).toContainText(`booking #${number}`);
  await expect(change).toContainText(CANCELLATION_RULE);
  await expect(change.locator('a[href^="tel:"]')).toBeVisible();
  await expect(change.locator('a[href^="mailto:"]')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible();

  const script = '**/assets/calendar-download-*.js';
  await page.route(script, (route) => route.abort());
  await page.getByRole('button', { name: 'Add to calendar' }).click();
  await expect(page.getByText(/^The calendar file did not load/)).toBeVisible();
  await page.unroute(script);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Add to calendar' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`booking-${number}.ics`);
  const text = readFileSync(await file.path(), 'utf8').replaceAll('\r\n ', '');
  expect(text).toContain(`UID:booking-${number}@${new URL(page.url()).hostname}`);
  expect(text).toContain(`DTSTART;VALUE=DATE:${customer.deliveryDate.replaceAll('-', '')}`);
  expect(text).toContain(`LOCATION:${ADDRESS(customer).replaceAll(',', '\\,')}`);
}

async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) throw new Error('One of them is not shown');
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Once the booking is known, the page stores the payment's secret nowhere. */
async function expectNoSecret(page: Page): Promise<void> {
  const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, window.history.state]));
  expect(kept).not.toContain('_secret_');
}
