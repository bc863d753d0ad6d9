import { expect } from '@playwright/test';
import { expectAccessible } from '../running/accessible.ts';
import { collectBrowserErrors } from '../running/browser-errors.ts';
import { OFFICE } from '../running/environments.ts';
import { test } from './bookings-desk.ts';

test.use({ environment: OFFICE });

test('two bookings selected by keyboard get a status; an action whose tab is closed is under the bell', async ({
  office,
  book,
  newCustomer,
  colleague,
  context,
}) => {
  const { page } = office;
  const ids = [await book(newCustomer()), await book(newCustomer())];
  await office.open('/admin/bookings', await colleague('dora', 'dispatcher'));
  const browserErrors = collectBrowserErrors(page);
  const row = (id: number) => office.row(`#${id}`);
  const select = async () => {
    for (const id of ids) {
      await row(id).focus();
      await page.keyboard.press('x');
      await expect(page.getByRole('checkbox', { name: `Select booking #${id}` })).toBeChecked();
    }
  };

  await select();
  const bar = page.getByRole('region', { name: 'Selected bookings' });
  await expect(bar).toContainText('2 selected');
  await expectAccessible(page, 'selected bookings', [375, 1280]);
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
  await select();
  await page.keyboard.press('.');
  await page.keyboard.press('Enter');
  const choice = (name: string) => page.getByRole('menuitem', { name });
  await expect(choice('Pending')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(choice('Confirmed')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(
    office.dialog('Set 2 bookings to Confirmed?').getByRole('radio', { name: 'None' }),
  ).toBeFocused();
  await page.keyboard.press('Enter');
  const result = office.dialog('Set status to Confirmed');
  await expect(result.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '2');
  await expect(result).toContainText('2 bookings done');
  await expectAccessible(page, 'the result of an action on bookings', [375, 1280]);
  await page.keyboard.press('Escape');
  for (const id of ids) await expect(office.statusMenu(row(id))).toHaveAccessibleDescription(/^Confirmed/);

  await select();
  await page.keyboard.press('.');
  for (const key of ['Enter', 'i', 'Enter']) await page.keyboard.press(key);
  await expect(office.dialog('Set 2 bookings to In Transit?')).toBeVisible();
  // The tab is closed before it has read how far the action is.
  await page.route('**/api/bulk-actions/*', () => undefined);
  const started = page.waitForResponse((response) => response.status() === 201);
  await office.button('Set 2 bookings to In Transit').click();
  await started;
  expect(browserErrors).toEqual([]);
  await page.close();

  const tab = await context.newPage();
  await tab.goto('/admin/clients');
  await tab.getByRole('button', { name: 'Notifications, 1 new' }).click();
  await tab.getByRole('link', { name: 'Set status to In Transit' }).click();
  const found = tab.getByRole('dialog', { name: 'Set status to In Transit' });
  await expect(found).toContainText('2 bookings done');
  await found.getByRole('link', { name: `#${ids[0]}` }).click();
  await expect(tab.getByRole('region', { name: 'History' })).toContainText(/In Transit.*dora Moss/s);
  await tab.goBack();
  await expect(found).toBeVisible();
});
