import { expect, type Page } from '@playwright/test';
import { holdByApi } from '../booking/booking-api.ts';
import { paidBooking } from '../booking/customer.ts';
import { test } from '../running/journey.ts';

const STATUS_CALL = '**/api/booking-status';

test('a paid booking is shown with its number, and the URL has no data of the payment', async ({
  page,
  customer,
  system,
  stripe,
  records,
}) => {
  await stripe.webhooks('hold');
  const { clientSecret } = await holdByApi(system.running.app, customer);
  await stripe.confirm(clientSecret, '4242424242424242');
  await returnFromBank(page, clientSecret);
  await expectOutcome(page, 'Your Dumpster Rental is Confirmed!');
  await expect(page.getByRole('region', { name: 'Booking summary' })).toContainText(/#\d+/);
  expect(records.bookingsOf(customer)).toEqual([paidBooking(customer, idOf(clientSecret))]);
});

test('while the booking is not known yet, the page polls for it', async ({
  page,
  customer,
  system,
  stripe,
}) => {
  const { clientSecret } = await holdByApi(system.running.app, customer);
  await stripe.confirm(clientSecret, '4242424242424242');
  let asked = 0;
  await page.route(STATUS_CALL, (route) => {
    asked += 1;
    return asked > 1 ? route.continue() : route.fulfill({ json: { status: 'succeeded', booking: null } });
  });
  await returnFromBank(page, clientSecret);
  await expect(page.getByRole('heading', { name: 'Checking your payment...' })).toBeVisible();
  await expectOutcome(page, 'Your Dumpster Rental is Confirmed!');
  await expect(page.getByRole('region', { name: 'Booking summary' })).toContainText(/#\d+/);
});

test('a declined payment shows that nothing was charged, and a link back', async ({
  page,
  customer,
  system,
  stripe,
}) => {
  const { clientSecret } = await holdByApi(system.running.app, customer);
  await stripe.confirm(clientSecret, '4000000000000002');
  await returnFromBank(page, clientSecret);
  await expectOutcome(page, 'Your payment did not go through');
  await page.getByRole('link', { name: 'Back to the booking' }).click();
  await expect(page.getByRole('heading', { name: 'Select Your Rental Period' })).toBeVisible();
});

test('a processing payment shows its state and a warning against paying twice', async ({
  page,
  customer,
  system,
}) => {
  const { clientSecret } = await holdByApi(system.running.app, customer);
  await page.route(STATUS_CALL, (route) => route.fulfill({ json: { status: 'processing', booking: null } }));
  await returnFromBank(page, clientSecret);
  await expectOutcome(page, 'Your payment is being processed');
  await expect(page.getByText('Please do not pay again.')).toBeVisible();
});

test('with the secret of another payment nothing is shown', async ({ page, newCustomer, system }) => {
  const [mine, theirs] = await Promise.all(
    [newCustomer(), newCustomer()].map((each) => holdByApi(system.running.app, each)),
  );
  const secret = theirs!.clientSecret.split('_secret_')[1];
  await returnFromBank(page, `${idOf(mine!.clientSecret)}_secret_${secret}`);
  await expectOutcome(page, 'We could not find a payment here');
});

test('without a payment the page says so, and links to the booking form', async ({ page }) => {
  await page.goto('/payment-success');
  await expectOutcome(page, 'We could not find a payment here');
  await page.getByRole('link', { name: 'Go to the booking page' }).click();
  await expect(page.getByRole('heading', { name: 'Select Your Rental Period' })).toBeVisible();
});

async function returnFromBank(page: Page, clientSecret: string): Promise<void> {
  const query = new URLSearchParams({
    booking_id: 'pending',
    payment_intent: idOf(clientSecret),
    payment_intent_client_secret: clientSecret,
    redirect_status: 'succeeded',
  });
  await page.goto(`/payment-success?${query}`);
}

async function expectOutcome(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  const { pathname, searchParams, hash } = new URL(page.url());
  expect({ pathname, named: [...searchParams.keys()].filter((name) => name !== 'booking_id'), hash }).toEqual(
    {
      pathname: '/payment-success',
      named: [],
      hash: '',
    },
  );
}

function idOf(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? '';
}
