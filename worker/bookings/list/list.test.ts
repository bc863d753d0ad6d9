import { beforeEach, describe, expect, it } from 'vitest';
import type { Booking } from '#contract/staff-bookings.ts';
import { insertRow } from '#worker/test/builders.ts';
import { readError } from '#worker/test/http.ts';
import type { Row } from '#worker/test/sample-rows.ts';
import { signIn } from '#worker/test/staff.ts';
import { addUnits, rows, startOver } from '#worker/test/world.ts';

let dana: Awaited<ReturnType<typeof signIn>>;
beforeEach(async () => {
  await startOver();
  dana = await signIn('dana', 'view_only');
});

async function list(query = '') {
  const reply = await dana.send('GET', `bookings${query}`);
  expect(reply.status, `${query}: ${reply.status}`).toBe(200);
  const links = [...(reply.headers.get('Link') ?? '').matchAll(/<\/api\/bookings(\?[^>]*)>; rel="(\w+)"/g)];
  return {
    found: await reply.json<Booking[]>(),
    total: reply.headers.get('X-Total-Count'),
    sort: reply.headers.get('X-Sort'),
    links: Object.fromEntries(links.map(([, address, rel]) => [rel, address])) as Record<string, string>,
  };
}
const ids = async (query = '') => (await list(query)).found.map(({ id }) => id);
const add = (n: number, changes: Row = {}) => insertRow('bookings', n, changes);
const addMany = async (count: number, changes: (n: number) => Row = () => ({})) => {
  for (let n = 1; n <= count; n += 1) await add(n, changes(n));
};

it('is an array of bookings, latest first, with the fields of a single booking', async () => {
  await addUnits(1);
  await addMany(3);
  const { found, total, sort, links } = await list();
  expect(found.map(({ id }) => id)).toEqual([3, 2, 1]);
  expect([total, sort, links]).toEqual(['3', '-id', {}]);
  expect(found[0]).toEqual(await (await dana.send('GET', 'bookings/3')).json());
  expect(await list('?search=nothing+like+it')).toMatchObject({ found: [], total: '0' });
});

describe('filters', () => {
  beforeEach(async () => {
    await add(1, { delivery_date: '2026-03-01', final_price: 50_000, phone: '+1 (212) 555 0100' });
    await add(2, { delivery_date: '2026-03-02', status: 'confirmed', state: 'CA', city: 'Los Angeles' });
    await add(3, {
      delivery_date: '2026-03-03',
      rental_type: '7-day',
      deposit_amount: 42_500,
      final_price: 0,
    });
    await add(4, { delivery_date: '2026-03-03', dumpster_type: '30-yard', payment_status: 'fully_paid' });
    // Noon and just before midnight of 8 March in New York, when clocks go forward.
    await rows("UPDATE bookings SET created_at = unixepoch('2026-03-08T16:00:00Z') * 1000 WHERE id = 1");
    await rows("UPDATE bookings SET created_at = unixepoch('2026-03-09T03:59:59Z') * 1000 WHERE id = 2");
    await rows("UPDATE bookings SET created_at = unixepoch('2026-03-09T04:00:00Z') * 1000 WHERE id = 3");
  });

  it.each([
    ['id=3', [3]],
    ['status=confirmed', [2]],
    ['paymentStatus=fully_paid', [4]],
    ['rentalType=7-Day', [3]],
    ['rentalType=7-day', [3]],
    ['dumpsterType=30-Yard', [4]],
    ['state=ca', [2]],
    ['city=angel', [2]],
    ['phone=212555', [1]],
    ['phone=(212)+555', [1]],
    ['email=ADA3', [3]],
    ['customer=customer4', [4]],
    ['deliveryDate=2026-03-03', [4, 3]],
    ['deliveryDateFrom=2026-03-02', [4, 3, 2]],
    ['deliveryDateTo=2026-03-02', [2, 1]],
    ['deliveryDateFrom=2026-03-02&deliveryDateTo=2026-03-02', [2]],
    ['createdAt=2026-03-08', [2, 1]],
    ['createdAtFrom=2026-03-09', [3]],
    ['createdAtTo=2026-03-08', [4, 2, 1]],
    ['depositAmountFrom=32501', [3]],
    ['depositAmountTo=32500', [4, 2, 1]],
    ['finalPriceTo=49999', [3]],
    ['finalPriceFrom=0', [3, 1]],
    ['finalPriceFrom=50000&finalPriceTo=50000', [1]],
    ['deliveryDateFrom=2026-03-02&status=pending&rentalType=7-day', [3]],
  ])('%s leaves %j', async (query, expected) => {
    const { found, total } = await list(`?${query}`);
    expect(found.map(({ id }) => id)).toEqual(expected);
    expect(total).toBe(String(expected.length));
  });

  it.each([
    ['id=abc', 'id'],
    ['status=lost', 'status'],
    ['deliveryDate=2026-02-30', 'deliveryDate'],
    ['deliveryDateFrom=yesterday', 'deliveryDateFrom'],
    ['finalPriceFrom=1.5', 'finalPriceFrom'],
    ['depositAmountTo=-1', 'depositAmountTo'],
    ['state=ZZ', 'state'],
    ['stripePaymentIntentId=pi_1', 'stripePaymentIntentId'],
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['sort=notes', 'sort'],
    ['sort=phone', 'sort'],
    ['search=%00', 'search'],
    ['cursor=nonsense', 'cursor'],
  ])('%s is refused with the issue', async (query, path) => {
    const reply = await dana.send('GET', `bookings?${query}`);
    expect(reply.status).toBe(400);
    expect((await readError(reply)).issues?.map((issue) => issue.path)).toEqual([path]);
  });
});

