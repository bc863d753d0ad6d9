import { expect, type Locator, type Page } from '@playwright/test';
import { pauseClock } from '../running/page-clock.ts';
import { test } from './office-journey.ts';

const SETTINGS = '/admin/settings';

/** Each wrong password shows a toast. */
async function provoke(page: Page, password = 'not the password') {
  const form = page.getByRole('region', { name: 'Change username' });
  await form.locator('[name=newUsername]').fill('new.name');
  await form.locator('[name=currentPassword]').fill(password);
  await form.getByRole('button', { name: 'Change username' }).click();
}

async function swipe(page: Page, toast: Locator, distance: number) {
  const box = await toast.boundingBox();
  if (!box) throw new Error('The toast is nowhere');
  const from = { x: box.x + 20, y: box.y + box.height / 2 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + distance / 2, from.y, { steps: 5 });
  await page.mouse.move(from.x + distance, from.y, { steps: 5 });
  await page.mouse.up();
}

test('a toast closes after five seconds or with a swipe of 50 px, and F8 focuses it', async ({
  office,
  admin,
}) => {
  const { page } = office;
  await office.open(SETTINGS, admin);
  await page.clock.install();
  const said = page.getByRole('region', { name: /^Messages/ }).getByRole('listitem');

  await provoke(page);
  await expect(said).toHaveCount(1);
  await pauseClock(page);
  await page.clock.runFor(3_000);
  await expect(said).toHaveCount(1);
  await page.clock.runFor(1_000);
  await expect(said).toHaveCount(0);
  await page.clock.resume();

  await provoke(page);
  await expect(said).toContainText('Current password is incorrect.');
  // A focused toast stays, so that the user has time to read.
  await page.keyboard.press('F8');
  await expect(page.getByRole('region', { name: /^Messages/ }).getByRole('list')).toBeFocused();
  await page.clock.fastForward(10_000);
  await swipe(page, said, 40);
  await expect(said).toHaveCount(1);
  await swipe(page, said, 70);
  await expect(said).toHaveCount(0);
});

test('a second toast replaces the first, in front of an open dialog', async ({ office, admin }) => {
  const { page } = office;
  await office.open('/admin/users', admin);
  await office.button('Add User').click();
  const person = { email: 'lee@example.com', firstName: 'Lee', lastName: 'Ray' };
  await office.fillDialog({ ...person, username: admin.username, password: 'a rusty blue anchor' });
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add User' }).click();
  const said = page.locator('[popover] li');
  await expect(said).toHaveCount(1);
  expect(await page.locator('[popover]').evaluate((element) => element.matches(':popover-open'))).toBe(true);
  await dialog.getByRole('button', { name: 'Add User' }).click();
  await expect(said).toHaveCount(1);
});
