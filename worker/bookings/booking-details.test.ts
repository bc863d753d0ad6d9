import { beforeAll, describe, expect, it } from 'vitest';
import { type BookingDetails, bookingDetails } from '#contract/bookings.ts';
import type { Booking } from '#contract/staff-bookings.ts';
import { sizeOf } from '#domain/catalog/entries.ts';
import { firstRentalOption } from '#domain/catalog/first-card.ts';
import type { Quote } from '#domain/catalog/quote.ts';
import { FIRST_RATE_CARD } from '#domain/catalog/seed.ts';
import { bookingStatus } from '#worker/checkout/status.ts';
import { processPendingRows } from '#worker/entry/queue/outbox.ts';
import { post, readError } from '#worker/test/http.ts';
import { makeCustomer, publishFirm, textsOf } from '#worker/test/prices.ts';
import { listChanges, signIn } from '#worker/test/staff.ts';
import {
  addUnits,
  control,
  inDays,
  intentIdOf,
  makeTestContext,
  pay,
  rows,
  startOver,
} from '#worker/test/world.ts';

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

describe('a correction by staff', () => {
  /** A booking for $513.00 ($475.00 and 8 % tax) in Albany; $100.00 is paid. */
  async function bookFirm() {
    await startOver();
    await addUnits(2);
    await publishFirm();
    const { open, payFor, ctx } = makeCustomer();
    const booking = await payFor(await open());
    const dana = await signIn('dana', 'admin');
    const update = async (body: object, ifMatch = String(booking.version)) =>
      dana.send('PATCH', `bookings/${booking.id}`, { ...body, ifMatch: `"${ifMatch}"` });
    return { booking, ctx, dana, update, id: Number(booking.id) };
  }

  it('is in the reply, the history, the search, the client and the customer at Stripe', async () => {
    const { booking, ctx, dana, update, id } = await bookFirm();
    const fields = {
      firstName: 'Grace',
      email: 'grace@example.com',
      phone: '(518) 555-0199',
      secondPhone: '(518) 555-0177',
      company: 'Hopper & Sons',
      poNumber: 'PO-2026-114',
      address: '9 Navy Yard',
      city: 'Troy',
      placement: 'Behind the barn, gate code 4711',
      notes: 'Call first',
      internalNotes: 'Pays late',
    };
    const reply = await update(fields);
    expect(await reply.json()).toMatchObject({
      ...fields,
      secondPhoneDisplay: '(518) 555-0177',
      version: 2,
      source: 'web',
      createdBy: null,
      paidAmount: 10_000,
      balanceDue: 0,
      units: [{ role: 'first' }],
      isOnSite: false,
      isOverdue: false,
    });
    const [entry] = await listChanges(dana, id);
    expect(entry).toMatchObject({
      changedBy: 'dana',
      before: { firstName: 'Ada', email: booking.email, phone: booking.phone, company: null, notes: null },
      after: fields,
    });
    for (const search of ['hopper', '5550177', 'navy yard', 'grace example']) {
      const found = await dana.send('GET', `bookings?${new URLSearchParams({ search })}`);
      expect(
        (await found.json<Booking[]>()).map((each) => each.id),
        search,
      ).toEqual([id]);
    }
    expect(await rows('SELECT email, first_name, city, total_bookings FROM clients')).toEqual([
      { email: 'grace@example.com', first_name: 'Grace', city: 'Troy', total_bookings: 1 },
    ]);
    await processPendingRows(ctx, { includeRecent: true });
    const { customers } = await control<{ customers: { id: string }[] }>('state');
    const [{ stripe_customer_id } = {}] = await rows('SELECT stripe_customer_id FROM bookings');
    expect(customers.filter(({ id: customerId }) => customerId === stripe_customer_id)).toMatchObject([
      { name: `Grace ${booking.last_name}`, email: 'grace@example.com', phone: '(518) 555-0199' },
    ]);
  });

  it('to a ZIP code of another zone asks with the difference, then changes zone, lines and final price', async () => {
    const { dana, update, id } = await bookFirm();
    await dana.send('PATCH', `bookings/${id}/final-price`, { finalPrice: 51_300 });
    const question = await update({ zip: '12180' }, '2');
    expect([question.status, await question.json()]).toMatchObject([
      409,
      {
        code: 'conflict',
        message: 'The price rises by $54.00. Confirm to save the new place.',
        difference: 5_400,
        total: { before: 51_300, after: 56_700 },
        finalPrice: { before: 51_300, after: 56_700 },
        isServed: true,
      },
    ]);
    const saved = await update({ zip: '12180', acceptPrice: true }, '2');
    expect(await saved.json()).toMatchObject({ zip: '12180', zone: 'far', finalPrice: 56_700, version: 3 });
    const [{ quote, final_price_lines } = {}] = await rows('SELECT quote, final_price_lines FROM bookings');
    const { lines, ...sums } = JSON.parse(String(quote)) as Quote;
    expect(sums).toEqual({ total: 56_700, dueNow: 10_000, dueLater: 46_700 });
    expect(textsOf(lines)).toContain('Delivery to Troy 5000');
    expect(textsOf(JSON.parse(String(final_price_lines)))).toEqual(textsOf(lines));
    expect((await listChanges(dana, id))[0]).toMatchObject({
      before: { zip: '12207', agreedPrice: 51_300, finalPrice: 51_300 },
      after: { zip: '12180', agreedPrice: 56_700, finalPrice: 56_700 },
    });
    const street = { placementType: 'street', acceptPrice: true };
    expect(await (await update(street, '3')).json()).toMatchObject({
      finalPrice: 64_700,
      attention: ['permit'],
    });
  });

  it('outside of the service area asks, too, and a state that contradicts the ZIP code is refused', async () => {
    const { update } = await bookFirm();
    const outside = await update({ zip: '12999' });
    expect([outside.status, await outside.json()]).toMatchObject([409, { difference: 0, isServed: false }]);
    const contradicting = await update({ state: 'VT', acceptPrice: true });
    expect([contradicting.status, (await readError(contradicting)).issues]).toMatchObject([
      400,
      [{ path: 'state' }],
    ]);
    const invalid = await update({ email: null, phone: '5555555555', secondPhone: '4444444444' });
    expect((await readError(invalid)).issues?.map(({ path }) => path)).toEqual([
      'email',
      'phone',
      'secondPhone',
    ]);
    const accepted = await update({ zip: '12999', acceptPrice: true });
    expect(await accepted.json()).toMatchObject({ zip: '12999', zone: null });
  });
});
