import { expect } from '@playwright/test';
import { sizeOf } from '#domain/catalog/entries.ts';
import { firstRentalEnd } from '#domain/catalog/first-card.ts';
import { FIRST_RATE_CARD } from '#domain/catalog/seed.ts';
import { formatDay } from '#domain/shared/days.ts';
import { CARDS } from '../booking/booking-page.ts';
import { paidBooking } from '../booking/customer.ts';
import { BOTH, DUE, test } from '../money/pay-desk.ts';
import { expectAccessibleEverywhere } from '../running/accessible.ts';
import { collectBrowserErrors } from '../running/browser-errors.ts';
import { OFFICE } from '../running/environments.ts';
import { mailsTo } from '../running/mailbox.ts';
import { watchToken } from '../running/token-watch.ts';

/** This card pays the deposit, and requires authentication for every off-session charge. */
const ASKS_FOR_ITS_OWNER = '4000002760003184';

test.use({ environment: OFFICE });

const SOON = { timeout: 30_000 };

test('a charge that the bank refuses is mailed as a link, which the customer pays with another card', async ({
  due,
  staff,
  link,
  customer,
  stripe,
  intentsOf,
  records,
  system,
}) => {
  const { page } = link;
  const id = await due(customer, ASKS_FOR_ITS_OWNER);
  const charge = { bookingId: id, chargeAmount: DUE };
  const charged = await staff('POST', '/api/process-remaining-payment', charge);
  expect([charged.status, charged.body]).toMatchObject([402, { code: 'authentication_required' }]);

  const mails = () => mailsTo(customer.email, system.running.mailbox);
  const url = async () => /\S+\/pay\/[\w-]{43}/.exec((await mails())[0]?.text ?? '')?.[0] ?? '';
  await expect.poll(url, SOON).not.toBe('');
  const browserErrors = collectBrowserErrors(page);
  await link.open(await url());
  const lastDay = formatDay(firstRentalEnd(customer.rentalType, customer.deliveryDate));
  for (const words of [
    '$175.00',
    sizeOf(FIRST_RATE_CARD, customer.dumpsterType).name,
    formatDay(customer.deliveryDate),
    lastDay,
  ]) {
    await expect(link.facts).toContainText(words);
  }
  await expect(link.facts).toContainText(`Booking#${id}`);
  // The last name alone is also a word of the street.
  for (const words of [`${customer.firstName} ${customer.lastName}`, customer.email, customer.phone]) {
    await expect(page.getByRole('main')).not.toContainText(words);
  }

  await link.payWith(CARDS.good);
  await link.expectTitle('Payment received');
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeFocused();
  await expect(page.getByRole('main')).toContainText('You have paid $175.00');
  expect(browserErrors).toEqual([]);

  const { deposit, balance } = await intentsOf(customer);
  const paid = paidBooking(customer, deposit.id);
  const rows = [{ id: balance.id, type: 'payment', kind: 'balance', amount: DUE, status: 'succeeded' }];
  await expect
    .poll(() => records.bookingsOf(customer))
    .toEqual([{ ...paid, paymentStatus: 'fully_paid', ledger: [...paid.ledger, ...rows] }]);
  expect(await stripe.chargedTo(customer)).toEqual(BOTH);
  await page.reload();
  await link.expectTitle('Payment received');
  await expect(page.getByRole('heading', { name: 'There is nothing left to pay here' })).toBeVisible();
  await expect.poll(async () => (await mails())[0]?.subject, SOON).toContain('charged $175.00');
});

test('a declined card, a failed authentication and a successful card use one intent', async ({
  due,
  linkTo,
  link,
  customer,
  stripe,
  intentsOf,
}) => {
  await link.open(await linkTo(await due(customer)));
  await link.payWith(CARDS.declined);
  await expect(link.problem).toHaveText(/^Your card was declined\.Still not working\? Call/);

  await link.payWith(CARDS.authenticated);
  await expect(link.button('Processing...')).toBeDisabled();
  await link.button('Fail authentication').click();
  await expect(link.problem).toContainText(/authenticate/);
  await expect(link.pay).toBeEnabled();

  await link.payWith(CARDS.authenticated);
  await link.button('Complete authentication').click();
  await link.expectTitle('Payment received');
  const { balance } = await intentsOf(customer);
  expect(balance.status).toBe('succeeded');
  expect(await stripe.chargedTo(customer)).toEqual(BOTH);
});

test('a double click charges once; a reload before the webhook arrives does not ask for payment again', async ({
  due,
  linkTo,
  link,
  customer,
  stripe,
  intentsOf,
}) => {
  await link.open(await linkTo(await due(customer)));
  await stripe.webhooks('hold');
  await link.typeCard(CARDS.good);
  await link.pay.dblclick();
  await link.expectTitle('Payment received');
  await link.page.reload();
  await link.expectTitle('Payment received');
  await expect(link.pay).toHaveCount(0);
  const { balance } = await intentsOf(customer);
  expect(await stripe.confirmationsOf(balance.id)).toBe(1);
  expect(await stripe.chargedTo(customer)).toEqual(BOTH);
});

