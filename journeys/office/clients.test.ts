import { expect } from '@playwright/test';
import { formatDay } from '#domain/shared/days.ts';
import { collectBrowserErrors } from '../running/browser-errors.ts';
import { OFFICE } from '../running/environments.ts';
import { test } from './bookings-desk.ts';

test.use({ environment: OFFICE });

const PAGE = '/admin/clients';

/** One person, who types her e-mail address in different ways. */
const ADDRESSES = [
  'Rosa.Moreno@example.com',
  'rosa.moreno@example.com',
  'ROSA.MORENO@EXAMPLE.COM',
  'Rosa.Moreno@Example.com',
];

test('a client is found, opened, and followed through the history to a booking and back', async ({
  office,
  admin,
  book,
  newCustomer,
}) => {
  const { page } = office;
  const visits = ADDRESSES.map((email) => ({
    ...newCustomer(),
    email,
    firstName: 'Rosa',
    lastName: 'Moreno',
  }));
  const ids: number[] = [];
  for (const visit of visits) ids.push(await book(visit));
  const days = visits.map(({ deliveryDate }, i) => ({ deliveryDate, id: ids[i] ?? 0 }));
  const newestFirst = days
    .toSorted((a, b) => b.deliveryDate.localeCompare(a.deliveryDate) || b.id - a.id)
    .map(({ id }) => id);
  await book({ ...newCustomer(), email: 'someone.else@example.com', firstName: 'Tomas' });

  await office.open(PAGE, admin);
  await page.getByRole('searchbox').fill('someone.else@ex');
  await expect(page.getByText('Showing 1 of 1', { exact: true })).toBeVisible();
  await expect(office.row('Tomas Quarry')).toBeVisible();
  const browserErrors = collectBrowserErrors(page);
  await page.getByRole('searchbox').fill('moreno@ex');
  await expect(page.getByText('Showing 1 of 1', { exact: true })).toBeVisible();
  await expect(office.row('Tomas Quarry')).toHaveCount(0);
  const row = office.row('Rosa Moreno');
  await expect(row).toContainText('rosa.moreno@example.com');
  await expect(row).toContainText('4');

  await office.button('Details of Rosa Moreno').click();
  const recent = page.getByRole('link', { name: /^Booking #\d+$/ });
  await expect(recent).toHaveText(newestFirst.slice(0, 3).map((id) => `Booking #${id}`));
  await office.button('View all 4 bookings of Rosa Moreno').click();
  const dialog = office.dialog('Booking history of Rosa Moreno');
  const earliest = visits.map(({ deliveryDate }) => deliveryDate).toSorted()[0] ?? '';
  await expect(dialog).toContainText(`First booking date${formatDay(earliest)}`);
  await expect(dialog.getByRole('rowheader')).toHaveText(newestFirst.map((id) => `#${id}`));

  await dialog.getByRole('link', { name: `View Details of booking #${newestFirst[3]}` }).click();
  await office.expectAt(`/admin/bookings/${newestFirst[3]}`);
  await expect(office.heading(`Booking #${newestFirst[3]}`)).toBeFocused();
  await page.goBack();
  await expect(dialog.getByRole('rowheader')).toHaveCount(4);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await office.expectAt(PAGE);
  await expect(page.getByRole('searchbox')).toHaveValue('moreno@ex');

  await office.button('View History of Rosa Moreno').click();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  expect(new URL(page.url()).search).toBe('?search=moreno%40ex');
  expect(browserErrors).toEqual([]);
});

test('two clients are merged and separated by keyboard', async ({ office, admin, book, newCustomer }) => {
  const { page } = office;
  for (const email of ['ines@home.example', 'ines@work.example']) {
    await book({
      ...newCustomer(),
      email,
      firstName: 'Ines',
      lastName: email.includes('home') ? 'Home' : 'Work',
    });
  }
  await office.open(`${PAGE}?search=ines`, admin);
  await office.button('Details of Ines Home').press('Enter');
  await office.button('Merge with another client for Ines Home').press('Enter');
  const dialog = office.dialog('Merge Ines Home with another client');
  const search = dialog.getByRole('combobox', { name: 'Find the other client' });
  await expect(search).toBeFocused();
  await page.keyboard.type('work.example');
  await expect(dialog.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('radio', { name: 'ines@home.example' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Showing 1 of 1', { exact: true })).toBeVisible();
  await page.getByRole('searchbox').fill('ines@work');
  await expect(page.getByText('Showing 1 of 1', { exact: true })).toBeVisible();
  await office.button('Separate ines@work.example').press('Enter');
  await office
    .dialog('Separate these clients?')
    .getByRole('button', { name: 'Separate the clients' })
    .press('Enter');
  await expect(office.row('Ines Work')).toContainText('ines@work.example');
});

test('filters narrow the clients, are in the URL, and can be cleared', async ({
  office,
  admin,
  book,
  newCustomer,
}) => {
  const { page } = office;
  const lina = {
    ...newCustomer(),
    email: 'lina@example.com',
    firstName: 'Lina',
    lastName: 'Abboud',
    city: 'Buffalo',
  };
  await book(lina);
  await book({
    ...newCustomer(),
    email: 'omar@example.com',
    firstName: 'Omar',
    lastName: 'Haddad',
    state: 'VT',
    city: 'Barre',
  });
  await office.open(PAGE, admin);
  await office.button('More filters').click();
  await page.locator('[name=city]').fill('uffal');
  await expect(page.getByText('City: uffal', { exact: true })).toBeVisible();
  await expect(office.row('Lina Abboud')).toBeVisible();
  await expect(office.row('Omar Haddad')).toHaveCount(0);
  await page.locator('select[name=minBookings]').selectOption('2');
  await expect(page.getByText('No clients found')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Minimum bookings: 2+', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(office.row('Omar Haddad')).toBeVisible();
  await office.button('Client Name').click();
  await expect(page.getByRole('columnheader', { name: 'Client Name' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await expect(page.getByRole('rowheader').first()).toHaveText('Lina Abboud');
});
