import { expect, type Page } from '@playwright/test';
import type { listUnavailableDates } from '#contract/availability.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { CalendarRules } from '#domain/catalog/rate-card.ts';
import {
  addDays,
  type Day,
  dayAt,
  formatDay,
  formatWeekday,
  latestTimeAt,
  monthOf,
  startOfDay,
  weekdayOf,
} from '#domain/shared/days.ts';
import { expectAccessibleEverywhere } from '../running/accessible.ts';
import { CatalogDesk } from '../running/catalog-desk.ts';
import { test } from '../running/journey.ts';
import { mailsTo } from '../running/mailbox.ts';
import { pauseClock } from '../running/page-clock.ts';
import { bookByApi } from './booking-api.ts';
import { CARDS } from './booking-page.ts';

const ZONE = 'America/New_York';
const MINUTE_MS = 60_000;

/** The system's clock starts at the business's noon, so that no test depends on the time of day. */
const startMs = Date.now();
const noonMs = startOfDay(dayAt(startMs, ZONE), ZONE) + 12 * 60 * MINUTE_MS;
const TODAY = dayAt(noonMs, ZONE);

test.use({
  environment: {
    ADMIN_PASSWORD: 'first-day-at-work',
    CLOCK_OFFSET_SECONDS: String(Math.round((noonMs - startMs) / 1000)),
  },
});

type Site = { app: string; admin: { username: string; password: string } };

/** Publishes rules for a tab that has seen them: the local edge can have an older document for a minute. */
async function publishRules(page: Page, { app, admin }: Site, rules: Partial<CalendarRules>) {
  const owner = await CatalogDesk.open(app, admin);
  await owner.change('calendar', (current) => ({ ...current, ...rules }));
  await owner.publish('Other delivery days');
  const catalog = await (await fetch(`${app}/api/catalog`)).text();
  await page.addInitScript((seen) => sessionStorage.setItem('catalog', seen), catalog);
  return owner;
}

/** The second Monday of a month ahead, so that the days around it are in the same month. */
function mondayAhead(): Day {
  const from = `${addDays(TODAY, 40).slice(0, 7)}-08`;
  return addDays(from, (8 - weekdayOf(from)) % 7);
}

test('the pickup after closed days is the same in every step and in the e-mail', async ({
  booking,
  newCustomer,
  page,
  system,
}) => {
  const customer = { ...newCustomer('15-yard'), deliveryDate: mondayAhead() };
  const last = addDays(customer.deliveryDate, 6);
  const pickup = formatDay(addDays(last, 2));
  const owner = await CatalogDesk.open(system.running.app, system.running.admin);
  await owner.closeDay(last, 'Holiday');
  await owner.closeDay(addDays(last, 1), 'Holiday');

  await booking.toDetails(customer);
  await booking.fillIn(customer);
  await expect(booking.day(last)).toHaveAccessibleName(/, unavailable: closed$/);
  await page.locator('td', { has: booking.day(last) }).click();
  await expect(page.getByText(`We do not deliver on ${formatDay(last)}.`)).toContainText(
    `Next free day: ${pickup}.`,
  );
  await expect(page.getByText(`We pick it up on ${pickup}.`)).toBeVisible();
  await expectAccessibleEverywhere(page, 'a closed day that is explained', [320, 1280]);
  const summary = page.getByRole('complementary', { name: 'Your rental' });
  await expect(summary).toContainText(`Pickup${pickup}`);
  await booking.continue();
  await expect(page.getByText(`${pickup}. The days until then cost nothing.`)).toBeVisible();
  await expect(summary).toContainText(`Pickup${pickup}`);
  await booking.payWith(CARDS.good);
  await booking.expectBooked();
  await expect(page.getByText(`We pick it up on ${formatWeekday(addDays(last, 2))}.`)).toBeVisible();
  const mails = async () => {
    const all = await mailsTo(customer.email, system.running.mailbox);
    return all.map(({ text }) => text).join();
  };
  await expect.poll(mails, { timeout: 30_000 }).toContain(pickup);
});

test.describe('a customer in another time zone', () => {
  // The customer's clock shows the next day and the middle of the night.
  test.use({ timezoneId: 'Asia/Tokyo' });

  test("at the business's cut-off minute an open page no longer offers today, and says why", async ({
    booking,
    customer,
    newCustomer,
    page,
    stripe,
    system,
  }) => {
    const rules = { maxTruckMovesPerDay: 2, sameDayCutoff: '13:30' };
    const owner = await publishRules(page, system.running, rules);
    // A rental of one day takes both truck moves of its day.
    const full = addDays(TODAY, 1);
    await bookByApi(system.running.app, stripe, {
      ...newCustomer('20-yard'),
      rentalType: '1-day',
      deliveryDate: full,
    });
    await page.clock.install();
    const answer = page.waitForResponse((reply) => reply.url().includes('/api/unavailable-dates'));
    await booking.toDetails(customer);
    await booking.pickSize('30-yard');
    await booking.day(TODAY).click();
    await expect(booking.day(TODAY)).toHaveAttribute('aria-current', 'date');
    if (monthOf(full) === monthOf(TODAY))
      await expect(booking.day(full)).toHaveAccessibleName(/, unavailable: fully booked$/);
    await booking.field('firstName').fill(customer.firstName);
    const { now = '' } = (await (await answer).json()) as ReplyOf<typeof listUnavailableDates>;
    const answeredAtMs = await page.evaluate(() => Date.now());
    expect(latestTimeAt(Date.parse(now), ZONE) < '13:30').toBe(true);

    // The server's clock is already past the cut-off that is published now; the page's clock comes to that of its catalog.
    await owner.change('calendar', (current) => ({ ...current, sameDayCutoff: '12:00' }));
    await owner.publish('Earlier cut-off');
    await pauseClock(page);
    const shownMs = (await page.evaluate(() => Date.now())) - answeredAtMs;
    const cutoffMs = startOfDay(TODAY, ZONE) + (13 * 60 + 30) * MINUTE_MS;
    const leftMs = cutoffMs - Date.parse(now) - shownMs;
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().includes('/api/unavailable-dates')) asked += 1;
    });
    await page.clock.fastForward(leftMs - MINUTE_MS);
    await expect(booking.day(TODAY)).toBeEnabled();
    expect(asked).toBe(0);
    await page.clock.fastForward(2 * MINUTE_MS);
    await page.clock.resume();
    await expect(page.getByText(`It is too late to order a delivery for ${formatDay(TODAY)}.`)).toBeVisible();
    await expect(booking.day(TODAY)).toBeDisabled();
    await expect(booking.day(TODAY)).toHaveAccessibleName(/, unavailable: too soon, today$/);
    await expect(booking.field('deliveryDate')).toHaveValue('');
    await expect(booking.sizeOption('30-yard')).toBeChecked();
    await expect(booking.field('firstName')).toHaveValue(customer.firstName);
  });
});
