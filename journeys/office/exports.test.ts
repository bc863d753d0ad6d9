import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { collectBrowserErrors } from '../running/browser-errors.ts';
import { OFFICE } from '../running/environments.ts';
import { test } from './bookings-desk.ts';
import type { OfficePage } from './office-page.ts';
import { signInByApi } from './staff-api.ts';

test.use({ environment: OFFICE });

test('the file contains the matches of the search', async ({ office, admin, book, newCustomer, system }) => {
  const { page } = office;
  const albany = await book({ ...newCustomer(), city: 'Albany' });
  const troy = [
    await book({ ...newCustomer(), city: 'Troy' }),
    await book({ ...newCustomer(), city: 'Troy', notes: '=1+1' }),
  ];
  const { body } = await (await signInByApi(system.running.app, admin))('GET', '/api/bookings?limit=200');
  const listed = (body as { id: number }[]).map(({ id }) => id);
  await office.open('/admin/bookings', admin);
  const browserErrors = collectBrowserErrors(page);
  const all = await exported(office);
  expect(all.name).toMatch(/^bookings-\d{4}-\d\d-\d\d\.csv$/);
  // Every booking, with those of other journeys.
  expect(listed).toEqual(expect.arrayContaining([albany, ...troy]));
  expect(all.rows.map(numberOf)).toEqual(listed);

  await page.getByRole('searchbox', { name: 'Search bookings' }).fill('troy');
  await expect(page.getByRole('status').filter({ hasText: 'Showing' })).toHaveText('Showing 2 of 2');
  const found = await exported(office);
  expect(found.rows.map(numberOf)).toEqual(troy.toReversed());
  expect(found.rows.join()).toContain("'=1+1");
  expect(page.url()).toContain('/admin/bookings?search=troy');

  await page.locator('#filter-status').selectOption({ label: 'Cancelled' });
  await expect(page.getByText('No bookings found')).toBeVisible();
  expect((await exported(office)).rows).toEqual([]);
  expect(browserErrors).toEqual([]);
});

test('the export of the ledger has its filters', async ({ office, admin, book, customer, records }) => {
  const { page } = office;
  await book(customer);
  const id = records.bookingsOf(customer)[0]?.ledger[0]?.id ?? '';
  await office.open('/admin/transactions', admin);
  const browserErrors = collectBrowserErrors(page);
  await page.locator('#filter-status').selectOption({ label: 'Succeeded' });
  await page.getByRole('searchbox', { name: 'Search transactions' }).fill(id);
  await expect(page.getByRole('rowheader')).toHaveText([id]);
  const found = await exported(office);
  expect(found.name).toMatch(/^transactions-/);
  expect(found.rows.map((row) => row.split(',')[0])).toEqual([id]);

  await page.locator('#filter-status').selectOption({ label: 'Refunded' });
  await expect(page.getByText('No transactions found')).toBeVisible();
  expect((await exported(office)).rows).toEqual([]);
  expect(browserErrors).toEqual([]);
});

const numberOf = (row: string) => Number(row.split(',')[0]);

/** Downloads the file of 'Export CSV'. Returns its name, and its rows without the heading. */
async function exported({ page }: OfficePage) {
  const coming = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  const download = await coming;
  const text = await readFile(await download.path(), 'utf8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  return { name: download.suggestedFilename(), rows: text.trimEnd().split('\r\n').slice(1) };
}
