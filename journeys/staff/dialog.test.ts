import { expect, type Locator } from '@playwright/test';
import { test } from '../office/office-journey.ts';
import type { OfficePage } from '../office/office-page.ts';
import { STAFF } from '../running/environments.ts';

/** What the ARIA authoring practices ask of a modal dialog, of the browser's own one. It changes nothing. */
test.use({ environment: STAFF });

const hasFocus = (dialog: Locator) =>
  expect.poll(() => dialog.evaluate((box) => box.contains(document.activeElement))).toBe(true);

async function openDialog(office: OfficePage) {
  const opener = office.button('Add Team Member');
  const dialog = office.dialog('Add Team Member');
  await opener.click();
  await expect(dialog.getByRole('heading', { name: 'Add Team Member' })).toBeVisible();
  return { opener, dialog };
}

test('a dialog has a name, keeps the focus from the page behind it, and returns it', async ({
  office,
  admin,
}) => {
  const { page } = office;
  await office.open('/admin/team', admin);
  const { opener, dialog } = await openDialog(office);
  await hasFocus(dialog);

  // Neither keys nor scripts nor the pointer reach what is behind it.
  const controls = await dialog.locator('button, input, select').count();
  for (const key of [...Array(controls + 1).fill('Tab'), ...Array(controls + 1).fill('Shift+Tab')]) {
    await page.keyboard.press(key);
    await hasFocus(dialog);
  }
  const behind = page.getByRole('main').getByRole('link', { name: 'All users' });
  await behind.evaluate((link) => link.focus());
  await hasFocus(dialog);
  const isReached = await behind.evaluate((link) => {
    const { x, y, width, height } = link.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2) === link;
  });
  expect(isReached).toBe(false);

  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test('a click beside a dialog closes it, and what was typed is asked for first', async ({
  office,
  admin,
}) => {
  const { page } = office;
  await office.open('/admin/team', admin);
  const { opener, dialog } = await openDialog(office);
  await page.mouse.click(5, 400);
  await expect(dialog).toHaveCount(0);

  await opener.click();
  await office.fillDialog({ firstName: 'Lee' });
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('alert')).toContainText('What you typed is not saved.');
  await expect(dialog.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.locator('[name=firstName]')).toHaveValue('Lee');
  await page.mouse.click(5, 400);
  await dialog.getByRole('button', { name: 'Discard it' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test('a dialog that a menu opens returns the focus to the button of the menu', async ({ office, admin }) => {
  const { page } = office;
  await office.open('/admin/team', admin);
  const button = page.getByRole('button', { name: /^Actions for/ }).first();
  await button.click();
  await page.getByRole('menuitem', { name: 'Reset Password' }).click();
  await expect(office.dialog('Reset Password')).toBeVisible();
  await hasFocus(office.dialog('Reset Password'));
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(button).toBeFocused();
  // Escape in a menu closes the menu only.
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('menuitem').last()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(button).toBeFocused();
});
