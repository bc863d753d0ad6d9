import { expect } from '@playwright/test';
import { addDays, formatDay, monthOf } from '#domain/shared/days.ts';
import { bookByApi } from '../booking/booking-api.ts';
import { today } from '../booking/customer.ts';
import { collectBrowserErrors } from '../running/browser-errors.ts';
import { INVENTORY } from '../running/environments.ts';
import { test } from './office-journey.ts';
import type { OfficePage } from './office-page.ts';

/** These journeys change the fleet. It has one 10-yard and one 30-yard unit. */
test.use({ environment: INVENTORY });

const PAGE = '/admin/inventory';

const card = (office: OfficePage, size: string) =>
  office.page.getByRole('listitem').filter({ has: office.page.getByRole('heading', { name: size }) });

async function addDumpster(office: OfficePage, number: string, type = '20-yard') {
  await office.button('Add Dumpster').click();
  const dialog = office.dialog('Add Dumpster');
  await dialog.locator('[name=dumpsterNumber]').fill(number);
  await dialog.locator('[name=dumpsterType]').selectOption(type);
  await dialog.getByRole('button', { name: 'Add Dumpster' }).click();
  await expect(office.toast('Dumpster Added')).toBeVisible();
  await expect(office.row(number)).toBeVisible();
}

test('a dumpster is added, changed, switched off and on, and deleted', async ({ office, admin }) => {
  const browserErrors = collectBrowserErrors(office.page);
  await office.open(PAGE, admin);
  await expect(card(office, '20-Yard')).toContainText('2/2');
  browserErrors.length = 0;
  await office.button('Add Dumpster').click();
  await office.dialog('Add Dumpster').getByRole('button', { name: 'Add Dumpster' }).click();
  await expect(office.page.getByText('Dumpster number is required')).toBeVisible();
  await office.button('Cancel').click();
  await addDumpster(office, 'T-1');
  await expect(card(office, '20-Yard')).toContainText('3/3');

  await office.button('Edit T-1').click();
  await office.dialog('Edit Dumpster').locator('[name=dumpsterType]').selectOption('30-yard');
  await office.dialog('Edit Dumpster').locator('[name=notes]').fill('Stands at the gate.\n<b>Dented</b>');
  await office.button('Save changes').click();
  await expect(office.toast('Dumpster Updated')).toBeVisible();
  await expect(office.row('T-1')).toContainText('30-Yard');
  await expect(office.row('T-1')).toContainText('<b>Dented</b>');
  await expect(card(office, '20-Yard')).toContainText('2/2');
  await expect(card(office, '30-Yard')).toContainText('2/2');

  await office.button('Switch off T-1').click();
  await expect(office.toast('T-1 is out of service. Nothing is booked on it.')).toBeVisible();
  await expect(office.row('T-1')).toContainText('Out of service');
  await expect(card(office, '30-Yard')).toContainText('1/2');
  await office.button('Switch on T-1').click();
  await expect(office.row('T-1')).toContainText('In service');

  await office.button('View schedule T-1').click();
  const empty = office.dialog('Schedule of T-1');
  await expect(empty.getByText('No coming bookings.')).toBeVisible();
  await empty.getByRole('button', { name: 'Close' }).click();

  await office.button('Delete T-1').click();
  const question = office.dialog('Delete dumpster?');
  await expect(question).toContainText('This cannot be undone.');
  await office.page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await office.button('Delete T-1').click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(office.toast('Dumpster Deleted')).toBeVisible();
  await expect(office.row('T-1')).toHaveCount(0);
  await expect(card(office, '30-Yard')).toContainText('1/1');
  expect(browserErrors).toEqual([]);
});

test('a booked dumpster shows its booking, keeps it when switched off, and cannot be deleted', async ({
  office,
  admin,
  stripe,
  system,
  records,
  newCustomer,
}) => {
  const customer = newCustomer('30-yard');
  await bookByApi(system.running.app, stripe, customer);
  await expect.poll(() => records.bookingsOf(customer)).toHaveLength(1);
  const [first, last] = [customer.deliveryDate, addDays(customer.deliveryDate, 6)];

  await office.open(PAGE, admin);
  await office.page.goto(`${PAGE}?from=${first}&to=${last}`);
  await expect(card(office, '30-Yard')).toContainText('0/1');
  await expect(card(office, '30-Yard')).toContainText('Out of Stock');
  const coming = office.page
    .getByRole('region', { name: 'Coming 30 days' })
    .getByRole('row', { name: '30-Yard' });
  await expect(coming.locator(`[data-day="${addDays(first, -1)}"]`)).toHaveText('1');
  await expect(coming.locator(`[data-day="${first}"]`)).toHaveText('0');

  await office.button('View schedule 30-01').click();
  const schedule = office.dialog('Schedule of 30-01');
  const entry = schedule.getByRole('listitem');
  await expect(entry).toContainText(`${formatDay(first)} to ${formatDay(last)}`);
  const number = (await entry.getByRole('link').textContent())?.replace('Booking ', '') ?? '';
  if (monthOf(first) !== monthOf(today())) await schedule.getByRole('button', { name: 'Next month' }).click();
  await expect(schedule.locator(`[data-day="${first}"]`)).toContainText(number);
  await expect(schedule.locator(`[data-day="${addDays(first, -1)}"] a`)).toHaveCount(0);
  await schedule.getByRole('button', { name: 'Close' }).click();

  await office.button('Switch off 30-01').click();
  await expect(office.toast(`1 booking stays on it: ${number}.`)).toBeVisible();
  // It is the only unit of its size.
  const moves = office.dialog('Bookings of 30-01');
  await expect(moves.getByText('No dumpster of this size is free')).toBeVisible();
  await moves.getByRole('button', { name: 'Leave them' }).click();
  await office.button('Delete 30-01').click();
  const question = office.dialog('Delete dumpster?');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(question.getByRole('alert')).toContainText(`while it is reserved for booking ${number}.`);
  await office.button('Cancel').click();
  await office.button('Edit 30-01').click();
  await office.dialog('Edit Dumpster').locator('[name=dumpsterType]').selectOption('10-yard');
  await office.button('Save changes').click();
  await expect(office.page.locator('#dumpsterType-error')).toContainText(`reserved for booking ${number}.`);
  await expect(office.dialog('Edit Dumpster').locator('[name=dumpsterType]')).toHaveValue('10-yard');
  await office.button('Cancel').click();

  await office.button('View schedule 30-01').click();
  await schedule.getByRole('listitem').getByRole('link').click();
  await office.expectAt(`/admin/bookings/${number.slice(1)}`);
  await expect(office.page.getByText('Unit out of service')).toBeVisible();
});

