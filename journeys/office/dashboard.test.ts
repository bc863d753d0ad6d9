import { expect } from '@playwright/test';
import { firstDeposit } from '#domain/catalog/first-card.ts';
import { formatUsd } from '#domain/money.ts';
import { collectBrowserErrors } from '../running/browser-errors.ts';
import { DASHBOARD } from '../running/environments.ts';
import { test } from './bookings-desk.ts';
import type { OfficePage } from './office-page.ts';

/** Uses a separate system, because these journeys count all of its data. */
test.use({ environment: DASHBOARD });

const PAGE = '/admin';

const card = (office: OfficePage, title: string) =>
  office.page.getByRole('listitem').filter({ has: office.page.getByRole('heading', { name: title }) });

async function expectCards(office: OfficePage, cards: Record<string, string>) {
  for (const [title, value] of Object.entries(cards)) {
    await expect(card(office, title)).toContainText(`${title}${value}`);
  }
}

test('the dashboard counts a booking and its deposit as soon as it is paid', async ({
  office,
  admin,
  book,
  newCustomer,
}) => {
  const { page } = office;
  await office.openByLogin(PAGE, admin);
  await expect(office.heading('Dashboard Overview')).toBeFocused();
  const browserErrors = collectBrowserErrors(page);
  await expectCards(office, { 'Total Bookings': '0', 'Net Revenue': '$0.00After processing all refunds' });

  const customer = newCustomer();
  const deposit = formatUsd(firstDeposit(customer.rentalType));
  const id = await book(customer);
  await office.button('Refresh').click();
  await expectCards(office, {
    'Total Bookings': '1',
    'Pending Bookings': '1',
    'Confirmed Bookings': '0',
    'Completed Bookings': '0',
    'Total Revenue': `${deposit}1 transaction`,
    'Refunded Amount': '$0.000 refunds',
    'Net Revenue': `${deposit}After processing all refunds`,
  });

  await page.getByRole('link', { name: 'Pending Bookings' }).click();
  await office.expectAt('/admin/bookings');
  await expect(page.getByText('Status: Pending', { exact: true })).toBeVisible();
  await office.pickStatus('Confirmed', office.row(`#${id}`));
  await expect(office.toast('Status Updated')).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expectCards(office, { 'Pending Bookings': '0', 'Confirmed Bookings': '1' });

  await page.getByRole('link', { name: 'View All Bookings' }).click();
  await expect(office.heading('Dumpster Rental Bookings')).toBeFocused();
  await expect(office.row(`#${id}`)).toBeVisible();
  expect(browserErrors).toEqual([]);
});

test('figures that fail to load show an error and can be loaded again', async ({ office, admin }) => {
  const { page } = office;
  await page.route('**/api/dashboard', (route) => route.abort());
  await office.open(PAGE, admin);
  await expect(page.getByRole('alert')).toContainText('The figures could not be loaded.');
  await page.unroute('**/api/dashboard');
  await office.button('Retry').click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(card(office, 'Net Revenue')).toContainText('$');
});
