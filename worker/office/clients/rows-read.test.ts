import { env as bindings } from 'cloudflare:workers';
import { beforeAll, expect, it } from 'vitest';
import type { listClients } from '#contract/clients.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { rowCount } from '#domain/test/random-runs.ts';
import type { Context } from '#worker/base/context.ts';
import { makeDb } from '#worker/base/db/client.ts';
import { countingDatabase } from '#worker/test/databases.ts';
import { makeTestContext, startOver } from '#worker/test/world.ts';
import { bookingsOfClient, clientByKey, readClientPage } from './service.ts';

/** Half as many clients: more than the 1,001 to which a total is counted. */
const SMALL_COUNT = rowCount({ sample: 5_000, long: 10_000 });
const LIMIT = 50;
const UNFILTERED = 200;
const FILTERED = 1500;

beforeAll(startOver);

it('reads as few rows when there are twice as many bookings', { timeout: 120_000 }, async () => {
  await addBookings(1, SMALL_COUNT);
  // A client of a hundred bookings and one of as many, merged.
  await bindings.DB.prepare(
    "INSERT INTO client_aliases VALUES ('ada2@example.com', 'ada1@example.com', 1, NULL)",
  ).run();
  const few = await rowsReadByPages();
  await addBookings(SMALL_COUNT + 1, 2 * SMALL_COUNT);
  const many = await rowsReadByPages();
  const tooMany = Object.entries(many).filter(
    ([page, rows]) => rows > (isFiltered(page) ? FILTERED : UNFILTERED),
  );
  expect(tooMany).toEqual([]);
  const plain = (reads: Record<string, number>) =>
    Object.fromEntries(Object.entries(reads).filter(([page]) => !isFiltered(page)));
  expect(plain(many)).toEqual(plain(few));
});

const isFiltered = (page: string) => /lastName|city=|state=|minBookings|search/.test(page);

/** Three clients have a hundred bookings each of the first. */
const SHARE = SMALL_COUNT / 100;

/** Clients with two bookings each and three clients with many; varied names, cities and states. */
async function addBookings(from: number, to: number) {
  await bindings.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to})
     INSERT INTO bookings (first_name, last_name, email, phone, address, city, state, zip, rental_type, delivery_date, end_date, pickup_day, rate_card_id, material_id, deposit_amount, created_at)
     SELECT 'Ada', 'Customer' || i, 'ada' || CASE WHEN i % ${SHARE} < 3 THEN i % ${SHARE} ELSE i / 2 END || '@example.com', '555' || (1000000 + i),
       '12 Quarry Road', CASE i % 3 WHEN 0 THEN 'Albany' WHEN 1 THEN 'Troy' ELSE 'City' || i END,
       CASE i % 2 WHEN 0 THEN 'NY' ELSE 'VT' END, '12207', '7-day', day, date(day, '+6 days'), date(day, '+6 days'), 1, 'mixed', 32500, i
     FROM (SELECT i, date('2019-01-01', '+' || (i * 7919 % 2500) || ' days') AS day FROM n)`,
  ).run();
}

type Query = Omit<QueryOf<typeof listClients>, 'limit' | 'cursor'>;

const PAGES: Query[] = [
  {},
  { sort: 'lastBooking' },
  { sort: 'name' },
  { sort: '-city' },
  { sort: '-totalBookings' },
  { state: 'NY' },
  { city: 'Albany' },
  { city: 'al' },
  { city: 'City77' },
  { lastName: 'customer' },
  { lastName: 'customer12' },
  { lastName: 'cu' },
  { minBookings: 2 },
  { minBookings: 3 },
  { minBookings: 4 },
  { minBookings: 10 },
  { search: 'example' },
  { search: 'ada1999@' },
  { search: 'a' },
];

async function rowsReadByPages(): Promise<Record<string, number>> {
  const reads: Record<string, number> = {};
  for (const query of PAGES) {
    const name =
      Object.entries(query)
        .map((each) => each.join('='))
        .join('&') || 'first page';
    const { sort, ...filter } = query;
    const ask = (cursor?: string) => (ctx: Context) =>
      readClientPage(ctx, { filter, sort, limit: LIMIT, cursor });
    const first = await measured(ask());
    reads[name] = first.rowsRead;
    const next = first.page.next;
    if (next) reads[`${name}, page 2`] = (await measured(ask(next))).rowsRead;
  }
  for (const key of ['ada1@example.com', 'ada2@example.com']) {
    const one = await measured((ctx) => clientByKey(ctx, key));
    reads[`one, ${key}`] = one.rowsRead;
  }
  const ofOne = await measured((ctx) => bookingsOfClient(ctx, { key: 'ada1@example.com', limit: LIMIT }));
  expect(ofOne.page.rows).toHaveLength(LIMIT);
  reads['the bookings of one'] = ofOne.rowsRead;
  return reads;
}

async function measured<Page>(ask: (ctx: Context) => Promise<Page>) {
  const { database, rowsRead } = countingDatabase(bindings.DB);
  const { ctx } = makeTestContext();
  const page = await ask({ ...ctx, db: makeDb(database, 'first-primary') });
  return { page, rowsRead: rowsRead() };
}