test('two users edit one dumpster: the second sees the conflict and keeps the input', async ({
  office,
  elsewhere,
  admin,
}) => {
  await office.open(PAGE, admin);
  await addDumpster(office, 'T-2');
  await elsewhere.open(PAGE, admin);
  const notes = (each: OfficePage) => each.dialog('Edit Dumpster').locator('[name=notes]');
  for (const each of [office, elsewhere]) {
    await each.button('Edit T-2').click();
    await expect(notes(each)).toHaveValue('');
  }
  await notes(elsewhere).fill('In the yard');
  await elsewhere.button('Save changes').click();
  await expect(elsewhere.toast('Dumpster Updated')).toBeVisible();
  await notes(office).fill('At the gate');
  await office.button('Save changes').click();
  const notice = office.dialog('Edit Dumpster').getByRole('alert');
  await expect(notice).toContainText('This dumpster was changed by ');
  await expect(notice).toContainText('Now: In the yard');
  await expect(notes(office)).toHaveValue('At the gate');
  await office.button('Save over them').click();
  await expect(office.row('T-2')).toContainText('At the gate');
});

test('days and filters are in the URL, which can be shared', async ({ office, elsewhere, admin }) => {
  const { page } = office;
  const address = () => new URL(page.url()).search;
  const [from, to] = [addDays(today(), 10), addDays(today(), 12)];
  await office.open(PAGE, admin);
  await page.getByLabel('First day').fill(from);
  await page.getByLabel('Last day').fill(to);
  await expect(
    page.getByRole('heading', { name: `Free ${formatDay(from)} to ${formatDay(to)}` }),
  ).toBeVisible();
  await office.button('Filters').click();
  await page.locator('select[name=dumpsterType]').selectOption('10-yard');
  await expect(page.getByRole('status')).toHaveText('Showing 1 of 1');
  expect(address()).toBe(`?from=${from}&to=${to}&dumpsterType=10-yard`);
  await elsewhere.open(PAGE, admin);
  await elsewhere.page.goto(`${PAGE}${address()}`);
  await expect(elsewhere.page.getByLabel('Last day')).toHaveValue(to);
  await expect(elsewhere.row('10-01')).toBeVisible();
  await page.getByLabel('Last day').fill(addDays(from, -1));
  await expect(page.getByText('The last day must not lie before the first')).toBeVisible();
  await office.button('Today').click();
  await expect.poll(address).toBe('?dumpsterType=10-yard');
  await page.getByRole('searchbox').fill('nothing like it');
  await expect(page.getByText('No dumpsters found')).toBeVisible();
});

test('a view-only user reads the inventory and cannot change it', async ({ office, elsewhere, admin }) => {
  await office.open(PAGE, admin);
  const vera = { username: 'vera', password: 'quiet truck at noon' };
  const account = { ...vera, email: 'vera@example.com', firstName: 'Vera', lastName: 'Moss' };
  const made = await office.page.request.post('/api/admin/users', { data: account });
  expect(made.status()).toBe(201);
  await elsewhere.open(PAGE, vera);
  await elsewhere.button('View schedule 15-01').click();
  await expect(elsewhere.dialog('Schedule of 15-01')).toBeVisible();
  await elsewhere.button('Close').click();
  for (const name of ['Add Dumpster', /^Edit/, /^Delete/, /^Switch o/]) {
    await expect(elsewhere.page.getByRole('button', { name })).toHaveCount(0);
  }
  const { request } = elsewhere.page;
  const data = { dumpsterNumber: 'V-1', dumpsterType: '10-yard' };
  const replies = await Promise.all([
    request.post('/api/dumpsters', { data }),
    request.patch('/api/dumpsters/1', { data: { notes: 'x' } }),
    request.delete('/api/dumpsters/1', { data: {} }),
  ]);
  expect(replies.map((reply) => reply.status())).toEqual([403, 403, 403]);
});

test('the inventory can be used by keyboard', async ({ office, admin }) => {
  const { page } = office;
  await office.open(PAGE, admin);
  await expect(office.row('10-01')).toBeVisible();
  await office.row('10-01').focus();
  await page.keyboard.press('Enter');
  const schedule = office.dialog('Schedule of 10-01');
  await expect(schedule).toBeVisible();
  await expect(schedule.getByRole('button', { name: 'Previous month' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(schedule).toHaveCount(0);
  await expect(office.row('10-01')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(office.row('15-01')).toBeFocused();
  await office.button('Delete 15-01').focus();
  await page.keyboard.press('Enter');
  await expect(office.dialog('Delete dumpster?')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(office.button('Delete 15-01')).toBeFocused();
});
