import { expect } from '@playwright/test';
import { test } from '../office/office-journey.ts';
import { OfficePage } from '../office/office-page.ts';
import { expectAccessible, expectAccessibleEverywhere } from '../running/accessible.ts';
import { collectBrowserErrors } from '../running/browser-errors.ts';
import { STAFF } from '../running/environments.ts';

/** These journeys change accounts. */
test.use({ environment: STAFF });

test('the first administrator logs in, sees the shell, and logs out', async ({ office, admin }) => {
  const { page } = office;
  const browserErrors = collectBrowserErrors(page);
  await page.goto('/admin');
  await office.expectLogin();
  await expect(office.field('username')).toHaveValue('admin');
  await expect(office.field('password')).toBeFocused();
  await office.button('Log in').click();
  await expect(page.getByText('Password is required')).toBeVisible();
  await office.logIn({ ...admin, password: 'not this one' });
  await expect(page.getByRole('alert')).toHaveText('The username or password is not right.');
  await expect(office.field('password')).toHaveValue('not this one');

  await office.logIn(admin);
  await expect(office.heading('Dashboard Overview')).toBeFocused();
  await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page');
  await expect(page).toHaveTitle(/^Dashboard Overview \| Back office \| /);
  await page.goto('/admin/login');
  await expect(office.heading('Dashboard Overview')).toBeVisible();

  await office.button('Logout').click();
  await office.expectLogin();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  await page.goto('/admin/settings');
  await office.expectLogin();
  expect(browserErrors.filter((browserError) => !/\b401\b/.test(browserError))).toEqual([]);
});

test('a new tab with a valid cookie needs no login', async ({ office, admin, context }) => {
  await office.openByLogin('/admin/settings', admin);
  const tab = await context.newPage();
  await tab.goto('/admin');
  await expect(new OfficePage(tab).heading('Dashboard Overview')).toBeVisible();
});

test('after a session was ended elsewhere the login opens, and then returns to the page', async ({
  office,
  elsewhere,
  admin,
}) => {
  await elsewhere.openByLogin('/admin/settings', admin);
  await office.openByLogin('/admin/settings', admin);
  const sessions = office.section('Sessions');
  await expect(sessions.getByRole('listitem').filter({ hasText: 'This device' })).toHaveCount(1);
  await sessions
    .getByRole('listitem')
    .filter({ hasText: 'Chrome on Windows' })
    .getByRole('button', { name: 'End this session' })
    .click();
  await expect(office.page.getByText('The session of Chrome on Windows has ended.')).toBeAttached();
  await expect(sessions.getByText('Chrome on Windows')).toHaveCount(0);
  await expect(sessions.getByRole('list')).toBeFocused();

  await elsewhere.expectLogin();
  await expect(elsewhere.page.getByText(/^Your session has ended\./)).toBeVisible();
  await elsewhere.logIn(admin);
  await elsewhere.expectAt('/admin/settings');

  await sessions.getByRole('button', { name: 'Refresh' }).click();
  await sessions.getByRole('button', { name: 'End all others' }).click();
  const dialog = office.page.getByRole('dialog', { name: 'End all other sessions?' });
  await office.page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await sessions.getByRole('button', { name: 'End all others' }).click();
  await dialog.getByRole('button', { name: 'End all others' }).click();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await elsewhere.expectLogin();
});

