import { expect, type Locator, type Page } from '@playwright/test';
import { addDays, dayAt } from '#domain/shared/days.ts';
import { expectAccessibleEverywhere } from '../running/accessible.ts';
import { collectBrowserErrors } from '../running/browser-errors.ts';
import { OFFICE } from '../running/environments.ts';
import { test } from './dispatch-desk.ts';

test.use({ environment: OFFICE });

const DAY = addDays(dayAt(Date.now(), 'America/New_York'), 2);
const BOARD = `/admin/dispatch?day=${DAY}`;

/** Waits until the map has drawn everything. */
const idle = (at: Page | Locator) => expect(at.locator('[data-map=idle]')).toBeVisible({ timeout: 30_000 });

test('jobs and sites are on the map, a pin is placed by keyboard, and no request leaves the machine', async ({
  office,
  order,
  newCustomer,
  colleague,
  addResources,
}) => {
  test.setTimeout(240_000);
  const { page } = office;
  await addResources({ sites: [{ kind: 'yard', name: 'Map yard', lat: 42.65, lng: -73.75 }] });
  const customer = { ...newCustomer('15-yard'), firstName: 'Mabel', lastName: 'Rural' };
  await order(customer, { address: 'Rural Lane', rentalType: '1-day', deliveryDate: DAY });
  const name = `${customer.firstName} ${customer.lastName}`;
  const delivery = `Delivery for ${name}`;

  const origins = new Set<string>();
  page.on('request', (request) => {
    if (/^http/.test(request.url())) origins.add(new URL(request.url()).hostname);
  });
  const browserErrors = collectBrowserErrors(page);
  // From another page of the office, whose document does not allow the map.
  await office.open('/admin/team', await colleague('maya', 'dispatcher'));
  await page.getByRole('link', { name: 'Dispatch' }).first().click();
  await office.button('Map').click();
  await idle(page);
  await page.goto(BOARD);
  await idle(page);

  const map = page.getByRole('region', { name: 'Map', exact: true });
  await expect(map.getByRole('button', { name: 'Yard: Map yard' })).toBeVisible();
  const mark = map.getByRole('button', { name: `${delivery}, no route, address not exact` });
  await mark.press('Enter');
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('checkbox', { name: `Select ${delivery}` }) });
  await expect(card.getByRole('checkbox')).toBeFocused();
  await expect(mark).toHaveAttribute('aria-pressed', 'true');
  await expect(card.getByText('Address not exact')).toBeVisible();

  await card.getByRole('button', { name: `Place pin of ${delivery}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Place pin' });
  const field = dialog.getByLabel('Latitude and longitude');
  const before = await field.inputValue();
  await idle(dialog);
  await dialog.getByRole('button', { name: /^Pin/ }).press('ArrowUp');
  await expect(field).not.toHaveValue(before);
  await field.fill('10, 10');
  await dialog.getByRole('button', { name: 'Save pin' }).click();
  await expect(dialog.getByRole('alert')).toContainText('miles from ZIP code');
  await field.fill(before);
  await dialog.getByRole('button', { name: 'Save pin' }).click();
  await expect(dialog).toBeHidden();
  await expect(map.getByRole('button', { name: `${delivery}, no route`, exact: true })).toBeVisible();
  await expect(card.getByRole('button', { name: `Change pin of ${delivery}` })).toBeVisible();

  // The map of the local system has no names: towns and distances are drawn.
  await expect(map.locator('.map-town').first()).toBeVisible();
  await expect(map.locator('.map-ring')).toHaveText([/^\d+ mi$/, /^\d+ mi$/, /^\d+ mi$/]);
  await expectAccessibleEverywhere(page, 'the map of the board');
  // The refused place, as the browser logs it.
  expect(browserErrors.filter((text) => !text.includes('400'))).toEqual([]);
  expect([...origins].every((host) => host === 'localhost' || host === '127.0.0.1')).toBe(true);

  // Without a background the map still shows them, with the routes.
  await page.route('**/map/*.json', (request) => request.abort());
  await page.reload();
  await expect(map.getByRole('status')).toContainText('background of the map could not be loaded');
  await expect(map.locator('.map-town').first()).toBeVisible();
});

test('a phone shows the map when asked, and without WebGL the lists say everything', async ({
  office,
  colleague,
}) => {
  const { page } = office;
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await page.setViewportSize({ width: 375, height: 812 });
  await office.open(BOARD, await colleague('milo', 'dispatcher'));
  await expect(page.getByRole('region', { name: 'Open jobs' })).toBeVisible();
  const map = page.getByRole('region', { name: 'Map', exact: true });
  await expect(map).toBeHidden();
  await office.button('Map').click();
  await expect(map).toContainText('This browser cannot draw the map');
  await expect(map.getByRole('list', { name: 'Routes on the map' })).toBeVisible();
  await office.button('Map').click();
  await expect(map).toBeHidden();
});
