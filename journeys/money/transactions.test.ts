import { expect } from '@playwright/test';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { listTransactions } from '#contract/transactions.ts';
import { firstDeposit } from '#domain/catalog/first-card.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { holdByApi } from '../booking/booking-api.ts';
import { test } from '../office/bookings-desk.ts';
import type { OfficePage } from '../office/office-page.ts';
import { signInByApi } from '../office/staff-api.ts';
import { collectBrowserErrors } from '../running/browser-errors.ts';
import { OFFICE } from '../running/environments.ts';

test.use({ environment: OFFICE });

const PAGE = '/admin/transactions';
const DECLINED = '4000000000000002';
const GOOD = '4242424242424242';

const card = (office: OfficePage, title: string) =>
  office.page.getByRole('listitem').filter({ has: office.page.getByRole('heading', { name: title }) });
const region = (office: OfficePage, name: string) => office.page.getByRole('region', { name });

test('a deposit is found in the ledger, and its page shows every payment attempt', async ({
  office,
  admin,
  book,
  newCustomer,
  system,
  stripe,
  records,
}) => {
  const { page } = office;
  const staff = await signInByApi(system.running.app, admin);
  const { summary } = (await staff('GET', '/api/transactions')).body as ReplyOf<typeof listTransactions>;
  const [earlier, customer] = [newCustomer(), newCustomer()];
  await book(earlier);
  const deposit = formatUsd(firstDeposit(customer.rentalType));
  const { clientSecret } = await holdByApi(system.running.app, customer);
  await stripe.confirm(clientSecret, DECLINED);
  await stripe.confirm(clientSecret, GOOD);
  await expect.poll(() => records.bookingsOf(customer)).toHaveLength(1);
  const bookingId = records.numberOf(customer);
  const paymentId = clientSecret.split('_secret_')[0] ?? '';

  await office.open('/admin', admin);
  const browserErrors = collectBrowserErrors(page);
  await page.getByRole('link', { name: 'View All Transactions' }).click();
  await expect(office.heading('Transactions')).toBeFocused();
  const total = summary.total + firstDeposit(earlier.rentalType) + firstDeposit(customer.rentalType);
  await expect(card(office, 'Total Revenue')).toContainText(
    `${formatUsd(total)}${summary.count + 2} transactions`,
  );
  await expect(card(office, 'Total Refunded')).toContainText(
    `${formatUsd(summary.refunded)}${summary.refundCount} refund`,
  );
  await expect(card(office, 'Pending')).toContainText(`${formatUsd(summary.pending)}Awaiting processing`);

  await office.button('More filters').click();
  await office.field('id').fill(paymentId.slice(5, 20));
  await expect(page.getByRole('rowheader')).toHaveText([paymentId]);
  await page.locator('#filter-status').selectOption({ label: 'Succeeded' });
  await expect(page.getByRole('status').filter({ hasText: 'Showing' })).toHaveText('Showing 1 of 1');
  const row = office.row(paymentId);
  for (const words of [deposit, 'Payment', 'Succeeded', `#${bookingId}`])
    await expect(row).toContainText(words);
  await office.button(`Details of ${paymentId}`).click();
  await expect(page.getByRole('link', { name: customer.email })).toBeVisible();
  const filtered = page.url();

  await page.getByRole('link', { name: `Details of ${paymentId}` }).click();
  await expect(office.heading(`Payment of ${deposit}`)).toBeFocused();
  await expect(region(office, 'Transaction Details')).toContainText(customer.email);
  const attempts = region(office, 'Payment Timeline').getByRole('listitem');
  await expect(attempts).toHaveCount(2);
  await expect(attempts.first()).toContainText('Failed');
  await expect(attempts.last()).toContainText('Payment complete.');
  await expect(region(office, 'Metadata')).toContainText('deposit');
  await expect(region(office, 'Related Booking')).toContainText(`${customer.address}`);

  await page.getByRole('link', { name: 'Back to Transactions' }).click();
  await expect(page.getByRole('rowheader')).toHaveText([paymentId]);
  expect(page.url()).toBe(filtered);
  await page.goForward();
  await page.getByRole('link', { name: 'View Booking Details' }).click();
  await expect(office.heading(`Booking #${bookingId}`)).toBeFocused();
  expect(browserErrors).toEqual([]);
});

test('if Stripe does not answer, the stored data is shown', async ({
  office,
  admin,
  book,
  customer,
  stripe,
  records,
}) => {
  const { page } = office;
  await book(customer);
  const id = records.bookingsOf(customer)[0]?.ledger[0]?.id ?? '';
  // Live updates would ask Stripe again before the button is pressed.
  await office.withoutLiveUpdates();
  await stripe.failNext({ path: '/v1/', method: 'GET', status: 500, when: 'before', times: 20 });
  await office.open(`${PAGE}/${id}`, admin);
  await expect(page.getByText('Stripe could not be asked just now.')).toBeVisible();
  await expect(region(office, 'Payment Timeline').getByRole('listitem')).toHaveCount(1);
  await stripe.failNoMore();
  await office.button('Ask again').click();
  await expect(page.getByText('Stripe could not be asked just now.')).toHaveCount(0);
});

test('a ledger that does not load shows an error, and Retry loads the page again', async ({
  office,
  admin,
}) => {
  const { page } = office;
  await office.withoutLiveUpdates();
  await page.route('**/api/transactions?*', (route) => route.fulfill({ status: 500, body: 'broken' }));
  await office.open(PAGE, admin);
  await expect(page.getByText('Error Loading Transactions')).toBeVisible();
  await page.unroute('**/api/transactions?*');
  const loaded = page.waitForEvent('load');
  await office.button('Retry').click();
  await loaded;
  await expect(card(office, 'Total Revenue')).toBeVisible();
  await expect(page.getByText('Error Loading Transactions')).toHaveCount(0);
});

test('a transaction that does not exist shows Transaction Not Found', async ({ office, admin }) => {
  const { page } = office;
  await office.open(`${PAGE}/pi_nothing`, admin);
  await expect(office.heading('Transaction Not Found')).toBeVisible();
  await expect(page.getByText('Failed to get transaction: 404')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Transactions' }).click();
  await expect(office.heading('Transactions')).toBeFocused();
});
