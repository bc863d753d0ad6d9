import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { type SpawnedSystem, spawnSystem } from '#scripts/local/processes/spawn-system.ts';
import { ROOT } from '#scripts/root.ts';
import { findChrome } from '#scripts/verify/find-chrome.ts';

// Takes the screenshots of DEMO=firm in docs/images again: npx node scripts/images/screens.ts, after a change of these
// screens. It starts a system of its own, edits the draft and does not publish it.
const IMAGES = join(ROOT, 'docs', 'images');
const DESKTOP = { width: 1120, height: 760 };
const LIST = '/admin/bookings';
/** A full day fits on it. */
const OFFICE = { width: 1440, height: 900 };
const PHONE = { width: 375, height: 760 };

const stateDir = mkdtempSync(join(tmpdir(), 'screens-'));
const system = await spawnSystem({ DEMO: 'firm', STATE_DIR: stateDir });
const browser = await chromium.launch({ executablePath: findChrome(process.env), args: ['--no-sandbox'] });
try {
  await showOffice(browser, system);
  await showPrice(browser, system);
  await showSettings(browser, system);
} finally {
  await browser.close();
  await system.stop();
  rmSync(stateDir, { recursive: true, force: true });
}

async function save(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(IMAGES, `${name}.webp`), quality: 80, animations: 'disabled' });
}

/** Step 2 as a customer in the hill towns sees it, at the price. */
async function showPrice(on: Browser, { running }: SpawnedSystem): Promise<void> {
  const page = await on.newPage({ viewport: DESKTOP });
  await page.goto(running.app);
  await page.getByRole('button', { name: 'Select 7-Day Rental' }).click();
  await page.locator('[name=zip]').fill('12009');
  await page.locator('[name=state]').selectOption('NY');
  await page.getByRole('radio', { name: '20-Yard' }).check();
  await page.getByText('Hill towns').first().waitFor();
  const legend = await page.getByText('What it costs', { exact: true }).boundingBox();
  await page.evaluate(`window.scrollBy(0, ${(legend?.y ?? 0) - 24})`);
  await save(page, 'firm-price');
}

/** The day of a dispatcher. Nothing is changed. */
async function showOffice(on: Browser, { running }: SpawnedSystem): Promise<void> {
  const context = await on.newContext({ baseURL: running.app, viewport: OFFICE, reducedMotion: 'reduce' });
  await context.request.post('/api/admin/login', { data: running.admin });
  const page = await context.newPage();
  const open = async (path: string) => {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('[aria-busy=true], .animate-pulse').first().waitFor({ state: 'detached' });
    // What is loaded after the page: the bell, the views, and the numbers in the menu.
    await page.getByRole('button', { name: /^Notifications/ }).waitFor();
    if (path === LIST) await page.getByRole('button', { name: /^Views/ }).waitFor();
    await page.waitForLoadState('networkidle');
  };
  await open('/admin');
  await save(page, 'office-today');
  await page.setViewportSize(DESKTOP);
  await open('/admin/calendar');
  await save(page, 'office-calendar');
  await open(LIST);
  await page
    .getByRole('button', { name: /^Actions for booking/ })
    .nth(1)
    .click();
  await save(page, 'office-bookings');

  // The newest booking is an order by phone whose delivery is still to come.
  await page.keyboard.press('Escape');
  await page.getByRole('rowheader').first().getByRole('link').click();
  await page.getByRole('button', { name: /^Change booking/ }).click();
  await page.getByRole('menuitem', { name: 'Move delivery' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Next month' }).click();
  await dialog.locator('button[data-day]:not([aria-disabled=true])').nth(7).click();
  await dialog.locator('[type=submit][aria-disabled=false]').waitFor();
  await save(page, 'office-booking');

  await page.setViewportSize(PHONE);
  await open('/admin');
  await save(page, 'office-today-phone');
  await open(LIST);
  await save(page, 'office-bookings-phone');
  await context.close();
}

async function showSettings(on: Browser, { running }: SpawnedSystem): Promise<void> {
  const page = await on.newPage({ viewport: DESKTOP });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await page.goto(`${running.app}/admin/settings/prices`);
  await page.getByLabel('Username').fill(running.admin.username);
  await page.getByLabel('Password', { exact: true }).fill(running.admin.password);
  await page.keyboard.press('Enter');
  const row = page.getByRole('row', { name: '20-Yard, 7-Day' });
  await row.getByRole('gridcell').nth(2).click();
  for (const key of ['5', '2', '9', 'ArrowDown', '6', '6', '5', 'Enter']) await page.keyboard.press(key);
  await page.getByLabel('Compare with the published prices').check();
  await page.getByRole('grid').scrollIntoViewIfNeeded();
  await save(page, 'firm-prices');

  await press('Save draft');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Calendar' }).click();
  await page.getByLabel('Saturday').uncheck();
  await press('Save draft');
  await page.getByText('Customers see it after you publish it').waitFor();
  await page.getByText('Draft saved').waitFor({ state: 'hidden' });
  await press('Publish...');
  await page.getByLabel('Note for the list of versions').fill('New 20-yard prices, no work on Saturdays');
  await save(page, 'firm-publish');
  await page.keyboard.press('Escape');

  await press('Preview');
  await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor();
  await save(page, 'firm-preview');
}
