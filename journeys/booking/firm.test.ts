import { expect, type Page } from '@playwright/test';
import { TERMS_VERSION } from '#contract/checkout.ts';
import type { Booking } from '#contract/staff-bookings.ts';
import type { DumpsterType } from '#domain/rental/rental.ts';
import { addDays, type Day, formatDay, weekdayOf } from '#domain/shared/days.ts';
import { MAX_MOVES } from '#scripts/demo/firm/card.ts';
import { closedDay, fullDay } from '#scripts/demo/firm/plan.ts';
import { OfficePage } from '../office/office-page.ts';
import { expectAccessible, expectAccessibleEverywhere } from '../running/accessible.ts';
import { collectBrowserErrors } from '../running/browser-errors.ts';
import { CatalogDesk } from '../running/catalog-desk.ts';
import { test as journey } from '../running/journey.ts';
import { bookAndWait } from './booking-api.ts';
import { CARDS } from './booking-page.ts';
import { type Customer, today } from './customer.ts';

/** A firm with prices, two materials, two zones, tax and no work on Sundays. */
const test = journey.extend<{ firmCustomer: (size: DumpsterType, changes?: Partial<Customer>) => Customer }>({
  firmCustomer: ({ newCustomer }, use) =>
    use((size, changes) => ({ ...newCustomer(size), deliveryDate: nextTuesday(), zip: '12203', ...changes })),
});
test.use({ environment: { DEMO: 'firm', FLEET: '', ADMIN_PASSWORD: 'two-trucks-at-work' } });

let tuesdays = 0;

/** A Tuesday that no other test uses, after the days that the demonstration fills and closes. */
function nextTuesday(): Day {
  const from = addDays(today(), 21);
  const week = 7 * tuesdays++;
  return addDays(from, ((2 - weekdayOf(from) + 7) % 7) + week);
}

const summaryOf = (page: Page) => page.getByRole('complementary', { name: 'Your rental' });
test('concrete goes into the 10-yard only, at its own price', async ({
  booking,
  firmCustomer,
  page,
  stripe,
}) => {
  const customer = firmCustomer('10-yard');
  await booking.toDetails(customer);
  await expect(booking.sizeOption('30-yard')).toBeVisible();
  await booking.pickSize('30-yard');
  await page.getByRole('radio', { name: /^Concrete, brick and dirt/ }).check();
  await expect(
    page.getByText('The 30-Yard is not offered for this material, so we cleared it.'),
  ).toBeVisible();
  await expect(booking.sizeOption('30-yard')).toBeDisabled();
  await booking.fillIn(customer);
  // $489.00, 2.5 % for fuel, and 8 % tax.
  await expect(summaryOf(page)).toContainText('7-Day Rental, 10-Yard, Concrete, brick and dirt');
  await expect(summaryOf(page)).toContainText('$541.33');
  await booking.continueAndPay();
  await expect(page.getByText('Concrete, brick and dirt').first()).toBeVisible();
  expect(await stripe.chargedTo(customer)).toEqual([15_000]);
});

test('a placement on a street shows the rule and its fee, and staff are asked for the permit', async ({
  booking,
  firmCustomer,
  page,
  records,
  browser,
  system,
}) => {
  const customer = firmCustomer('20-yard');
  await booking.toDetails(customer);
  await booking.fillIn(customer);
  await expect(summaryOf(page)).toContainText('$563.47');
  await page.getByRole('radio', { name: /^Street/ }).check();
  await expect(page.getByText('We apply for the street permit. It takes 3 working days more.')).toBeVisible();
  await expect(summaryOf(page)).toContainText(/Street permit\s*\$60\.00/);
  await expect(summaryOf(page)).toContainText('$623.47');
  await booking.continueAndPay();

  const id = records.numberOf(customer);
  const context = await browser.newContext({ baseURL: system.running.app });
  const office = new OfficePage(await context.newPage());
  await office.open(`/admin/bookings/${id}`, system.running.admin);
  const missing = office.page.getByText('Street permit missing').first();
  await expect(missing).toBeVisible();
  await office.field('permitNumber').fill('ST-2026-77');
  await office.field('permitExpires').fill(customer.deliveryDate);
  await office.button('Save permit').click();
  await expect(office.toast('The permit ends before the pickup')).toBeVisible();
  await expect(missing).toBeVisible();
  await office.field('permitExpires').fill(addDays(customer.deliveryDate, 30));
  await office.button('Save permit').click();
  await expect(office.toast('The permit is valid on the day of the pickup.')).toBeVisible();
  await expect(missing).toHaveCount(0);
  await context.close();
});

