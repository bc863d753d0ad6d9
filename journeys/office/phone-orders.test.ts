import { expect, type Page } from '@playwright/test';
import { formatDay } from '#domain/shared/days.ts';
import { askControl } from '#scripts/local/control.ts';
import { PayPage } from '../payment/pay-page.ts';
import { expectAccessible } from '../running/accessible.ts';
import { collectBrowserErrors } from '../running/browser-errors.ts';
import { OFFICE } from '../running/environments.ts';
import { mailsTo } from '../running/mailbox.ts';
import { test } from './bookings-desk.ts';

test.use({ environment: OFFICE });

/** The most keys that staff press beside the data itself. */
const MAX_KEYS = 25;
const MAX_MS = 60_000;
const SOON = { timeout: 30_000 };

/** A keyboard that counts its keys; the text itself does not count. */
function countingKeyboard({ keyboard }: Page) {
  let keys = 0;
  return {
    press: async (...names: string[]) => {
      for (const name of names) {
        keys += 1;
        await keyboard.press(name);
      }
    },
    type: (text: string) => keyboard.type(text),
    count: () => keys,
  };
}

async function chooseDeliveryDay(page: Page, deliveryDate: string): Promise<void> {
  const day = page.locator(`[data-day="${deliveryDate}"]`);
  await expect(page.locator('[data-day]').first()).toBeVisible();
  while ((await day.count()) === 0) await page.getByRole('button', { name: 'Next month' }).click();
  await day.click();
  await expect(page.locator('[aria-selected=true]').filter({ has: day })).toBeVisible();
}

