import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FIRST_RENTAL_TYPES } from '#domain/catalog/first-card.ts';
import { BOOKING_STATUSES } from '#domain/rental/bookings.ts';
import { randomRuns } from '#domain/test/random-runs.ts';
import { finalPrice, makeQuoteText, PRICED } from '#worker/test/arbitrary-prices.ts';
import { insertRow } from '#worker/test/builders.ts';
import { clientMerge } from '#worker/test/client-merges.ts';
import { ROWS, type Row } from '#worker/test/sample-rows.ts';
import { expectExactSummaries } from '#worker/test/summaries.ts';
import { rows, startOver } from '#worker/test/world.ts';
import { REBUILD_STATEMENTS } from './rebuild.ts';

it('stays exact through any sequence of changes', async () => {
  await fc.assert(
    fc.asyncProperty(first, fc.array(batch, { minLength: 1, maxLength: 5 }), async (there, batches) => {
      await startOver();
      await insertRow('transactions', 0, ROOT);
      await env.DB.batch(there.map(prepared));
      for (const one of batches) await apply(one);
      await expectExactSummaries(TERMS);
    }),
    randomRuns({ sample: 20, long: 3000 }),
  );
  await startOver();
  expect(await rows('SELECT * FROM totals WHERE value <> 0')).toEqual([]);
});

it('stays exact when each column changes alone', async () => {
  await startOver();
  await insertRow('transactions', 0, ROOT);
  await insertRow('bookings', 100, { notes: 'Key' });
  await insertRow('transactions', 1, { booking_id: null, checkout_id: null });
  const alone: Statement[] = [
    ...Object.entries(OTHERWISE).map(([name, value]) => change('bookings', { [name]: value }, 'id = 100')),
    change('bookings', PRICED, 'id = 100'),
    change('bookings', { final_price: 1, final_price_lines: null }, 'id = 100'),
    plain('UPDATE bookings SET id = 110 WHERE id = 100'),
    change('transactions', { amount: 999 }, 'created_at = 1'),
    change('transactions', REFUND, 'created_at = 1'),
    change('transactions', { status: 'pending' }, 'created_at = 1'),
    change('transactions', { receipt_email: 'bob@y.org' }, 'created_at = 1'),
    change('transactions', { reason: 'Too late, Zoë' }, 'created_at = 1'),
    change('transactions', { booking_id: 110 }, 'created_at = 1'),
    change('transactions', { booking_id: null }, 'created_at = 1'),
    change('transactions', { created_at: 5_000 }, 'created_at = 1'),
    change('transactions', { created_at: 1 }, 'created_at = 5000'),
    plain("UPDATE transactions SET id = 'renamed' WHERE created_at = 1"),
    plain('DELETE FROM transactions WHERE created_at = 1'),
    plain('DELETE FROM bookings'),
  ];
  for (const one of alone) {
    await prepared(one).run();
    await expectExactSummaries(TERMS);
  }
});

it('is recomputed by the rebuild, from any state', async () => {
  await startOver();
  await insertRow('transactions', 0, ROOT);
  for (let n = 100; n < 106; n += 1) {
    await insertRow('bookings', n, { email: n % 2 ? ' Ada@X.com' : 'bob@y.org', status: 'confirmed' });
  }
  await insertRow('transactions', 1, { booking_id: null, checkout_id: null });
  await env.DB.batch(
    [
      "UPDATE clients SET total_bookings = 9, city = 'Nowhere' WHERE email = 'bob@y.org'",
      "DELETE FROM clients WHERE email = 'ada@x.com'",
      "INSERT INTO clients SELECT 77, 'ghost@x.com', first_name, last_name, phone, city, state, 1, first_delivery_date, last_delivery_date, 5 FROM clients",
      "UPDATE totals SET value = value + 3 WHERE name <> 'payments_succeeded'",
      "INSERT INTO totals VALUES ('bookings_lost', 4)",
      'DELETE FROM bookings_search WHERE rowid < 103',
      "INSERT INTO bookings_words (bookings_words) VALUES ('delete-all')",
      "INSERT INTO bookings_words (rowid, notes) VALUES (100, 'Albany')",
      "INSERT INTO clients_search (rowid, city) VALUES (99, 'Albany')",
      "UPDATE transactions SET place = 7000000 WHERE id = 'root'",
      "INSERT INTO transactions_words (rowid, reason) VALUES (99, 'Albany')",
    ].map((statement) => env.DB.prepare(statement)),
  );
  await expect(expectExactSummaries(TERMS)).rejects.toThrow();
  await rebuild();
  await expectExactSummaries(TERMS);
  await rebuild();
  await expectExactSummaries(TERMS);
});

