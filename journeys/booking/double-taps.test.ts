import { expect, type Locator, type Page } from '@playwright/test';
import { readRandomRuns } from '#scripts/verify/random-runs.ts';
import { test } from '../running/journey.ts';
import { WITH_MOTION } from '../running/motion.ts';
import { pauseClock } from '../running/page-clock.ts';
import { doubleTap, expectInputAccepted, TAP_GAPS_MS, watchDocuments } from '../running/taps.ts';
import { BookingPage, CARDS } from './booking-page.ts';
import type { Customer } from './customer.ts';

/** `npm test` tests each size with at least one gap, `npm run test:long` each size with each gap. */
const SIZES = [
  { width: 360, height: 640, gaps: TAP_GAPS_MS },
  { width: 375, height: 812, gaps: [60] },
  { width: 390, height: 844, gaps: [180] },
  { width: 414, height: 896, gaps: [350] },
];
const { isLong } = readRandomRuns(process.env);

for (const { gaps, ...viewport } of SIZES) {
  test.describe(`${viewport.width}x${viewport.height}`, () => {
    test.use({ contextOptions: WITH_MOTION, viewport, hasTouch: true, isMobile: true });

    test('double taps select nothing in the next step and stay on the site', async ({ page, customer }) => {
      const booking = new BookingPage(page);
      const visited = watchDocuments(page);
      await page.goto('/');
      for (const [round, gapMs] of (isLong ? TAP_GAPS_MS : gaps).entries()) {
        await doubleTap(page, booking.button('Select 7-Day Rental'), gapMs);
        await expect(booking.heading('Size and Delivery Day')).toBeFocused();
        await expectInputAccepted(page);
        if (round === 0) {
          await expect(booking.sizeOption('15-yard')).toBeChecked();
          await expect(booking.field('deliveryDate')).toHaveValue('');
          await booking.fillIn(customer);
        }
        await doubleTap(page, booking.button('Continue to Payment'), gapMs);
        await expect(booking.cardNumber).toBeVisible();
        await expectInputAccepted(page);
        await doubleTap(page, booking.button('Back to Customer Details'), gapMs);
        await expect(booking.heading('Size and Delivery Day')).toBeFocused();
        await expectInputAccepted(page);
        await expectChosen(booking, customer);
        await doubleTap(page, booking.button('Back to Rental Options'), gapMs);
        await expect(booking.heading('Select Your Rental Period')).toBeFocused();
        await expectInputAccepted(page);
      }
      expect(visited).toEqual(['/']);
    });
  });
}

test.describe('on a phone', () => {
  test.use({
    contextOptions: WITH_MOTION,
    viewport: { width: 375, height: 812 },
    hasTouch: true,
    isMobile: true,
  });

  test('on a slow network a double tap while the app loads opens the chosen rental', async ({
    page,
    system,
  }) => {
    const booking = new BookingPage(page);
    await page.route(`${system.running.app}/assets/main-*.js`, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      await route.continue();
    });
    await page.goto('/');
    await doubleTap(page, booking.button('Select 30-Day Rental'), 350);
    await expect(booking.heading('Size and Delivery Day')).toBeFocused();
    await expectInputAccepted(page);
    await expect(booking.sizeOption('15-yard')).toBeChecked();
    await expect(page.getByText('30-Day Rental').first()).toBeVisible();
  });

  test('the page keeps its height while the payment is set up, and its footer stays below the screen', async ({
    page,
    customer,
  }) => {
    const booking = new BookingPage(page);
    const opening = holdBack(page, '**/api/create-payment-intent');
    await page.goto('/');
    await booking.pickRental(customer);
    await booking.fillIn(customer);
    const height = await pageHeight(page);
    await booking.continue();
    await opening.reached;
    await expect(page.getByText('Setting up payment...')).toBeVisible();
    expect(await pageHeight(page)).toBeGreaterThanOrEqual(height);
    opening.goOn();
    await expect(booking.cardNumber).toBeVisible();
    expect(await pageHeight(page)).toBeLessThan(height);
    await expect(page.getByRole('contentinfo')).not.toBeInViewport();
  });

  test('a double tap on a form with errors selects nothing after the page has scrolled', async ({
    page,
    customer,
  }) => {
    const booking = new BookingPage(page);
    await page.goto('/');
    await booking.pickRental(customer);
    await booking.fillIn(customer);
    await booking.field('firstName').fill('');
    for (const gapMs of TAP_GAPS_MS) {
      await doubleTap(page, booking.button('Continue to Payment'), gapMs);
      await expect(booking.field('firstName')).toBeFocused();
      await expectInputAccepted(page);
    }
    await expectChosen(booking, { ...customer, firstName: '' });
  });

  test('a double tap on Pay Deposit pays once and does nothing on the confirmation', async ({
    page,
    customer,
    stripe,
  }) => {
    const booking = new BookingPage(page);
    const visited = watchDocuments(page);
    await booking.toPayment(customer);
    await booking.typeCard(CARDS.good);
    await expectInputAccepted(page);
    await doubleTap(page, booking.pay, 180);
    await booking.expectBooked();
    await expectInputAccepted(page);
    await booking.expectBooked();
    expect(await stripe.chargedTo(customer)).toEqual([42_500]);
    expect(visited).toEqual(['/']);
  });
});

