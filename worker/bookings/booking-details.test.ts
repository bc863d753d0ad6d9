import { beforeAll, describe, expect, it } from 'vitest';
import { type BookingDetails, bookingDetails } from '#contract/bookings.ts';
import type { Booking } from '#contract/staff-bookings.ts';
import { sizeOf } from '#domain/catalog/entries.ts';
import { firstRentalOption } from '#domain/catalog/first-card.ts';
import { FIRST_RATE_CARD } from '#domain/catalog/seed.ts';
import { bookingStatus } from '#worker/checkout/status.ts';
import { post } from '#worker/test/http.ts';
import { signIn } from '#worker/test/staff.ts';
import { addUnits, inDays, intentIdOf, makeTestContext, pay, rows, startOver } from '#worker/test/world.ts';

type Key = keyof BookingDetails;
const KEYS = Object.keys(bookingDetails.shape) as Key[];

/** Two valid values of each detail that is not free text. No two details share a value. */
const SAMPLES: Partial<Record<Key, [first: string, changed: string]>> = {
  email: ['first@example.com', 'changed@example.com'],
  phone: ['(518) 555-0101', '(518) 555-0102'],
  state: ['NY', 'VT'],
  zip: ['12207', '05401'],
  deliveryDate: [inDays(10), inDays(20)],
  rentalType: ['1-day', '7-day'],
  dumpsterType: ['15-yard', '20-yard'],
};

const first = detailsOf(0);
const changed = detailsOf(1);

function detailsOf(index: 0 | 1): BookingDetails {
  const values = KEYS.map((key) => [key, SAMPLES[key]?.[index] ?? `${key} ${index + 1}`]);
  return bookingDetails.parse(Object.fromEntries(values));
}

/** The value of a detail in the CSV file. */
const csvText: { [key: string]: (details: BookingDetails) => string } = {
  rentalType: ({ rentalType }) => firstRentalOption(rentalType).label,
  dumpsterType: ({ dumpsterType }) => sizeOf(FIRST_RATE_CARD, dumpsterType).name,
};

async function createCheckout(details: Partial<BookingDetails>, key: string): Promise<string> {
  const bookingData = { ...details, terms: true };
  const reply = await post(
    '/api/create-payment-intent',
    { bookingId: 'pending', bookingData },
    { headers: { 'Idempotency-Key': key } },
  );
  expect(reply.status, await reply.clone().text()).toBe(200);
  return (await reply.json<{ clientSecret: string }>()).clientSecret;
}

async function payDeposit(clientSecret: string): Promise<number> {
  await pay(clientSecret);
  const { ctx } = makeTestContext();
  const paymentIntent = intentIdOf(clientSecret);
  const { booking } = await bookingStatus(ctx, { paymentIntent, clientSecret });
  if (!booking) throw new Error(`Intent ${paymentIntent} has no booking`);
  return booking.id;
}

async function reset() {
  await startOver();
  await addUnits(2, '15-yard');
  await addUnits(2, '20-yard');
}

describe('every detail of a booking', () => {
  let revisions: Record<string, unknown>[];
  let booking: Booking;
  let listed: Booking[];
  let cells: string[];

  beforeAll(async () => {
    await reset();
    const key = crypto.randomUUID();
    await createCheckout(first, key);
    const bookingId = await payDeposit(await createCheckout(changed, key));
    revisions = await rows('SELECT * FROM checkout_revisions ORDER BY revision');
    const staff = await signIn('dana', 'view_only');
    booking = await (await staff.send('GET', `bookings/${bookingId}`)).json<Booking>();
    listed = await (await staff.send('GET', 'bookings')).json<Booking[]>();
    const [, line = ''] = (await (await staff.send('GET', 'bookings.csv')).text()).split('\r\n');
    cells = line.split(',');
  });

  it.each(KEYS)('%s is stored with the checkout, first and changed', (key) => {
    const column = key.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
    expect(revisions.map((row) => row[column])).toEqual([first[key], changed[key]]);
  });

  it.each(KEYS)('%s is in the booking that staff read', (key) => {
    expect(booking[key]).toBe(changed[key]);
  });

  it.each(KEYS)('%s is in the list of bookings', (key) => {
    expect(listed.map((each) => each[key])).toEqual([changed[key]]);
  });

  it.each(KEYS)('%s is in the CSV file', (key) => {
    expect(cells).toContain(csvText[key]?.(changed) ?? changed[key]);
  });
});

it.each(KEYS)('a changed %s alone is a new revision of the checkout', async (key) => {
  await reset();
  const idempotencyKey = crypto.randomUUID();
  await createCheckout(first, idempotencyKey);
  await createCheckout(first, idempotencyKey);
  await createCheckout({ ...first, [key]: changed[key] }, idempotencyKey);
  const found = await rows('SELECT fingerprint FROM checkout_revisions');
  expect(new Set(found.map(({ fingerprint }) => fingerprint)).size).toBe(2);
});

const OPTIONAL = KEYS.filter((key) => bookingDetails.shape[key].safeParse(undefined).success);

it.each(OPTIONAL)('%s is null in a booking whose customer left it empty', async (key) => {
  await reset();
  const { [key]: _, ...details } = first;
  const bookingId = await payDeposit(await createCheckout(details, crypto.randomUUID()));
  const staff = await signIn('dana', 'view_only');
  const booking = await (await staff.send('GET', `bookings/${bookingId}`)).json<Booking>();
  expect(booking[key]).toBeNull();
});
