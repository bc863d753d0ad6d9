import { expect } from '@playwright/test';
import { test as desk } from '../office/bookings-desk.ts';
import { expectAccessible } from '../running/accessible.ts';
import { collectBrowserErrors } from '../running/browser-errors.ts';
import { OFFICE } from '../running/environments.ts';
import { mailsTo } from '../running/mailbox.ts';
import { MoneyPage } from './money-page.ts';

const test = desk.extend<{ money: MoneyPage }>({
  money: ({ office }, use) => use(new MoneyPage(office)),
});

test.use({ environment: OFFICE });

test('part of two payments is refunded, then the rest, and the customer gets the e-mails that staff chose', async ({
  office,
  money,
  admin,
  book,
  customer,
  stripe,
  system,
}) => {
  const { page } = office;
  const { mailbox } = system.running;
  const mails = async () => {
    const all = await mailsTo(customer.email, mailbox);
    return all.filter(({ subject }) => /refund/i.test(subject));
  };
  const id = await book(customer);
  await office.open(`/admin/bookings/${id}`, admin);
  const browserErrors = collectBrowserErrors(page);
  await money.setPrice('725');
  await money.charge();
  await expect(office.toast('Payment Processed')).toBeVisible();
  await expect(money.chargeDialog).toHaveCount(0);

  await money.openRefund();
  const dialog = money.refundDialog;
  await expect(dialog).toContainText(/Balance of .*\$300\.00.*Deposit of .*\$425\.00/);
  await dialog.getByLabel('Partial refund').check();
  await dialog.locator('[name=amount]').fill('725.01');
  await dialog.getByRole('button', { name: /^Refund/ }).click();
  await expect(
    dialog.getByText('Invalid Amount: Refund amount cannot exceed the original payment amount.'),
  ).toBeVisible();
  await dialog.locator('[name=amount]').fill('350');
  await dialog.locator('[name=reason]').fill('Delivered a day late');
  await expect(dialog).toContainText(/Balance of .*\$300\.00.*Deposit of .*\$50\.00 of \$425\.00/);
  await money.refund();
  await expect(money.inDialog(dialog, 'Processing...')).toBeVisible();
  await expect(
    office.toast('Partial refund of $350.00 has been processed, and the customer has been notified.'),
  ).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(money.actions).toContainText('Refunded so far$350.00');
  expect(await stripe.refundedTo(customer)).toEqual([5_000, 30_000]);
  await expect.poll(mails).toHaveLength(1);
  expect((await mails())[0]?.text).toContain('$350.00');

  await money.openRefund();
  await expect(dialog.getByLabel('Full refund ($375.00)')).toBeChecked();
  await expect(dialog.locator('[name=reason]')).toHaveValue('');
  await dialog.locator('[name=notifyCustomer]').uncheck();
  await money.refund();
  await expect(office.toast('Full refund of $375.00 has been processed.')).toBeVisible();
  await office.dialog(`Cancel booking #${id}?`).getByRole('button', { name: 'Keep booking' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(money.actions).toContainText('Refunded so far$725.00');
  await expect(page.getByText('Refunded', { exact: true }).first()).toBeVisible();
  await expect(office.button('Refund Payment')).toHaveCount(0);
  expect((await stripe.refundedTo(customer)).reduce((sum, amount) => sum + amount)).toBe(72_500);
  expect(await mails()).toHaveLength(1);
  expect(browserErrors).toEqual([]);
});

test('a partly failed refund shows the completed part; the rest is completed automatically', async ({
  office,
  money,
  admin,
  book,
  customer,
  stripe,
  runCron,
}) => {
  const id = await book(customer);
  await office.open(`/admin/bookings/${id}`, admin);
  await money.setPrice('725');
  await money.charge();
  await expect(office.toast('Payment Processed')).toBeVisible();
  await expect(money.chargeDialog).toHaveCount(0);
  // The refund of the newer payment fails, also when the queue tries it again; that of the older one succeeds.
  const newer = (await stripe.intentsOf(customer)).find(({ amount }) => amount === 30_000);
  await stripe.failNext({
    path: '/v1/refunds',
    method: 'POST',
    paymentIntent: newer?.id,
    status: 500,
    when: 'before',
    times: 1_000,
  });
  await money.openRefund();
  await money.refund();
  await expect(money.refundDialog).toContainText(/Balance of .*\$300\.00Will be retried automatically/);
  await expect(money.refundDialog).toContainText(/Deposit of .*\$425\.00Refunded/);
  await expectAccessible(office.page, 'a refund with one part pending', [375, 1280]);
  await money.inDialog(money.refundDialog, 'Close').click();
  await expect(money.actions).toContainText('A refund of $725.00 is still being processed');
  await stripe.failNoMore();
  await runCron('operations');
  // Live updates show the result without a reload.
  await expect(money.actions).toContainText('Refunded so far$725.00');
  expect(await stripe.refundedTo(customer)).toEqual([30_000, 42_500]);
});

test('if more was paid than the final price, the difference is proposed and refunded', async ({
  office,
  money,
  admin,
  book,
  customer,
  stripe,
}) => {
  const id = await book(customer);
  await office.open(`/admin/bookings/${id}`, admin);
  await money.setPrice('400');
  await expect(money.actions).toContainText('The customer has paid $25.00 more than the final price.');
  await office.button('Refund the difference').click();
  await expect(money.refundDialog.locator('[name=amount]')).toHaveValue('25.00');
  await money.refund();
  await expect(office.toast('Refund Processed')).toBeVisible();
  await expect(office.button('Refund the difference')).toHaveCount(0);
  expect(await stripe.refundedTo(customer)).toEqual([2_500]);
});
