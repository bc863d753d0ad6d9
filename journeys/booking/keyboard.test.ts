import { expect, type Locator, type Page } from '@playwright/test';
import { daysBetween } from '#domain/shared/days.ts';
import { test } from '../running/journey.ts';
import { CARDS } from './booking-page.ts';
import { paidBooking } from './customer.ts';

/** No document has more tab stops than this. */
const MOST_STOPS = 90;

test('a rental is booked and paid without a mouse, and each step starts at its heading', async ({
  booking,
  newCustomer,
  stripe,
  records,
}) => {
  const customer = newCustomer('15-yard');
  const { page } = booking;
  const { keyboard } = page;
  await page.goto('/');
  await tabTo(page.getByRole('link', { name: 'Skip to content' }));
  await tabTo(booking.button('Select 7-Day Rental'));
  await keyboard.press('Enter');
  await expect(booking.heading('Size and Delivery Day')).toBeFocused();

  await tabTo(booking.sizeOption('15-yard'));
  await keyboard.press('ArrowRight');
  await expect(booking.sizeOption('20-yard')).toBeChecked();
  await keyboard.press('ArrowLeft');
  await expect(booking.sizeOption('15-yard')).toBeChecked();

  await tabTo(page.locator('[data-day][tabindex="0"]'));
  await walkTo(page, customer.deliveryDate);
  await keyboard.press('Enter');
  await expect(booking.field('deliveryDate')).toHaveValue(customer.deliveryDate);

  for (const name of ['firstName', 'lastName', 'email', 'phone', 'address', 'city'] as const) {
    await tabTo(booking.field(name));
    await keyboard.type(customer[name]);
  }
  await tabTo(booking.field('state'));
  await keyboard.type('New York');
  await tabTo(booking.field('zip'));
  await keyboard.type(customer.zip);
  await tabTo(booking.field('notes'));
  await keyboard.type(customer.notes);
  await tabTo(booking.field('terms'));
  await keyboard.press('Space');
  await booking.expectFilledIn(customer);
  await tabTo(booking.button('Continue to Payment'));
  await keyboard.press('Enter');
  await expect(booking.heading('Payment')).toBeFocused();

  await expect(booking.cardNumber).toBeVisible();
  await tabTo(booking.cardNumber);
  await keyboard.type(CARDS.authenticated);
  await keyboard.press('Tab');
  await keyboard.type('1244');
  await keyboard.press('Tab');
  await keyboard.type('123');
  await tabTo(booking.pay);
  await keyboard.press('Enter');
  await expect(booking.button('Complete authentication')).toBeFocused();
  await keyboard.press('Enter');
  await expect(booking.heading('Your Dumpster Rental is Confirmed!')).toBeFocused();
  await booking.expectBooked();
  const [intent] = await stripe.intentsOf(customer);
  expect(records.bookingsOf(customer)).toEqual([paidBooking(customer, intent!.id)]);
});

test('each missing field shows an error, and the first one takes the focus', async ({
  booking,
  customer,
}) => {
  const { page } = booking;
  await page.goto('/');
  await booking.pickRental(customer);
  await booking.field('email').fill('not an address');
  await booking.field('phone').fill('12345');
  await booking.field('sameAsDelivery').uncheck();
  await booking.continue();
  const expected = {
    firstName: 'First name is required',
    lastName: 'Last name is required',
    email: 'Invalid email address',
    phone: 'Invalid phone number',
    address: 'Address is required',
    city: 'City is required',
    state: 'State is required',
    zip: 'Zip code is required',
    billingAddress: 'Address is required',
    billingCity: 'City is required',
    billingState: 'State is required',
    billingZip: 'Zip code is required',
    terms: 'You must agree to the terms and conditions',
  };
  for (const [name, message] of Object.entries(expected)) {
    const field = booking.field(name);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(new RegExp(message));
  }
  await expect(page.getByRole('grid')).toHaveAccessibleDescription(/Delivery date is required/);
  await expect(booking.field('zip')).toBeFocused();

  await booking.fillIn(customer);
  await booking.field('sameAsDelivery').check();
  await booking.field('firstName').fill('');
  await booking.continue();
  await expect(booking.field('firstName')).toBeFocused();
  await booking.field('firstName').fill('Ann');
  await expect(booking.field('firstName')).not.toHaveAttribute('aria-invalid', 'true');
});

/** Presses Tab until the focus is there. */
async function tabTo(target: Locator): Promise<void> {
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await target.page().keyboard.press('Tab');
    if (await isThere()) return;
  }
  await expect(target).toBeFocused();
}

/** Moves by arrow keys from the focused day. */
async function walkTo(page: Page, day: string): Promise<void> {
  const from = await page.locator('[data-day]:focus').getAttribute('data-day');
  const days = daysBetween(from ?? day, day);
  const keys = [
    ...Array.from({ length: Math.floor(days / 7) }, () => 'ArrowDown'),
    ...Array.from({ length: days % 7 }, () => 'ArrowRight'),
  ];
  for (const key of keys) await page.keyboard.press(key);
  await expect(page.locator(`[data-day="${day}"]`)).toBeFocused();
  await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'false');
}
