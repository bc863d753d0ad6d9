import { expect, type Page } from '@playwright/test';
import { FIRST_RENTAL_TYPES } from '#domain/catalog/first-card.ts';
import { pick, randomNumbers } from '#domain/shared/random.ts';
import { readRandomRuns } from '#scripts/verify/random-runs.ts';
import { test } from '../running/journey.ts';
import { WITH_MOTION } from '../running/motion.ts';
import { doubleTap, expectInputAccepted, TAP_GAPS_MS, watchDocuments } from '../running/taps.ts';
import { BookingPage, CARDS } from './booking-page.ts';
import { type Customer, paidBooking, titleOf } from './customer.ts';

const { isLong, seed: firstSeed, runs, steps: givenSteps } = readRandomRuns(process.env);
const WALKS = runs ?? (isLong ? 20 : 1);
const STEPS = givenSteps ?? (isLong ? 40 : 20);

test.use({
  contextOptions: WITH_MOTION,
  viewport: { width: 375, height: 812 },
  hasTouch: true,
  isMobile: true,
});

for (let seed = firstSeed; seed < firstSeed + WALKS; seed += 1) {
  test(`random double taps, Back, Forward and reloads change nothing and stay on the site (seed ${seed})`, async ({
    page,
    customer,
    stripe,
    records,
  }) => {
    test.setTimeout(isLong ? 600_000 : 240_000);
    const random = randomNumbers(seed);
    const booking = new BookingPage(page);
    const visited = watchDocuments(page);
    const chosen = { ...customer };
    await page.goto('/');
    await booking.pickRental(chosen);
    await booking.fillIn(chosen);
    const way: string[] = [];
    for (let count = 0; count < STEPS; count += 1) {
      way.push(await step({ booking, chosen, random }));
      await expectInputAccepted(page);
      await test.step(way.join(', '), () => expectUnchanged(booking, chosen));
      expect(visited, way.join(', ')).toEqual(['/']);
    }
    await finish(booking, chosen);
    const [intent, ...others] = await stripe.intentsOf(customer);
    expect(others).toEqual([]);
    expect(records.bookingsOf(customer)).toEqual([paidBooking(chosen, intent!.id)]);
  });
}

type Walk = { booking: BookingPage; chosen: Customer; random: () => number };
type StepName = 'rental' | 'details' | 'payment';

/** Takes a random action that the current step allows. Returns its name. */
async function step({ booking, chosen, random }: Walk): Promise<string> {
  const { page } = booking;
  const at = await stepOf(page);
  const gapMs = pick(TAP_GAPS_MS, random);
  const tap = async (name: string) => {
    await doubleTap(page, booking.button(name), gapMs);
    return `${name} twice in ${gapMs} ms`;
  };
  const action = pick(ACTIONS[at], random);
  switch (action) {
    case 'on':
      if (at === 'rental') chosen.rentalType = pick(FIRST_RENTAL_TYPES, random);
      return tap(at === 'rental' ? `Select ${titleOf(chosen)}` : 'Continue to Payment');
    case 'back':
      return tap(at === 'payment' ? 'Back to Customer Details' : 'Back to Rental Options');
    case 'type':
      chosen.notes = `Note ${Math.floor(random() * 1000)}`;
      await booking.field('notes').fill(chosen.notes);
      return 'type';
    case 'browser back':
      await page.goBack();
      return action;
    case 'browser forward':
      await page.goForward();
      return action;
    case 'reload':
      await page.reload();
      return action;
  }
}

type Action = 'on' | 'back' | 'type' | 'browser back' | 'browser forward' | 'reload';

/** Back from the first step is expected to leave the site. */
const ACTIONS: Record<StepName, Action[]> = {
  rental: ['on', 'on', 'browser forward', 'reload'],
  details: ['on', 'on', 'back', 'type', 'browser back', 'browser forward', 'reload'],
  payment: ['back', 'browser back', 'browser back', 'reload'],
};

async function stepOf(page: Page): Promise<StepName> {
  await expect(page.locator('html')).not.toHaveAttribute('data-resuming');
  const steps = {
    'Select Your Rental Period': 'rental',
    'Size and Delivery Day': 'details',
    Payment: 'payment',
  };
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(new RegExp(Object.keys(steps).join('|')));
  return steps[(await heading.textContent()) as keyof typeof steps] as StepName;
}

async function expectUnchanged(booking: BookingPage, chosen: Customer): Promise<void> {
  const { page } = booking;
  const at = await stepOf(page);
  if (at === 'payment') {
    await expect(page.getByText(titleOf(chosen)).first()).toBeVisible();
    await expect(page.getByText(chosen.email)).toBeVisible();
  }
  if (at !== 'details') return;
  await booking.expectFilledIn(chosen);
  await expect(booking.sizeOption(chosen.dumpsterType)).toBeChecked();
  await expect(booking.field('deliveryDate')).toHaveValue(chosen.deliveryDate);
  await expect(page.getByText(titleOf(chosen)).first()).toBeVisible();
}

/** Continues from the current step to a paid booking. */
async function finish(booking: BookingPage, chosen: Customer): Promise<void> {
  const at = await stepOf(booking.page);
  if (at === 'rental') await booking.pickRental(chosen);
  if (at !== 'payment') await booking.continue();
  await booking.payWith(CARDS.good);
  await booking.expectBooked();
}
