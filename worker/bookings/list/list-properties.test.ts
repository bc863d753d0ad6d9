import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { BOOKING_SORTS, type Booking } from '#contract/staff-bookings.ts';
import { FIRST_DUMPSTER_TYPES, FIRST_RENTAL_TYPES } from '#domain/catalog/first-card.ts';
import { BOOKING_STATUSES, PAYMENT_STATUSES } from '#domain/rental/bookings.ts';
import { addDays, type Day, dayAt } from '#domain/shared/days.ts';
import { randomRuns } from '#domain/test/random-runs.ts';
import { insertRow } from '#worker/test/builders.ts';
import { signIn } from '#worker/test/staff.ts';
import { startOver } from '#worker/test/world.ts';

const BOOKINGS = 60;
const FIRST_DAY = '2026-03-01';
const CITIES = ['Albany', 'albany', 'New Albion', 'São Paulo', 'Troy'];
const NAMES = ["O'Brien", 'Ångström', 'de la Cruz', 'Stone', 'stone'];
const STATES = ['NY', 'MA', 'CA'];

let dana: Awaited<ReturnType<typeof signIn>>;
let all: Booking[];

beforeAll(async () => {
  await startOver();
  dana = await signIn('dana', 'view_only');
  for (let n = 1; n <= BOOKINGS; n += 1) await insertRow('bookings', n, variedBooking(n));
  all = (await page('')).found;
  expect(all).toHaveLength(BOOKINGS);
});

/** Each field cycles through its values with its own period, so that all combinations of two values occur. */
function variedBooking(n: number) {
  const one = <T>(values: readonly T[], step: number): T =>
    values[Math.floor((n * 7) / step) % values.length] as T;
  return {
    last_name: one(NAMES, 1),
    email: n % 9 ? `Ada${n % 9}@Example.com` : null,
    phone: n % 3 ? `(518) 555-01${10 + (n % 30)}` : `+1 212 555 01${10 + (n % 30)}`,
    city: one(CITIES, 2),
    state: one(STATES, 3),
    rental_type: one(FIRST_RENTAL_TYPES, 5),
    dumpster_type: one(FIRST_DUMPSTER_TYPES, 4),
    status: one(BOOKING_STATUSES, 6),
    payment_status: one(PAYMENT_STATUSES, 8),
    delivery_date: addDays(FIRST_DAY, n % 11),
    created_at: Date.parse('2026-03-07T00:00:00Z') + n * 3_600_000,
    deposit_amount: 32_500 + (n % 4) * 10_000,
    final_price: n % 3 ? (n % 6) * 10_000 : null,
    notes: n % 5 ? null : 'Gate "code"\r\n12',
  };
}

async function page(query: string) {
  const reply = await dana.send('GET', `bookings?${query}`);
  expect(reply.status, query).toBe(200);
  const link = reply.headers.get('Link') ?? '';
  const to = (rel: string) => new RegExp(`</api/bookings\\?([^>]*)>; rel="${rel}"`).exec(link)?.[1];
  const found = await reply.json<Booking[]>();
  return { found, total: reply.headers.get('X-Total-Count'), next: to('next'), prev: to('prev') };
}

const created = (booking: Booking) => dayAt(Date.parse(booking.createdAt), 'America/New_York');
const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const hasWord = (text: string, beginning: string) =>
  folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .some((word) => word.startsWith(folded(beginning)));
const has = (text: string, piece: string) => folded(text).includes(folded(piece));
const customerOf = (booking: Booking) => `${booking.firstName} ${booking.lastName}`;

type Filter = { query: Record<string, string>; fits: (booking: Booking) => boolean };
const day = fc.integer({ min: -1, max: 12 }).map((n) => addDays(FIRST_DAY, n));
const price = fc.constantFrom(0, 10_000, 32_500, 42_500, 50_000, 62_500);

const equal = <F extends keyof Booking>(field: F, values: readonly Booking[F][]) =>
  fc
    .constantFrom(...values)
    .map(
      (value): Filter => ({ query: { [field]: String(value) }, fits: (booking) => booking[field] === value }),
    );

