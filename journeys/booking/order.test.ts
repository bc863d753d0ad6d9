import { expect } from '@playwright/test';
import { expectAccessibleEverywhere } from '../running/accessible.ts';
import { test } from '../running/journey.ts';
import { mailsTo } from '../running/mailbox.ts';
import { holdByApi } from './booking-api.ts';
import { CARDS } from './booking-page.ts';

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('two dumpsters are booked in one payment, with one confirmation of both numbers', async ({
    booking,
    customer,
    records,
    stripe,
    system,
  }) => {
    const { page } = booking;
    await booking.toDetails(customer);
    await booking.fillIn(customer);
    const number = page.getByRole('group', { name: 'Number of dumpsters' });
    await expect(number).toContainText('Up to 2');
    await booking.button('One dumpster more').click();
    await expect(booking.button('One dumpster more')).toBeDisabled();
    await expect(page.getByRole('complementary', { name: 'Your rental' })).toContainText('2 x ');
    await expectAccessibleEverywhere(page, 'the number of dumpsters');
    await booking.continue();
    await expect(page.getByText('Your 2 dumpsters are held for')).toBeVisible();
    await booking.payWith(CARDS.good);
    await booking.expectConfirmed();
    await expect(booking.summary.getByText(/^#\d+ and #\d+$/)).toBeVisible();
    const text = (await booking.summary.getByText(/^#\d+ and #\d+$/).textContent()) ?? '';
    const [one, two] = [...text.matchAll(/\d+/g)].map(([id]) => id);
    await expect(booking.summary).toContainText('$850.00');
    await expect(page.getByRole('region', { name: 'To change or cancel' })).toContainText(`bookings ${text}`);

    expect(await stripe.chargedTo(customer)).toEqual([85_000]);
    await expect.poll(() => records.bookingsOf(customer).length).toBe(2);
    const made = records.bookingsOf(customer);
    expect(made.map(({ depositAmount }) => depositAmount)).toEqual([42_500, 42_500]);
    expect(made.map(({ schedule }) => schedule.length)).toEqual([1, 1]);
    expect(made.flatMap(({ ledger }) => ledger.map(({ amount }) => amount))).toEqual([42_500, 42_500]);
    const mails = () => mailsTo(customer.email, system.running.mailbox);
    await expect
      .poll(async () => (await mails()).map(({ subject }) => subject), { timeout: 30_000 })
      .toEqual([`Bookings #${one} and #${two} at Ironwood Dumpsters: your deposit is paid`]);
    const [mail] = await mails();
    expect(mail?.attachments.map(({ filename }) => filename)).toEqual([
      `booking-${one}.ics`,
      `booking-${two}.ics`,
    ]);
    await page.reload();
    await expect(booking.summary.getByText(text)).toBeVisible();
  });
});

test('an order of more than what is left is refused with how many are left, and the form offers these', async ({
  booking,
  customer,
  newCustomer,
  system,
}) => {
  const { page } = booking;
  await booking.toDetails(customer);
  await booking.fillIn(customer);
  await booking.button('One dumpster more').click();
  // Another customer takes one of the two.
  await holdByApi(system.running.app, {
    ...newCustomer(customer.dumpsterType),
    deliveryDate: customer.deliveryDate,
  });
  await booking.continue();
  await expect(booking.heading('Only 1 left for these days')).toBeVisible();
  await expect(page.getByText(/^We have only one of our .* dumpsters left for these days\./)).toBeVisible();
  await booking.button('Back to Customer Details').click();
  await expect(page.getByText(/^Only 1 dumpster of this size is free on these days/)).toBeVisible();
  await booking.field('terms').check();
  await booking.continueAndPay();
});
