import { beforeEach, describe, expect, it } from 'vitest';
import type { ErrorReply } from '#contract/endpoint.ts';
import { addDays } from '#domain/shared/days.ts';
import { CATALOG_TABLES, REFERENCE_TABLES } from '#worker/test/builders.ts';
import { getStripeIntent } from '#worker/test/checkouts.ts';
import { post } from '#worker/test/http.ts';
import {
  addUnits,
  control,
  currentDay,
  inDays,
  makeBookingData,
  rows,
  startOver,
} from '#worker/test/world.ts';

const CALL = '/api/create-payment-intent';

beforeEach(async () => {
  await startOver();
  await addUnits(1);
});

/** An order with fields changed, or left out where they are undefined. */
const orderWith = (changes: Record<string, unknown>) => ({
  bookingId: 'pending',
  bookingData: { ...makeBookingData(), ...changes },
});

async function issuesOf(body: unknown) {
  const reply = await post(CALL, body);
  const { code, issues } = await reply.json<ErrorReply>();
  return { status: reply.status, code, issues: issues?.map(({ path, message }) => [path, message]) };
}

const FILLED_TABLES = ['d1_migrations', 'dumpsters', 'totals', ...CATALOG_TABLES, ...REFERENCE_TABLES];

/** Every table but the fleet and the catalog is empty, and Stripe was not called. */
async function expectNothingHappened() {
  const tables = await rows<{ name: string }>(
    `SELECT name FROM pragma_table_list WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%'
       AND name NOT IN (${FILLED_TABLES.map((name) => `'${name}'`).join(', ')})`,
  );
  const counts = await Promise.all(
    tables.map(async ({ name }) => [name, (await rows(`SELECT 1 FROM ${name} LIMIT 1`)).length]),
  );
  expect(counts.filter(([, count]) => count !== 0)).toEqual([]);
  expect(await control('requests')).toEqual([]);
}

