import { expect, type Page } from '@playwright/test';
import { BookingPage, CARDS } from '../booking/booking-page.ts';
import { test } from '../running/journey.ts';
import { WITH_MOTION } from '../running/motion.ts';
import { serveTallPage } from './parent-page.ts';

const PHONE = { width: 375, height: 812 };

test.use({ contextOptions: WITH_MOTION, viewport: PHONE, hasTouch: true, isMobile: true });

test('on a phone the documented snippet scrolls a tall page of another site only after a step of the customer', async ({
  page,
  customer,
  system,
}) => {
  const host = await serveTallPage(system.running.app, { count: 1, hostname: '127.0.0.1' });
  await page.addInitScript(countStepReports);
  await page.goto(host.url);
  const booking = new BookingPage(page, page.frameLocator('iframe'));
  await expect.poll(() => stepReports(page)).toBe(1);
  await expectFitted(page, 0);
  expect(await page.evaluate(() => scrollY)).toBe(0);

  await booking.pickRental(customer);
  await expectTopShown(page, 0);
  await booking.fillIn(customer);
  await booking.continue();
  await expect(booking.cardNumber).toBeVisible();
  await expectTopShown(page, 0);
  await expectFitted(page, 0);
  await booking.payWith(CARDS.good);
  await booking.expectBooked();
  await expectTopShown(page, 0);
  await expectFitted(page, 0);
  host.close();
});

test('two booking frames in one page are sized and scrolled separately', async ({
  page,
  customer,
  system,
}) => {
  const host = await serveTallPage(system.running.app, { count: 2 });
  await page.goto(host.url);
  await expectFitted(page, 0);
  await expectFitted(page, 1);
  const first = await page.locator('iframe').first().boundingBox();
  await new BookingPage(page, page.frameLocator('iframe >> nth=1')).pickRental(customer);
  await expectTopShown(page, 1);
  await expectFitted(page, 1);
  expect((await page.locator('iframe').first().boundingBox())?.height).toBe(first?.height);
  host.close();
});

test('below a fixed header of the host page each step shows its top, and the total stays in view', async ({
  page,
  customer,
  system,
}) => {
  const header =
    '<header style="position:fixed;inset:0 0 auto;height:72px;background:#fff;z-index:9">Moving</header>';
  const host = await serveTallPage(system.running.app, { count: 1, hostname: '127.0.0.1', header });
  await page.goto(host.url);
  const booking = new BookingPage(page, page.frameLocator('iframe'));
  await expectFitted(page, 0);
  await booking.pickRental(customer);
  await expectTopShown(page, 0, 72);
  const bar = page.frameLocator('iframe').getByRole('complementary', { name: 'Your rental' });
  await page.mouse.move(100, 400);
  await page.mouse.wheel(0, 1500);
  const top = async () => Math.abs(((await bar.boundingBox())?.y ?? Number.NaN) - 72);
  await expect.poll(top).toBeLessThanOrEqual(1);
  await booking.fillIn(customer);
  await booking.continue();
  await expect(booking.cardNumber).toBeVisible();
  await expectTopShown(page, 0, 72);
  host.close();
});

/** Runs in every document of the page; only the host page receives the reports. */
function countStepReports() {
  addEventListener('message', ({ data }) => {
    const root = document.documentElement;
    if (data?.type === 'booking-form-height')
      root.dataset.reports = String(Number(root.dataset.reports ?? 0) + 1);
  });
}

async function stepReports(page: Page): Promise<number> {
  return Number(await page.locator('html').first().getAttribute('data-reports'));
}

/** Expects the frame's top at the top of the screen or below a header, within a pixel of rounding. */
async function expectTopShown(page: Page, index: number, headerHeight = 0): Promise<void> {
  const frame = page.locator('iframe').nth(index);
  const top = async () => Math.abs(((await frame.boundingBox())?.y ?? Number.NaN) - headerHeight);
  await expect.poll(top).toBeLessThanOrEqual(1);
}

/** Expects the frame to be as high as its content, within the pixel that is not reported. */
async function expectFitted(page: Page, index: number): Promise<void> {
  const gap = async () => {
    const frame = await page.locator('iframe').nth(index).boundingBox();
    const content = await page
      .frameLocator(`iframe >> nth=${index}`)
      .locator('body')
      .evaluate((body) => Math.ceil(body.getBoundingClientRect().height));
    return Math.abs((frame?.height ?? Number.NaN) - content);
  };
  await expect.poll(gap).toBeLessThanOrEqual(1);
}