test('a full day, a closed day and a Sunday say why; so does a day that fills up before the payment', async ({
  booking,
  firmCustomer,
  newCustomer,
  page,
  stripe,
  system,
}) => {
  const customer = firmCustomer('15-yard');
  const closed = closedDay(today());
  const refusals: [Day, string][] = [
    [fullDay(today()), 'fully booked'],
    [closed, 'closed'],
    [addDays(closed, 7 - weekdayOf(closed)), 'closed'],
  ];
  await booking.toDetails(customer);
  await booking.pickSize('15-yard');
  for (const [day, reason] of refusals) {
    await booking.turnTo(day);
    await expect(booking.day(day)).toHaveAccessibleName(new RegExp(`, unavailable: ${reason}$`));
    await expect(booking.day(day)).toBeDisabled();
  }
  await booking.fillIn(customer);
  // A rental of one day takes two truck moves of its day.
  const { deliveryDate, zip } = customer;
  const rival = { zip, deliveryDate, rentalType: '1-day', dumpsterType: '20-yard' };
  for (let moves = 0; moves < MAX_MOVES; moves += 2) {
    // Unpaid holds cannot fill a day, so each rival pays.
    await bookAndWait(system.running.app, stripe, { ...newCustomer(), ...rival });
  }
  await booking.continue();
  await expect(booking.heading('Our trucks are fully booked')).toBeFocused();
  expect(await stripe.intentsOf(customer)).toEqual([]);

  const use = page.getByRole('button', { name: /^Use / }).first();
  const offered = (await use.textContent())?.replace('Use ', '') ?? '';
  await use.click();
  await booking.payWith(CARDS.good);
  await booking.expectBooked();
  await expect(booking.summary).toContainText(offered);
  expect(offered).not.toBe(formatDay(deliveryDate));
});

test('Help me choose finds size, weight and the bill for a project, and puts them into the form', async ({
  booking,
  firmCustomer,
  page,
}) => {
  const customer = firmCustomer('10-yard');
  await booking.toDetails(customer);
  await page.getByRole('button', { name: 'Help me choose' }).click();
  const project = page.getByLabel('What are you working on?');
  await project.selectOption({ label: 'Roof, 25 squares' });
  // 5,000 to 8,000 lb: the 30-yard includes all of it. The smaller ones are on the list.
  await expect(page.getByText('2.5 tons to 4.0 tons')).toBeVisible();
  await expect(page.getByText('$613.98 in total, by weight')).toBeVisible();
  await project.selectOption({ label: 'I will count the items' });
  await expect(page.getByText('Choose what you want to get rid of.')).toBeVisible();
  await page.getByRole('button', { name: 'One more: Sofa' }).click();
  await expect(page.getByRole('button', { name: 'Use the 10-Yard' })).toBeVisible();
  await project.selectOption({ label: 'Concrete patio, 200 sq ft' });
  await page.getByRole('button', { name: 'Use the 10-Yard' }).click();
  await expect(booking.sizeOption('10-yard')).toBeChecked();
  await expect(page.getByRole('radio', { name: /^Concrete, brick and dirt/ })).toBeChecked();
  await expect(page.getByLabel('What are you working on?')).toHaveCount(0);
});

test('a link chooses rental, size, material, ZIP code and day, and the advertisement is stored', async ({
  booking,
  firmCustomer,
  page,
  records,
}) => {
  const browserErrors = collectBrowserErrors(page);
  const customer = firmCustomer('15-yard');
  const { deliveryDate } = customer;
  await page.goto(
    `/?zip=12203&size=15-yard&material=mixed&rental=7-day&date=${deliveryDate}&utm_source=yard-sign&utm_campaign=spring&color=red`,
  );
  await expect(booking.heading('Customer Details')).toBeVisible();
  await expect(booking.field('zip')).toHaveValue('12203');
  await expect(booking.sizeOption('15-yard')).toBeChecked();
  await expect(summaryOf(page)).toContainText(formatDay(deliveryDate).split(',')[0] ?? '');
  await booking.fillIn(customer);
  await booking.continueAndPay();
  expect(records.utmOf(customer)).toEqual({ source: 'yard-sign', campaign: 'spring' });

  // What is not offered is left out: no 30-yard for concrete.
  await page.goto('/?size=30-yard&material=concrete&rental=2-day&zip=1');
  await expect(booking.heading('Select Your Rental Period')).toBeVisible();
  expect(browserErrors).toEqual([]);
});

