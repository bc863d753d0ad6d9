import { expect } from '@playwright/test';
import { test } from '../office/bookings-desk.ts';
import type { OfficePage } from '../office/office-page.ts';
import { expectAccessibleEverywhere as expectAccessible } from '../running/accessible.ts';
import { collectBrowserErrors } from '../running/browser-errors.ts';
import { OFFICE } from '../running/environments.ts';

test.use({ environment: OFFICE });

const tickets = (office: OfficePage) => office.section('Dump Tickets');

async function addTicket(office: OfficePage, fields: Record<string, string>) {
  await tickets(office).getByRole('button', { name: 'Add ticket' }).click();
  await expect(office.dialog('Add a dump ticket')).toBeVisible();
  await office.fillDialog(fields);
  await office.dialog('Add a dump ticket').getByRole('button', { name: 'Add ticket' }).click();
}

test('a dump ticket becomes the final price, and a wrong one is voided', async ({
  office,
  admin,
  book,
  customer,
}) => {
  const { page } = office;
  const id = await book(customer);
  await office.open(`/admin/bookings/${id}`, admin);
  const browserErrors = collectBrowserErrors(page);
  await expect(tickets(office)).toContainText('No dump tickets are recorded.');
  await addTicket(office, { weight: '2400', feeAmount: '80', dumpLocation: 'County landfill' });
  await expect(office.page.getByText('The dump ticket is added, with a fee of $80.00.')).toBeAttached();
  await expect(office.dialog('Add a dump ticket')).toHaveCount(0);
  await expect(tickets(office).getByRole('button', { name: 'Add ticket' })).toBeFocused();
  const actions = office.section('Actions');
  const price = office.section('Proposed Price');
  await expect(price).toContainText('Proposed total $505.00');
  await price.getByRole('button', { name: 'Add to price' }).press('Enter');
  const adding = office.dialog('Add to the price');
  await adding.getByLabel('What to add').press('Tab');
  await expect(adding.getByLabel('Days')).toBeFocused();
  await adding.getByLabel('Days').fill('2');
  await adding.getByLabel('Amount for a day').fill('15');
  await adding.getByLabel('Amount for a day').press('Enter');
  await expect(price).toContainText('Extra days (2 × $15.00)');
  await expect(price).toContainText('Proposed total $535.00');
  await expect(price.getByRole('button', { name: 'Add to price' })).toBeFocused();
  await price.getByRole('button', { name: 'Remove Extra days' }).press('Enter');
  await expect(price).not.toContainText('Extra days');
  await expect(price).toContainText('Proposed total $505.00');

  await addTicket(office, { weight: '24000', feeAmount: '800', dumpLocation: 'County landfill' });
  await expect(price).toContainText('Proposed total $1,305.00');
  await tickets(office)
    .getByRole('button', { name: /^Void .*\$800\.00/ })
    .click();
  await office.dialog('Void dump ticket?').getByRole('button', { name: 'Void' }).click();
  await expect(tickets(office).getByText('Voided')).toBeVisible();
  await expect(price).toContainText('Proposed total $505.00');

  await price.getByRole('button', { name: 'Use as final price' }).click();
  await expect(office.toast('Final Price Updated')).toBeVisible();
  await expect(price).toContainText('This is the final price.');
  await expect(actions).toContainText('Balance due$80.00');
  await expect(office.field('finalPrice')).toHaveValue('505.00');

  const entries = office.section('History').getByRole('listitem');
  const changes = entries.filter({ hasText: /^(Final price|Dump ticket)/ });
  await expect(changes).toHaveCount(4);
  await expect(changes.nth(0)).toContainText(/Final price.*\$505\.00/);
  await expect(changes.nth(1)).toContainText(/Dump ticket voided: \$800\.00.* by admin/);
  await expect(changes.nth(3)).toContainText(/Dump ticket added: .*County landfill.*2,400 lb by admin/);
  expect(browserErrors).toEqual([]);
});

test('axe finds nothing serious, and no sideways scrolling', async ({ office, admin, book, customer }) => {
  const { page } = office;
  const id = await book(customer);
  await office.open(`/admin/bookings/${id}`, admin);
  await addTicket(office, { weight: '2400', feeAmount: '80', dumpLocation: 'x'.repeat(200) });
  await expect(tickets(office).getByRole('listitem')).toHaveCount(1);
  await addTicket(office, { weight: '1.5' });
  await expect(page.getByText('Enter whole pounds, or choose tons')).toBeVisible();
  await expectAccessible(page, 'a ticket with mistakes');
  await office.dialog('Add a dump ticket').getByRole('button', { name: 'Cancel' }).click();
  await expectAccessible(page, 'a booking with a ticket');
  await office.section('Proposed Price').getByRole('button', { name: 'Add to price' }).click();
  const adding = office.dialog('Add to the price');
  await adding.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(adding.getByText('Enter an amount in dollars')).toBeVisible();
  await expectAccessible(page, 'an addition without an amount');
  await adding.getByLabel('Amount for a day').fill('15');
  await adding.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(office.section('Proposed Price')).toContainText('Extra day');
  await expectAccessible(page, 'a booking with an addition');
  await tickets(office).getByRole('button', { name: /^Void/ }).click();
  await expect(office.dialog('Void dump ticket?')).toBeVisible();
  await expectAccessible(page, 'the question before voiding');
  await office.dialog('Void dump ticket?').getByRole('button', { name: 'Void' }).click();
  await expect(tickets(office).getByText('Voided')).toBeVisible();
  await expectAccessible(page, 'a booking with a voided ticket');
});