describe('pages', () => {
  const queries = [
    '',
    'sort=id',
    'sort=-customer',
    'sort=finalPrice',
    'sort=-city',
    'search=ada',
    'status=pending',
    'deliveryDateFrom=2026-01-05',
    'search=ada&sort=-deliveryDate',
  ];

  it.each(queries)('of "%s" lead forwards and backwards through all rows, each once', async (query) => {
    await addMany(11, (n) => ({
      city: `City ${n % 3}`,
      final_price: n % 4 ? n % 4 : null,
      last_name: `N${n % 5}`,
    }));
    const whole = await ids(`?${query}`);
    const there: number[] = [];
    let next: string | undefined = `?${query}&limit=3`;
    let last: string = next;
    while (next) {
      const page = await list(next);
      there.push(...page.found.map(({ id }) => id));
      expect(page.total).toBe(String(whole.length));
      last = next;
      next = page.links.next;
    }
    expect(there).toEqual(whole);
    const back: number[] = [];
    let prev: string | undefined = last;
    while (prev) {
      const page = await list(prev);
      back.unshift(...page.found.map(({ id }) => id));
      prev = page.links.prev;
    }
    expect(back).toEqual(whole);
  });

  it('are of 200 rows unless asked otherwise', async () => {
    await rows(INSERT_MANY, 230);
    expect((await list()).found).toHaveLength(200);
    expect((await list('?limit=50')).found).toHaveLength(50);
  });

  it('of a cursor in another order are refused', async () => {
    await addMany(3);
    const { links } = await list('?limit=1&sort=customer');
    const cursor = new URLSearchParams(links.next).get('cursor');
    expect((await dana.send('GET', `bookings?sort=-id&cursor=${cursor}`)).status).toBe(400);
  });
});

const INSERT_MANY = `
  WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < ?)
  INSERT INTO bookings (first_name, last_name, email, phone, address, city, state, zip, rental_type, delivery_date,
    end_date, pickup_day, rate_card_id, material_id, deposit_amount, status, created_at)
  SELECT 'Ada', 'Many' || n, 'ada' || n || '@example.com', '5550100142', '12 Quarry Road', 'Albany', 'NY', '12207',
    '1-day', day, day, day, 1, 'mixed', 32500, CASE n % 2 WHEN 0 THEN 'pending' ELSE 'completed' END, n
  FROM (SELECT n, date('2024-01-01', '+' || (n % 300) || ' days') AS day FROM many)`;

describe('over 1,000 matches', () => {
  beforeEach(() => rows(INSERT_MANY, 2_500));

  it('are counted exactly in the whole table, and up to 1,000 in a filter', async () => {
    expect((await list('?limit=1')).total).toBe('2500');
    expect((await list('?limit=1&status=pending')).total).toBe('1000+');
    expect((await list('?limit=1&search=many')).total).toBe('1000+');
    expect((await list('?limit=1&search=many24')).total).toBe('111');
  });

  it('are sorted only by an indexed field, and the reply names it', async () => {
    for (const query of [
      'sort=email',
      'sort=city',
      'status=pending&sort=customer',
      'search=many&sort=deliveryDate',
    ]) {
      const reply = await dana.send('GET', `bookings?${query}`);
      const error = await readError(reply);
      expect([reply.status, error.issues], query).toEqual([
        400,
        [{ path: 'sort', message: 'Narrow your search to sort by this' }],
      ]);
    }
    for (const query of [
      'sort=customer',
      'sort=-status',
      'status=pending&sort=deliveryDate',
      'search=many24&sort=city',
    ]) {
      expect((await list(`?${query}&limit=5`)).found, query).toHaveLength(5);
    }
  });

  it('of a range are sorted by its field by default, with pages', async () => {
    const first = await list('?deliveryDateFrom=2024-02-01&limit=2');
    expect([first.total, first.sort]).toEqual(['1000+', '-deliveryDate']);
    expect(first.found.map(({ deliveryDate }) => deliveryDate)).toEqual(['2024-10-26', '2024-10-26']);
    const second = await list(first.links.next);
    expect(second.sort).toBe('-deliveryDate');
    expect(second.found[0]?.id).toBeLessThan(first.found[1]?.id ?? 0);
  });
});