const containing = (field: string, values: string[], textOf: (booking: Booking) => string) =>
  fc
    .constantFrom(...values)
    .map((value): Filter => ({ query: { [field]: value }, fits: (booking) => has(textOf(booking), value) }));

const between = <V extends Day | number>(
  field: string,
  value: fc.Arbitrary<V>,
  keyOf: (booking: Booking) => V | null,
) =>
  fc.record({ from: fc.option(value, { nil: undefined }), to: fc.option(value, { nil: undefined }) }).map(
    ({ from, to }): Filter => ({
      query: {
        ...(from !== undefined && { [`${field}From`]: String(from) }),
        ...(to !== undefined && { [`${field}To`]: String(to) }),
      },
      fits: (booking) => {
        const own = keyOf(booking);
        if (from === undefined && to === undefined) return true;
        return own !== null && (from === undefined || own >= from) && (to === undefined || own <= to);
      },
    }),
  );

const anywhere = (booking: Booking) => [
  booking.phone,
  booking.phone.replace(/\D/g, ''),
  String(booking.id),
  customerOf(booking),
  booking.email ?? '',
  `${booking.address}, ${booking.city}, ${booking.state} ${booking.zip}`,
  booking.notes ?? '',
  `${booking.rentalType} ${booking.dumpsterType} ${booking.status} ${booking.status.replace('_', ' ')}`,
];
/** A phone number is found in any notation. */
const hasPhone = ({ phone }: Booking, value: string) => {
  const digits = /^[\d\s().+/-]+$/.test(value) ? value.replace(/\D/g, '') : '';
  return has(phone, value) || (digits.length >= 3 && phone.replace(/\D/g, '').includes(digits));
};
const PIECES = [
  'alban',
  'STONE',
  "o'b",
  'angst',
  '518555',
  '555-01',
  '"code"',
  'in_transit',
  '30-day',
  'Ada Stone',
  'stone alban',
  'S al',
  'da St',
  '#12',
  '518 555',
  '#7',
  'al',
  'S',
  '12',
  '-',
];
const search = fc.constantFrom(...PIECES).map(
  (value): Filter => ({
    query: { search: value },
    fits: (booking) =>
      value.startsWith('#')
        ? value === `#${booking.id}`
        : anywhere(booking).some((text) => value.length >= 3 && has(text, value)) ||
          value
            .split(' ')
            .every((word) =>
              word.length >= 3
                ? hasPhone(booking, word) || anywhere(booking).some((text) => has(text, word))
                : anywhere(booking).some((text) => hasWord(text, word)),
            ),
  }),
);
const phone = fc
  .constantFrom('212', '(518)', '555-01', '(518) 555')
  .map((value): Filter => ({ query: { phone: value }, fits: (booking) => hasPhone(booking, value) }));

const filters = {
  id: equal('id', [1, 30, 60, 61]),
  state: equal('state', STATES),
  rentalType: equal('rentalType', FIRST_RENTAL_TYPES),
  dumpsterType: equal('dumpsterType', FIRST_DUMPSTER_TYPES),
  status: equal('status', BOOKING_STATUSES),
  paymentStatus: equal('paymentStatus', PAYMENT_STATUSES),
  deliveryDay: day.map(
    (value): Filter => ({
      query: { deliveryDate: value },
      fits: ({ deliveryDate }) => deliveryDate === value,
    }),
  ),
  deliveryDate: between('deliveryDate', day, ({ deliveryDate }) => deliveryDate),
  createdDay: day.map(
    (value): Filter => ({ query: { createdAt: value }, fits: (booking) => created(booking) === value }),
  ),
  createdAt: between('createdAt', day, created),
  depositAmount: between('depositAmount', price, ({ depositAmount }) => depositAmount),
  finalPrice: between('finalPrice', price, ({ finalPrice }) => finalPrice),
  customer: containing('customer', ['sto', "o'brien", 'ada de la', 'ångs'], customerOf),
  email: containing('email', ['ada3@', 'EXAMPLE'], ({ email }) => email ?? ''),
  phone,
  city: containing('city', ['alb', 'são', 'troy'], ({ city }) => city),
  search,
};