test('if a session ends under an open dialog, the sign-in appears above it, for the same person only', async ({
  office,
  elsewhere,
  admin,
}) => {
  const { page } = office;
  const ida = { username: 'ida', password: 'quiet truck at noon' };
  const again = office.dialog('Log in again');
  const addUser = office.dialog('Add User').getByRole('button', { name: 'Add User' });
  const endSessionElsewhere = async () => {
    await elsewhere.section('Sessions').getByRole('button', { name: 'Refresh' }).click();
    await elsewhere.button('End all others').click();
    await elsewhere.dialog('End all other sessions?').getByRole('button', { name: 'End all others' }).click();
    await expect(elsewhere.page.getByText('All other sessions have ended.')).toBeAttached();
  };
  const logInAbove = async ({ username, password }: typeof ida) => {
    await again.getByLabel('Username').fill(username);
    await again.getByLabel('Password', { exact: true }).fill(password);
    await again.getByRole('button', { name: 'Log in' }).click();
  };
  await office.openByLogin('/admin/users', admin);
  await elsewhere.openByLogin('/admin/settings', admin);
  await office.button('Add User').click();
  await office.fillDialog({ ...ida, firstName: 'Ida', lastName: 'Moss', email: 'ida@example.com' });
  await endSessionElsewhere();
  await expect(again.getByLabel('Password', { exact: true })).toBeFocused();
  await expect(again.getByLabel('Username')).toHaveValue(admin.username);
  await expectAccessible(page, 'the sign-in above a dialog', [375, 1280]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await logInAbove(admin);
  await expect(again).toHaveCount(0);
  await expect(page.locator('dialog input[name=firstName]')).toHaveValue('Ida');
  await expect(page.locator('dialog input[name=password]')).toHaveValue(ida.password);
  await addUser.click();
  await expect(office.toast('User created successfully')).toBeVisible();

  await office.button('Edit Ida Moss').click();
  await office.fillDialog({ firstName: 'Not for Ida' });
  await endSessionElsewhere();
  await logInAbove(ida);
  await office.expectAt('/admin');
  await expect(office.heading('Dashboard Overview')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('Signed in as ida')).toHaveCount(1);
});

test('a changed password applies at once, and the other sessions end', async ({
  office,
  elsewhere,
  admin,
}) => {
  const changed = { ...admin, password: 'second-day-at-work' };
  await elsewhere.openByLogin('/admin/settings', admin);
  await office.openByLogin('/admin/settings', admin);
  await office.changePassword('not this one', changed.password);
  await expect(office.section('Change password').getByText('Current password is incorrect.')).toBeVisible();
  await office.changePassword(admin.password, changed.password);
  await expect(office.toast('Password changed successfully')).toBeVisible();

  await elsewhere.expectLogin();
  await elsewhere.logIn(admin);
  await expect(elsewhere.page.getByRole('alert')).toHaveText('The username or password is not right.');
  await elsewhere.logIn(changed);
  await elsewhere.expectAt('/admin/settings');
  await elsewhere.changePassword(changed.password, admin.password);
  await expect(elsewhere.toast('Password changed successfully')).toBeVisible();
});

test('after a username change the login opens after two seconds, with the new name', async ({
  office,
  admin,
}) => {
  const renamed = { ...admin, username: 'dana.w' };
  await office.openByLogin('/admin/settings', admin);
  await office.changeUsername(renamed.username, admin.password);
  const said = 'Username changed successfully. You will need to log in again.';
  await expect(office.toast(said)).toBeVisible();
  const shownAtMs = Date.now();
  await office.expectAt('/admin/settings');
  await office.expectLogin();
  expect(Date.now() - shownAtMs).toBeGreaterThan(1500);
  await expect(office.field('username')).toHaveValue(renamed.username);

  await office.logIn(renamed);
  await expect(office.heading('Dashboard Overview')).toBeVisible();
  await office.page.getByRole('link', { name: 'Settings' }).click();
  await office.changeUsername(admin.username, admin.password);
  await office.expectLogin();
});

test('on a phone the menu slides in, keeps the focus, and returns it', async ({ office, admin }) => {
  const { page } = office;
  await page.setViewportSize({ width: 375, height: 800 });
  await office.open('/admin/settings', admin);
  const opener = office.button('Open the menu');
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await opener.click();
  await expect(menu.getByRole('link', { name: 'Settings' })).toBeVisible();
  for (let presses = 0; presses < 4; presses += 1) {
    await page.keyboard.press('Tab');
    await expect(menu.locator(':focus')).toHaveCount(1);
  }
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(opener).toBeFocused();
  await opener.click();
  await page.mouse.click(360, 400);
  await expect(menu).toHaveCount(0);
  await opener.click();
  await menu.getByRole('link', { name: 'Settings' }).click();
  await expect(menu).toHaveCount(0);
});

test('the sidebar keeps its width', async ({ office, admin }) => {
  await office.open('/admin/settings', admin);
  const sidebar = office.page.getByRole('complementary');
  const width = async () => (await sidebar.boundingBox())?.width;
  await expect.poll(width).toBe(256);
  await office.button('Collapse the menu').click();
  await expect.poll(width).toBe(64);
  await office.page.reload();
  await expect.poll(width).toBe(64);
  await expect(office.page.getByRole('link', { name: 'Settings' })).toBeVisible();
  await office.button('Expand the menu').click();
  await expect.poll(width).toBe(256);
});

test('axe finds nothing serious, and no sideways scrolling', async ({ office, elsewhere, admin }) => {
  const { page } = office;
  const widths = [375, 1280];
  await elsewhere.open('/admin/settings', admin);
  await page.goto('/admin/login');
  await office.field('username').fill('');
  await office.button('Log in').click();
  await expect(page.getByText('Username is required')).toBeVisible();
  await expectAccessibleEverywhere(page, 'login with mistakes', widths);
  await office.logIn({ ...admin, password: 'not this one' });
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessibleEverywhere(page, 'login refused', widths);
  await office.logIn(admin);
  await office.page.getByRole('link', { name: 'Settings' }).click();
  await expect(office.section('Sessions').getByText('This device')).toBeVisible();
  await office.button('Change password').click();
  await expect(page.getByText('Current password is required')).toBeVisible();
  await expectAccessibleEverywhere(page, 'settings with mistakes', widths);
  await office.button('End all others').click();
  await expectAccessibleEverywhere(page, 'a question', widths);
  await office.button('Cancel').click();
  await office.button('Collapse the menu').click();
  await expectAccessibleEverywhere(page, 'settings beside the narrow menu', [1280]);
  await page.setViewportSize({ width: 375, height: 800 });
  await office.button('Open the menu').click();
  await expectAccessibleEverywhere(page, 'the menu of a phone', [375]);
});
