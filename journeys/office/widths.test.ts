import { expect, type Page } from '@playwright/test';
import { OFFICE } from '../running/environments.ts';
import { test } from './bookings-desk.ts';
import { signInByApi } from './staff-api.ts';

test.use({ environment: OFFICE });

const SIZES = [
  { width: 1440, height: 757 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];
const NAMES = [
  ['Priya', 'Ramanathan'],
  ['Maximiliano', 'Featherstonehaugh-Villanueva'],
] as const;

/** How far the page, or the table of a list, is wider than its frame. */
const widthBeyondFrame = (page: Page) =>
  page.evaluate(() => {
    const frames = [
      document.documentElement,
      ...document.querySelectorAll('main section[aria-label] div:has(> table)'),
    ];
    return Math.max(...frames.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
  });

test('names in the list are not cut at 1024 px, and the row keeps its actions', async ({
  office,
  admin,
  book,
  newCustomer,
}) => {
  const { page } = office;
  const ids: number[] = [];
  for (const [firstName, lastName] of NAMES) ids.push(await book({ ...newCustomer(), firstName, lastName }));
  await page.setViewportSize({ width: 1024, height: 768 });
  await office.open('/admin/bookings', admin);
  await expect(page.getByTitle(NAMES[0].join(' '))).toBeVisible();
  for (const name of NAMES) {
    const cut = await page.getByTitle(name.join(' ')).evaluate((text) => text.scrollWidth - text.clientWidth);
    expect(cut, name.join(' ')).toBeLessThanOrEqual(0);
  }
  expect(await widthBeyondFrame(page)).toBe(0);
  await expect(office.button(`Copy Address of booking #${ids[0]}`)).toBeVisible();
  await expect(office.button(`Actions for booking #${ids[0]}`)).toBeVisible();
  await office.button('Columns').click();
  await page.getByRole('menuitemcheckbox', { name: 'Phone' }).click();
  await expect(page.getByRole('columnheader', { name: 'Phone' })).toBeVisible();
  await page.getByRole('link', { name: `View Details of booking #${ids[0]}` }).click();
  await expect(office.heading(`Booking #${ids[0]}`)).toBeVisible();
});

test('a booking shows phone, address and money above the fold, and its actions first on a phone', async ({
  office,
  admin,
  book,
  newCustomer,
}) => {
  const { page } = office;
  const customer = newCustomer();
  const id = await book(customer);
  await page.setViewportSize({ width: 1440, height: 757 });
  await office.open(`/admin/bookings/${id}`, admin);
  const card = (name: string) => page.getByRole('region', { name, exact: true });
  const inFold = [
    card('Customer Information').getByText(customer.address),
    card('Customer Information')
      .getByRole('link', { name: /\d{4}$/ })
      .first(),
    card('Actions').getByText('Paid so far'),
  ];
  for (const one of inFold) {
    const box = await one.boundingBox();
    expect((box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0)).toBeLessThanOrEqual(757);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  const top = async (name: string) => (await card(name).boundingBox())?.y ?? Number.NaN;
  expect(await top('Actions')).toBeLessThan(844 / 2);
  expect(await top('Actions')).toBeLessThan(await top('Customer Information'));
  expect(await top('Actions')).toBeLessThan(await top('Rental Details'));
});

test('a long unit number does not make the inventory scroll sideways', async ({ office, admin, system }) => {
  const { page } = office;
  const api = await signInByApi(system.running.app, admin);
  const number = 'UNIT-WITH-A-VERY-LONG-NUMBER-1234567890X';
  expect(number).toHaveLength(40);
  await api('POST', '/api/dumpsters', { dumpsterNumber: number, dumpsterType: '10-yard' });
  await office.open('/admin/inventory', admin);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expect(page.getByRole('rowheader', { name: number })).toBeVisible();
    expect(await widthBeyondFrame(page), `${size.width} px`).toBe(0);
  }
  await office.button(`Delete ${number}`).click();
  await office.dialog('Delete dumpster?').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('rowheader', { name: number })).toHaveCount(0);
});
