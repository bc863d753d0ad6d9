import { expect } from '@playwright/test';
import { BookingPage } from '../booking/booking-page.ts';
import { expectAccessible } from '../running/accessible.ts';
import { collectBrowserErrors } from '../running/browser-errors.ts';
import { INVENTORY } from '../running/environments.ts';
import { test } from './office-journey.ts';

/** A draft belongs to all staff: no other journey on this system changes or shows it. */
test.use({ environment: INVENTORY });

test('the owner changes a deposit, sees it in the preview, and customers still see the old one', async ({
  office,
  admin,
  page,
  context,
  newCustomer,
}) => {
  const browserErrors = collectBrowserErrors(page);
  const calls: string[] = [];
  context.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await office.open('/admin/settings', admin);
  await page.getByRole('link', { name: 'Prices', exact: true }).click();
  await page.getByRole('row', { name: '15-Yard, 7-Day' }).getByRole('gridcell').nth(1).click();
  for (const key of ['4', '9', '9', 'Enter']) await page.keyboard.press(key);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('is not saved')).toBeHidden();

  await page.getByRole('button', { name: 'Preview' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Preview of the draft' });
  await expect(dialog.getByRole('button', { name: 'Back' })).toBeFocused();
  const preview = page.frameLocator('iframe[title="The booking page with the draft"]');
  await expect(preview.getByText('Preview of the draft: nothing can be booked')).toBeVisible();
  await expect(preview.getByRole('listitem').filter({ hasText: '7-Day Rental' }).first()).toContainText(
    'from',
  );
  await expectAccessible(page, 'the preview of the draft');
  await page.getByLabel('Phone').check();
  await expect
    .poll(() => page.locator('iframe').evaluate((frame) => frame.clientWidth))
    .toBeLessThanOrEqual(375);
  const booking = new BookingPage(page, preview);
  const customer = { ...newCustomer('15-yard'), rentalType: '7-day' as const };
  await booking.pickRental(customer);
  await booking.fillIn(customer);
  await booking.continue();
  await expect(preview.getByText('They would pay $499.00 now by card.')).toBeVisible();
  await expect(preview.getByText('Preview of the draft: nothing can be booked, and no card')).toBeVisible();

  const site = await context.newPage();
  await site.goto('/');
  await expect(site.getByRole('listitem').filter({ hasText: '7-Day Rental' }).first()).not.toContainText(
    'from',
  );
  expect(await site.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(
    '49900',
  );
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(
    '49900',
  );
  await site.close();
  const document = await page.request.get('/admin/preview');
  expect(document.headers()).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': expect.stringContaining("frame-ancestors 'self'"),
  });
  expect(calls).not.toContain('POST /api/create-payment-intent');
  expect(calls).not.toContain('GET /api/service-area');
  expect(calls.filter((call) => /unavailable-dates|available-dumpster-types/.test(call))).toEqual([]);
  expect(browserErrors).toEqual([]);

  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Reload' }).click();
  const login = office.dialog('Log in again');
  await login.getByLabel('Password', { exact: true }).fill(admin.password);
  await login.getByRole('button', { name: 'Log in' }).click();
  await expect(preview.getByText('Preview of the draft: nothing can be booked')).toBeVisible();
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('button', { name: 'Preview' })).toBeFocused();
  // The steps in the preview are no entries of the browser's history.
  await page.goBack();
  await office.expectAt('/admin/settings');
});
