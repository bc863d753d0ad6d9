import { expect } from '@playwright/test';
import { signInByApi } from '../office/staff-api.ts';
import { STAFF } from '../running/environments.ts';
import { test } from '../running/journey.ts';
import { mailsTo } from '../running/mailbox.ts';

test.use({ environment: STAFF });

test('a forgotten password is reset by an e-mailed link, which works once', async ({
  page,
  system,
  runCron,
}) => {
  const { app, mailbox, admin } = system.running;
  const staff = await signInByApi(app, admin);
  const rose = { username: 'rose', password: 'the first password', firstName: 'Rose', lastName: 'Moss' };
  const created = await staff('POST', '/api/admin/users', { ...rose, email: 'rose@example.com' });
  expect(created.status).toBe(201);
  await page.goto('/admin/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email').fill('ROSE@example.com');
  await page.getByRole('button', { name: 'Mail me a link' }).click();
  await expect(page.getByText('a link to reset its password is on its way')).toBeVisible();

  await runCron('outbox');
  const [mail, ...others] = await mailsTo('rose@example.com', mailbox);
  expect(others).toEqual([]);
  const link = /http:\S+#token=\S+/.exec(mail?.text ?? '')?.[0] ?? '';

  // Opens the link in the tab that requested it, and in a new one.
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await expect(page).toHaveURL(/\/reset-password$/);
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page).toHaveURL(/\/reset-password$/);
  await page.getByLabel('New password', { exact: true }).fill('password1');
  await page.getByLabel('Confirm new password').fill('password1');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByText('This password is too common.')).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill('the second password');
  await page.getByLabel('Confirm new password').fill('the second password');
  await page.getByRole('button', { name: 'Set new password' }).click();

  await expect(page).toHaveURL(/\/admin\/login$/);
  await page.getByLabel('Username').fill(rose.username);
  await page.getByLabel('Password', { exact: true }).fill('the second password');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();

  await page.goto('about:blank');
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill('the third password');
  await page.getByLabel('Confirm new password').fill('the third password');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByText('This link is no longer valid.')).toBeVisible();
  await page.getByRole('button', { name: 'Ask for a new link' }).click();
  await expect(page.getByRole('button', { name: 'Mail me a link' })).toBeVisible();
});