test("after a redirect to the bank's page, the address bar has only the link", async ({
  due,
  linkTo,
  link,
  customer,
  stripe,
  system,
}) => {
  const { page } = link;
  const id = await due(customer);
  const url = await linkTo(id);
  const { pathname } = new URL(url);
  const opened = await fetch(`${system.running.app}/api/create-payment-intent`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ bookingId: id, payToken: pathname.split('/')[2] }),
  });
  const { clientSecret } = (await opened.json()) as { clientSecret: string };
  const query = new URLSearchParams({
    payment_intent: idOf(clientSecret),
    payment_intent_client_secret: clientSecret,
  });
  await stripe.confirm(clientSecret, '4000000000000002');
  await page.goto(`${url}?${query}&redirect_status=failed`);
  await expect(link.problem).toContainText('Your bank did not approve the payment');
  expect(page.url()).toBe(`${system.running.app}${pathname}`);
  await stripe.confirm(clientSecret, '4242424242424242');
  await page.goto(`${url}?${query}&redirect_status=succeeded`);
  await link.expectTitle('Payment received');
  expect(page.url()).toBe(`${system.running.app}${pathname}`);
});

test('a link that staff withdraw while the customer types a card charges nothing', async ({
  due,
  linkTo,
  link,
  customer,
  staff,
  stripe,
  intentsOf,
}) => {
  const id = await due(customer);
  const url = await linkTo(id);
  await link.open(url);
  expect((await staff('DELETE', `/api/bookings/${id}/pay-link`)).status).toBe(204);
  await link.payWith(CARDS.good);
  await link.expectTitle('This payment link was withdrawn');
  const { balance } = await intentsOf(customer);
  expect([balance.status, await stripe.confirmationsOf(balance.id)]).toEqual(['canceled', 0]);

  const next = await linkTo(id);
  expect(next).not.toBe(url);
  await link.page.goto(url);
  await link.expectTitle('This payment link was withdrawn');
  await link.open(next);
});

test('an invalid link shows an error and the phone number', async ({ link }) => {
  for (const path of ['/pay', '/pay/', '/pay/Vt0k3n', `/pay/${'x'.repeat(300)}`, '/pay/%E0%A4%A']) {
    await link.page.goto(path);
    await link.expectTitle('We could not find this payment');
    await expect(link.page.getByRole('main').locator('a[href^="tel:"]')).toBeVisible();
  }
});

test('axe finds nothing serious, and no sideways scrolling', async ({ due, linkTo, link, customer }) => {
  const { page } = link;
  await page.goto('/pay/Vt0k3n');
  await link.expectTitle('We could not find this payment');
  await expectAccessibleEverywhere(page, 'no payment link');
  await link.open(await linkTo(await due(customer)));
  await link.payWith(CARDS.declined);
  await expect(link.problem).toBeVisible();
  await expectAccessibleEverywhere(page, 'a payment link with a declined card');
  await link.payWith(CARDS.good);
  await link.expectTitle('Payment received');
  await expectAccessibleEverywhere(page, 'a payment link that is paid');
});

test('if the server does not answer, the call can be retried', async ({ due, linkTo, link, customer }) => {
  const url = await linkTo(await due(customer));
  await link.page.route('**/api/pay/*', (route) => route.abort());
  await link.page.goto(url);
  await link.expectTitle('We could not load your payment');
  await link.page.unroute('**/api/pay/*');
  await link.button('Retry').click();
  await link.expectOpen();
});

test('opening a link is noted once and changes nothing else, and only the server and the bank receive its token', async ({
  due,
  linkTo,
  link,
  customer,
  staff,
  stripe,
  system,
}) => {
  const id = await due(customer);
  const url = await linkTo(id);
  const token = new URL(url).pathname.split('/')[2] ?? '';
  const read = async (part: string) => (await staff('GET', `/api/bookings/${id}${part}`)).body;
  const isOpening = ({ action }: { action: string }) => action === 'pay_link_opened';
  const history = async () => (await read('/history')) as { action: string }[];
  const known = async () => [
    await read(''),
    await read('/payments'),
    (await history()).filter((entry) => !isOpening(entry)),
  ];
  // The customer's URL is created when the e-mail is sent, and staff see when.
  const asksToPay = async () =>
    (await mailsTo(customer.email, system.running.mailbox)).some(({ text }) => text.includes('/pay/'));
  await expect.poll(asksToPay, SOON).toBe(true);
  const before = await known();
  const { length } = await stripe.calls();
  const receivers = watchToken(link.page, token);
  await link.open(url);
  await link.page.reload();
  await link.expectOpen();
  expect(await known()).toEqual(before);
  expect((await history()).filter(isOpening)).toHaveLength(1);
  const asked = (await stripe.calls()).slice(length);
  expect(asked.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(JSON.stringify(asked)).not.toContain(token);

  await link.payWith(CARDS.good);
  await link.expectTitle('Payment received');
  await link.page.getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(link.page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible();
  const { app } = system.running;
  expect(new Set(await receivers())).toEqual(
    new Set([
      `GET ${app}/pay/{token}`,
      `GET ${app}/api/pay/{token}`,
      `POST ${app}/api/create-payment-intent payToken={token}`,
      `POST ${system.running.stripe}/v1/payment_intents/{id}/confirm return_url=${app}/pay/{token}`,
    ]),
  );
});

function idOf(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? '';
}
