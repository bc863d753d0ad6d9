import { expect } from '@playwright/test';
import { test } from '../running/journey.ts';

// Uses a separate system, because this journey changes the administrator's password.
test.use({ environment: { ADMIN_PASSWORD: 'the first password' } });

test('a forgotten password is reset by an e-mailed link, which works once', async ({
  page,
  system,
  runCron,
}) => {
  const { mailbox, admin } = system.running;
  await page.goto('/admin/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email').fill('ADMIN@example.com');
  await page.getByRole('button', { name: 'Mail me a link' }).click();
  await expect(page.getByText('a link to reset its password is on its way')).toBeVisible();

  await runCron('outbox');
  const messages = (await (await fetch(`${mailbox}/messages`)).json()) as { to: string; text: string }[];
  expect(messages.map(({ to }) => to)).toEqual(['admin@example.com']);
  const link = /http:\S+#token=\S+/.exec(messages[0]?.text ?? '')?.[0] ?? '';

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
  await page.getByLabel('Username').fill(admin.username);
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
