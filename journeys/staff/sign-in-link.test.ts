import { expect } from '@playwright/test';
import { signInByApi } from '../office/staff-api.ts';
import { expectAccessible } from '../running/accessible.ts';
import { STAFF } from '../running/environments.ts';
import { test } from '../running/journey.ts';
import { mailsTo } from '../running/mailbox.ts';

test.use({ environment: STAFF });

test('an owner whom wrong passwords keep out gets in with a mailed link and the password', async ({
  page,
  browser,
  system,
  runCron,
}) => {
  const { app, mailbox, admin } = system.running;
  const staff = await signInByApi(app, admin);
  const iris = { username: 'iris', password: 'the first password', firstName: 'Iris', lastName: 'Moss' };
  expect((await staff('POST', '/api/admin/users', { ...iris, email: 'iris@example.com' })).status).toBe(201);
  const attempt = { username: iris.username, password: 'a guess' };
  for (let i = 0; i < 10; i += 1) {
    const headers = { 'Content-Type': 'application/json' };
    await fetch(`${app}/api/admin/login`, { method: 'POST', headers, body: JSON.stringify(attempt) });
  }

  await page.goto('/admin/login');
  await page.getByLabel('Username').fill(iris.username);
  await page.getByLabel('Password', { exact: true }).fill(iris.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('alert')).toContainText('Too many failed attempts.');
  await expectAccessible(page, 'a login that is refused by a limit');
  await page.getByRole('button', { name: 'E-mail me a sign-in link' }).click();
  await expect(page.getByText('a link is on its way to its e-mail address')).toBeVisible();

  await runCron('outbox');
  const [mail, ...others] = await mailsTo('iris@example.com', mailbox);
  expect(others).toEqual([]);
  const link = /http:\S+#token=\S+/.exec(mail?.text ?? '')?.[0] ?? '';

  const other = await browser.newContext();
  const elsewhere = await other.newPage();
  await elsewhere.goto(link);
  await elsewhere.getByRole('button', { name: 'Continue to the password' }).click();
  await expect(elsewhere.getByRole('alert')).toContainText('only in the browser that asked for it');
  await other.close();

  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Sign-in link' })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/login$/);
  await expectAccessible(page, 'an opened sign-in link');
  await page.getByRole('button', { name: 'Continue to the password' }).click();
  await expect(page.getByText('you can try it 5 times')).toBeVisible();
  await expect(page.getByLabel('Username')).toHaveValue(iris.username);
  await page.getByLabel('Password', { exact: true }).fill(iris.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
});