describe('an order is refused by field, and leaves no trace, with', () => {
  it.each<[Record<string, unknown>, [string, string][]]>([
    [{ firstName: '' }, [['firstName', 'First name is required']]],
    [{ lastName: undefined }, [['lastName', 'Last name is required']]],
    [{ email: 'no-address' }, [['email', 'Invalid email address']]],
    [{ email: 'a@example.com\r\nBcc: b@example.com' }, [['email', 'Invalid email address']]],
    [{ email: ['a@example.com'] }, [['email', 'Invalid email address']]],
    [{ phone: '555-0142' }, [['phone', 'Invalid phone number']]],
    [{ phone: 5_550_100_142 }, [['phone', 'Invalid phone number']]],
    [{ address: '   ' }, [['address', 'Address is required']]],
    [{ address: 'x'.repeat(201) }, [['address', 'Must be at most 200 characters']]],
    [{ city: null }, [['city', 'City is required']]],
    [{ city: 'Albany\u0000' }, [['city', 'Must not contain control characters']]],
    [{ state: 'XX' }, [['state', 'State is required']]],
    [{ zip: '1220' }, [['zip', 'Zip code must have 5 digits, or 9 as in 12345-6789']]],
    [{ zip: '' }, [['zip', 'Zip code is required']]],
    [{ phone: '(212) 555-019' }, [['phone', 'Invalid phone number']]],
    [{ phone: '+1 212 555 019' }, [['phone', 'This phone number has too few digits']]],
    [{ phone: '+1 212 555 019 x1234' }, [['phone', 'This phone number has too few digits']]],
    [
      { phone: '+49 999 9999999' },
      [['phone', 'This phone number is one digit repeated. Enter a number at which we can reach you']],
    ],
    [
      { phone: '555-555-5555' },
      [['phone', 'This phone number is one digit repeated. Enter a number at which we can reach you']],
    ],
    [
      { phone: '0000000000', deliveryDate: addDays(currentDay(), -1) },
      [
        ['deliveryDate', 'Delivery date cannot be in the past'],
        ['phone', 'This phone number is one digit repeated. Enter a number at which we can reach you'],
      ],
    ],
    [{ notes: 'x'.repeat(2001) }, [['notes', 'Must be at most 2000 characters']]],
    [{ notes: '\ud800' }, [['notes', 'Must not contain control characters']]],
    [{ notes: { $gt: '' } }, [['notes', 'Must be text']]],
    [{ rentalType: '' }, [['rentalType', 'Rental duration is required']]],
    [{ rentalType: '14-day' }, [['rentalType', 'Rental duration must be 1-day, 7-day or 30-day']]],
    [{ dumpsterType: undefined }, [['dumpsterType', 'Dumpster type is required']]],
    [
      { dumpsterType: "15-yard'; DROP TABLE bookings; --" },
      [['dumpsterType', 'Dumpster type must be 10-yard, 15-yard, 20-yard or 30-yard']],
    ],
    [{ deliveryDate: '' }, [['deliveryDate', 'Delivery date is required']]],
    [{ deliveryDate: '2027-02-29' }, [['deliveryDate', 'Delivery date must be a calendar day (yyyy-mm-dd)']]],
    [{ deliveryDate: '12/24/2026' }, [['deliveryDate', 'Delivery date must be a calendar day (yyyy-mm-dd)']]],
    [{ deliveryDate: addDays(currentDay(), -1) }, [['deliveryDate', 'Delivery date cannot be in the past']]],
    [{ deliveryDate: '0001-01-01' }, [['deliveryDate', 'Delivery date must be a calendar day (yyyy-mm-dd)']]],
    [{ deliveryDate: inDays(366) }, [['deliveryDate', 'Delivery date must be within the next 365 days']]],
    [{ deliveryDate: '9999-12-31' }, [['deliveryDate', 'Delivery date must be within the next 365 days']]],
    [{ terms: false }, [['terms', 'You must agree to the terms and conditions']]],
    [{ terms: undefined }, [['terms', 'You must agree to the terms and conditions']]],
    [{ terms: 'true' }, [['terms', 'You must agree to the terms and conditions']]],
    [{ depositAmount: '42500' }, [['depositAmount', 'Must be whole cents']]],
    [{ depositAmount: 425.5 }, [['depositAmount', 'Must be whole cents']]],
    [{ material: '' }, [['material', 'Material is required']]],
    [{ material: 'uranium' }, [['material', 'Material must be mixed']]],
    [{ placementType: 'roof' }, [['placementType', "Must be 'private' or 'street'"]]],
    [{ rateCardId: 0 }, [['rateCardId', 'Must be the version of a catalog']]],
    [{ rateCardId: '1' }, [['rateCardId', 'Must be the version of a catalog']]],
    [{ quoteHash: 'x'.repeat(101) }, [['quoteHash', 'Must be the hash of a price']]],
    [{ utm: { id: 'x' } }, [['utm.id', 'Unknown field']]],
    [{ utm: { source: 'x'.repeat(201) } }, [['utm.source', 'Must be at most 200 characters']]],
    [{ utm: { source: 'a\u0000b' } }, [['utm.source', 'Must not contain control characters']]],
    [{ status: 'confirmed' }, [['status', 'Unknown field']]],
    [
      { finalPrice: 1, id: 7 },
      [
        ['finalPrice', 'Unknown field'],
        ['id', 'Unknown field'],
      ],
    ],
    [
      { email: 'x', zip: 'y', terms: false },
      [
        ['email', 'Invalid email address'],
        ['zip', 'Zip code must have 5 digits, or 9 as in 12345-6789'],
        ['terms', 'You must agree to the terms and conditions'],
      ],
    ],
  ])('%j', async (changes, issues) => {
    expect(await issuesOf(orderWith(changes))).toEqual({
      status: 400,
      code: 'invalid',
      issues: issues.map(([field, message]) => [`bookingData.${field}`, message]),
    });
    await expectNothingHappened();
  });

  it.each<[unknown, string]>([
    [{}, 'bookingId'],
    [{ bookingId: 'pending' }, 'bookingData'],
    [{ bookingId: 'pending', bookingData: null }, 'bookingData'],
    [{ bookingId: 'pending', bookingData: [] }, 'bookingData'],
    [{ bookingId: 'Pending', bookingData: makeBookingData() }, 'bookingId'],
    [{ bookingId: 0 }, 'bookingId'],
    [{ bookingId: -1 }, 'bookingId'],
    [{ bookingId: 1.5 }, 'bookingId'],
    [{ bookingId: 2 ** 60 }, 'bookingId'],
    [{ bookingId: '17' }, 'bookingId'],
    [{ bookingId: 'pending', bookingData: makeBookingData(), amount: 1 }, 'amount'],
    [JSON.parse('{"bookingId":"pending","__proto__":{"bookingData":{}}}'), '__proto__'],
  ])('the body %j', async (body, path) => {
    const { status, issues } = await issuesOf(body);
    expect([status, issues?.map(([where]) => where)]).toEqual([400, expect.arrayContaining([path])]);
    await expectNothingHappened();
  });

  it.each(['', 'x', '0d5b6a3e-6f0e-4a51-9a5c', "' OR 1=1 --"])('the Idempotency-Key %j', async (key) => {
    const reply = await post(CALL, orderWith({}), { headers: { 'Idempotency-Key': key } });
    expect([reply.status, await reply.json()]).toMatchObject([
      400,
      { issues: [{ path: 'Idempotency-Key', message: 'Must be a UUID' }] },
    ]);
    await expectNothingHappened();
  });

  it.each([1, 0, -42_500, 42_499, 32_500])('a deposit of %i instead of 42500', async (depositAmount) => {
    const reply = await post(CALL, orderWith({ depositAmount }));
    expect([reply.status, await reply.json()]).toMatchObject([409, { code: 'price_changed' }]);
    await expectNothingHappened();
  });
});

