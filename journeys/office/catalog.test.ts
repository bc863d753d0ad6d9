import { expect } from '@playwright/test';
import { expectAccessible, expectAccessibleInBothThemes } from '../running/accessible.ts';
import { collectBrowserErrors } from '../running/browser-errors.ts';
import { fillDraftWithHostileText } from '../running/hostile-business.ts';
import { test } from './office-journey.ts';

/** Uses a separate system, because a draft belongs to all staff. */
test.use({ environment: { ADMIN_PASSWORD: 'twelve-yards-more', FLEET: '10-Yard:1,15-Yard:2' } });

test('the owner adds a 12-yard size and a 14-day rental, and sets their price in the draft', async ({
  office,
  admin,
  page,
}) => {
  const browserErrors = collectBrowserErrors(page);
  await office.open('/admin/settings/catalog', admin);
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

  await page.getByRole('tab', { name: 'Rentals' }).click();
  await page.getByRole('button', { name: 'Add a rental period' }).click();
  await page.getByLabel('Days').fill('14');
  await page.getByRole('button', { name: 'Save to draft' }).click();
  await expect(page.getByRole('heading', { name: '14-Day Rental' })).toBeVisible();

  await page.getByRole('link', { name: 'Prices', exact: true }).click();
  const row = page.getByRole('row', { name: '12-Yard, 14-Day' });
  await row.getByRole('gridcell').first().click();
  for (const key of ['Space', 'ArrowRight', '3', '0', '0', 'Tab', '4', '5', '0', 'Enter'])
    await page.keyboard.press(key);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('changes are not saved')).toBeHidden();
  await page.reload();
  await expect(row.getByRole('gridcell').nth(2)).toContainText('$450');
  await expectAccessible(page, 'the prices');
  expect(browserErrors).toEqual([]);
});

test('axe finds nothing in the tabs of the settings and the dialogs of the draft', async ({
  office,
  admin,
  page,
}) => {
  test.setTimeout(120_000);
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
    // The office's frame is checked at other widths by the other pages.
    await expectAccessibleInBothThemes(page, heading, [375]);
  }
  await office.button('Publish...').click();
  await expect(page.getByRole('dialog').getByRole('region', { name: 'Sizes' })).toBeVisible();
  await expectAccessibleInBothThemes(page, 'the changes to publish', [375]);
});
