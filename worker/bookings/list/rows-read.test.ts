import { beforeAll, expect, it } from 'vitest';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getToday } from '#contract/today.ts';
import type { getTruckCalendar } from '#contract/truck-calendar.ts';
import { BOOKING_WORK } from '#domain/rental/work-lists.ts';
import { rowCount } from '#domain/test/random-runs.ts';
import { countingDatabase } from '#worker/test/databases.ts';
import { call } from '#worker/test/http.ts';
import { signIn } from '#worker/test/staff.ts';
import { inDays, rows, startOver, testEnv } from '#worker/test/world.ts';

/** Half as many bookings: all of them are more than each limit below, but for that of the units in `npm test`. */
const SMALL_COUNT = rowCount({ sample: 2_400, long: 10_000 });
const MOST_UNFILTERED = 200;
const MOST_WITH_ONE_FILTER = 1_500;
/** Each of up to 1,001 matches in an index and in the table, and a page. */
const MOST_WITH_RANGE = 3_000;
const MOST_OF_PALETTE = rowCount({ sample: 3_000, long: 6_000 });
/** The palette's search of units reads at most a thousand of them, and their numbers. */
const MOST_WITH_UNITS = 6_000;
/** Each of its counts reads at most 1,001 rows; here only one list is that long. */
const MOST_OF_TODAY = 4_000;
const PALETTE = ['7', '#77', 'al', 'albany', 'ada customer', '12 quarry', '0100'];

let Cookie: string;
beforeAll(async () => {
  await startOver();
  ({ Cookie } = await signIn('dana', 'view_only'));
});

const PAGES = {
  unfiltered: [
    '',
    'sort=customer',
    'sort=-deliveryDate',
    'sort=finalPrice',
    'sort=-createdAt',
    'sort=status',
    'sort=endDate',
    'sort=-balanceDue',
  ],
  /** Single filters, and combinations that staff often use. */
  filtered: [
    'id=77',
    'status=pending',
    'status=cancelled',
    'paymentStatus=deposit_paid',
    'rentalType=1-day',
    'dumpsterType=15-yard',
    'state=NY',
    'state=CA',
    'deliveryDate=2024-03-01',
    'deliveryDateFrom=2024-03-01',
    'deliveryDateTo=2024-01-20',
    'deliveryDateFrom=2024-03-01&deliveryDateTo=2024-03-15',
    'createdAtFrom=2024-01-02',
    'depositAmountFrom=32500',
    'finalPriceTo=10000',
    'endDate=2024-03-01',
    'endDateTo=2024-01-20',
    'balanceDueFrom=32500',
    'source=web',
    'source=phone',
    'unit=d-777',
    'unit=d-777&status=pending',
    'needsAttention=no_unit',
    'needsAttention=payment_mismatch',
    'status=pending&endDate=2024-03-01',
    'endDateFrom=2024-03-01&endDateTo=2024-03-15',
    'search=%2377',
    'search=d-777',
    'search=ticket-770',
    'search=2024-03-01',
    'search=mar+1,+2024+customer777',
    'search=mar+1',
    'search=mar+1+albany',
    'search=albany',
    'search=customer777',
    'search=al',
    'search=a',
    'search=12+quarry+road',
    'search=%2377+quarry',
    'search=555+0100',
    'customer=ada',
    'email=example',
    'phone=5550100',
    'city=alb',
    'status=cancelled&search=albany',
    'status=cancelled&search=al',
    'state=CA&customer=ada',
    'state=CA&search=a',
    'status=cancelled&deliveryDateFrom=2024-03-01',
    'status=pending&deliveryDateFrom=2024-03-01&deliveryDateTo=2024-03-15',
    ...BOOKING_WORK.map((work) => `work=${work}`),
  ],
  /** An exact filter beside a range: both match thousands, or one of them few. */
  ranged: [
    'source=web&balanceDueFrom=32500&sort=-balanceDue',
    'status=pending&balanceDueFrom=32500',
    'status=pending&endDateFrom=2024-02-01&endDateTo=2025-01-15',
    'status=cancelled&balanceDueFrom=32500',
  ],
};

it('a page reads no more rows of twice as many bookings, and never more than its limit', {
  timeout: 120_000,
}, async () => {
  await fill(1, SMALL_COUNT);
  const few = await rowsReadByPages();
  await fill(SMALL_COUNT + 1, 2 * SMALL_COUNT);
  const many = await rowsReadByPages();
  for (const [query, read] of Object.entries(many)) {
    const most = limitOf(query);
    expect(read, query).toBeLessThanOrEqual(most);
    if (PAGES.unfiltered.includes(query)) expect(read, query).toBe(few[query]);
  }
  await expectBoundedScreens();
  for (const text of PALETTE) {
    expect(await rowsReadBy(`/api/palette?q=${encodeURIComponent(text)}`), text).toBeLessThanOrEqual(
      MOST_OF_PALETTE,
    );
  }
  expect(await rowsReadBy('/api/palette?q=D-1')).toBeLessThanOrEqual(MOST_WITH_UNITS);
});

function limitOf(query: string): number {
  if (query === 'today') return MOST_OF_TODAY;
  if (PAGES.unfiltered.includes(query)) return MOST_UNFILTERED;
  return PAGES.ranged.includes(query) ? MOST_WITH_RANGE : MOST_WITH_ONE_FILTER;
}

