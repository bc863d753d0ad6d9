import { expect } from '@playwright/test';
import { collectBrowserErrors } from '../running/browser-errors.ts';
import { test } from '../running/journey.ts';

test('the terms and the privacy policy open in a new tab, and the form keeps its input', async ({
  booking,
  customer,
}) => {
  await booking.page.goto('/');
  await booking.pickRental(customer);
  await booking.fillIn(customer);
  const form = booking.page.locator('form');
  for (const name of ['Terms of Service', 'Privacy Policy']) {
    const opened = booking.page.waitForEvent('popup');
    await form.getByRole('link', { name }).click();
    const text = await opened;
    await expect(text.getByRole('heading', { level: 1, name })).toBeVisible();
    await text.close();
  }
  await booking.expectFilledIn(customer);
});

test("the local system's policy allows its documents' inline elements by hash", async ({ page }) => {
  const browserErrors = collectBrowserErrors(page);
  for (const path of ['/', '/payment-success', '/pay', '/terms', '/privacy']) {
    await page.goto(path);
    await expect(page.locator('html[data-theme=light]')).toBeVisible();
    await expect(page.getByRole('banner')).toHaveCSS('border-bottom-width', '4px');
  }
  expect(browserErrors).toEqual([]);
});

test('an unknown URL is a 404 with a link back', async ({ page }) => {
  const reply = await page.goto('/no-such-page');
  expect(reply?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  await expect(page.getByText('This page does not exist.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to the booking page' }).click();
  await expect(page.getByRole('heading', { name: 'Select Your Rental Period' })).toBeVisible();
});

test('the back office sends users without a session to its login', async ({ page }) => {
  const reply = await page.goto('/admin');
  expect(reply?.status()).toBe(200);
  await page.waitForURL('**/admin/login');
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
});

test('an unknown URL of the back office shows its not-found page', async ({ page }) => {
  await page.goto('/admin/no/such/page');
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible();
});
