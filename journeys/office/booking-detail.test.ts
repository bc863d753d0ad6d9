import { expect, type Page } from '@playwright/test';
import { addDays, formatDay } from '#domain/shared/days.ts';
import { expectAccessible } from '../running/accessible.ts';
import { collectBrowserErrors } from '../running/browser-errors.ts';
import { OFFICE } from '../running/environments.ts';
import { test } from './bookings-desk.ts';
import type { OfficePage } from './office-page.ts';

test.use({ environment: OFFICE });

const pathOf = (id: number) => `/admin/bookings/${id}`;
const update = (office: OfficePage) => office.button('Update the final price');
const news = (office: OfficePage) => office.page.getByRole('status').filter({ hasText: ' just now' });
const unit = (page: Page) => page.getByRole('link', { name: /^Unit \d/ });

test('staff change a booking on its page, and the history shows each change', async ({
  office,
  admin,
  book,
  customer,
}) => {
  const { page } = office;
  const id = await book(customer);
  await office.open(pathOf(id), admin);
  const browserErrors = collectBrowserErrors(page);
  await expect(office.heading(`Booking #${id}`)).toBeVisible();
  const rental = office.section('Rental Details');
  await expect(rental).toContainText(formatDay(customer.deliveryDate));
  await expect(rental).toContainText(formatDay(addDays(customer.deliveryDate, 6)));
  await expect(office.section('Customer Information')).toContainText(customer.phone);
  await expect(office.section('Notes')).toContainText(customer.notes);
  await expect(office.section('History')).toContainText('Booking made');

  await office.pickStatus('Confirmed');
  await expect(office.toast('Status Updated')).toBeVisible();
  await office.field('finalPrice').fill('600');
  await update(office).click();
  await expect(office.toast('Final Price Updated')).toBeVisible();
  await expect(office.section('Actions')).toContainText('Balance due$175.00');

  const before = (await unit(page).textContent()) ?? '';
  await office.button('Move to another unit').click();
  const dialog = office.dialog('Move to another unit');
  await dialog.locator('[name=dumpsterId]').selectOption({ index: 1 });
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(unit(page)).not.toHaveText(before);
  await expect(office.button('Move to another unit')).toBeFocused();

  const entries = office.section('History').getByRole('listitem');
  const changes = entries.filter({ hasText: 'changed from' });
  await expect(changes).toHaveCount(3);
  await expect(changes.nth(0)).toContainText('Unit');
  await expect(changes.nth(1)).toContainText(/Not set.*\$600\.00/);
  await expect(changes.nth(2)).toContainText(/Pending.*Confirmed by admin/);
  await expect(entries.last()).toContainText('Booking made by Customer');

  await office.cancelBooking();
  await expect(rental).toContainText('UnitNone');
  await expect(office.button('Move to another unit')).toHaveCount(0);
  await office.pickStatus('Pending');
  await office.dialog(`Reopen booking #${id}?`).getByRole('button', { name: 'Reopen' }).click();
  await expect(unit(page)).toBeVisible();
  expect(browserErrors).toEqual([]);
});

test('two users change one booking: the second sees who was first, keeps the input, and decides', async ({
  office,
  elsewhere,
  admin,
  book,
  customer,
  colleague,
}) => {
  const id = await book(customer);
  const lee = await colleague('lee', 'admin');
  await office.open(pathOf(id), admin);
  await expect(office.section('Actions')).toBeVisible();
  await elsewhere.open(pathOf(id), lee);
  await office.field('finalPrice').fill('700.25');
  await elsewhere.field('finalPrice').fill('650');
  await update(elsewhere).click();
  await expect(elsewhere.toast('Final Price Updated')).toBeVisible();

  // The newer price arrives while the own one is typed, and does not make it the version that is changed.
  await expect(office.section('Actions')).toContainText('Current final price$650.00');
  await expect(news(office)).toHaveText('lee Moss changed the price just now');
  await update(office).click();
  const notice = office.page.getByRole('alert');
  await expect(notice).toContainText('This booking was changed by lee Moss at ');
  await expect(notice).toContainText('Now: $650.00');
  await expect(notice).toContainText('Yours: $700.25');
  await expect(office.field('finalPrice')).toHaveValue('700.25');
  await expect(office.section('Actions')).toContainText('Current final price$650.00');
  await expect(office.section('History')).toContainText('by lee');
  await expectAccessible(office.page, 'a change with a conflict', [375, 1280]);

  await office.button('Save over them').click();
  await expect(office.toast('Final Price Updated')).toBeVisible();
  await expect(office.section('Actions')).toContainText('Current final price$700.25');

  await expect(elsewhere.section('Actions')).toContainText('Current final price$700.25');
  await expect(news(elsewhere)).toHaveText('admin changed the price just now');
});

