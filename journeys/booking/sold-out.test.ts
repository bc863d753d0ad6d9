import { expect } from '@playwright/test';
import { firstRentalEnd } from '#domain/catalog/first-card.ts';
import { formatDay } from '#domain/shared/days.ts';
import { test } from '../running/journey.ts';
import { bookByApi, holdByApi } from './booking-api.ts';
import { CARDS } from './booking-page.ts';
import { paidBooking } from './customer.ts';

const OPENING_CALL = '**/api/create-payment-intent';

test('if another customer takes the last unit between two steps, a panel says so and Back keeps the input', async ({
  booking,
  newCustomer,
  system,
  stripe,
}) => {
  const mine = newCustomer('10-yard');
  await booking.page.goto('/');
  await booking.pickRental(mine);
  await booking.fillIn(mine);
  await expect(booking.page.locator('label', { has: booking.sizeOption('10-yard') })).toContainText(
    '(1 available)',
  );
  const rival = { ...newCustomer(), dumpsterType: mine.dumpsterType, deliveryDate: mine.deliveryDate };
  await bookByApi(system.running.app, stripe, rival);

  // The explanation is a script of its own. Without it the customer reloads the page, or goes back.
  const explanation = '**/assets/refused-checkout-*.js';
  await booking.page.route(explanation, (route) => route.abort());
  await booking.continue();
  await expect(booking.heading('Payment setup failed')).toBeFocused();
  await booking.page.unroute(explanation);
  await expect(booking.button('Reload the page')).toBeVisible();
  await booking.button('Back to Customer Details').click();
  await booking.continue();
  await expect(booking.heading('The 10-Yard has just sold out')).toBeFocused();
  await expect(booking.cardNumber).toHaveCount(0);
  expect(await stripe.intentsOf(mine)).toEqual([]);

  await booking.button('Back to Customer Details').click();
  await booking.expectFilledIn(mine);
  const option = booking.page.locator('label', { has: booking.sizeOption('10-yard') });
  await expect(option).toContainText('(Unavailable)');
  await expect(booking.sizeOption('10-yard')).toBeDisabled();
  await expect(booking.page.getByText('is no longer available')).toBeVisible();

  await booking.pickSize('30-yard');
  await booking.continue();
  await booking.payWith(CARDS.good);
  await booking.expectBooked();
});

test('the sold-out panel moves the rental to the next date that is free', async ({
  booking,
  newCustomer,
  system,
  stripe,
  records,
}) => {
  const mine = newCustomer('10-yard');
  // The rental moves to the days after these, which the next customer of this size would get.
  newCustomer('10-yard');
  await booking.page.goto('/');
  await booking.pickRental(mine);
  await booking.fillIn(mine);
  await holdByApi(system.running.app, {
    ...newCustomer(),
    dumpsterType: '10-yard',
    deliveryDate: mine.deliveryDate,
  });
  await booking.continue();
  const use = booking.page.getByRole('button', { name: /^Use / });
  const offered = (await use.textContent())?.replace('Use ', '') ?? '';
  await use.click();
  await booking.payWith(CARDS.good);
  await booking.expectBooked();
  await expect(booking.summary).toContainText(offered);

  const [record] = records.bookingsOf(mine);
  const [intent] = await stripe.intentsOf(mine);
  expect(formatDay(record!.deliveryDate)).toBe(offered);
  expect(record).toEqual(paidBooking({ ...mine, deliveryDate: record!.deliveryDate }, intent!.id));
  expect(
    record!.deliveryDate > firstRentalEnd('7-day', mine.deliveryDate) ||
      record!.deliveryDate < mine.deliveryDate,
  ).toBe(true);
});

test('a page with an old price gets an error, and nothing is charged', async ({
  booking,
  customer,
  stripe,
}) => {
  await booking.page.route(OPENING_CALL, (route) => {
    const { bookingId, bookingData } = route.request().postDataJSON() as {
      bookingId: string;
      bookingData: object;
    };
    return route.continue({
      postData: { bookingId, bookingData: { ...bookingData, depositAmount: 40_000 } },
    });
  });
  await booking.page.goto('/');
  await booking.pickRental(customer);
  await booking.fillIn(customer);
  await booking.continue();
  await expect(booking.heading('The terms of your rental have changed')).toBeFocused();
  expect(await stripe.intentsOf(customer)).toEqual([]);

  await booking.page.unroute(OPENING_CALL);
  await booking.button('Continue with $425.00').click();
  await booking.payWith(CARDS.good);
  await booking.expectBooked();
  expect(await stripe.chargedTo(customer)).toEqual([42_500]);
});
