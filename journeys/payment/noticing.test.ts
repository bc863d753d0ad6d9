import { expect } from '@playwright/test';
import { CARDS } from '../booking/booking-page.ts';
import { paidBooking } from '../booking/customer.ts';
import { test } from '../running/journey.ts';

const STATUS_CALL = '**/api/booking-status';

test('if the browser is closed right after paying, the webhook makes the booking', async ({
  booking,
  customer,
  stripe,
  records,
}) => {
  await booking.page.route(STATUS_CALL, (route) => route.abort());
  await booking.toPayment(customer);
  const paid = booking.page.waitForResponse(/\/confirm$/);
  await booking.payWith(CARDS.good);
  await paid;
  await booking.page.close();

  await expect.poll(() => records.bookingsOf(customer).length).toBe(1);
  const [intent] = await stripe.intentsOf(customer);
  expect(records.bookingsOf(customer)).toEqual([paidBooking(customer, intent!.id)]);
});

test('without webhooks the status call makes the booking, and late webhooks make no second one', async ({
  booking,
  customer,
  stripe,
  records,
}) => {
  await stripe.webhooks('hold');
  await booking.toPayment(customer);
  await booking.payWith(CARDS.good);
  await booking.expectBooked();
  const [intent] = await stripe.intentsOf(customer);
  expect(records.bookingsOf(customer)).toEqual([paidBooking(customer, intent!.id)]);

  await stripe.flushWebhooks();
  expect(records.bookingsOf(customer)).toEqual([paidBooking(customer, intent!.id)]);
});

test('without webhooks and status calls the cron makes the booking, and the page shows it', async ({
  booking,
  customer,
  stripe,
  records,
  runCron,
}) => {
  await stripe.webhooks('hold');
  await booking.page.route(STATUS_CALL, (route) => route.abort());
  await booking.toPayment(customer);
  await booking.payWith(CARDS.good);
  await booking.expectConfirmed();
  await expect(booking.page.getByText('Fetching your booking number...')).toBeVisible();
  expect(records.bookingsOf(customer)).toEqual([]);

  await runCron('holds');
  const [intent] = await stripe.intentsOf(customer);
  expect(records.bookingsOf(customer)).toEqual([paidBooking(customer, intent!.id)]);
  await booking.page.unroute(STATUS_CALL);
  await booking.expectBooked();
});
