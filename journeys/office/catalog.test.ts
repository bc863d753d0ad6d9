import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { type BookingPage, CARDS } from '../booking/booking-page.ts';
import type { Customer } from '../booking/customer.ts';
import { expectAccessible, expectAccessibleEverywhere } from '../running/accessible.ts';
import { collectBrowserErrors } from '../running/browser-errors.ts';
import { fillDraftWithHostileText } from '../running/hostile-business.ts';
import { mailsTo } from '../running/mailbox.ts';
import { test } from './office-journey.ts';
import type { OfficePage } from './office-page.ts';

/** Uses a separate system, because a draft belongs to all staff. */
test.use({ environment: { ADMIN_PASSWORD: 'twelve-yards-more', FLEET: '10-Yard:1,15-Yard:2' } });

test('the owner publishes a size, a rental period and prices; a customer on an old page is asked, and books both', async ({
  elsewhere: office,
  admin,
  booking,
  newCustomer,
  stripe,
  system,
}) => {
  const browserErrors = collectBrowserErrors(office.page);
  const customer = newCustomer('15-yard');
  const later = { ...newCustomer('15-yard'), dumpsterType: '12-yard', rentalType: '14-day' };
  await booking.toDetails(customer);
  await booking.fillIn(customer);

  await test.step('the owner adds a size, a rental period and prices, and publishes', async () => {
    await office.open('/admin/settings/catalog', admin);
    await addSize(office.page);
    await addRental(office.page);
    await enterPrices(office.page);
    await publish(office);
    await addUnit(office);
  });
  await test.step('the customer on the old page is asked again', async () => {
    await booking.continue();
    await expect(booking.heading('The price has changed')).toBeFocused();
    await expect(booking.page.getByText('You had seen $425.00.')).toBeVisible();
    await booking.button('Continue with $475.00').click();
    await booking.payWith(CARDS.good);
    await booking.expectBooked();
    expect(await stripe.chargedTo(customer)).toEqual([42_500]);
  });
  await test.step('the same browser books the new size', () => bookNewSize(booking, later));
  await expectNewSizeEverywhere(office, later.email, system.running.mailbox);
  expect(browserErrors).toEqual([]);
});

test('axe finds nothing in the tabs of the settings and the dialogs of the draft', async ({
  office,
  admin,
  page,
}) => {
  test.setTimeout(240_000);
  await office.open('/admin/settings/area', admin);
  await fillDraftWithHostileText(page.request, ['W'.repeat(100), 'מיכאל']);
  for (const [path, heading] of [
    ['business', 'Business'],
    ['extras', 'Extras'],
    ['area', 'Service area'],
    ['tax', 'Tax'],
    ['calendar', 'Calendar'],
    ['policy', 'Policy and terms'],
    ['versions', 'Versions of the catalog'],
  ] as const) {
    await page.goto(`/admin/settings/${path}`);
    await expect(office.heading(heading)).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
    // The office's frame is checked at other widths by the other pages, and the densest tabs here.
    const widths = path === 'area' || path === 'calendar' ? [375, 1280] : [375];
    await expectAccessibleEverywhere(page, heading, widths);
  }
  await office.button('Publish...').click();
  await expect(page.getByRole('dialog').getByRole('region', { name: 'Sizes' })).toBeVisible();
  await expectAccessibleEverywhere(page, 'the changes to publish', [375]);
});

async function bookNewSize(booking: BookingPage, customer: Customer) {
  // The document can still be the one from before; the tab keeps the newest catalog.
  await booking.page.reload();
  await booking.button('Book another dumpster').click();
  await booking.button('Select 14-Day Rental').click();
  await booking.fillIn(customer);
  const panel = booking.page.getByRole('complementary', { name: 'Your rental' });
  await expect(panel).toContainText('14-Day Rental, 12-Yard');
  await expect(panel).toContainText('$450.00');
  await expect(panel.locator('svg text')).toHaveText('12');
  await booking.continueAndPay();
  await expect(booking.summary).toContainText('12-Yard');
}

