import { expect } from '@playwright/test';
import { formatDay } from '#domain/shared/days.ts';
import { collectBrowserErrors } from '../running/browser-errors.ts';
import { OFFICE } from '../running/environments.ts';
import { test } from './bookings-desk.ts';
import type { OfficePage } from './office-page.ts';

test.use({ environment: OFFICE });

const PAGE = '/admin/bookings';

const search = (office: OfficePage) => office.page.getByRole('searchbox', { name: 'Search bookings' });
const row = (office: OfficePage, id: number) =>
  office.page.getByRole('row').filter({
    has: office.page.getByRole('rowheader', { name: `#${id}`, exact: true }),
  });
const edit = (office: OfficePage, id: number) => office.button(`Edit the final price of booking #${id}`);

test('a booking is found by a part of its phone number, and changed in the list', async ({
  office,
  admin,
  book,
  customer,
  newCustomer,
  context,
}) => {
  const { page } = office;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const other = await book(newCustomer());
  const id = await book(customer);
  await office.open(PAGE, admin);
  await expect(office.heading('Dumpster Rental Bookings')).toBeVisible();
  await expect(page.getByText('Manage all customer bookings and rentals')).toBeVisible();
  await expect(row(office, other)).toBeVisible();
  const browserErrors = collectBrowserErrors(page);

  await search(office).pressSequentially(customer.phone.slice(-6));
  await expect(row(office, other)).toHaveCount(0);
  await expect(row(office, id)).toContainText(customer.email);
  await expect(row(office, id)).toContainText(formatDay(customer.deliveryDate));
  expect(new URL(page.url()).searchParams.get('search')).toBe(customer.phone.slice(-6));

  await office.pickStatus('In Transit', row(office, id));
  await expect(office.toast('Booking status successfully updated.')).toBeVisible();
  await edit(office, id).click();
  await expect(office.field('finalPrice')).toBeFocused();
  await office.field('finalPrice').fill('714.505');
  await office.button('Save').click();
  await expect(page.getByText('Use at most two decimals')).toBeVisible();
  await office.field('finalPrice').fill('714.50');
  await page.keyboard.press('Enter');
  await expect(office.toast('Final price successfully updated.')).toBeVisible();
  await expect(edit(office, id)).toBeFocused();
  await expect(row(office, id)).toContainText('$714.50');

  await office.button(`Copy Address of booking #${id}`).click();
  await expect(office.toast('Address copied to clipboard')).toBeVisible();
  const { address, city, state, zip } = customer;
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${address}, ${city}, ${state} ${zip}`,
  );

  await page.reload();
  await expect(office.statusMenu(row(office, id))).toHaveAccessibleDescription(/^In Transit/);
  await expect(row(office, id)).toContainText('$714.50');
  expect(browserErrors).toEqual([]);
});

test('rows stay 44 px high however long a name is, and their menu stays in view', async ({
  office,
  admin,
  book,
  newCustomer,
}) => {
  const { page } = office;
  const id = await book({
    ...newCustomer(),
    firstName: 'Bartholomew Maximilian',
    lastName: 'Wriothesley'.repeat(4),
  });
  await office.open(PAGE, admin);
  await expect(row(office, id)).toBeVisible();
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  for (const name of ['City', 'Last Day', 'Unit', 'Balance Due']) {
    await page.getByRole('menuitemcheckbox', { name, exact: true }).click();
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: 'Balance Due' })).toBeAttached();
  for (const width of [1440, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(async () => (await row(office, id).boundingBox())?.height).toBe(44);
    await expect(office.button(`Actions for booking #${id}`)).toBeInViewport({ ratio: 1 });
    await expect(row(office, id).getByRole('rowheader')).toBeInViewport({ ratio: 1 });
  }
});

test('the URL of a filtered list can be shared, and the link back from a booking restores it', async ({
  office,
  admin,
  book,
  newCustomer,
  context,
}) => {
  const { page } = office;
  const customer = newCustomer('20-yard');
  const id = await book(customer);
  await office.open(PAGE, admin);
  await expect(row(office, id)).toBeVisible();
  await office.button('More filters').click();
  await page.locator('#filter-dumpsterType').selectOption('20-yard');
  await page.locator('#filter-deliveryDate').fill(customer.deliveryDate);
  await page.locator('#filter-email').fill(customer.email.toUpperCase());
  await expect(page.getByRole('status').filter({ hasText: 'Showing' })).toHaveText('Showing 1 of 1');
  await expect.poll(() => new URL(page.url()).searchParams.get('email')).toBe(customer.email.toUpperCase());
  const shared = page.url();

  await page.getByRole('link', { name: `View Details of booking #${id}` }).click();
  await expect(office.heading(`Booking #${id}`)).toBeFocused();
  await page.getByRole('link', { name: 'Back to Bookings' }).click();
  await expect(row(office, id)).toBeVisible();
  expect(page.url()).toBe(shared);

  const tab = await context.newPage();
  await tab.goto(shared);
  await expect(tab.getByRole('rowheader')).toHaveText([`#${id}`]);
  await expect(tab.getByRole('button', { name: 'Remove the filter Size: 20-Yard' })).toBeVisible();
  await tab.locator('#filter-status').selectOption('cancelled');
  await expect(tab.getByText('No bookings found')).toBeVisible();
  await tab.goBack();
  await expect(tab.getByRole('rowheader')).toHaveText([`#${id}`]);
});

