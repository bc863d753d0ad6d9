import { expect } from '@playwright/test';
import { expectAccessible } from '../running/accessible.ts';
import { OFFICE } from '../running/environments.ts';
import { test } from './bookings-desk.ts';

test.use({ environment: OFFICE });

test('a work order with the longest texts is one page on every paper', async ({
  office,
  admin,
  book,
  customer,
}) => {
  const { page } = office;
  const id = await book(customer);
  await office.open(`/admin/bookings/${id}`, admin);
  for (const sample of ['Mind the gate WWW ', '鉄の門の前に置く']) {
    const text = (length: number) => sample.repeat(length).slice(0, length).trim();
    const changes = {
      firstName: text(100),
      lastName: text(100),
      company: text(100),
      address: text(200),
      city: text(100),
      notes: text(2000),
      placement: text(500),
      permitNumber: text(100),
    };
    expect(await page.evaluate(changeDetails, { path: `/api/bookings/${id}`, changes })).toBe(200);
    await page.goto(`/admin/bookings/${id}`);
    await expect(office.heading(`Booking #${id}`)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Print work order' })).toBeVisible();
    await page.keyboard.press('p');
    await expect(page.getByRole('article')).toContainText(`${changes.notes}Balance due`);
    // prose-ok: the name of a paper size
    for (const format of ['A4', 'Letter']) expect(countPages(await page.pdf({ format }))).toBe(1);
  }
  await expectAccessible(page, 'a work order', [375, 1280]);
  await page.goto(`/admin/print/day?day=${customer.deliveryDate}`);
  await expect(page.getByRole('article')).toContainText(`#${id}`);
  await expectAccessible(page, 'the jobs of a day', [375, 1280]);
});

type DetailsInput = { path: string; changes: object };

/** Runs in the page, whose session it has. */
async function changeDetails({ path, changes }: DetailsInput): Promise<number> {
  const etag = (await fetch(path)).headers.get('ETag') ?? '';
  const headers = { 'Content-Type': 'application/json', 'If-Match': etag };
  return (await fetch(path, { method: 'PATCH', headers, body: JSON.stringify(changes) })).status;
}

const countPages = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length;
