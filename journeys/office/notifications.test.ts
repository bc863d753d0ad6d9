import { expect } from '@playwright/test';
import { bookByApi } from '../booking/booking-api.ts';
import { collectBrowserErrors } from '../running/browser-errors.ts';
import { mailsTo } from '../running/mailbox.ts';
import { test } from './office-journey.ts';
import { signInByApi } from './staff-api.ts';

/** Uses a separate system, whose queue stops retrying at once. */
test.use({ environment: { ADMIN_PASSWORD: 'first-day-at-work', RETRY_SECONDS: '0' } });

test('an e-mail that fails at every attempt is shown to staff, retried, and arrives once', async ({
  office,
  elsewhere,
  admin,
  customer,
  stripe,
  runCron,
  system,
}) => {
  const { app, mailbox } = system.running;
  const staff = await signInByApi(app, admin);
  const vera = { username: 'vera', password: 'quiet truck at noon' };
  const person = { firstName: 'Vera', lastName: 'Moss', email: 'vera@example.com', role: 'view_only' };
  expect((await staff('POST', '/api/admin/users', { ...person, ...vera })).status).toBe(201);
  const arrived = () => mailsTo(customer.email, mailbox);
  const listed = async (state: string) =>
    (await staff('GET', `/api/admin/notifications?state=${state}`)).body as { id: string }[];

  // The e-mail to the business about the booking would fail, too.
  await staff('PUT', '/api/admin/business', { emailNewBookings: false });
  await fetch(`${mailbox}/__control/fail-next`, { method: 'POST', body: JSON.stringify({ times: 50 }) });
  await bookByApi(app, stripe, customer);
  await expect.poll(() => listed('dead'), { timeout: 30_000 }).toHaveLength(1);
  const [failed] = await listed('dead');
  // The cron does not retry it; staff do.
  await runCron('outbox');
  expect(await arrived()).toEqual([]);

  await elsewhere.open('/admin/notifications', vera);
  await expect(elsewhere.row('Booking confirmation')).toContainText('Failed');
  await expect(elsewhere.page.getByRole('button', { name: /^Retry/ })).toHaveCount(0);
  await elsewhere.page.goto('/admin/deliveries?state=dead');
  await expect(elsewhere.page).toHaveURL(/\/admin\/notifications\?state=dead$/);
  const colleague = await signInByApi(app, vera);
  expect((await colleague('POST', `/api/admin/notifications/${failed?.id}/replay`, {})).status).toBe(403);

  await office.open('/admin/settings', admin);
  await office.page.getByRole('link', { name: 'View notifications' }).click();
  await expect(office.heading('Notifications')).toBeVisible();
  const browserErrors = collectBrowserErrors(office.page);
  await office.field('state').selectOption({ label: 'Failed' });
  await expect(office.page).toHaveURL(/\?state=dead$/);
  await expect(office.page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  const row = office.row('Booking confirmation');
  await expect(row).toContainText(/Booking #\d+/);
  await expect(row).toContainText('7');

  await fetch(`${mailbox}/__control/fail-next`, { method: 'DELETE' });
  await row.getByRole('button', { name: /^Retry/ }).dblclick();
  await expect(office.page.getByText('No notifications found')).toBeVisible();
  // With that of the profile to the public page.
  await expect.poll(() => listed('sent'), { timeout: 30_000 }).toHaveLength(2);
  await office.field('state').selectOption({ label: 'Sent' });
  await expect(row).toContainText('Sent');
  await row.getByRole('button', { name: /^Details of/ }).click();
  await expect(office.page.getByText(/ by admin$/)).toBeVisible();
  await runCron('outbox');
  expect((await arrived()).map(({ subject }) => subject)).toEqual([expect.stringContaining('Booking #')]);
  expect(browserErrors).toEqual([]);
});
