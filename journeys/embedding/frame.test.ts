import { expect, type Page } from '@playwright/test';
import { BookingPage, CARDS } from '../booking/booking-page.ts';
import { paidBooking } from '../booking/customer.ts';
import { test } from '../running/journey.ts';
import { type FrameMessage, serveParentPage } from './parent-page.ts';

test("a rental is booked inside another site's page, whose frame grows and shrinks with the steps", async ({
  page,
  customer,
  system,
  stripe,
  records,
}) => {
  const parent = await serveParentPage(system.running.app);
  await page.goto(parent.url);
  const booking = new BookingPage(page, page.frameLocator('iframe'));

  await expectFitted(page, booking, 1);
  const section = await booking.view.locator('#step').boundingBox();
  expect(await stepMessages(page)).toEqual([
    { type: 'booking-form-height', height: Math.ceil(section!.height) + 40, step: 1 },
  ]);
  const first = await frameHeight(page);
  await booking.pickRental(customer);
  await expectFitted(page, booking, 2);
  const details = await frameHeight(page);
  expect(details).toBeGreaterThan(first);
  await booking.fillIn(customer);
  await booking.continue();
  await expect(booking.cardNumber).toBeVisible();
  await expectFitted(page, booking, 3);
  expect(await frameHeight(page)).toBeLessThan(details);
  await booking.payWith(CARDS.good);
  await booking.expectBooked();
  await expectFitted(page, booking, 4);

  const [intent] = await stripe.intentsOf(customer);
  expect(records.bookingsOf(customer)).toEqual([paidBooking(customer, intent!.id)]);
  for (const message of await messagesOf(page)) {
    expect(message).toEqual(
      message.type === 'booking-form-height'
        ? { type: 'booking-form-height', height: expect.any(Number), step: expect.any(Number) }
        : { type: 'booking-app-height', height: expect.any(Number) },
    );
  }
  parent.close();
});

test('outside a frame the page sends no messages', async ({ booking, customer }) => {
  await booking.page.addInitScript(() => {
    addEventListener('message', () => document.documentElement.setAttribute('data-got-message', ''));
  });
  await booking.page.goto('/');
  await booking.pickRental(customer);
  await expect(booking.sizeOption('15-yard')).toBeChecked();
  await expect(booking.page.locator('[data-got-message]')).toHaveCount(0);
});

const PRIVATE = [
  '/payment-success',
  '/pay/some-token',
  '/reset-password',
  '/terms',
  '/privacy',
  '/admin',
  '/admin/login',
  '/no-such-page',
];

for (const path of PRIVATE) {
  test(`${path} cannot be framed by any site`, async ({ page, request, system }) => {
    const reply = await request.get(path);
    expect(reply.headers()['content-security-policy']).toContain("frame-ancestors 'none'");

    const refused: string[] = [];
    page.on('console', (message) => refused.push(message.text()));
    const parent = await serveParentPage(`${system.running.app}${path}`);
    await page.goto(parent.url);
    await expect.poll(() => refused.join('\n')).toContain("frame-ancestors 'none'");
    expect(page.frames().map((frame) => frame.url())).toEqual([parent.url, 'chrome-error://chromewebdata/']);
    parent.close();
  });
}

/** Expects a report of the step, and a frame as high as its content, within the pixel that is not reported. */
async function expectFitted(page: Page, { view }: BookingPage, step: number): Promise<void> {
  await expect.poll(async () => (await stepMessages(page)).at(-1)?.step).toBe(step);
  await expect
    .poll(() =>
      view.locator('body').evaluate((body) => {
        const gap = document.documentElement.clientHeight - Math.ceil(body.getBoundingClientRect().height);
        return Math.abs(gap);
      }),
    )
    .toBeLessThanOrEqual(1);
}

async function stepMessages(page: Page): Promise<FrameMessage[]> {
  return (await messagesOf(page)).filter(({ type }) => type === 'booking-form-height');
}

async function frameHeight(page: Page): Promise<number> {
  return (await page.locator('iframe').boundingBox())?.height ?? 0;
}

function messagesOf(page: Page): Promise<FrameMessage[]> {
  return page.evaluate(() => (window as unknown as { messages: FrameMessage[] }).messages);
}
