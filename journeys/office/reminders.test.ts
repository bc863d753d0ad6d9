import { expect } from '@playwright/test';
import { addDays, formatWeekday } from '#domain/shared/days.ts';
import { today } from '../booking/customer.ts';
import { expectAccessible } from '../running/accessible.ts';
import { collectBrowserErrors } from '../running/browser-errors.ts';
import { OFFICE } from '../running/environments.ts';
import { type Mail, mailsTo } from '../running/mailbox.ts';
import { test as desk } from './bookings-desk.ts';

const test = desk.extend<{
  /** The e-mails in the mailbox for an address and a subject. */
  mailsAbout: (address: string, about: string) => Promise<Mail[]>;
}>({
  mailsAbout: ({ system }, use) =>
    use(async (address, about) => {
      const all = await mailsTo(address, system.running.mailbox);
      return all.filter(({ subject }) => subject.includes(about));
    }),
});

test.use({ environment: OFFICE });

const SOON = { timeout: 30_000 };

test('a reminder by the cron arrives once although the cron runs twice', async ({
  book,
  newCustomer,
  mailsAbout,
  runCron,
  page,
  system,
}) => {
  const deliveryDate = addDays(today(), 1);
  // Tomorrow only: the customers of other journeys come later, and can need both units of a size.
  const customer = { ...newCustomer(), rentalType: '1-day' as const, deliveryDate };
  const later = newCustomer();
  const id = await book(customer);
  await book(later);
  const mails = () => mailsAbout(customer.email, 'your delivery on');
  await Promise.all([runCron('reminders'), runCron('reminders')]);
  await expect.poll(mails, SOON).toHaveLength(1);
  await runCron('reminders');
  await runCron('outbox');
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail?.subject).toBe(
    `Booking #${id} at Ironwood Dumpsters: your delivery on ${formatWeekday(deliveryDate)}`,
  );
  // The booking is not confirmed, so its delivery is not announced.
  expect(mail?.text).toContain('Your delivery is planned for tomorrow');
  expect(await mailsAbout(later.email, 'your delivery on')).toEqual([]);

  await page.goto(system.running.mailbox);
  const shown = page.frameLocator('iframe').first();
  await expect(shown.getByRole('cell', { name: `#${id}`, exact: true })).toBeVisible();
});

test('Send Reminder reminds once a day, while a booking is pending', async ({
  office,
  admin,
  book,
  newCustomer,
  mailsAbout,
  runCron,
}) => {
  const customer = newCustomer();
  const id = await book(customer);
  await office.open(`/admin/bookings/${id}`, admin);
  const browserErrors = collectBrowserErrors(office.page);
  const actions = office.section('Actions');
  const send = actions.getByRole('button', { name: 'Send Reminder' });
  await expectAccessible(office.page, 'a pending booking', [375, 1280]);

  await send.click();
  await expect(office.toast('Reminder Queued')).toBeVisible();
  await expect(office.section('History')).toContainText(/Reminder sent by admin/);
  const mails = () => mailsAbout(customer.email, 'a reminder of your booking');
  await expect.poll(mails, SOON).toHaveLength(1);
  expect(browserErrors).toEqual([]);

  await send.click();
  await expect(office.toast('A reminder has been sent today already.')).toBeVisible();
  await runCron('outbox');
  expect(await mails()).toHaveLength(1);

  await office.pickStatus('Confirmed');
  await expect(office.toast('Status Updated')).toBeVisible();
  await expect(send).toHaveCount(0);
});
