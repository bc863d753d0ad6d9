import { expect, type Page } from '@playwright/test';
import { BookingPage, CARDS } from '../booking/booking-page.ts';
import { test } from '../running/journey.ts';
import { WITH_MOTION } from '../running/motion.ts';
import { serveTallPage } from './parent-page.ts';

test.use({
  contextOptions: WITH_MOTION,
  viewport: { width: 375, height: 812 },
  hasTouch: true,
  isMobile: true,
});

const frameAt = (page: Page, index: number) =>
  new BookingPage(page, page.frameLocator(`iframe >> nth=${index}`));
const RENTALS = 'Select Your Rental Period';

/** Notes in the host page which step each frame reported last: `data-step` of the frame. */
function noteSteps(page: Page): Promise<void> {
  return page.evaluate(() =>
    addEventListener('message', ({ source, data }) => {
      if (data?.type !== 'booking-form-height') return;
      const frame = [...document.querySelectorAll('iframe')].find((each) => each.contentWindow === source);
      if (frame) frame.dataset.step = String(data.step);
    }),
  );
}

/**
 * Waits until the host page has scrolled to the frame `from`, which went to `step`, then scrolls to the frame `to`.
 * Frames outside the screen are not drawn, and a click in them would wait for the next drawing.
 */
async function turn(
  page: Page,
  { from, step, to }: { from: number; step: number; to: number },
): Promise<void> {
  const frame = page.locator('iframe').nth(from);
  await expect(frame).toHaveAttribute('data-step', String(step));
  await frame.evaluate(
    (element) =>
      new Promise<void>((done) => {
        let last = Number.NaN;
        const look = () => {
          const { top } = element.getBoundingClientRect();
          if (top === last && top > -1 && top < innerHeight / 2) return done();
          last = top;
          requestAnimationFrame(look);
        };
        look();
      }),
  );
  await page.locator('iframe').nth(to).scrollIntoViewIfNeeded();
}

test('each of two frames in a page keeps its own booking, and its Back button moves only that frame', async ({
  page,
  customer,
  newCustomer,
  system,
}) => {
  const host = await serveTallPage(system.running.app, { count: 2 });
  await page.goto(host.url);
  const [first, second] = [frameAt(page, 0), frameAt(page, 1)];
  const other = newCustomer();
  await noteSteps(page);
  await first.pickRental(customer);
  await turn(page, { from: 0, step: 2, to: 1 });
  await second.pickRental(other);
  await turn(page, { from: 1, step: 2, to: 0 });
  await first.fillIn(customer);
  await second.fillIn(other);
  await first.continue();
  await expect(first.cardNumber).toBeVisible();
  await turn(page, { from: 0, step: 3, to: 1 });

  await second.button('Back to Rental Options').click();
  await expect(second.heading(RENTALS)).toBeFocused();
  await expect(first.cardNumber).toBeVisible();
  await turn(page, { from: 1, step: 1, to: 0 });
  await first.button('Back to Customer Details').click();
  await first.expectFilledIn(customer);
  await expect(second.heading(RENTALS)).toBeVisible();
  await turn(page, { from: 0, step: 2, to: 1 });
  await second.pickRental(other);
  await second.expectFilledIn(other);

  await page.evaluate(() => window.history.back());
  await expect(second.heading(RENTALS)).toBeFocused();
  await first.expectFilledIn(customer);
  await page.evaluate(() => window.history.forward());
  await second.expectFilledIn(other);

  await page.reload();
  await first.expectFilledIn(customer);
  await second.expectFilledIn(other);
  await page.locator('iframe').nth(1).scrollIntoViewIfNeeded();
  await second.button('Back to Rental Options').click();
  await expect(second.heading(RENTALS)).toBeFocused();
  await first.expectFilledIn(customer);
  expect(page.url()).toBe(host.url);
  host.close();
});

test('after the host page went to a fragment, the Back button of the frame moves the frame', async ({
  page,
  customer,
  system,
}) => {
  const host = await serveTallPage(system.running.app, { count: 1 });
  await page.goto(host.url);
  const booking = frameAt(page, 0);
  await booking.pickRental(customer);
  await page.evaluate(() => {
    location.hash = 'prices';
  });
  await booking.button('Back to Rental Options').click();
  await expect(booking.heading(RENTALS)).toBeFocused();
  expect(page.url()).toBe(`${host.url}#prices`);
  await booking.pickRental(customer);
  await page.evaluate(() => window.history.back());
  await expect(booking.heading(RENTALS)).toBeFocused();
  host.close();
});

/** Playwright starts the browser without the back-forward cache. */
test('a booking confirmed in a frame is shown again after the customer went elsewhere and back', async ({
  page,
  customer,
  system,
}) => {
  const host = await serveTallPage(system.running.app, { count: 2 });
  await page.goto(host.url);
  const booking = frameAt(page, 1);
  await booking.pickRental(customer);
  await booking.fillIn(customer);
  await booking.continue();
  await booking.payWith(CARDS.good);
  await booking.expectBooked();
  for (let presses = 0; presses < 2; presses += 1) {
    await page.evaluate(() => window.history.back());
    await booking.expectBooked();
    await expect(booking.cardNumber).toHaveCount(0);
  }
  await page.goto(`${system.running.app}/terms`);
  await page.goBack();
  await booking.expectBooked();
  await expect(frameAt(page, 0).heading(RENTALS)).toBeVisible();
  host.close();
});
