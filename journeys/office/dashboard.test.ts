import { expect } from '@playwright/test';
import type { Dashboard } from '#contract/dashboard.ts';
import { firstDeposit } from '#domain/catalog/first-card.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { collectBrowserErrors } from '../running/browser-errors.ts';
import { OFFICE } from '../running/environments.ts';
import { test } from './bookings-desk.ts';
import type { OfficePage } from './office-page.ts';
import { signInByApi } from './staff-api.ts';

test.use({ environment: OFFICE });

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
  system,
}) => {
  const { page } = office;
  const staff = await signInByApi(system.running.app, admin);
  const before = (await staff('GET', '/api/dashboard')).body as Dashboard;
  await office.openByLogin(PAGE, admin);
  await expect(office.heading('Dashboard Overview')).toBeFocused();
  const browserErrors = collectBrowserErrors(page);
  await expectCards(office, {
    'Total Bookings': String(before.totalBookings),
    'Net Revenue': `${formatUsd(before.netRevenue)}After processing all refunds`,
  });

  const customer = newCustomer();
  const deposit = firstDeposit(customer.rentalType);
  const id = await book(customer);
  await office.button('Refresh').click();
  await expectCards(office, {
    'Total Bookings': String(before.totalBookings + 1),
    'Pending Bookings': String(before.pendingBookings + 1),
    'Confirmed Bookings': String(before.confirmedBookings),
    'Completed Bookings': String(before.completedBookings),
    'Total Revenue': `${formatUsd(before.totalRevenue + deposit)}${before.paymentCount + 1} transaction`,
    'Refunded Amount': `${formatUsd(before.refundedAmount)}${before.refundCount} refund`,
    'Net Revenue': `${formatUsd(before.netRevenue + deposit)}After processing all refunds`,
  });

  await page.getByRole('link', { name: 'Pending Bookings' }).click();
  await office.expectAt('/admin/bookings');
  await expect(page.getByText('Status: Pending', { exact: true })).toBeVisible();
  await office.pickStatus('Confirmed', office.row(`#${id}`));
  await expect(office.toast('Status Updated')).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expectCards(office, {
    'Pending Bookings': String(before.pendingBookings),
    'Confirmed Bookings': String(before.confirmedBookings + 1),
  });

  await page.getByRole('link', { name: 'View All Bookings' }).click();
  await expect(office.heading('Dumpster Rental Bookings')).toBeFocused();
  await expect(office.row(`#${id}`)).toBeVisible();
  expect(browserErrors).toEqual([]);
});

test('figures that fail to load show an error and can be loaded again', async ({ office, admin }) => {
  const { page } = office;
  // Live updates would read the figures before the button is pressed.
  await office.withoutLiveUpdates();
  await page.route('**/api/dashboard', (route) => route.abort());
  await office.open(PAGE, admin);
  await expect(page.getByRole('alert')).toContainText('The figures could not be loaded.');
  await page.unroute('**/api/dashboard');
  await office.button('Retry').click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(card(office, 'Net Revenue')).toContainText('$');
});

test('a delivery of today is marked done by mouse and by keyboard, and undone', async ({
  office,
  admin,
  system,
  newCustomer,
}) => {
  const { page } = office;
  const staff = await signInByApi(system.running.app, admin);
  const { today } = (await staff('GET', '/api/booking-options')).body as { today: string };
  const { firstName, lastName, email, phone, address, city, state, zip, dumpsterType } = newCustomer();
  const { status, body } = await staff('POST', '/api/bookings', {
    firstName,
    lastName,
    email,
    phone,
    address,
    city,
    state,
    zip,
    dumpsterType,
    // Today only: the customers of other journeys come later, and can need both units of a size.
    rentalType: '1-day',
    deliveryDate: today,
    override: ['closed', 'full', 'too_soon'],
    payment: { method: 'later' },
    termsRead: true,
  });
  expect(status).toBe(201);
  const { id } = body as { id: number };
  await office.open(PAGE, admin);
  const deliveries = page.getByRole('region', { name: /^Deliveries/ });
  const button = (name: string) =>
    deliveries.getByRole('button', { name: new RegExp(`^${name} ?: delivery of booking #${id}\\b`) });
  await button('Done').click();
  await expect(button('Undo')).toBeVisible();
  await expect(deliveries.getByText(/^1 of \d+ done$/)).toBeVisible();
  await page
    .getByRole('region', { name: /^Messages/ })
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(button('Done')).toBeVisible();
  await button('Done').focus();
  await page.keyboard.press('Enter');
  await expect(button('Undo')).toBeFocused();
  await deliveries.getByRole('link', { name: new RegExp(`booking #${id}$`) }).click();
  await office.expectAt(`/admin/bookings/${id}`);
  await expect(page.getByText('On site', { exact: true })).toBeVisible();
  const card = page.getByRole('region', { name: 'Delivery and Pickup' });
  await card.getByRole('button', { name: /^Undo ?: Delivery/ }).click();
  await expect(card.getByRole('button', { name: /^Mark as done ?: Delivery/ })).toBeVisible();
  await expect(page.getByText('On site', { exact: true })).toHaveCount(0);
});