test('a page from before the terms changed asks again, and the booking keeps the version that was accepted', async ({
  booking,
  firmCustomer,
  page,
  records,
  browser,
  system,
}) => {
  const customer = firmCustomer('15-yard');
  // A page that has been open for two months sends the version that it showed.
  await page.route(
    '**/api/create-payment-intent',
    (route) => {
      const { bookingData, ...call } = route.request().postDataJSON() as { bookingData: object };
      const postData = { ...call, bookingData: { ...bookingData, termsVersion: TERMS_VERSION } };
      return route.continue({ postData });
    },
    { times: 1 },
  );
  await booking.toDetails(customer);
  await booking.fillIn(customer);
  await booking.continue();
  await expect(page.getByText('Our terms have changed. Please read them and agree again.')).toBeVisible();
  await expect(booking.field('terms')).not.toBeChecked();
  await expect(booking.field('notes')).toHaveValue(customer.notes);
  await booking.field('terms').check();
  await booking.continueAndPay();

  const owner = await CatalogDesk.open(system.running.app, system.running.admin);
  await owner.publishTerms(
    (markdown) => `${markdown}\n\n## 99. Weather\n\nWe do not deliver in a blizzard.\n`,
  );
  const context = await browser.newContext({ baseURL: system.running.app });
  const office = new OfficePage(await context.newPage());
  await office.open(`/admin/bookings/${records.numberOf(customer)}`, system.running.admin);
  await office.page.getByRole('link', { name: /^Version / }).click();
  await expect(
    office.page.getByRole('heading', { name: '2. Price, deposit and extra weight' }),
  ).toBeVisible();
  await expect(office.page.getByText('blizzard')).toHaveCount(0);
  await context.close();
});

/** Last: the documents of the system keep the previous catalog for a minute. */
test('a declined ZIP code keeps all other input, on the page and after a publication', async ({
  booking,
  firmCustomer,
  page,
  system,
}) => {
  const customer = firmCustomer('15-yard');
  await booking.toDetails(customer);
  await booking.fillIn({ ...customer, zip: '10001' });
  await expect(page.getByText('Sorry, we do not deliver to 10001 yet.')).toBeVisible();
  await booking.continue();
  await expect(booking.field('zip')).toBeFocused();
  await booking.expectFilledIn({ ...customer, zip: '10001' });

  await booking.field('zip').fill('12208');
  await expect(page.getByText('We deliver here: Albany and Troy, no surcharge.')).toBeVisible();
  const owner = await CatalogDesk.open(system.running.app, system.running.admin);
  await owner.changeZips('city', 'remove', ['12208']);
  await owner.publish('A bridge is closed');
  await booking.continue();
  await expect(page.getByText('Sorry, we do not deliver to 12208 yet.').first()).toBeVisible();
  await booking.expectFilledIn({ ...customer, zip: '12208' });

  // The published version has the same price for this customer, who is not asked about it.
  await booking.field('zip').fill(customer.zip);
  await booking.continueAndPay();
});

test('a full day fits on one screen, and axe finds nothing serious in the screens and dialogs of a dispatcher', async ({
  page,
  system,
}) => {
  test.setTimeout(240_000);
  await page.request.post('/api/admin/login', { data: system.running.admin });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/admin');
  // The rentals of the firm end on days that the calendar moves: on some days more than the ten pickups are due.
  for (const name of ['Deliveries 12', /^Pickups 1\d$/, /^Exchanges/]) {
    await expect(page.getByRole('region', { name })).toBeInViewport({ ratio: 1 });
  }
  for (const path of [
    '/admin',
    '/admin/calendar',
    '/admin/calendar?view=week',
    '/admin/inventory/timeline',
    '/admin/bookings/new',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy=true], .animate-pulse')).toHaveCount(0);
    await expectAccessibleEverywhere(page, path);
  }
  // The unit, with the button that moves it, is in the right one of two narrow columns.
  const bookings = (await (await page.request.get('/api/bookings?status=confirmed')).json()) as Booking[];
  const booking = bookings.find(
    ({ deliveryDate, pickupDay, endDate, dumpsterId }) =>
      dumpsterId && deliveryDate > today() && pickupDay === endDate,
  );
  await page.goto(`/admin/bookings/${booking?.id}`);
  await expect(page.getByRole('button', { name: 'Move to another unit' })).toBeVisible();
  await expectAccessible(page, 'a booking of a firm', [375]);
  for (const name of ['Move delivery', 'Change last day', 'Change size', 'Edit details', 'Add ticket']) {
    if (/^(Move|Change)/.test(name)) {
      await page.getByRole('button', { name: /^Change booking/ }).click();
      await page.getByRole('menuitem', { name }).click();
    } else {
      await page.locator('button').filter({ hasText: name }).last().click();
    }
    await expect(page.getByRole('dialog').getByRole('button').last()).toBeVisible();
    await expectAccessibleEverywhere(page, name, [375]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});
