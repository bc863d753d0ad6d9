import { expect } from '@playwright/test';
import { addDays } from '#domain/shared/days.ts';
import { BookingPage, CARDS } from '../booking/booking-page.ts';
import { type Customer, paidBooking } from '../booking/customer.ts';
import { test } from '../running/journey.ts';

test('a week is booked and paid: the booking, its days and its payment are stored', async ({
  booking,
  customer,
  stripe,
  records,
}) => {
  await booking.toPayment(customer);
  await booking.payWith(CARDS.good);
  await expect(booking.toast).toContainText('Payment Successful');
  await expect(booking.toast).toContainText('Your rental deposit has been processed successfully!');
  await booking.expectBooked();
  await expect(booking.summary).toContainText('7-Day Rental');
  await expect(booking.summary).toContainText('$425.00');

  const [intent] = await stripe.intentsOf(customer);
  expect(records.bookingsOf(customer)).toEqual([paidBooking(customer, intent!.id)]);
  expect(records.holdsOf(customer)).toEqual([]);
  expect(await stripe.chargedTo(customer)).toEqual([42_500]);
});

test('a declined card shows the reason, and another one pays the same intent', async ({
  booking,
  customer,
  stripe,
  records,
}) => {
  await booking.toPayment(customer);
  await booking.payWith(CARDS.declined);
  await expect(booking.toast).toContainText('Payment Failed');
  await expect(booking.toast).toContainText('Your card was declined.');
  await expect(booking.pay).toBeEnabled();
  expect(records.bookingsOf(customer)).toEqual([]);

  await booking.payWith(CARDS.good);
  await booking.expectBooked();
  const [intent, ...others] = await stripe.intentsOf(customer);
  expect(others).toEqual([]);
  expect(records.bookingsOf(customer)).toEqual([paidBooking(customer, intent!.id)]);
  expect(await stripe.chargedTo(customer)).toEqual([42_500]);
});

test.describe('3-D Secure', () => {
  test('after success the booking is made', async ({ booking, customer, stripe, records }) => {
    await booking.toPayment(customer);
    await booking.payWith(CARDS.authenticated);
    await expect(booking.button('Processing...')).toBeDisabled();
    await expect(booking.page.getByText('Back to Customer Details')).toBeDisabled();
    await booking.button('Complete authentication').click();
    await booking.expectBooked();
    const [intent] = await stripe.intentsOf(customer);
    expect(records.bookingsOf(customer)).toEqual([paidBooking(customer, intent!.id)]);
  });

  test('after a failure the same intent can still be paid', async ({
    booking,
    customer,
    stripe,
    records,
  }) => {
    await booking.toPayment(customer);
    await booking.payWith(CARDS.authenticated);
    await booking.button('Fail authentication').click();
    await expect(booking.toast).toContainText('Payment Failed');
    await booking.payWith(CARDS.good);
    await booking.expectBooked();
    const [intent, ...others] = await stripe.intentsOf(customer);
    expect(others).toEqual([]);
    expect(records.bookingsOf(customer)).toEqual([paidBooking(customer, intent!.id)]);
    expect(await stripe.chargedTo(customer)).toEqual([42_500]);
  });
});

test('a double click on Pay Deposit makes one charge', async ({ booking, customer, stripe, records }) => {
  await booking.toPayment(customer);
  await booking.typeCard(CARDS.good);
  await booking.pay.dblclick();
  await booking.expectBooked();
  const [intent] = await stripe.intentsOf(customer);
  expect(await stripe.confirmationsOf(intent!.id)).toBe(1);
  expect(await stripe.chargedTo(customer)).toEqual([42_500]);
  expect(records.bookingsOf(customer)).toEqual([paidBooking(customer, intent!.id)]);
});

test.describe('details changed in a second tab of the same checkout', () => {
  test('before the first tab pays: the details of the first tab are booked', async ({
    booking,
    customer,
    stripe,
    records,
  }) => {
    await booking.toPayment(customer);
    const second = await duplicateTab(booking);
    await changeTo(second, month(customer));
    await booking.payWith(CARDS.good);
    await booking.expectBooked();
    const [intent, ...others] = await stripe.intentsOf(customer);
    expect(others).toEqual([]);
    expect(records.bookingsOf(customer)).toEqual([paidBooking(customer, intent!.id)]);
    expect(await stripe.chargedTo(customer)).toEqual([42_500]);
    expect(records.holdsOf(customer)).toEqual([]);
  });

  test('while the first tab charges the card: the paid details are booked', async ({
    booking,
    customer,
    system,
    stripe,
    records,
  }) => {
    await booking.toPayment(customer);
    const second = await duplicateTab(booking);
    const confirmation = await holdBack(booking, `${system.running.stripe}/v1/payment_intents/*/confirm`);
    await booking.payWith(CARDS.good);
    await confirmation.reached;
    await changeTo(second, month(customer));
    confirmation.goOn();
    await booking.expectBooked();
    await expect(booking.summary).toContainText('30-Day Rental');
    const [intent, ...others] = await stripe.intentsOf(customer);
    expect(others).toEqual([]);
    expect(records.bookingsOf(customer)).toEqual([paidBooking(month(customer), intent!.id)]);
    expect(await stripe.chargedTo(customer)).toEqual([52_500]);
    expect(records.holdsOf(customer)).toEqual([]);
  });
});

/** The same size from the day after, for a month. */
function month(customer: Customer): Customer {
  return { ...customer, rentalType: '30-day', deliveryDate: addDays(customer.deliveryDate, 1) };
}

/** Opens a second tab of the same visit, with a copy of the first tab's storage. */
async function duplicateTab({ page }: BookingPage): Promise<BookingPage> {
  const opened = page.waitForEvent('popup');
  await page.evaluate(() => void window.open('/'));
  const second = new BookingPage(await opened);
  await expect(second.cardNumber).toBeVisible();
  return second;
}

async function changeTo(tab: BookingPage, customer: Customer): Promise<void> {
  await tab.button('Back to Customer Details').click();
  await tab.button('Back to Rental Options').click();
  await tab.pickRental(customer);
  await tab.pickDay(customer.deliveryDate);
  await tab.continue();
  await expect(tab.cardNumber).toBeVisible();
}

/** Holds the page's next call to this URL until it is released. */
async function holdBack({ page }: BookingPage, url: string) {
  const reached = Promise.withResolvers<void>();
  const mayGo = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    reached.resolve();
    await mayGo.promise;
    await route.continue();
  });
  return { reached: reached.promise, goOn: () => mayGo.resolve() };
}
