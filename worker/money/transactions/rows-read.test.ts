import { beforeAll, expect, it } from 'vitest';
import { rowCount } from '#domain/test/random-runs.ts';
import { countingDatabase } from '#worker/test/databases.ts';
import { call } from '#worker/test/http.ts';
import { signIn } from '#worker/test/staff.ts';
import { rows, startOver, testEnv } from '#worker/test/world.ts';

/** Half as many transactions: more than each limit below. */
const SMALL_COUNT = rowCount({ sample: 2_500, long: 10_000 });
const MOST_UNFILTERED = 200;
const MOST_WITH_ONE_FILTER = 1_500;
/** Counting the matches of words reads their rows, too. */
const MOST_WITH_TWO = 2_500;

let Cookie: string;
beforeAll(async () => {
  await startOver();
  ({ Cookie } = await signIn('dana', 'view_only'));
});

const UNFILTERED = ['', 'sort=created', 'sort=amount', 'sort=-amount', 'sort=type', 'sort=-status'];
const FILTERED = [
  'id=pi_',
  'id=pi_many77',
  'id=many1234z',
  'id=p',
  'type=payment',
  'type=refund',
  'status=succeeded',
  'status=canceled',
  'status=failed',
  'bookingId=3',
  'created=2024-01-02',
  'createdFrom=2024-01-03',
  'createdFrom=2024-01-02&createdTo=2024-01-05',
  'search=example',
  'search=customer777',
  'search=pa',
  'search=refunded',
];
const BY_TWO = [
  'type=payment&status=succeeded',
  'bookingId=3&type=payment',
  'createdFrom=2024-01-02&type=refund',
  'id=pi_&type=refund',
  'id=many&status=failed',
  'search=example&status=canceled',
  'id=re&type=payment',
];

it('a page reads no more rows of twice as many transactions, and never more than its limit', {
  timeout: 120_000,
}, async () => {
  await fill(1, SMALL_COUNT);
  const few = await rowsReadByPages();
  await fill(SMALL_COUNT + 1, 2 * SMALL_COUNT);
  const many = await rowsReadByPages();
  for (const [query, read] of Object.entries(many)) {
    expect(read, query).toBeLessThanOrEqual(mostOf(query));
    if (UNFILTERED.includes(query)) expect(read, query).toBe(few[query]);
  }
});

function mostOf(query: string): number {
  if (UNFILTERED.includes(query)) return MOST_UNFILTERED;
  return BY_TWO.includes(query) ? MOST_WITH_TWO : MOST_WITH_ONE_FILTER;
}

/** The higher number of rows that the first and the second page read. */
async function rowsReadByPages() {
  const read: Record<string, number> = {};
  for (const query of [...UNFILTERED, ...FILTERED, ...BY_TWO]) {
    const first = await ask(`?limit=50&${query}`);
    const second = first.next ? await ask(first.next) : first;
    read[query] = Math.max(first.read, second.read);
  }
  return read;
}

async function ask(query: string) {
  const { database, rowsRead } = countingDatabase(testEnv.DB);
  const env = { ...testEnv, DB: database };
  const reply = await call(`/api/transactions${query}`, { headers: { Cookie } }, env);
  expect(reply.status, query).toBe(200);
  const next = /<\/api\/transactions(\?[^>]*)>; rel="next"/.exec(reply.headers.get('Link') ?? '')?.[1];
  return { read: rowsRead(), next };
}

/** One payment a minute; one in twenty is refunded, one in forty was cancelled. Three bookings. */
async function fill(from: number, to: number) {
  const numbers = `WITH RECURSIVE many(n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM many WHERE n < ${to})`;
  const names =
    'id, type, kind, booking_id, payment_id, amount, currency, status, receipt_email, created_at, updated_at';
  await rows(`
    INSERT OR IGNORE INTO bookings (id, first_name, last_name, email, phone, address, city, state, zip, rental_type,
      delivery_date, end_date, pickup_day, rate_card_id, material_id, deposit_amount, created_at)
    SELECT value, 'Ada', 'Many', 'ada@example.com', '5550100142', '12 Quarry Road', 'Albany', 'NY', '12207', '7-day',
      '2024-01-01', '2024-01-07', '2024-01-07', 1, 'mixed', 32500, 1 FROM json_each('[1,2,3]')`);
  const email = "'customer' || (n % 900) || '@example.com'";
  const createdAt = '1704067200000 + n * 60000';
  await rows(`
    INSERT INTO transactions (${names})
    ${numbers} SELECT 'pi_many' || n || 'z', 'payment', 'deposit', CASE n % 500 WHEN 0 THEN 3 END, NULL, 32500 + n % 4,
      'usd', CASE n % 40 WHEN 0 THEN 'canceled' ELSE 'succeeded' END, ${email}, ${createdAt}, 1 FROM many`);
  await rows(`
    INSERT INTO transactions (${names})
    ${numbers} SELECT 're_many' || n, 'refund', 'refund', NULL, 'pi_many' || n || 'z', 1000, 'usd',
      CASE n % 60 WHEN 1 THEN 'failed' ELSE 'succeeded' END, ${email}, ${createdAt} + 5000, 1 FROM many WHERE n % 20 = 1`);
}