async function rowsReadByPages() {
  const read: Record<string, number> = {};
  for (const query of [...PAGES.unfiltered, ...PAGES.filtered, ...PAGES.ranged]) {
    read[query] = await rowsReadBy(`/api/bookings?limit=50&${query}`);
  }
  const counting = countingDatabase(testEnv.DB);
  await call('/api/today', { headers: { Cookie } }, { ...testEnv, DB: counting.database });
  read.today = counting.rowsRead();
  return read;
}

async function rowsReadBy(path: string): Promise<number> {
  return (await readBy(path)).read;
}

async function readBy<Reply>(path: string): Promise<{ read: number; reply: Reply }> {
  const counting = countingDatabase(testEnv.DB);
  const reply = await call(path, { headers: { Cookie } }, { ...testEnv, DB: counting.database });
  expect(reply.status, path).toBe(200);
  return { read: counting.rowsRead(), reply: await reply.json<Reply>() };
}

/** So many deliveries, and as many pickups, has each day of 400. */
const MOVES_A_DAY = (2 * SMALL_COUNT) / 400;
/**
 * The entries of an index, to count and to find the first 20; of these the job, booking, days and unit. All jobs are
 * 9,600 in `npm test` and 40,000 in `npm run test:long`.
 */
const MOST_OF_CALENDAR = rowCount({ sample: 7_500, long: 2 * 31 * 100 + 31 * 20 * 9 });

async function expectBoundedScreens() {
  const path = '/api/calendar?from=2024-03-01&to=2024-03-31';
  const { read, reply } = await readBy<ReplyOf<typeof getTruckCalendar>>(path);
  expect(reply.days[4]).toMatchObject({ deliveries: MOVES_A_DAY, pickups: MOVES_A_DAY });
  expect(reply.moves.length).toBe(31 * 16);
  expect(read).toBeLessThan(MOST_OF_CALENDAR);

  await rows(`UPDATE jobs SET due_day = '${inDays(0)}', status = 'open' WHERE booking_id <= 40`);
  const today = await readBy<ReplyOf<typeof getToday>>('/api/today');
  const { deliveries, pickups } = today.reply;
  expect([deliveries.count, pickups.count, deliveries.jobs.length, pickups.jobs.length]).toEqual(
    Array(4).fill(40),
  );
  expect(today.read).toBeLessThan(MOST_OF_TODAY);
  await expectBoundedSums();
}

/** A sum reads the rows that it adds up, at most 1,000; with more bookings there is none. */
async function expectBoundedSums() {
  await rows("UPDATE bookings SET status = 'completed', final_price = NULL WHERE id > 300 AND id <= 1300");
  const most = await readBy<ReplyOf<typeof getToday>>('/api/today');
  expect(most.reply.sums).toEqual({ balance_due: null, unpriced: 0 });
  expect(most.read).toBeLessThan(2 * MOST_OF_TODAY);
  expect(await rowsReadBy('/api/bookings?limit=50&work=unpriced')).toBeLessThan(MOST_OF_PALETTE);
  await rows("UPDATE bookings SET status = 'completed', final_price = NULL WHERE id = 299");
  expect((await readBy<ReplyOf<typeof getToday>>('/api/today')).reply.sums.unpriced).toBeNull();
}

/** Bookings with a few rare and many common values, each on its own unit; some need attention, some have a ticket. */
async function fill(from: number, to: number) {
  const numbers = `WITH RECURSIVE many(n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM many WHERE n < ${to})`;
  const day = "date('2024-01-01', '+' || (n % 400) || ' days')";
  await rows(`
    INSERT INTO bookings (id, first_name, last_name, email, phone, address, city, state, zip, rental_type, dumpster_type,
      delivery_date, end_date, pickup_day, rate_card_id, material_id, deposit_amount, final_price, status, created_at)
    ${numbers} SELECT n, 'Ada', 'Customer' || n, 'ada' || (n % 700) || '@example.com', '5550100' || (100 + n % 900),
      '12 Quarry Road', 'Albany', CASE n % 50 WHEN 0 THEN 'CA' ELSE 'NY' END, '12207', '1-day', '15-yard',
      ${day}, ${day}, ${day}, 1, 'mixed', 32500, CASE n % 10 WHEN 0 THEN n END, CASE n % 40 WHEN 0 THEN 'cancelled' ELSE 'pending' END, 1704067200000 + n * 60000
    FROM many`);
  await rows(`
    INSERT INTO dumpsters (id, dumpster_number, dumpster_type, created_at) ${numbers} SELECT n, 'D-' || n, '15-yard', 1 FROM many`);
  await rows(`
    INSERT INTO dumpster_schedule (dumpster_id, booking_id, start_date, end_date, created_at)
    ${numbers} SELECT n, n, ${day}, ${day}, 1 FROM many`);
  for (const type of ['delivery', 'final_pickup']) {
    await rows(`
      INSERT INTO jobs (booking_id, type, due_day, created_at) ${numbers} SELECT n, '${type}', ${day}, 1 FROM many`);
  }
  await rows(`
    INSERT INTO attention (booking_id, reason, created_at)
    ${numbers} SELECT n, CASE n % 200 WHEN 77 THEN 'payment_mismatch' ELSE 'no_unit' END, 1 FROM many WHERE n % 100 = 77`);
  await rows(`
    INSERT INTO dump_fees (booking_id, weight, dump_location, dump_date, fee_amount, ticket_number, created_at)
    ${numbers} SELECT n, 2400, 'County landfill', ${day}, 8000, 'ticket-' || n, 1 FROM many WHERE n % 10 = 0`);
}
