import { expect } from '@playwright/test';
import { test as desk } from '../office/bookings-desk.ts';
import { expectAccessible } from '../running/accessible.ts';
import { collectBrowserErrors } from '../running/browser-errors.ts';
import { OFFICE } from '../running/environments.ts';
import { MoneyPage } from './money-page.ts';

/** This card pays the deposit after authentication, and requires authentication for every later charge. */
const ALWAYS_ASKS = '4000002760003184';

const test = desk.extend<{ money: MoneyPage }>({
  money: ({ office }, use) => use(new MoneyPage(office)),
});

test.use({ environment: OFFICE });

test('a final price is charged to the card on file, and the booking is fully paid', async ({
  office,
  money,
  admin,
  book,
  customer,
  stripe,
}) => {
  const { page } = office;
  const id = await book(customer);
  await office.open(`/admin/bookings/${id}`, admin);
  const browserErrors = collectBrowserErrors(page);
  await money.setPrice('714.50');
  await expect(money.actions).toContainText('Payment Due$289.50Card on file: Visa ending in 4242');
  await expect(office.field('chargeAmount')).toHaveValue('289.50');

  await money.charge();
  await expect(money.chargeDialog).toContainText('$289.50 is charged to Visa ending in 4242');
  await expect(money.inDialog(money.chargeDialog, 'Processing...')).toBeVisible();
  await money.inDialog(money.chargeDialog, 'Cancel').click();
  await expect(office.toast('Nothing was charged.')).toBeVisible();
  await expect(money.chargeDialog).toHaveCount(0);
  await expect(office.button('Charge the card on file')).toBeFocused();

  await money.charge();
  await page.keyboard.press('Escape');
  await expect(money.chargeDialog).toHaveCount(0);

  await money.charge();
  await expect(office.toast('The remaining balance has been successfully charged.')).toBeVisible();
  await expect(money.chargeDialog).toHaveCount(0);
  await expect(page.getByText('Fully Paid').first()).toBeVisible();
  await expect(money.actions).toContainText('Paid so far$714.50Balance due$0.00');
  await expect(page.getByText('Payment Due')).toHaveCount(0);
  await expect(office.section('History')).toContainText(
    /Charge of \$289\.50 succeeded \(started by admin\).*Charge of \$289\.50 started by admin/,
  );
  expect(await stripe.chargedTo(customer)).toEqual([28_950, 42_500]);

  await page.getByRole('link', { name: 'Transactions' }).first().click();
  await expect(page.getByRole('row').filter({ hasText: '$289.50' })).toContainText('Succeeded');
  expect(browserErrors).toEqual([]);
});

test('for a card that needs the customer, staff copy the link, withdraw it, and charge again', async ({
  office,
  money,
  admin,
  book,
  customer,
  stripe,
  context,
}) => {
  const { page } = office;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const id = await book(customer, ALWAYS_ASKS);
  await office.open(`/admin/bookings/${id}`, admin);
  await money.setPrice('500');
  await money.charge();
  await expect(office.toast('Payment Error')).toBeVisible();
  // What else happened to the booking is an alert of the dialog, too.
  const problem = money.chargeDialog.getByRole('alert').filter({ hasText: 'Failed to process' });
  await expect(problem).toContainText('Failed to process the remaining payment.');
  await expectAccessible(page, 'a charge that the bank did not take', [375, 1280]);
  await money.inDialog(money.chargeDialog, 'Close').click();
  await expect(money.actions).toContainText('Waiting for customer$75.00');

  await office.button('Copy link').click();
  await expect(
    office.toast('Payment link copied to clipboard. The customer is mailed one, too.'),
  ).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const paying = await context.newPage();
  await paying.goto(link);
  await expect(paying.getByText('$75.00').first()).toBeVisible();

  await office.button('Withdraw the payment link').click();
  await office.dialog('Withdraw the payment link?').getByRole('button', { name: 'Withdraw' }).click();
  await expect(office.toast('Payment Link Withdrawn')).toBeVisible();
  await expect(page.getByText('Waiting for customer')).toHaveCount(0);
  await paying.reload();
  await expect(paying.getByText('This link can no longer be paid')).toBeVisible();

  await office.button('Send payment link').click();
  await expect(office.toast('The customer is mailed a link to pay $75.00.')).toBeVisible();
  await expect(money.actions).toContainText('Waiting for customer$75.00');
  expect(await stripe.chargedTo(customer)).toEqual([42_500]);
});

test('if Stripe answers late, the page says so and then shows the outcome', async ({
  office,
  money,
  admin,
  book,
  customer,
  stripe,
  runCron,
}) => {
  const { page } = office;
  const id = await book(customer);
  // Live updates would show the outcome before the button is pressed.
  await office.withoutLiveUpdates();
  await office.open(`/admin/bookings/${id}`, admin);
  await money.setPrice('500');
  await expect(money.actions).toContainText('Payment Due$75.00');
  await stripe.failNext({ path: '/v1/payment_intents/', status: 500, when: 'after', times: 20 });
  await money.charge();
  await expect(page.getByText('A charge of $75.00 is still being processed')).toBeVisible({
    timeout: 20_000,
  });
  await expect(office.button('Refund Payment')).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page, 'a charge under way', [375, 1280]);

  await stripe.failNoMore();
  await runCron('operations');
  await office.button('Refresh').click();
  await expect(page.getByText('is still being processed')).toHaveCount(0);
  await expect(page.getByText('Payment Due')).toHaveCount(0);
  expect(await stripe.chargedTo(customer)).toEqual([7_500, 42_500]);
});
