import { expect } from '@playwright/test';
import { formatDay } from '#domain/days.ts';
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
  test.setTimeout(120_000);
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
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'c', 'Escape']) await page.keyboard.press(key);
  await expect(menu).toBeFocused();
  await expect(menu).toHaveAccessibleDescription(/^Pending/);

  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitemradio', { name: 'Pending' })).toBeFocused();
  await expect(page.getByRole('menuitemradio', { name: 'Pending' })).toBeChecked();
  await expectAccessible(page, 'the status menu', [1280]);
  await page.keyboard.press('ArrowDown');
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

test('a cancellation says what it ends, and then offers the refund', async ({
  office,
  admin,
  book,
  customer,
  stripe,
}) => {
  const { page } = office;
  const id = await book(customer);
  await office.open(`/admin/bookings/${id}`, admin);
  const browserErrors = collectBrowserErrors(page);
  await office.field('finalPrice').fill('600');
  await office.button('Update the final price').click();
  await expect(office.toast('Final Price Updated')).toBeVisible();
  await office.button('Send payment link').click();
  await expect(office.toast('Payment Link Sent')).toBeVisible();

  await office.pickStatus('Cancelled');
  const dialog = office.dialog(`Cancel booking #${id}?`);
  await expect(dialog).toContainText(`${customer.firstName} ${customer.lastName}`);
  await expect(dialog).toContainText(formatDay(customer.deliveryDate));
  await expect(dialog).toContainText('The open payment link for $175.00 ends');
  await expect(dialog).toContainText('You can refund up to $425.00 in the next step.');
  await expectAccessible(page, 'a cancellation', [375, 1280]);
  await dialog.locator('[name=notifyCustomer]').uncheck();
  await dialog.getByRole('button', { name: 'Cancel booking' }).click();
  await expect(office.toast('The payment link for $175.00 has ended.')).toBeVisible();
  await expect(office.button('Undo')).toHaveCount(0);
  const refund = office.dialog('Refund Payment');
  await expect(refund.getByLabel('Full refund ($425.00)')).toBeChecked();
  await refund.getByRole('button', { name: 'Refund $425.00' }).click();
  await expect(office.toast('Full refund of $425.00 has been processed')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await stripe.refundedTo(customer)).toEqual([42_500]);
  await expect(office.statusMenu()).toHaveAccessibleDescription(/^Cancelled/);
  expect(browserErrors).toEqual([]);
});
