import { expect } from '@playwright/test';
import { collectBrowserErrors } from '../running/browser-errors.ts';
import { test } from './office-journey.ts';

/** The system as `npm start` begins without settings: the first catalog, with bookings of the last weeks. */
test.use({ environment: { DEMO: '1', FLEET: '', ADMIN_PASSWORD: 'weeks-of-bookings' } });

test('a fresh start has the first catalog and weeks of bookings, and takes the next one', async ({
  booking,
  newCustomer,
  elsewhere: office,
  admin,
  stripe,
}) => {
  const customer = newCustomer('20-yard');
  const { page } = booking;
  await page.goto('/');
  for (const [title, deposit] of [
    ['1-Day Rental', '$325'],
    ['7-Day Rental', '$425'],
    ['30-Day Rental', '$525'],
  ] as const) {
    const option = page.getByRole('listitem').filter({ has: booking.button(`Select ${title}`) });
    await expect(option).toContainText(`${deposit}deposit`);
  }
  await booking.pickRental(customer);
  await expect(page.getByRole('button', { name: 'Help me choose' })).toHaveCount(0);
  await booking.fillIn(customer);
  await booking.continueAndPay();
  expect(await stripe.chargedTo(customer)).toEqual([42_500]);

  const browserErrors = collectBrowserErrors(office.page);
  await office.open('/admin', admin);
  const total = office.page.getByRole('listitem').filter({ has: office.page.getByText('Total Bookings') });
  await expect(total).toContainText(/[2-9]\d/);
  for (const list of ['clients', 'transactions', 'bookings']) {
    await office.page.goto(`/admin/${list}`);
    await expect(office.page.getByRole('row').nth(8)).toBeVisible();
  }
  await expect(office.page.getByRole('row').nth(1)).toContainText(customer.email);
  expect(browserErrors).toEqual([]);
});