const ascii = (text: string) => text.replace(/[A-Z]/g, (capital) => capital.toLowerCase());
const KEYS: Record<(typeof BOOKING_SORTS)[number], (booking: Booking) => string | number> = {
  id: ({ id }) => id,
  customer: ({ firstName, lastName }) => ascii(`${lastName} ${firstName}`),
  email: ({ email }) => ascii(email ?? ''),
  city: ({ city }) => ascii(city),
  state: ({ state }) => state,
  rentalType: ({ rentalType }) => rentalType,
  dumpsterType: ({ dumpsterType }) => dumpsterType,
  status: ({ status }) => status,
  paymentStatus: ({ paymentStatus }) => paymentStatus,
  deliveryDate: ({ deliveryDate }) => deliveryDate,
  createdAt: ({ createdAt }) => createdAt,
  depositAmount: ({ depositAmount }) => depositAmount,
  finalPrice: ({ finalPrice }) => finalPrice ?? -1,
  endDate: ({ endDate }) => endDate,
  balanceDue: ({ balanceDue }) => balanceDue,
};

function expected(chosen: Filter[], sort: string | undefined): number[] {
  const name = (sort ?? '-id').replace('-', '') as keyof typeof KEYS;
  const sign = (sort ?? '-id').startsWith('-') ? -1 : 1;
  const compare = (a: Booking, b: Booking) => {
    const [x, y] = [KEYS[name](a), KEYS[name](b)];
    if (x === y) return sign * (a.id - b.id);
    return x < y ? -sign : sign;
  };
  return all
    .filter((booking) => chosen.every(({ fits }) => fits(booking)))
    .toSorted(compare)
    .map(({ id }) => id);
}

/** Reads all pages from the first to the last, and back. */
async function walked(query: string) {
  const there: number[] = [];
  const totals = new Set<string | null>();
  let at: string | undefined = query;
  let last = query;
  while (at !== undefined) {
    const { found, next, total } = await page(at);
    there.push(...found.map(({ id }) => id));
    totals.add(total);
    last = at;
    at = next;
  }
  const back: number[] = [];
  at = last;
  while (at !== undefined) {
    const { found, prev } = await page(at);
    back.unshift(...found.map(({ id }) => id));
    at = prev;
  }
  expect([...totals]).toEqual([String(there.length)]);
  return { there, back };
}

const names = Object.keys(filters) as (keyof typeof filters)[];
const chosen = fc
  .uniqueArray(fc.constantFrom(...names), { maxLength: 2 })
  .chain((fields) => fc.tuple(...fields.map((field) => filters[field])));
const sort = fc.option(fc.constantFrom(...BOOKING_SORTS.flatMap((name) => [name, `-${name}`])), {
  nil: undefined,
});

it.each(names)('filters by %s with the same result as plain code', async (name) => {
  await fc.assert(
    fc.asyncProperty(filters[name], async (filter) => {
      const { found, total } = await page(`${new URLSearchParams(filter.query)}`);
      expect(found.map(({ id }) => id)).toEqual(expected([filter], undefined));
      expect(total).toBe(String(found.length));
    }),
    randomRuns({ sample: 8, long: 400 }),
  );
});

it('filters by any two fields, in any order, forwards and backwards, with the same result as plain code', async () => {
  await fc.assert(
    fc.asyncProperty(chosen, sort, fc.integer({ min: 5, max: 30 }), async (filters, order, limit) => {
      const query = {
        ...Object.assign({}, ...filters.map((filter) => filter.query)),
        ...(order && { sort: order }),
        limit: String(limit),
      };
      const wanted = expected(filters, order);
      const { there, back } = await walked(`${new URLSearchParams(query)}`);
      expect({ there, back }).toEqual({ there: wanted, back: wanted });
    }),
    randomRuns({ sample: 30, long: 3000 }),
  );
});