const rebuild = () => env.DB.batch(REBUILD_STATEMENTS.map((statement) => env.DB.prepare(statement)));

const TERMS = {
  pieces: [
    ...'ada lov zoe erg @x.c bob 555 55501001 10-0199 albany key quarry valley 12207 10-y'.split(' '),
    'troy, ny',
    '100',
    '110',
    '1021',
    'in_transit',
    'in transit',
    '7-day',
    '15-yard',
    'pend',
    't10',
    'refund',
    'refunded',
    'requires action',
    'late',
    'root',
  ],
  beginnings: 'a lo ny va 12 55 b ca ga 1 10 tr o 7 albany re la'.split(' '),
};

const bookingFields = fc.record({
  first_name: fc.constantFrom('Ada', 'Zoë', 'Bob'),
  last_name: fc.constantFrom('Lovelace', 'Berg', 'O’Neil'),
  email: fc.constantFrom('ada@x.com', 'Ada@X.com', ' ADA@x.com ', 'bob@y.org', 'carol@z.net', null),
  phone: fc.constantFrom('(555) 010-0142', '555.010.0199', '+1 555 0100 199'),
  address: fc.constantFrom('12 Quarry Road', '7 Valley Lane'),
  city: fc.constantFrom('Albany', 'Troy'),
  state: fc.constantFrom('NY', 'VA'),
  zip: fc.constantFrom('12207', '10001'),
  rental_type: fc.constantFrom(...FIRST_RENTAL_TYPES),
  dumpster_type: fc.constantFrom('10-yard', '15-yard'),
  delivery_date: fc.constantFrom('2026-11-02', '2026-11-20', '2027-01-05'),
  notes: fc.constantFrom(null, 'Key under the mat', 'Gate code 1021'),
  status: fc.constantFrom(...BOOKING_STATUSES),
  paid_amount: fc.constantFrom(0, 32_500, 51_300),
  refund_amount: fc.constantFrom(null, 0, 1, 10_000, 51_300),
  quote: fc.constantFrom(
    null,
    makeQuoteText([47_500, 3_800]),
    makeQuoteText([32_500]),
    makeQuoteText([0, 0]),
  ),
});

const OTHERWISE = {
  first_name: 'Zoë',
  last_name: 'Berg',
  email: ' Bob@Y.org ',
  phone: '+1 555 0100 199',
  address: '7 Valley Lane',
  city: 'Troy',
  state: 'VA',
  zip: '10001',
  rental_type: '7-day',
  dumpster_type: '10-yard',
  delivery_date: '2025-03-04',
  notes: 'Gate code 1021',
  status: 'in_transit',
  quote: makeQuoteText([47_500, 3_800]),
  paid_amount: 51_300,
  refund_amount: 777,
};

const ROOT = { id: 'root', created_at: -1, booking_id: null, checkout_id: null, status: 'canceled' };

const REFUND = { type: 'refund', kind: 'refund', payment_id: 'root' };

const transactionFields = fc
  .record({
    status: fc.constantFrom('succeeded', 'processing', 'requires_action', 'pending', 'failed', 'canceled'),
    amount: fc.constantFrom(32_500, 1, 999),
    receipt_email: fc.constantFrom(null, 'ada@x.com', 'Bob@Y.org'),
    reason: fc.constantFrom(null, 'Too late, Zoë'),
    made: fc.constantFrom({ type: 'payment', kind: 'deposit', payment_id: null }, REFUND),
  })
  .map(({ made, ...fields }) => ({ ...fields, ...made }));

type Statement = { sql: string; values: (string | number | null)[] };
type Table = 'bookings' | 'transactions';

/** The rows of each table have a number, by which the statements select them. */
const NUMBER = { bookings: 'id', transactions: 'created_at' } as const;

/** Selects several rows, one, or none. */
const some = (table: Table) =>
  fc
    .tuple(fc.constantFrom(2, 5, 9), fc.nat(8))
    .map(([of, rest]) => `${NUMBER[table]} > 0 AND ${NUMBER[table]} % ${of} = ${rest % of}`);

