import { beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '#contract/clients.ts';
import type { Booking } from '#contract/staff-bookings.ts';
import { insertRow } from '#worker/test/builders.ts';
import { readError } from '#worker/test/http.ts';
import type { Row } from '#worker/test/sample-rows.ts';
import { signIn } from '#worker/test/staff.ts';
import { inDays, rows, startOver } from '#worker/test/world.ts';

let dana: Awaited<ReturnType<typeof signIn>>;
beforeEach(async () => {
  await startOver();
  dana = await signIn('dana', 'view_only');
});

const add = (id: number, email: string, changes: Row = {}) =>
  insertRow('bookings', id, { email, ...changes });

async function list<T = Client>(path: string) {
  const reply = await dana.send('GET', path);
  expect(reply.status, path).toBe(200);
  const [, next] = /<\/api\/([^>]*)>; rel="next"/.exec(reply.headers.get('Link') ?? '') ?? [];
  const [, prev] = /<\/api\/([^>]*)>; rel="prev"/.exec(reply.headers.get('Link') ?? '') ?? [];
  return {
    found: await reply.json<T[]>(),
    total: reply.headers.get('X-Total-Count'),
    sort: reply.headers.get('X-Sort'),
    next,
    prev,
  };
}
const emails = async (query: string) => (await list(`clients${query}`)).found.map(({ email }) => email);

it('group bookings by e-mail address in any case, with the data of the latest booking', async () => {
  await add(1, 'Ada@Example.com', { delivery_date: '2026-05-02', last_name: 'Older', status: 'cancelled' });
  await add(2, ' ada@example.COM', {
    delivery_date: '2026-06-01',
    first_name: 'Ada',
    last_name: 'Lovelace',
    phone: '(518) 555-0142',
    address: '7 Valley Lane',
    city: 'Troy',
    state: 'VT',
    zip: '05701',
    rental_type: '30-day',
    status: 'in_transit',
  });
  await add(3, 'ada@example.com', { delivery_date: '2026-03-01', last_name: 'Oldest' });
  await add(4, 'bob@example.com', { delivery_date: '2026-05-30' });
  const { found, total, sort, next } = await list('clients');
  expect([found.length, total, sort, next]).toEqual([2, '2', '-lastBooking', undefined]);
  expect(found[0]).toEqual({
    key: 'ada@example.com',
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: 'Lovelace',
    phone: '(518) 555-0142',
    phoneDisplay: '(518) 555-0142',
    address: '7 Valley Lane',
    city: 'Troy',
    state: 'VT',
    zip: '05701',
    totalBookings: 3,
    firstBookingDate: '2026-03-01',
    lastBooking: {
      id: 2,
      deliveryDate: '2026-06-01',
      rentalType: '30-day',
      rentalLabel: '30-Day',
      status: 'in_transit',
    },
    pastBooking: { id: 2, deliveryDate: '2026-06-01', rentalLabel: '30-Day' },
  });
  expect((await list('clients?search=unknownname')).found).toEqual([]);
});

it('a booking that is to come is not the past one', async () => {
  await add(1, 'ada@example.com', { delivery_date: inDays(-5), rental_type: '7-day' });
  await add(2, 'ada@example.com', { delivery_date: inDays(-90), rental_type: '1-day' });
  await add(3, 'ada@example.com', { delivery_date: inDays(3), rental_type: '30-day' });
  await add(4, 'bob@example.com', { delivery_date: inDays(1) });
  await add(5, 'cy@example.com', { delivery_date: inDays(0), rental_type: '1-day' });
  const { found } = await list('clients');
  const ofKey = (key: string) => found.find((client) => client.key === key);
  expect(ofKey('ada@example.com')).toMatchObject({
    lastBooking: { id: 3, deliveryDate: inDays(3) },
    pastBooking: { id: 1, deliveryDate: inDays(-5), rentalLabel: '7-Day' },
  });
  expect(ofKey('bob@example.com')?.pastBooking).toBeNull();
  expect(ofKey('cy@example.com')?.pastBooking).toEqual({
    id: 5,
    deliveryDate: inDays(0),
    rentalLabel: '1-Day',
  });
});

describe('are found', () => {
  beforeEach(async () => {
    await add(1, 'zoe@x.com', {
      delivery_date: '2026-01-01',
      first_name: 'Zoë',
      last_name: "O'Brien",
      city: 'Los Angeles',
      state: 'CA',
    });
    await add(2, 'bob@y.org', {
      delivery_date: '2026-01-03',
      last_name: 'Stone',
      city: 'Angelica',
      state: 'NY',
      phone: '(518) 555-0142',
    });
    await add(3, 'bob@y.org', { delivery_date: '2026-01-02', last_name: 'Angel' });
    for (const id of [4, 5, 6, 7])
      await add(id, 'amy@z.net', { delivery_date: '2025-12-01', last_name: 'Stoneman', city: 'Troy' });
  });

  it.each([
    ['', ['bob@y.org', 'zoe@x.com', 'amy@z.net']],
    ['lastName=stone', ['bob@y.org', 'amy@z.net']],
    ['lastName=angel', []],
    ['lastName=st', ['bob@y.org', 'amy@z.net']],
    ['lastName=bo', []],
    ['city=angel', ['bob@y.org', 'zoe@x.com']],
    ['city=an', ['bob@y.org', 'zoe@x.com']],
    ['state=ca', ['zoe@x.com']],
    ['state=ny&city=troy', ['amy@z.net']],
    ['minBookings=0', ['bob@y.org', 'zoe@x.com', 'amy@z.net']],
    ['minBookings=1', ['bob@y.org', 'zoe@x.com', 'amy@z.net']],
    ['minBookings=2', ['bob@y.org', 'amy@z.net']],
    ['minBookings=3', ['amy@z.net']],
    ['minBookings=4', ['amy@z.net']],
    ['minBookings=5', []],
    ['minBookings=2&state=NY&lastName=stone', ['bob@y.org', 'amy@z.net']],
    ['search=zoe', ['zoe@x.com']],
    ['search=5185550142', ['bob@y.org']],
    ['search=@y.org', ['bob@y.org']],
    ['search=o%27b', ['zoe@x.com']],
    ['search=st', ['bob@y.org', 'amy@z.net']],
    ['search=last_name+:+stone', []],
    ['sort=name', ['zoe@x.com', 'bob@y.org', 'amy@z.net']],
    ['sort=-totalBookings', ['amy@z.net', 'bob@y.org', 'zoe@x.com']],
    ['sort=city&lastName=stone', ['bob@y.org', 'amy@z.net']],
    ['sort=lastBooking&search=st', ['amy@z.net', 'bob@y.org']],
    ['sort=-state', ['amy@z.net', 'bob@y.org', 'zoe@x.com']],
  ])('by %j', async (query, expected) => {
    expect(await emails(`?${query}`)).toEqual(expected);
  });

  it.each(['minBookings=many', 'minBookings=-1', 'state=Texas', 'sort=email', 'lastname=stone', 'cursor=x'])(
    'and %j is refused',
    async (query) => {
      const reply = await dana.send('GET', `clients?${query}`);
      const { issues } = await readError(reply);
      expect([reply.status, issues?.[0]?.path]).toEqual([400, query.split('=')[0]]);
    },
  );

  it.each(['', '&search=%40', '&city=tro', '&minBookings=2', '&sort=name', '&sort=city&search=o'])(
    'page by page, there and back: %j',
    async (query) => {
      const all = await emails(`?limit=200${query}`);
      const there: string[] = [];
      let path: string | undefined = `clients?limit=1${query}`;
      let last: string | undefined;
      while (path) {
        const page: Awaited<ReturnType<typeof list<Client>>> = await list(path);
        there.push(...page.found.map(({ key }) => key));
        expect(page.total).toBe(String(all.length));
        last = page.prev;
        path = page.next;
      }
      expect(there).toEqual(all);
      const back: string[] = [];
      for (path = last; path; ) {
        const page: Awaited<ReturnType<typeof list<Client>>> = await list(path);
        back.unshift(...page.found.map(({ key }) => key));
        path = page.prev;
      }
      expect(back).toEqual(all.slice(0, -1));
    },
  );
});

describe('the bookings of a client', () => {
  const of = (email: string, query = '') =>
    list<Booking>(`clients/${encodeURIComponent(email)}/bookings${query}`);
  const idsOf = async (email: string, query = '') => (await of(email, query)).found.map(({ id }) => id);

  it('are all bookings of the address in any case, latest delivery first', async () => {
    await add(1, 'ada@x.com', { delivery_date: '2026-02-01' });
    await add(2, 'ADA@x.com', { delivery_date: '2026-01-01' });
    await add(3, 'Ada@X.com ', { delivery_date: '2026-02-01' });
    await add(4, 'ada@x.com.au');
    const { found, total, sort } = await of(' aDa@x.com ');
    expect([found.map(({ id }) => id), total, sort]).toEqual([[3, 1, 2], '3', '-deliveryDate']);
    expect(found[0]).toEqual(await (await dana.send('GET', 'bookings/3')).json());
    expect(await idsOf('ada@x.com', '?sort=deliveryDate')).toEqual([2, 1, 3]);
    expect(await idsOf('ada@x.com', '?search=customer2')).toEqual([2]);
    const first = await of('ada@x.com', '?limit=2');
    expect([first.found.length, first.total]).toEqual([2, '3']);
    const { found: rest } = await list<Booking>(first.next ?? '');
    expect(rest.map(({ id }) => id)).toEqual([2]);
  });

  it('without an e-mail address are those of the phone number, as typed or as digits', async () => {
    await insertRow('bookings', 1, { email: null, phone: '(555) 010-0199' });
    await insertRow('bookings', 2, { email: '', phone: '+1 555.010.0199 ext. 12' });
    await add(3, 'ada@x.com', { phone: '5550100199' });
    const { found } = await list('clients?search=010-0199&sort=totalBookings');
    expect(found).toMatchObject([
      { key: 'ada@x.com', email: 'ada@x.com', totalBookings: 1 },
      { key: '5550100199', email: null, totalBookings: 2 },
    ]);
    expect(await idsOf('5550100199')).toEqual([2, 1]);
    expect(await idsOf('+1 (555) 010-0199 x3')).toEqual([2, 1]);
    // The customer gives an address later: the booking moves to its client.
    await rows("UPDATE bookings SET email = 'Ada@x.com', first_name = 'Zoe' WHERE id = 2");
    expect([await idsOf('5550100199'), await idsOf('ada@x.com')]).toEqual([[1], [3, 2]]);
  });

  it.each([
    "' OR 1=1 --",
    '%',
    '../../bookings',
    '"><script>',
    'null',
    'a\0b',
    '\u202eada@x.com',
    'x'.repeat(5000),
    '💥',
  ])('are none for %j', async (email) => {
    await add(1, 'ada@x.com');
    const { found, total } = await of(email);
    expect([found, total]).toEqual([[], '0']);
  });

  it('are found under an address that needs escaping', async () => {
    await add(1, "o'brien+a/b%2f@x.com");
    expect(await idsOf("o'brien+a/b%2f@x.com")).toEqual([1]);
    await rows('DELETE FROM bookings');
    expect(await idsOf("o'brien+a/b%2f@x.com")).toEqual([]);
  });
});
