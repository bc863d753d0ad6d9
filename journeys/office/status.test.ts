import { expect } from '@playwright/test';
import { expectAccessible } from '../running/accessible.ts';
import { collectBrowserErrors } from '../running/browser-errors.ts';
import { OFFICE } from '../running/environments.ts';
import { mailsTo } from '../running/mailbox.ts';
import { test } from './bookings-desk.ts';

test.use({ environment: OFFICE });

/** Status e-mails wait for 15 seconds. */
const AFTER_THE_WAIT = { timeout: 40_000 };

test('a status is set and undone by keyboard; only the final status is e-mailed', async ({
  office,
  admin,
  book,
  newCustomer,
  system,
  runCron,
}) => {
  test.setTimeout(240_000);
  const { page } = office;
  const [ada, ben] = [newCustomer(), newCustomer()];
  const [id, other] = [await book(ada), await book(ben)];
  const mails = async ({ email }: { email: string }) => {
    const all = await mailsTo(email, system.running.mailbox);
    return all.filter(({ subject }) => !subject.includes('deposit'));
  };
  await office.open('/admin/bookings', admin);
  const browserErrors = collectBrowserErrors(page);
  const row = office.row(`#${id}`);
  const menu = office.statusMenu(row);

  await menu.focus();
  await page.keyboard.press('ArrowDown');
  // The first menu may have to load.
  await expect(page.getByRole('menu')).toBeVisible();
  for (const key of ['ArrowDown', 'ArrowDown', 'c', 'Escape']) await page.keyboard.press(key);
  await expect(menu).toBeFocused();
  await expect(menu).toHaveAccessibleDescription(/^Pending/);

  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitemradio', { name: 'Pending' })).toBeFocused();
  await expect(page.getByRole('menuitemradio', { name: 'Pending' })).toBeChecked();
  await expectAccessible(page, 'the status menu', [1280]);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitemradio', { name: 'Confirmed' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(office.toast('Booking status successfully updated.')).toBeVisible();
  await expect(menu).toHaveAccessibleDescription(/^Confirmed/);
  await page.keyboard.press('F8');
  await page.keyboard.press('Tab');
  await expect(office.button('Undo')).toBeFocused();
  await expectAccessible(page, 'a status that can be undone', [375, 1280]);
  await page.keyboard.press('Enter');
  await expect(office.toast('Changed back to Pending.')).toBeVisible();
  await expect(menu).toHaveAccessibleDescription(/^Pending/);

  await office.pickStatus('Confirmed', row);
  await expect(office.toast('Booking status successfully updated.')).toBeVisible();
  await office.cancelBooking(office.row(`#${other}`));
  await runCron('outbox');
  expect([await mails(ada), await mails(ben)]).toEqual([[], []]);
  await expect.poll(() => mails(ben), AFTER_THE_WAIT).toHaveLength(1);
  expect((await mails(ada)).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('your delivery is confirmed'),
  ]);
  const [cancelled] = await mails(ben);
  expect(cancelled?.subject).toContain('your booking is cancelled');
  const file = cancelled?.attachments[0]?.text ?? '';
  for (const line of ['METHOD:CANCEL', 'STATUS:CANCELLED', `UID:booking-${other}@localhost`]) {
    expect(file).toContain(`${line}\r\n`);
  }
  expect(browserErrors).toEqual([]);
});
