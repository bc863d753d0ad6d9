import { expect } from '@playwright/test';
import { test } from '../running/journey.ts';
import type { StripeDesk } from '../running/stripe.ts';
import { bookByApi } from './booking-api.ts';
import { type BookingPage, CARDS } from './booking-page.ts';
import { type Customer, paidBooking } from './customer.ts';

const OPENING_CALL = /\/api\/create-payment-intent$/;
const HOLD_SECONDS = 8;

/** The page's countdown ends a little before the server's hold: it starts when the request is sent. */
const SOON = { intervals: [100], timeout: 5000 };

test.use({ environment: { HOLD_SECONDS: String(HOLD_SECONDS) } });

test('when the hold ends, the page makes no call until the customer asks, and checking again opens a new payment', async ({
  booking,
  customer,
  stripe,
  records,
  runCron,
}) => {
  await setDeviceClock(booking, 24 * 3600);
  const keys = watchKeys(booking);
  await booking.toPayment(customer);
  await expect(booking.page.getByRole('timer')).toHaveText(/^0:0\d$/);
  await holdToEnd(booking);
  await expect(async () => {
    await runCron('holds');
    expect(await statusesOf(stripe, customer)).toEqual(['canceled']);
  }).toPass(SOON);
  expect(records.holdsOf(customer)).toEqual([]);
  expect(keys).toHaveLength(1);

  await booking.button('Check availability again').click();
  await booking.payWith(CARDS.good);
  await booking.expectBooked();
  expect(new Set(keys).size).toBe(1);
  expect((await statusesOf(stripe, customer)).sort()).toEqual(['canceled', 'succeeded']);
  const paid = (await stripe.intentsOf(customer)).find(({ status }) => status === 'succeeded');
  expect(records.bookingsOf(customer)).toEqual([paidBooking(customer, paid!.id)]);
  expect(await stripe.chargedTo(customer)).toEqual([42_500]);
});

test('if another customer takes the last unit after the hold, checking again says sold out', async ({
  booking,
  newCustomer,
  system,
  stripe,
  records,
}) => {
  const mine = newCustomer('10-yard');
  await booking.toPayment(mine);
  await holdToEnd(booking);
  const rival = { ...newCustomer(), dumpsterType: mine.dumpsterType, deliveryDate: mine.deliveryDate };
  await expect(() => bookByApi(system.running.app, stripe, rival)).toPass(SOON);
  await booking.button('Check availability again').click();
  await expect(booking.heading('The 10-Yard has just sold out')).toBeFocused();
  expect(await statusesOf(stripe, mine)).toEqual(['canceled']);
  expect(records.bookingsOf(mine)).toEqual([]);

  await booking.button('Back to Customer Details').click();
  await booking.expectFilledIn(mine);
});

test('a payment that is in progress when the hold ends is completed', async ({
  booking,
  customer,
  stripe,
  records,
}) => {
  await booking.toPayment(customer);
  await booking.payWith(CARDS.authenticated);
  const complete = booking.button('Complete authentication');
  await expect(complete).toBeVisible();
  await expect(booking.page.getByRole('timer')).toHaveText('0:00', { timeout: (HOLD_SECONDS + 2) * 1000 });
  await complete.click();
  await booking.expectBooked();
  const [intent] = await stripe.intentsOf(customer);
  expect(records.bookingsOf(customer)).toEqual([paidBooking(customer, intent!.id)]);
});

/** The form closes, and says so. */
async function holdToEnd(booking: BookingPage): Promise<void> {
  await expect(booking.heading('Your hold has ended')).toBeFocused({ timeout: (HOLD_SECONDS + 2) * 1000 });
  await expect(booking.cardNumber).toHaveCount(0);
  await expect(booking.pay).toHaveCount(0);
}

async function statusesOf(stripe: StripeDesk, customer: Customer): Promise<string[]> {
  return (await stripe.intentsOf(customer)).map(({ status }) => status);
}

/** Sets the device's clock wrong by this number of seconds. */
async function setDeviceClock({ page }: BookingPage, offsetSeconds: number): Promise<void> {
  await page.addInitScript((offsetMs) => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + offsetMs;
  }, offsetSeconds * 1000);
}

/** The idempotency keys with which the page opens payments, in order. */
function watchKeys({ page }: BookingPage): string[] {
  const keys: string[] = [];
  page.on('request', (request) => {
    if (OPENING_CALL.test(request.url())) keys.push(request.headers()['idempotency-key'] ?? '');
  });
  return keys;
}