/** By keyboard alone, with a reload in the middle. */
async function addSize(page: Page) {
  await page.getByRole('button', { name: 'Add a size' }).press('Enter');
  for (const typed of ['12', '12-Yard', '14 ft', '8 ft', '3 ft 6 in']) {
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(typed);
    await page.keyboard.press('Tab');
  }
  await page.reload();
  await page.getByLabel('Best for').fill('A bathroom');
  await expect(page.getByLabel('Height')).toHaveValue('3 ft 6 in');
  await expectAccessible(page, 'the dialog of a size');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: '12-Yard' })).toBeVisible();
  // A dialog that closes gives the focus back.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Move 12-Yard up' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Move 12-Yard up' })).toBeFocused();
  await expectAccessible(page, 'the sizes of the catalog');
}

async function addRental(page: Page) {
  await page.getByRole('tab', { name: 'Rentals' }).click();
  await page.getByRole('button', { name: 'Add a rental period' }).click();
  await page.getByLabel('Days').fill('14');
  await page.getByRole('button', { name: 'Save to draft' }).click();
  await expect(page.getByRole('heading', { name: '14-Day Rental' })).toBeVisible();
}

/** The 12-yard for 14 days: $300 of $450. The 15-yard for 7 days gets a price above its deposit of $425. */
async function enterPrices(page: Page) {
  await page.getByRole('link', { name: 'Prices', exact: true }).click();
  const row = page.getByRole('row', { name: '12-Yard, 14-Day' });
  await row.getByRole('gridcell').first().click();
  for (const key of ['Space', 'ArrowRight', '3', '0', '0', 'Tab', '4', '5', '0', 'Enter'])
    await page.keyboard.press(key);
  await page.getByRole('row', { name: '15-Yard, 7-Day' }).getByRole('gridcell').nth(2).click();
  for (const key of ['4', '7', '5', 'Enter']) await page.keyboard.press(key);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('changes are not saved')).toBeHidden();
  await page.reload();
  await expect(row.getByRole('gridcell').nth(2)).toContainText('$450');
  await expectAccessible(page, 'the prices');
}

async function publish(office: OfficePage) {
  await office.button('Publish...').click();
  const dialog = office.dialog('Publish the draft');
  await expect(dialog).toContainText('New size 12-Yard');
  await expect(dialog).toContainText('7-Day, 15-Yard: price changed from none to $475');
  await expectAccessible(office.page, 'the dialog that publishes the draft');
  await dialog.getByLabel('Note for the list of versions').fill('A smaller size for bathrooms');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(office.page.getByText('is what customers see')).toBeVisible();
}

async function addUnit(office: OfficePage) {
  await office.page.goto('/admin/inventory');
  await office.button('Add Dumpster').click();
  const dialog = office.dialog('Add Dumpster');
  await dialog.locator('[name=dumpsterNumber]').fill('12-A');
  await dialog.locator('[name=dumpsterType]').selectOption({ label: '12-Yard' });
  await dialog.getByRole('button', { name: 'Add Dumpster' }).click();
  await expect(office.row('12-A')).toContainText('12-Yard');
  const card = office.page
    .getByRole('listitem')
    .filter({ has: office.page.getByRole('heading', { name: '12-Yard' }) });
  await expect(card).toContainText('1/1');
}

/** In the e-mail, in the list with its filters, and in the file. */
async function expectNewSizeEverywhere(office: OfficePage, email: string, mailbox: string) {
  const mails = async () => (await mailsTo(email, mailbox)).map(({ text }) => text);
  await expect.poll(mails, { timeout: 30_000 }).toEqual([expect.stringContaining('12-Yard')]);
  expect((await mails())[0]).toContain('14-Day Rental');

  const { page } = office;
  await page.goto('/admin/bookings');
  await expect(page.getByRole('status').filter({ hasText: 'Showing' })).toHaveText('Showing 2 of 2');
  await page.locator('#filter-rentalType').selectOption({ label: '14-Day' });
  await office.button('More filters').click();
  await page.locator('#filter-dumpsterType').selectOption({ label: '12-Yard' });
  await expect(page.getByRole('status').filter({ hasText: 'Showing' })).toHaveText('Showing 1 of 1');
  await expect(page.getByRole('row').nth(1)).toContainText('12-Yard');
  const coming = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  const text = await readFile(await (await coming).path(), 'utf8');
  expect(text.trimEnd().split('\r\n').slice(1)).toEqual([expect.stringContaining('12-Yard')]);
}