const newBooking = bookingFields.map((fields) =>
  insertion('bookings', { ...fields, end_date: fields.delivery_date, pickup_day: fields.delivery_date }),
);
const newTransaction = transactionFields.map((fields) => insertion('transactions', fields));

const step: fc.Arbitrary<Statement> = fc.oneof(
  { weight: 2, arbitrary: newBooking },
  {
    weight: 2,
    arbitrary: fc.tuple(bookingFields, some('bookings')).map((one) => change('bookings', ...one)),
  },
  {
    weight: 9,
    arbitrary: fc
      .tuple(bookingFields, fc.nat(15), some('bookings'))
      .map(([fields, pick, rows]) => change('bookings', fieldOf(fields, pick), rows)),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(finalPrice, some('bookings')).map((one) => change('bookings', ...one)),
  },
  { weight: 4, arbitrary: clientMerge },
  {
    weight: 1,
    arbitrary: some('bookings').map((rows) =>
      plain(`UPDATE bookings SET id = id + (SELECT max(id) FROM bookings) WHERE ${rows}`),
    ),
  },
  { weight: 3, arbitrary: some('bookings').map((rows) => plain(`DELETE FROM bookings WHERE ${rows}`)) },
  { weight: 2, arbitrary: newTransaction },
  {
    weight: 2,
    arbitrary: fc.tuple(transactionFields, some('transactions')).map((one) => change('transactions', ...one)),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        transactionFields,
        fc.constantFrom('status' as const, 'amount' as const, 'reason' as const),
        some('transactions'),
      )
      .map(([fields, name, rows]) => change('transactions', { [name]: fields[name] }, rows)),
  },
  {
    weight: 1,
    arbitrary: some('transactions').map((rows) =>
      plain(`UPDATE transactions SET id = id || '+' WHERE ${rows}`),
    ),
  },
  {
    weight: 2,
    arbitrary: some('transactions').map((rows) => plain(`DELETE FROM transactions WHERE ${rows}`)),
  },
);

const first = fc
  .tuple(fc.array(newBooking, { minLength: 6, maxLength: 9 }), fc.array(newTransaction, { maxLength: 5 }))
  .map((both) => both.flat());

const batch = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 2 }),
  isRolledBack: fc.nat(4).map((n) => n === 0),
});
type Batch = typeof batch extends fc.Arbitrary<infer B> ? B : never;

async function apply({ steps, isRolledBack }: Batch): Promise<void> {
  const statements = steps.map(prepared);
  if (!isRolledBack) {
    await env.DB.batch(statements);
    return;
  }
  // Changes all rows except the last, where it fails.
  const failing = `UPDATE bookings SET city = 'Troy', status = 'completed',
    deposit_amount = CASE id WHEN (SELECT max(id) FROM bookings) THEN -1 ELSE deposit_amount END`;
  const row = prepared(insertion('bookings', ROWS.bookings(1)));
  await expect(env.DB.batch([...statements, row, env.DB.prepare(failing)])).rejects.toThrow('CHECK');
}

function insertion(table: Table, fields: Row): Statement {
  const row: Row = { ...ROWS[table](1), ...fields };
  const own: Record<string, string> =
    table === 'bookings'
      ? { id: 'n', stripe_payment_intent_id: 'NULL' }
      : { id: "'t' || n", created_at: 'n', booking_id: 'NULL', checkout_id: 'NULL' };
  const names = Object.keys(row);
  const kept = names.filter((name) => !(name in own));
  return {
    sql: `INSERT INTO ${table} (${names.join(', ')}) SELECT ${names.map((name) => own[name] ?? '?').join(', ')}
      FROM (SELECT 1 + max(99, coalesce(max(${NUMBER[table]}), 0)) AS n FROM ${table})`,
    values: kept.map((name) => row[name] ?? null),
  };
}

function change(table: Table, fields: Row, rows: string): Statement {
  const assignments = Object.keys(fields).map((name) => `${name} = ?`);
  return {
    sql: `UPDATE ${table} SET ${assignments.join(', ')} WHERE ${rows}`,
    values: Object.values(fields),
  };
}

function plain(sql: string): Statement {
  return { sql, values: [] };
}

function prepared({ sql, values }: Statement): D1PreparedStatement {
  return env.DB.prepare(sql).bind(...values);
}

/** One field at a time, so that each column also changes alone. */
function fieldOf(fields: Row, pick: number): Row {
  return Object.fromEntries(Object.entries(fields).slice(pick, pick + 1));
}
