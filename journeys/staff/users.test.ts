import { expect } from '@playwright/test';
import { test } from '../office/office-journey.ts';
import type { Credentials, OfficePage } from '../office/office-page.ts';
import { collectBrowserErrors } from '../running/browser-errors.ts';
import { STAFF } from '../running/environments.ts';

/** Uses a separate system, because these journeys change its accounts. */
test.use({ environment: STAFF });

type Colleague = Credentials & { firstName: string; lastName: string; role: string };

const colleague = (username: string, firstName: string, role = 'view_only'): Colleague => ({
  username,
  firstName,
  lastName: 'Moss',
  password: 'quiet truck at noon',
  role,
});

async function addUser(office: OfficePage, { role, ...typed }: Colleague) {
  await office.button('Add User').click();
  await office.fillDialog({ ...typed, email: `${typed.username}@example.com` });
  await office.dialog('Add User').locator('[name=role]').selectOption(role);
  await office.dialog('Add User').getByRole('button', { name: 'Add User' }).click();
  await expect(office.toast('User created successfully')).toBeVisible();
  await expect(office.row(`${typed.firstName} Moss`)).toBeVisible();
}

/** Escape, however often, asks before it discards input: a browser closes a dialog at a second Escape even if the page prevents it. */
async function expectInputSurvivesEscape(office: OfficePage) {
  await office.field('firstName').fill('Ann');
  for (let times = 0; times < 3; times += 1) await office.page.keyboard.press('Escape');
  await expect(office.button('Keep editing')).toBeFocused();
  await expect(office.field('firstName')).toHaveValue('Ann');
  await office.button('Discard it').click();
  await expect(office.page.getByRole('dialog')).toHaveCount(0);
  await expect(office.button('Add User')).toBeFocused();
}

test('the first administrator adds a view-only user', async ({ office, elsewhere, admin }) => {
  const browserErrors = collectBrowserErrors(office.page);
  await office.open('/admin/team', admin);
  await office.page.getByRole('link', { name: 'All users' }).click();
  await expect(office.heading('User Management')).toBeFocused();
  browserErrors.length = 0;
  const vera = colleague('vera', 'Vera');
  await office.button('Add User').click();
  await office.dialog('Add User').getByRole('button', { name: 'Add User' }).click();
  await expect(office.page.getByText('Username must be at least 3 characters long')).toBeVisible();
  await expectInputSurvivesEscape(office);
  await addUser(office, vera);
  await expect(office.row('Vera Moss')).toContainText('View Only');
  expect(browserErrors).toEqual([]);

  await elsewhere.open('/admin/users', vera);
  await expect(elsewhere.row('Vera Moss')).toBeVisible();
  await expect(elsewhere.page.getByRole('columnheader', { name: 'Name' })).toBeVisible();
  for (const name of ['Add User', /^Edit/, /^Deactivate/, /^Upgrade/]) {
    await expect(elsewhere.page.getByRole('button', { name })).toHaveCount(0);
  }
  const statuses = await elsewhere.page.evaluate(async () => {
    const send = async (method: string, path: string) => {
      const headers = { 'Content-Type': 'application/json' };
      const reply = await fetch(path, { method, headers, body: '{}' });
      return reply.status;
    };
    return [
      await send('POST', '/api/admin/users'),
      await send('PATCH', '/api/admin/users/1'),
      await send('PATCH', '/api/admin/users/1/deactivate'),
      await send('POST', '/api/admin/staff'),
    ];
  });
  expect(statuses).toEqual([403, 403, 403, 403]);
  await elsewhere.page.goto('/admin/team');
  await expect(elsewhere.row('admin')).toBeVisible();
  await expect(elsewhere.button('Add Team Member')).toHaveCount(0);
});

test('the open page of a deactivated user goes to the login at once', async ({
  office,
  elsewhere,
  admin,
}) => {
  const gus = colleague('gus', 'Gus');
  await office.open('/admin/users', admin);
  await addUser(office, gus);
  await elsewhere.open('/admin/users', gus);
  await expect(elsewhere.row('Gus Moss')).toBeVisible();

  await office.row('Gus Moss').getByRole('button', { name: 'Deactivate Gus Moss' }).click();
  await office.button('Deactivate').click();
  await expect(office.toast('User deactivated successfully')).toBeVisible();
  await expect(office.row('Gus Moss')).toContainText('Inactive');

  await elsewhere.expectLogin();
  await elsewhere.logIn(gus);
  await expect(elsewhere.page.getByRole('alert')).toBeVisible();
  await elsewhere.expectAt('/admin/login');
});

test('two users edit one account: the second sees the conflict, keeps the input, and decides', async ({
  office,
  elsewhere,
  admin,
}) => {
  await office.open('/admin/users', admin);
  await addUser(office, colleague('ines', 'Ines'));
  await elsewhere.open('/admin/users', admin);
  for (const each of [office, elsewhere]) {
    await each.button('Edit Ines Moss').click();
    await expect(each.page.locator('dialog input[name=firstName]')).toHaveValue('Ines');
  }
  await elsewhere.fillDialog({ phone: '(914) 555-0199' });
  await elsewhere.button('Save changes').click();
  await expect(elsewhere.toast('User updated successfully')).toBeVisible();

  await office.fillDialog({ firstName: 'Inez', phone: '(914) 555-0155' });
  await office.button('Save changes').click();
  const notice = office.dialog('Edit User').getByRole('alert');
  await expect(notice).toContainText('This user was changed by ');
  await expect(notice).toContainText('Now: (914) 555-0199');
  await office.button('Take the newer values').click();
  await expect(office.page.locator('dialog input[name=phone]')).toHaveValue('(914) 555-0199');
  await office.button('Save changes').click();
  await expect(office.toast('User updated successfully')).toBeVisible();

  await office.button('Details of Inez Moss').click();
  await expect(office.page.getByText('First name:before: Ines → , after: Inez')).toBeVisible();
});

test('search, filter and order are in the URL, and Back goes through them', async ({ office, admin }) => {
  const { page } = office;
  const address = () => new URL(page.url()).search;
  await office.open('/admin/users', admin);
  await addUser(office, colleague('olga', 'Olga', 'admin'));
  await page.getByRole('searchbox').fill('olga');
  await expect(page.getByText('Showing 1 of 1', { exact: true })).toBeVisible();
  await expect.poll(address).toBe('?search=olga');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.locator('select[name=role]').selectOption('admin');
  await expect(page.getByText('Role: Administrator', { exact: true })).toBeVisible();
  await office.button('Name').click();
  await expect.poll(address).toBe('?search=olga&role=admin&sort=lastName');
  await page.reload();
  await expect(office.row('Olga Moss')).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue('olga');
  await page.goBack();
  await expect.poll(address).toBe('?search=olga&role=admin');
  await page.goBack();
  await expect.poll(address).toBe('?search=olga');
  await expect(page.getByText('Role: Administrator', { exact: true })).toHaveCount(0);
});

test('keys move between rows and open them', async ({ office, admin }) => {
  const { page } = office;
  await office.open('/admin/users', admin);
  await addUser(office, colleague('zoe', 'Zoe'));
  await office.row('Zoe Moss').focus();
  await page.keyboard.press('Home');
  await expect(page.locator('tr[data-row]').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('tr[data-row]').nth(1)).toBeFocused();
});