test('a view-only user reads everything and changes nothing', async ({
  elsewhere,
  book,
  customer,
  colleague,
}) => {
  const { page } = elsewhere;
  const id = await book(customer);
  await elsewhere.open(PAGE, await colleague('vera', 'view_only'));
  await expect(row(elsewhere, id)).toContainText('Pending');
  await expect(elsewhere.statusMenu(row(elsewhere, id))).toHaveCount(0);
  await expect(edit(elsewhere, id)).toHaveCount(0);
  const answer = await page.evaluate(
    async (path) =>
      (
        await fetch(path, {
          method: 'PATCH',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ status: 'cancelled' }),
        })
      ).status,
    `/api/bookings/${id}/status`,
  );
  expect(answer).toBe(403);
  await page.getByRole('link', { name: `View Details of booking #${id}` }).click();
  await expect(elsewhere.section('Status and Price')).toContainText('Pending');
  await expect(page.getByRole('main').getByRole('button')).toHaveText(['Copy Address']);
});

test('the list can be used by keyboard', async ({ office, admin, book, newCustomer }) => {
  const { page } = office;
  const older = await book(newCustomer());
  const newer = await book(newCustomer());
  await office.open(`${PAGE}?search=quarry`, admin);
  await row(office, newer).focus();
  await page.keyboard.press('ArrowDown');
  await expect(row(office, older)).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press(' ');
  await expect(page.getByText('The gate code is 4711.')).toBeVisible();
  await page.keyboard.press('Tab');
  const box = page.getByRole('checkbox', { name: `Select booking #${newer}, Ann Quarry` });
  await expect(box).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(office.button(`Details of booking #${newer}, Ann Quarry`)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: `#${newer}`, exact: true })).toBeFocused();
  await page.keyboard.press('Tab');
  const status = office.statusMenu(row(office, newer));
  await expect(status).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('c');
  await expect(page.getByRole('menuitemradio', { name: 'Confirmed' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(office.toast('Booking status successfully updated.')).toBeVisible();
  await expect(status).toBeFocused();
  await expect(status).toHaveAccessibleDescription(/^Confirmed/);
  await page.keyboard.press('Tab');
  await expect(edit(office, newer)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(office.field('finalPrice')).toBeFocused();
  await page.keyboard.type('500');
  await page.keyboard.press('Escape');
  await expect(edit(office, newer)).toBeFocused();
  await expect(row(office, newer)).toContainText('Not set');
});

test('address and phone are corrected by keyboard, and the booking is found by the new number in 8 keys', async ({
  office,
  admin,
  book,
  customer,
  newCustomer,
}) => {
  const { page } = office;
  const other = await book(newCustomer());
  const id = await book(customer);
  let keys = 0;
  const press = async (...names: string[]) => {
    for (const name of names) await page.keyboard.press(name);
    keys += names.length;
  };
  await office.open(`${PAGE}/${id}`, admin);
  await office.button('Edit details').focus();
  await press('Enter');
  const dialog = office.dialog('Edit details');
  const retype = async (label: string, text: string) => {
    const field = dialog.getByLabel(label, { exact: true });
    while (!(await field.evaluate((element) => element === document.activeElement))) await press('Tab');
    await press('ControlOrMeta+a');
    await page.keyboard.type(text);
  };
  await expect(dialog).toBeVisible();
  await retype('Phone', '(518) 555-7391');
  await retype('Street address', '77 Canal Street');
  await press('Enter');
  await expect(office.toast(`Booking #${id} is up to date.`)).toBeVisible();
  await expect(office.section('Customer Information')).toContainText('77 Canal Street');
  await expect(page.getByRole('link', { name: '(518) 555-7391' })).toHaveAttribute('href', 'tel:5185557391');
  await expect(office.button('Edit details')).toBeFocused();
  expect(keys).toBeLessThanOrEqual(16);

  await office.open(PAGE, admin);
  await expect(row(office, other)).toBeVisible();
  keys = 0;
  await press('/', '7', '3', '9', '1', 'Enter');
  await expect(row(office, other)).toHaveCount(0);
  await expect(row(office, id)).toBeVisible();
  await press('ArrowDown', 'Enter');
  await expect(office.heading(`Booking #${id}`)).toBeVisible();
  expect(keys).toBeLessThanOrEqual(8);
});
