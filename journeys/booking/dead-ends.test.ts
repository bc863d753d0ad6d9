import { expect, type Page } from '@playwright/test';
import { serveTallPage } from '../embedding/parent-page.ts';
import { expectAccessibleEverywhere } from '../running/accessible.ts';
import { test } from '../running/journey.ts';
import { BookingPage, CARDS } from './booking-page.ts';
import { paidBooking } from './customer.ts';

const PHONE_LINK = 'a[href^="tel:"]';
const MAIL_LINK = 'a[href^="mailto:"]';

test('an unfinished booking of another tab is continued here, and the other tab says so', async ({
  booking: first,
  context,
  newCustomer,
  stripe,
  records,
}) => {
  const customer = newCustomer('10-yard');
  const second = new BookingPage(await context.newPage());
  await first.toPayment(customer);
  await second.page.goto('/');
  await second.pickRental(customer);
  await second.fillIn(customer);
  await second.continue();
  await expect(second.heading('You have an unfinished booking')).toBeFocused();
  await expectAccessibleEverywhere(second.page, 'an unfinished booking in another tab');
  await second.button('Continue here').click();
  await expect(second.cardNumber).toBeVisible();
  await expect(first.heading('You continued this booking in another tab')).toBeFocused();
  await expect(first.page.getByRole('timer')).toHaveCount(0);

  await second.payWith(CARDS.good);
  await second.expectBooked();
  const paid = (await stripe.intentsOf(customer)).find(({ status }) => status === 'succeeded');
  expect(records.bookingsOf(customer)).toEqual([paidBooking(customer, paid!.id)]);
  await first.button('Continue here').click();
  await first.expectBooked();
  expect(await stripe.chargedTo(customer)).toEqual([42_500]);
});

test('after five declined cards the page shows the reason, also after a reload', async ({
  booking,
  customer,
  stripe,
  records,
}) => {
  const { page } = booking;
  await page.setViewportSize({ width: 375, height: 812 });
  await booking.toPayment(customer);
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const declined = page.waitForResponse(/\/confirm$/);
    await booking.payWith(CARDS.declined);
    await declined;
    if (attempt < 5) await expect(booking.pay).toBeEnabled();
    await expect(page.getByText('4 payments were declined.')).toHaveCount(attempt === 4 ? 1 : 0);
  }
  const explained = async () => {
    await expect(booking.heading('Too many payments were declined')).toBeFocused();
    await expect(page.getByRole('timer')).toHaveCount(0);
    await expect(page.getByText('Please wait')).toHaveCount(0);
    await expect(page.locator('main').locator(PHONE_LINK)).toBeVisible();
    await expect(page.locator('main').locator(MAIL_LINK)).toBeVisible();
  };
  await explained();
  await page.reload();
  await explained();
  await expectAccessibleEverywhere(page, 'too many declined payments');
  expect(records.holdsOf(customer)).toEqual([]);
  expect(await stripe.chargedTo(customer)).toEqual([]);
});

test('without a connection the form in a frame says visibly that nothing was charged, and then works again', async ({
  page,
  context,
  customer,
  system,
  stripe,
}) => {
  await page.setViewportSize({ width: 375, height: 812 });
  const host = await serveTallPage(system.running.app, { count: 1 });
  await page.goto(host.url);
  const booking = new BookingPage(page, page.frameLocator('iframe'));
  await booking.pickRental(customer);
  await booking.fillIn(customer);
  await booking.continue();
  await booking.typeCard(CARDS.good);
  await context.setOffline(true);
  await booking.pay.click();
  const message = booking.view.getByRole('alert').filter({ hasText: 'Your card was not charged' });
  await expect(message).toContainText('Check your internet connection, then try again.');
  await expect(message).toBeInViewport();
  await expect(message.locator(PHONE_LINK)).toBeVisible();
  await expect(message.locator(MAIL_LINK)).toBeVisible();
  expect(await stripe.chargedTo(customer)).toEqual([]);

  await context.setOffline(false);
  await expectAccessibleEverywhere(page, 'a message beside the card form', [375]);
  // A toast covers the button for some seconds; the keyboard still reaches it.
  await booking.pay.press('Enter');
  await booking.expectBooked();
  expect(await stripe.chargedTo(customer)).toEqual([42_500]);
  host.close();
});

test('a booking form that does not load shows an error with phone and e-mail, and a retry works', async ({
  booking,
  customer,
  system,
}) => {
  const { page } = booking;
  const app = `${system.running.app}/assets/main-*.js`;
  const contact = page.locator('#step').locator(`${PHONE_LINK}, ${MAIL_LINK}`);
  await page.route(app, (route) => route.abort());
  await page.goto('/');
  await expect(booking.button('Select 7-Day Rental')).toBeVisible();
  await expect(contact.first()).toBeHidden();
  await booking.button('Select 7-Day Rental').click();
  await expect(page.getByRole('alert')).toHaveText(/^The booking form did not load/);
  for (const link of await contact.all()) await expect(link).toBeVisible();
  expect(await contact.count()).toBe(2);

  await page.unroute(app);
  await booking.pickRental(customer);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

for (const width of [320, 375]) {
  test(`long names, addresses and e-mails make no step scroll sideways at ${width} px`, async ({
    booking,
    newCustomer,
  }) => {
    const { page } = booking;
    await page.setViewportSize({ width, height: 812 });
    const customer = {
      ...newCustomer(),
      firstName: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2),
      lastName: `O'${'Brien-Featherstonehaugh'.repeat(4)}`,
      email: `${'m'.repeat(47)}@example.com`,
      address: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'.repeat(3),
      city: 'Chargoggagoggmanchauggagoggchaubunagungamaugg'.repeat(2),
      notes: 'x'.repeat(300),
    };
    await page.goto('/');
    await expectNoSidewaysScroll(page, 'step 1');
    await booking.pickRental(customer);
    await booking.fillIn(customer);
    await expectNoSidewaysScroll(page, 'step 2');
    await booking.continue();
    await expect(booking.cardNumber).toBeVisible();
    await expectNoSidewaysScroll(page, 'step 3');
    await booking.payWith(CARDS.good);
    await booking.expectBooked();
    await expectNoSidewaysScroll(page, 'step 4');
  });
}

async function expectNoSidewaysScroll(page: Page, step: string) {
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(tooWide, step).toBeLessThanOrEqual(0);
}