it.each([undefined, 42_500])('our price counts when the page says %s', async (depositAmount) => {
  const reply = await post(CALL, orderWith({ depositAmount }));
  const { clientSecret } = await reply.json<{ clientSecret: string }>();
  expect((await getStripeIntent(clientSecret)).amount).toBe(42_500);
});

it('answers with the secret, the end of the hold and the time, and nothing else', async () => {
  const reply = await post(CALL, orderWith({}));
  const body = await reply.json<{ clientSecret: string; expiresAt: string; now: string }>();
  expect(body).toEqual({
    clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/),
    expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/),
    now: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/),
  });
  const minutes = (Date.parse(body.expiresAt) - Date.parse(body.now)) / 60_000;
  expect(minutes).toBeGreaterThan(19.5);
  expect(minutes).toBeLessThanOrEqual(20);
});

it('takes names and titles in any case and stores the slugs', async () => {
  const reply = await post(
    CALL,
    orderWith({ rentalType: '1-Day Rental', dumpsterType: '15-Yard', state: 'ny' }),
  );
  expect(reply.status).toBe(200);
  expect(await rows('SELECT rental_type, dumpster_type, state, amount FROM checkout_revisions')).toEqual([
    { rental_type: '1-day', dumpster_type: '15-yard', state: 'NY', amount: 32_500 },
  ]);
});

it('stores hostile text as the text it is', async () => {
  const hostile = {
    lastName: "O'Neil'); DROP TABLE bookings; --",
    notes: '<script>alert(1)</script>\n{{7*7}}',
  };
  expect((await post(CALL, orderWith(hostile))).status).toBe(200);
  expect(await rows('SELECT last_name, notes FROM checkout_revisions')).toEqual([
    { last_name: hostile.lastName, notes: hostile.notes },
  ]);
});

it.each(['+44 20 7946 0958', '+49 (0) 151 23456789', '212 555 0191 x12', '+44 20 7946 0958 ext. 7'])(
  'accepts the phone number %s and stores it as typed',
  async (phone) => {
    expect((await post(CALL, orderWith({ phone }))).status).toBe(200);
    expect(await rows('SELECT phone FROM checkout_revisions')).toEqual([{ phone }]);
  },
);

it.each([0, 365])('can be delivered in %i days', async (days) => {
  expect((await post(CALL, orderWith({ deliveryDate: inDays(days) }))).status).toBe(200);
});