test('a known client books by phone with the keyboard alone, and pays through the link', async ({
  book,
  newCustomer,
  office,
  admin,
  records,
  system,
  page,
}) => {
  const errors = collectBrowserErrors(page);
  const customer = newCustomer('15-yard');
  await book(customer);
  const first = records.numberOf(customer);
  await office.open('/admin/bookings', admin);
  await expect(page.getByRole('link', { name: 'New booking' })).toBeVisible();
  const keys = countingKeyboard(page);
  const startedMs = Date.now();
  await keys.press('n');
  await expect(page.getByRole('combobox', { name: 'Find a known customer' })).toBeFocused();
  // Phone numbers of other journeys can have the same digits.
  await keys.type(customer.email);
  await expect(page.getByRole('listbox', { name: 'Known customers' }).getByRole('option')).toHaveCount(1);
  await keys.press('Enter');
  await expect(office.field('address')).toHaveValue(customer.address);
  // The focus is on the first possible day: two weeks later.
  await keys.press('ArrowDown', 'ArrowDown', 'Enter');
  await expect(page.getByRole('radio', { checked: true, name: /15-Yard/ })).toBeFocused();
  await keys.press('ArrowDown');
  await expect(page.getByRole('radio', { checked: true, name: /20-Yard/ })).toBeFocused();
  await expect(office.button('Book and send link for $425.00')).toBeEnabled();
  await keys.press('Control+Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^Booking #/ })).toBeVisible();
  expect(keys.count()).toBeLessThanOrEqual(MAX_KEYS);
  expect(Date.now() - startedMs).toBeLessThan(MAX_MS);

  const id = records.numberOf(customer);
  expect(id).toBeGreaterThan(first);
  const [, made] = records.bookingsOf(customer);
  expect(made).toMatchObject({ dumpsterType: '20-yard', status: 'pending', ledger: [] });
  expect(made?.schedule).toHaveLength(1);

  const linkMail = async () => {
    const mails = await mailsTo(customer.email, system.running.mailbox);
    return mails.find(({ subject }) => subject.includes(`#${id}`) && subject.includes('please pay $425.00'));
  };
  await expect.poll(linkMail, SOON).toBeTruthy();
  const [url = ''] = /http\S+\/pay\/\S+/.exec((await linkMail())?.text ?? '') ?? [];
  const pay = new PayPage(page);
  await page.goto(url);
  await pay.expectTitle('Pay your deposit');
  await expect(pay.facts).toContainText(formatDay(made?.deliveryDate ?? ''));
  await page.getByRole('checkbox', { name: 'I agree to the terms and conditions' }).check();
  await pay.payWith('4242424242424242');
  await pay.expectTitle('Payment received');
  await expect
    .poll(() => records.bookingsOf(customer)[1]?.ledger.map(({ amount, status }) => [amount, status]), SOON)
    .toEqual([[42_500, 'succeeded']]);
  expect(records.bookingsOf(customer)).toHaveLength(2);
  expect(errors).toEqual([]);
});

test('a new customer pays later: the draft survives a reload and errors, on a phone in the dark', async ({
  newCustomer,
  office,
  admin,
  records,
  system,
  page,
}) => {
  const customer = newCustomer('30-yard');
  await page.setViewportSize({ width: 375, height: 812 });
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
  await office.open('/admin/bookings/new', admin);
  const { firstName, lastName, phone, address, city, state } = customer;
  for (const [name, value] of Object.entries({ firstName, lastName, phone, address, city }))
    await office.field(name).fill(value);
  await office.field('state').selectOption(state);
  await office.field('zip').fill('1220');
  await chooseDeliveryDay(page, customer.deliveryDate);
  await page.getByRole('radio', { name: /7-Day Rental, 30-Yard/ }).check({ force: true });
  await page.getByRole('radio', { name: 'Pay later' }).check();
  await page.getByRole('checkbox', { name: 'Terms read to the customer' }).check();
  await page.reload();
  await expect(office.field('address')).toHaveValue(address);
  await expectAccessible(page, 'new booking', [375, 1280]);
  await page.setViewportSize({ width: 375, height: 812 });
  await office.button('Book, to be paid later').click();
  await expect(office.field('zip')).toBeFocused();
  await expect(page.getByText('Zip code must have 5 digits')).toBeVisible();
  await office.field('zip').fill(customer.zip);
  await office.button('Book, to be paid later').dblclick();
  await expect(page.getByRole('heading', { level: 1, name: /^Booking #/ })).toBeVisible();
  await expect(page.getByText('Not provided')).toBeVisible();
  const made = (
    await page.request.get(`${system.running.app}/api/bookings?customer=${lastName}&limit=1`)
  ).json();
  expect(await made).toMatchObject([{ email: null, dumpsterType: '30-yard', address }]);
  expect(records.holdsOf(customer)).toEqual([]);
  await page.goto('/admin/bookings/new');
  await expect(office.field('address')).toHaveValue('');
});

test('cash that staff record with an order confirms it with the terms, and is voided with a reason', async ({
  newCustomer,
  order,
  office,
  admin,
  records,
  system,
  page,
}) => {
  const customer = newCustomer('30-yard');
  const { id: first } = await order(customer);
  await office.open(`/admin/bookings/${first}`, admin);
  await page.getByRole('link', { name: 'Book again' }).click();
  await expect(office.field('address')).toHaveValue(customer.address);
  await chooseDeliveryDay(page, customer.deliveryDate);
  await page.getByRole('radio', { name: /7-Day Rental, 30-Yard/ }).check({ force: true });
  await page.getByRole('radio', { name: 'Record a payment' }).check();
  await office.field('method').selectOption('cash');
  await office.field('amount').fill('425');
  await page.getByRole('checkbox', { name: 'Terms read to the customer' }).check();
  await office.button('Book and record $425').click();
  await expect(page.getByRole('heading', { level: 1, name: /^Booking #/ })).toBeVisible();
  await expect.poll(() => records.bookingsOf(customer)).toHaveLength(2);
  const id = records.numberOf(customer);
  const made = () => records.bookingsOf(customer)[1];
  expect(made()).toMatchObject({
    paymentStatus: 'deposit_paid',
    ledger: [{ id: expect.stringMatching(/^pay_/), type: 'payment', amount: 42_500, status: 'succeeded' }],
  });
  const confirmation = async () =>
    (await mailsTo(customer.email, system.running.mailbox)).find(({ subject }) => subject.includes(`#${id}`));
  await expect.poll(confirmation, SOON).toBeTruthy();
  expect((await confirmation())?.text).toMatch(/terms/i);

  const payments = office.section('Payments');
  await payments.getByRole('button', { name: 'Void Deposit of $425.00' }).click();
  const dialog = office.dialog('Void this payment?');
  await dialog.getByRole('button', { name: 'Void payment' }).click();
  await expect(dialog).toContainText('Enter the reason');
  await dialog.locator('[name=reason]').fill('The bills were counterfeit');
  await dialog.getByRole('button', { name: 'Void payment' }).click();
  await expect(office.page.getByText('The payment is voided. $425.00 is due now.')).toBeAttached();
  await expect(payments).toContainText('Voided by admin: The bills were counterfeit');
  await expect(office.section('History')).toContainText('The bills were counterfeit');
  expect(made()).toMatchObject({ paymentStatus: 'unpaid', ledger: [{ amount: 42_500, status: 'canceled' }] });
});

test('a payment link that was not paid in time cancels the booking, and both sides get an e-mail', async ({
  newCustomer,
  order,
  admin,
  office,
  page,
  records,
  runCron,
  stripe,
  system,
}) => {
  const customer = newCustomer('20-yard');
  const expiresAt = new Date(Date.now() + 3 * 3_600_000).toISOString();
  const { id, payUrl = '' } = await order(customer, { payment: { method: 'link', expiresAt } });
  const pay = new PayPage(page);
  await page.goto(payUrl);
  await pay.expectTitle('Pay your deposit');
  await page.getByRole('checkbox', { name: 'I agree to the terms and conditions' }).check();
  await pay.typeCard('4242424242424242');

  // As three hours later: the end of the link, and of the wait before a status e-mail, are in the past.
  const execute = (statement: string) => askControl(system.stateDir, 'execute', [statement]);
  await execute(`UPDATE pay_links SET expires_at = 1 WHERE booking_id = ${id}`);
  await runCron('operations');
  await execute(`UPDATE outbox SET due_at = created_at WHERE booking_id = ${id}`);
  await runCron('outbox');
  await pay.pay.click();
  await pay.expectTitle('This payment link has expired');
  expect(await stripe.chargedTo(customer)).toEqual([]);
  expect(records.bookingsOf(customer)).toMatchObject([{ status: 'cancelled', schedule: [], ledger: [] }]);

  const subjects = async (email: string) =>
    (await mailsTo(email, system.running.mailbox)).map(({ subject }) => subject);
  await expect.poll(() => subjects(customer.email), SOON).toContainEqual(expect.stringMatching(/cancelled$/));
  await office.open(`/admin/bookings/${id}`, admin);
  await expect(office.section('History')).toContainText('$425.00 was not paid in time');
  const { email } = (await (await page.request.get('/api/admin/business')).json()) as { email: string };
  expect(await subjects(email)).toContain(`Booking #${id} was cancelled: its deposit was not paid`);
});
