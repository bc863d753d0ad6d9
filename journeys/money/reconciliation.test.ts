import { expect } from '@playwright/test';
import type { SpawnedSystem } from '#scripts/local/processes/spawn-system.ts';
import { holdByApi } from '../booking/booking-api.ts';
import type { Customer } from '../booking/customer.ts';
import { test } from '../office/bookings-desk.ts';
import { STAFF } from '../running/environments.ts';
import type { StripeDesk } from '../running/stripe.ts';

/** The whole ledger is compared: no other journey on this system pays. */
test.use({ environment: STAFF });

const PAGE = '/admin/reconciliation';
const GOOD = '4242424242424242';

test('a payment without a webhook is found at night and settled by staff', async ({
  office,
  admin,
  book,
  newCustomer,
  system,
  stripe,
  records,
  runCron,
}) => {
  const { page } = office;
  await book(newCustomer());
  const customer = newCustomer();
  const paymentId = await unheardPayment({ system, stripe }, customer);
  await runCron('reconcile');

  await office.open('/admin/transactions', admin);
  await page.getByRole('link', { name: 'Reconciliation' }).click();
  await expect(office.heading('Reconciliation')).toBeFocused();
  await expect(page.getByText(/2 payments and 0 refunds of the last days, 1 difference\./)).toBeVisible();
  const row = office.row(paymentId);
  for (const words of ['Missing in our records', 'Nothing', 'Succeeded'])
    await expect(row).toContainText(words);
  await expect(page.getByRole('rowheader')).toHaveCount(1);

  await office.button(`Settle ${paymentId}`).click();
  await expect(office.toast('Difference Settled')).toBeVisible();
  await expect(page.getByText('No differences')).toBeVisible();
  expect(records.bookingsOf(customer)).toHaveLength(1);
  expect(records.bookingsOf(customer)[0]?.ledger).toMatchObject([{ id: paymentId, status: 'succeeded' }]);

  await office.button('Clear filters').click();
  await expect(office.row(paymentId)).toContainText(admin.username);
  await page.getByRole('link', { name: paymentId }).click();
  await expect(page.getByRole('link', { name: 'View Booking Details' })).toBeVisible();

  await stripe.flushWebhooks();
  await runCron('events');
  await runCron('reconcile');
  expect(records.bookingsOf(customer)).toHaveLength(1);
});

test('a difference that disappears is settled by the next comparison', async ({
  office,
  admin,
  newCustomer,
  system,
  stripe,
  runCron,
}) => {
  const paymentId = await unheardPayment({ system, stripe }, newCustomer());
  await runCron('reconcile');
  await runCron('events');
  await runCron('reconcile');
  await office.open(`${PAGE}?state=settled`, admin);
  await expect(office.row(paymentId)).toContainText('by itself');
});

test('a difference stays open with the reason while Stripe does not answer', async ({
  office,
  admin,
  newCustomer,
  system,
  stripe,
  runCron,
}) => {
  const paymentId = await unheardPayment({ system, stripe }, newCustomer());
  await runCron('reconcile');
  await office.open(`${PAGE}?state=open`, admin);
  await stripe.failNext({ path: '/v1/', method: 'GET', status: 500, when: 'before', times: 20 });
  await office.button(`Settle ${paymentId}`).click();
  await expect(office.toast('Stripe could not be asked just now. Please try again.')).toBeVisible();
  await stripe.failNoMore();
  await office.button(`Settle ${paymentId}`).click();
  await expect(office.toast('Difference Settled')).toBeVisible();
});

test('a view-only user cannot settle a difference', async ({
  office,
  colleague,
  newCustomer,
  system,
  stripe,
  runCron,
}) => {
  await stripe.webhooks('hold');
  const { clientSecret } = await holdByApi(system.running.app, newCustomer());
  await stripe.confirm(clientSecret, GOOD);
  await runCron('reconcile');
  await office.open(`${PAGE}?state=open`, await colleague('wanda', 'view_only'));
  await expect(office.row('pi_')).toContainText('Not settled yet');
  await expect(office.page.getByRole('button', { name: /^Settle/ })).toHaveCount(0);
});

/** Pays a deposit at Stripe without a webhook. Returns the id of the payment. */
async function unheardPayment(at: { system: SpawnedSystem; stripe: StripeDesk }, customer: Customer) {
  await at.stripe.webhooks('hold');
  const { clientSecret } = await holdByApi(at.system.running.app, customer);
  await at.stripe.confirm(clientSecret, GOOD);
  return clientSecret.split('_secret_')[0] ?? '';
}
