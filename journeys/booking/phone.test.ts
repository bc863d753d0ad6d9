import { expect } from '@playwright/test';
import { test } from '../running/journey.ts';

const PHONE = { width: 390, height: 844 };

test.use({ viewport: PHONE, hasTouch: true, isMobile: true, colorScheme: 'dark' });

test('on a phone the size comes first, the card fields are near the top, and the device sets the theme', async ({
  booking,
  customer,
  page,
}) => {
  await booking.toDetails(customer);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  const headings = page.getByRole('heading', { name: /^(Size and Delivery Day|Customer Details)$/ });
  await expect(headings).toHaveText(['Size and Delivery Day', 'Customer Details']);
  await booking.fillIn(customer);
  await booking.continue();
  await expect(booking.cardNumber).toBeVisible();
  const pay = booking.button('Pay Deposit');
  await expect(pay).toContainText('$425.00');
  const top = await page.getByRole('form', { name: 'Card payment' }).evaluate((form) => {
    return form.getBoundingClientRect().top + scrollY;
  });
  expect(top).toBeLessThan(1.5 * PHONE.height);
  const terms = page.getByRole('region', { name: 'Good to know before you pay' });
  await expect(terms).toBeHidden();
  await page.getByText('Price, weight, cancellation and waste').click();
  await expect(terms).toBeVisible();
});

test('at 200 % text the call button and the names of the steps fit on a phone', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await expect(page.getByRole('link', { name: 'Call us' })).toBeInViewport({ ratio: 1 });
  const steps = page.getByRole('list', { name: 'Booking steps' }).getByRole('listitem');
  await expect(steps).toHaveCount(4);
  for (const step of await steps.all()) {
    await expect(step).toBeInViewport({ ratio: 1 });
    expect(await step.evaluate((item) => item.scrollWidth - item.clientWidth)).toBe(0);
  }
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width, 'no sideways scrolling').toBe(PHONE.width);
});