test('no tap reaches a new step in its first 500 ms', async ({ page }) => {
  const booking = new BookingPage(page);
  const otherSize = page.locator('label', { has: booking.sizeOption('20-yard') });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.install();
  await page.goto('/');
  await booking.button('Select 7-Day Rental').click();
  await expect(booking.sizeOption('15-yard')).toBeChecked();
  await expectInputAccepted(page);
  await pauseClock(page);

  await booking.button('Back to Rental Options').click();
  await expect(booking.heading('Select Your Rental Period')).toBeFocused();
  await tapAfter(page, booking.button('Select 7-Day Rental'), [400, 499]);
  await expect(booking.heading('Select Your Rental Period')).toBeVisible();
  await tapAfter(page, booking.button('Select 7-Day Rental'), [51]);
  await expect(booking.heading('Size and Delivery Day')).toBeFocused();

  await tapAfter(page, otherSize, [400, 499]);
  await expect(booking.sizeOption('15-yard')).toBeChecked();
  await tapAfter(page, otherSize, [51]);
  await expect(booking.sizeOption('20-yard')).toBeChecked();
});

test('Enter pressed twice, or held down, goes one step forward and changes nothing there', async ({
  page,
  customer,
}) => {
  const booking = new BookingPage(page);
  await page.goto('/');
  await booking.button('Select 7-Day Rental').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(booking.heading('Size and Delivery Day')).toBeFocused();
  await expect(booking.sizeOption('15-yard')).toBeChecked();

  await booking.fillIn(customer);
  await booking.button('Continue to Payment').focus();
  await page.keyboard.down('Enter');
  for (let repeats = 0; repeats < 5; repeats += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(booking.heading('Payment')).toBeFocused();
  await expect(booking.cardNumber).toBeVisible();
  await booking.button('Back to Customer Details').press('Enter');
  await expectChosen(booking, customer);
});

async function expectChosen(booking: BookingPage, customer: Customer): Promise<void> {
  await booking.expectFilledIn(customer);
  await expect(booking.sizeOption(customer.dumpsterType)).toBeChecked();
  await expect(booking.field('deliveryDate')).toHaveValue(customer.deliveryDate);
}

/** Taps at each of these times from now on the page's clock, which is stopped between them. */
async function tapAfter(page: Page, target: Locator, timesMs: number[]): Promise<void> {
  let passedMs = 0;
  for (const timeMs of timesMs) {
    await page.clock.runFor(timeMs - passedMs);
    passedMs = timeMs;
    const box = await target.boundingBox();
    if (!box) throw new Error('There is nothing to tap');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  }
}

/** Holds calls to this URL until they are released. */
function holdBack(page: Page, url: string) {
  const reached = Promise.withResolvers<void>();
  const mayGo = Promise.withResolvers<void>();
  void page.route(url, async (route) => {
    reached.resolve();
    await mayGo.promise;
    await route.continue();
  });
  return { reached: reached.promise, goOn: () => mayGo.resolve() };
}

function pageHeight(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollHeight);
}