test('the palette finds a booking by a part of its phone number, and acts on the one that is shown', async ({
  office,
  admin,
  book,
  customer,
}) => {
  const { page } = office;
  const id = await book(customer);
  await office.open('/admin/bookings', admin);
  await expect(page.locator('[data-row]').first()).toBeVisible();
  let presses = 0;
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
    presses += keys.length;
  };
  const palette = office.dialog('Command palette');
  await press('Control+k');
  await expect(palette.getByRole('combobox')).toBeFocused();
  await expectAccessible(page, 'the palette without input', [375, 1280]);
  await press(...customer.phone.replace(/\D/g, '').slice(-6));
  const found = palette.getByRole('option', { name: `#${id} ` });
  await expect(found).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page, 'the palette with results', [375, 1280]);
  await press('Enter');
  await expect(office.heading(`Booking #${id}`)).toBeVisible();
  expect(presses).toBeLessThanOrEqual(8);

  await expect(office.section('Actions')).toBeVisible();
  await press('Control+k');
  await page.keyboard.type('move to');
  await palette.getByRole('option', { name: 'Move to another unit' }).click();
  await expect(office.dialog('Move to another unit')).toBeVisible();
  await press('Escape', 'Control+k');
  await expect(palette.getByRole('group', { name: 'Recent' })).toContainText(`#${id} `);
  await page.keyboard.type('zzzzz');
  await expect(palette.getByRole('status')).toHaveText('Nothing found.');
  await press('Escape', 'Escape');
  await expect(palette).toHaveCount(0);

  await press('?');
  await expect(office.dialog('Keyboard shortcuts')).toContainText('Search the list');
  await expectAccessible(page, 'the list of keys', [375, 1280]);
  await press('Escape');
  await page.goto('/admin/bookings');
  const rows = page.locator('[data-row]');
  await expect(rows.first()).toBeVisible();
  await press('j');
  await expect(rows.first()).toBeFocused();
  await press('/');
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused();
  await page.keyboard.type('j?k/');
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('j?k/');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a booking without a unit is flagged, and staff assign one', async ({
  office,
  admin,
  book,
  newCustomer,
}) => {
  const { page } = office;
  const first = newCustomer('10-yard');
  const id = await book(first);
  await office.open(pathOf(id), admin);
  await office.cancelBooking();
  await expect(office.toast('Status Updated')).toBeVisible();
  await book({ ...newCustomer('10-yard'), deliveryDate: first.deliveryDate });
  await office.pickStatus('Confirmed');
  const reopening = office.dialog(`Reopen booking #${id}?`);
  await expect(reopening).toContainText('$425.00 was refunded and is due again.');
  await reopening.getByRole('button', { name: 'Reopen' }).click();
  await expect(page.getByText('No unit assigned')).toBeVisible();
  await expectAccessible(page, 'a booking without a unit', [375, 1280]);

  await office.button('Assign a unit').click();
  const dialog = office.dialog('Assign a unit');
  await expect(dialog).toContainText('No other 10-Yard is free; these are of other sizes.');
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await expect(dialog.locator('#dumpsterId-error')).toHaveText('Choose a unit');
  await expectAccessible(page, 'the choice of a dumpster', [375, 1280]);
  await dialog.locator('[name=dumpsterId]').selectOption({ index: 1 });
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await expect(page.getByText('No unit assigned')).toHaveCount(0);
  await expect(office.section('Rental Details')).toContainText('(15-Yard)');
});

test('a booking that does not exist links back; a failure can be retried', async ({
  office,
  admin,
  book,
  customer,
}) => {
  const { page } = office;
  // Live updates would load the booking by themselves.
  await office.withoutLiveUpdates();
  const id = await book(customer);
  for (const path of ['/admin/bookings/999999', '/admin/bookings/seventeen']) {
    if (path.endsWith('9')) await office.open(path, admin);
    else await page.goto(path);
    await expect(office.heading('Booking Not Found')).toBeVisible();
    await expect(page.getByText('Failed to get booking: 404')).toBeVisible();
  }
  await page.getByRole('link', { name: 'Back to Bookings' }).click();
  await office.expectAt('/admin/bookings');

  // The call for the whole page, and the one for the booking alone.
  for (const address of [`${id}`, `${id}/page`]) {
    await page.route(`**/api/bookings/${address}`, (route) => route.abort());
  }
  await page.getByRole('link', { name: `View Details of booking #${id}` }).click();
  await expect(page.getByText('Failed to get booking: no answer')).toBeVisible();
  await expectAccessible(page, 'a booking that did not load', [375, 1280]);
  await page.unrouteAll();
  await office.button('Retry').click();
  await expect(office.heading(`Booking #${id}`)).toBeVisible();
});
