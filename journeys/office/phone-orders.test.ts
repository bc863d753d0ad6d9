import { expect, type Page } from '@playwright/test';
import { formatDay } from '#domain/days.ts';
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
  await expect(page.getByRole('combobox', { name: 'Find a known client' })).toBeFocused();
  // Phone numbers of other journeys can have the same digits.
  await keys.type(customer.email);
  await expect(page.getByRole('listbox', { name: 'Known clients' }).getByRole('option')).toHaveCount(1);
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
